/** The one door through which HTTP leaves. */
import type { LookupFunction } from "node:net"
import { isIP } from "node:net"
import { networkInterfaces } from "node:os"
import { targetOf } from "@kittiwake/core/web/domain/Egress"
import {
  type EgressPolicy,
  type EgressTarget,
  isAllowedAddress,
  isLoopbackName,
  publicOnly
} from "@kittiwake/core/web/domain/EgressPolicy"
import { type IpRange, parseRange } from "@kittiwake/core/web/domain/IpAddress"
import { Context, Effect, Layer, type Scope } from "effect"
import { Agent, buildConnector, type Dispatcher, Pool } from "undici"
import { AwaitedClient, type AwaitedOptions, type ConnectFor } from "./AwaitedClient.ts"
import type { InTurnsByCost } from "./inTurnsByCost.ts"
import { readInSlices } from "./readInSlices.ts"
import { makeResolveName, NameNotResolved, type ResolveName } from "./resolveName.ts"
import { secureConnector } from "./secureConnector.ts"

export { NameNotResolved } from "./resolveName.ts"

/** The operator does not allow the address. */
export class AddressRefused extends Error {
  readonly code = "ADDRESS_REFUSED"
}

export interface DoorLimits {
  /** Most sockets to one origin. */
  readonly connectionsPerOrigin: number
  /** Sockets beyond this many are closed after their answer instead of kept for the next request. */
  readonly idleConnections: number
  readonly maxHeaderBytes: number
  /** Longest silence inside a body. */
  readonly bodySilenceMillis: number
}

/** Sends requests; every socket it opens was judged by the operator's policy. */
export interface Door {
  /** Begins a request. A connection that is made for it ends when whoever waits for it leaves before. */
  readonly dispatch: (options: AwaitedOptions, handler: Dispatcher.DispatchHandler) => void
  /** Whether a connection opened now should be closed after its answer. */
  readonly isCrowded: () => boolean
}

/**
 * Opens doors that share one policy.
 *
 * **Contract**
 *
 * - A name is resolved once per connection; one refused address refuses the name.
 * - The socket connects to an address that was judged, and is judged again once it is connected.
 * - Addresses in URLs are judged the same way; no second lookup happens between judging and connecting.
 * - Certificates are verified, as far as a handshake of an honest server goes; HTTP/1.1 is spoken; environment proxies are ignored.
 */
export class Egress extends Context.Service<
  Egress,
  {
    readonly policy: EgressPolicy
    readonly open: (limits: DoorLimits) => Effect.Effect<Door, never, Scope.Scope>
    /** Addresses that may be connected to for the target; rejects as a connection through a door would fail. */
    readonly addressesOf: (target: EgressTarget) => Promise<ReadonlyArray<string>>
  }
>()("@kittiwake/fetch/Egress") {}

export interface EgressOptions {
  readonly policy: EgressPolicy
  /** Replaces the name servers of this machine. */
  readonly resolveName?: ResolveName
  /** Replaces the turns that TLS has in this thread. */
  readonly tlsTurns?: InTurnsByCost
}

/** Most addresses of one name that are tried. */
const maxTried = 8

/** A name in front of an allowed and a refused address is a trap; only a loopback name has both by nature. */
const judged = (
  addresses: ReadonlyArray<string>,
  target: EgressTarget,
  policy: EgressPolicy
): ReadonlyArray<string> => {
  const allowed = addresses.filter((address) => isAllowedAddress(address, target, policy))
  return allowed.length === addresses.length || isLoopbackName(target.host) ? allowed : []
}

const addressesFor = async (
  target: EgressTarget,
  policy: EgressPolicy,
  resolveName: ResolveName
): Promise<ReadonlyArray<string>> => {
  const addresses = isIP(target.host) === 0 ? await resolveName(target.host, target.port) : [target.host]
  if (addresses.length === 0) throw new NameNotResolved("ENOTFOUND", target.host)
  const allowed = judged(addresses, target, policy)
  if (allowed.length === 0) throw new AddressRefused()
  return allowed.slice(0, maxTried)
}

const lookupFor =
  (target: EgressTarget, policy: EgressPolicy, resolveName: ResolveName): LookupFunction =>
  (_hostname, options, callback) => {
    addressesFor(target, policy, resolveName).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }))
        const [first] = found
        if (options.all === true) callback(null, found)
        else if (first !== undefined) callback(null, first.address, first.family)
      },
      (cause: Error) => callback(cause, "", 0)
    )
  }

/** Time for a connection, and as much again for its TLS. */
const connectMillis = 10_000

/** undici never calls `lookup` for an address in the URL, so that is judged before and every socket after. */
const connectorFor = (
  url: URL,
  policy: EgressPolicy,
  resolveName: ResolveName,
  tlsTurns: InTurnsByCost | undefined,
  onSocket: (change: 1 | -1) => void
): ConnectFor => {
  const target = targetOf(url)
  const lookup = lookupFor(target, policy, resolveName)
  const secure = secureConnector(tlsTurns)
  return (options, { leaves, owner }, callback) => {
    if (leaves.aborted) {
      queueMicrotask(() => callback(leaves.reason, null))
      return
    }
    if (isIP(target.host) !== 0 && !isAllowedAddress(target.host, target, policy)) {
      queueMicrotask(() => callback(new AddressRefused(), null))
      return
    }
    const connected: buildConnector.Callback = (...[cause, socket]) => {
      if (cause !== null) return callback(cause, null)
      readInSlices(socket)
      onSocket(1)
      socket.once("close", () => onSocket(-1))
      return callback(null, socket)
    }
    const isSecure = options.protocol === "https:"
    const { servername: _, ...unnamed } = options
    const plain = { ...unnamed, protocol: "http:", port: options.port || (isSecure ? "443" : "80") }
    // The signal closes the socket while it connects, and in the midst of TLS.
    const connect = buildConnector({ allowH2: false, timeout: connectMillis, lookup, signal: leaves })
    connect(plain, (...[cause, socket]) => {
      if (cause !== null) return callback(cause, null)
      if (!isAllowedAddress(socket.remoteAddress ?? "", target, policy)) {
        socket.destroy()
        return callback(new AddressRefused(), null)
      }
      return isSecure ? secure(options, socket, owner, connected) : connected(null, socket)
    })
  }
}

const ownRanges = (): ReadonlyArray<IpRange> =>
  Object.values(networkInterfaces()).flatMap((interfaces) =>
    (interfaces ?? []).flatMap(({ address }) => parseRange(address) ?? [])
  )

/** The door for one policy. Addresses of this machine are added to what the policy refuses. */
export const layer = (options: EgressOptions = { policy: publicOnly }): Layer.Layer<Egress> =>
  Layer.effect(
    Egress,
    Effect.sync(() => {
      const policy = { ...options.policy, own: [...options.policy.own, ...ownRanges()] }
      const resolveName = options.resolveName ?? makeResolveName(policy)

      const open = (limits: DoorLimits) =>
        Effect.acquireRelease(
          Effect.sync(() => {
            let sockets = 0
            const onSocket = (change: 1 | -1) => {
              sockets += change
            }
            const agent = new Agent({
              connections: limits.connectionsPerOrigin,
              maxHeaderSize: limits.maxHeaderBytes,
              bodyTimeout: limits.bodySilenceMillis,
              // The deadline of the whole exchange is the caller's; undici's own timer for headers is coarse.
              headersTimeout: 0,
              allowH2: false,
              // A connection stays with the address it was opened to, so none is kept for longer than this.
              clientTtl: 300_000,
              keepAliveMaxTimeout: 30_000,
              factory: (origin, poolOptions) => {
                const connectFor = connectorFor(new URL(origin), policy, resolveName, options.tlsTurns, onSocket)
                return new Pool(origin, {
                  ...poolOptions,
                  factory: (url, clientOptions) => new AwaitedClient(url, clientOptions, connectFor)
                })
              }
            })
            const dispatch: Door["dispatch"] = (asked, handler) => void agent.dispatch(asked, handler)
            return { agent, dispatch, isCrowded: () => sockets >= limits.idleConnections }
          }),
          ({ agent }) => Effect.promise(() => agent.destroy())
        )

      return Egress.of({ policy, open, addressesOf: (target) => addressesFor(target, policy, resolveName) })
    })
  )
