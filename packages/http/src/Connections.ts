/**
 * How many connections there may be, and who goes for another one.
 *
 * **Invariants**
 *
 * - A network has no more than its part; one more of it is closed at once. Those of proxies are everybody's, and have no such part.
 * - Where all places are taken, a connection without a request goes for a new one: of strangers before those of organizations, of the network or
 *   organization that has most of these, and of these the one that has had no request for longest. A new one is closed where each has a request.
 * - No connection with a request that is not answered goes for another one.
 * - To find who goes takes as long for one connection as for ten thousand.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { networkOf } from "@kittiwake/core/internal/limits/domain/networkOf"
import type { KnownCallers } from "./KnownCallers.ts"
import { Ranks } from "./Ranks.ts"

type Socket = IncomingMessage["socket"]

/** Addresses from which many may come together: a proxy before us has one of them. */
const ofProxies =
  /^(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|^::1$|^f[cd][\da-f]{2}:|^fe[89ab][\da-f]:/i

/** Whether connections from `address` are counted: those of a proxy are everybody's. */
export const isCounted = (address: string): boolean => address !== "" && !ofProxies.test(address)

/** As whose somebody at `address` counts: his network's, and a proxy's, which has others in its network beside it, its own. */
export const countedAs = (address: string): string => (isCounted(address) ? networkOf(address) : address)

const networks = new WeakMap<object, string>()

/** The same of who is at the other side of `socket`, told once: an address is gone with its connection. */
export const networkOfSocket = (socket: Pick<Socket, "remoteAddress">): string => {
  const known = networks.get(socket)
  if (known !== undefined) return known
  const network = countedAs(socket.remoteAddress ?? "")
  networks.set(socket, network)
  return network
}

/** Counts connections by the network they come from. */
export class Connections {
  readonly #max: number
  readonly #open = new Map<string, number>()

  constructor(max: number) {
    this.#max = max
  }

  /** Counts one more from `address`; false, and nothing is counted, when its network has as many as it may have. */
  enter(address: string): boolean {
    const network = countedAs(address)
    const open = this.#open.get(network) ?? 0
    if (open >= this.#max) return false
    this.#open.set(network, open + 1)
    return true
  }

  leave(address: string): void {
    const network = countedAs(address)
    const open = (this.#open.get(network) ?? 0) - 1
    if (open > 0) this.#open.set(network, open)
    else this.#open.delete(network)
  }
}

/** Closes connections at once that a network has beyond `max`. */
export const limitPerNetwork = (server: Server, max: number): void => {
  const connections = new Connections(max)
  server.prependListener("connection", (socket) => {
    const address = socket.remoteAddress ?? ""
    if (!isCounted(address)) return
    if (!connections.enter(address)) {
      socket.destroy()
      return
    }
    socket.once("close", () => connections.leave(address))
  })
}

/** Whose connections are: organizations' are ended after all others. */
class IdleOfKind<One> {
  /** Who has had no request for longest the first. */
  readonly #idle = new Map<string, Set<One>>()
  readonly #most = new Ranks<string>()

  enter(one: One, owner: string): void {
    const own = this.#idle.get(owner) ?? new Set<One>()
    this.#idle.set(owner, own.add(one))
    this.#most.set(owner, own.size)
  }

  leave(one: One, owner: string): void {
    const own = this.#idle.get(owner)
    if (own === undefined) return
    own.delete(one)
    this.#most.set(owner, own.size)
    if (own.size === 0) this.#idle.delete(owner)
  }

  first(): One | undefined {
    const owner = this.#most.first()
    return owner === undefined ? undefined : this.#idle.get(owner)?.values().next().value
  }
}

/** Connections without a request. */
export class IdleConnections<One> {
  readonly #strangers = new IdleOfKind<One>()
  readonly #organizations = new IdleOfKind<One>()
  readonly #standing = new Map<One, { readonly kind: IdleOfKind<One>; readonly owner: string }>()

  /** Now `one` has no request; `organization` is whose its last one was, null where nobody's. */
  enter(one: One, network: string, organization: string | null): void {
    this.leave(one)
    const kind = organization === null ? this.#strangers : this.#organizations
    const owner = organization ?? network
    kind.enter(one, owner)
    this.#standing.set(one, { kind, owner })
  }

  /** It has one now, or is gone. */
  leave(one: One): void {
    const standing = this.#standing.get(one)
    if (standing === undefined) return
    standing.kind.leave(one, standing.owner)
    this.#standing.delete(one)
  }

  /** Which goes for another one. */
  first(): One | undefined {
    return this.#strangers.first() ?? this.#organizations.first()
  }
}

/** More that Node takes before it refuses on its own, without a word to anybody: those that are being closed count until they are. */
const beingClosed = 64

/** Has so many connections at most, and gives who must hear of each request. */
export const limitOfAll = (
  server: Server,
  max: number,
  callers: KnownCallers
): ((request: IncomingMessage, response: ServerResponse) => void) => {
  const idle = new IdleConnections<Socket>()
  /** Requests that are not answered, of those that are open. */
  const asked = new Map<Socket, number>()
  server.maxConnections = max + beingClosed

  const end = (socket: Socket) => {
    asked.delete(socket)
    idle.leave(socket)
    socket.destroy()
  }

  server.prependListener("connection", (socket) => {
    if (socket.destroyed) return
    if (asked.size >= max) {
      const goes = idle.first()
      if (goes === undefined) {
        socket.destroy()
        return
      }
      end(goes)
    }
    asked.set(socket, 0)
    idle.enter(socket, networkOfSocket(socket), null)
    socket.once("close", () => {
      asked.delete(socket)
      idle.leave(socket)
    })
  })

  return ({ headers, socket }, response) => {
    const before = asked.get(socket)
    if (before === undefined) return
    asked.set(socket, before + 1)
    idle.leave(socket)
    response.once("close", () => {
      const left = (asked.get(socket) ?? 0) - 1
      if (left < 0) return
      asked.set(socket, left)
      if (left === 0) idle.enter(socket, networkOfSocket(socket), callers.organizationOf(headers) ?? null)
    })
  }
}
