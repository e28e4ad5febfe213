/** Opens the sockets of a browser, each to an address that was judged. */
import { connect, isIPv6, type Socket } from "node:net"
import type { EgressTarget } from "@kittiwake/core/web/domain/EgressPolicy"
import type { EgressResolver } from "@kittiwake/core/web/EgressResolver"
import { Effect } from "effect"
import { safely } from "../safely.ts"
import type { ProxyRefusal } from "./ProxyAccount.ts"

/** A socket that is connected to an allowed address; rejects with `DialFailed`. */
export type Dial = (target: EgressTarget) => Promise<Socket>

/** No socket could be opened. */
export class DialFailed extends Error {
  readonly refusal: ProxyRefusal

  constructor(refusal: ProxyRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}

/** Longest wait for one address, and most addresses that are tried. */
const connectWithin = "5 seconds"
const maxTried = 4

const connectTo = (address: string, port: number): Effect.Effect<Socket, DialFailed> =>
  Effect.callback<Socket, DialFailed>((resume) => {
    const socket = connect({ host: address, port, family: isIPv6(address) ? 6 : 4, noDelay: true })
    const fail = safely(() => resume(Effect.fail(new DialFailed("connection_failed"))))
    socket.once("error", fail)
    const connected = safely(() => {
      socket.off("error", fail)
      // A socket without a listener would end the process when its server resets it.
      socket.on(
        "error",
        safely(() => socket.destroy())
      )
      resume(Effect.succeed(socket))
    })
    socket.once("connect", connected)
    return Effect.sync(() => socket.destroy())
  }).pipe(Effect.timeoutOrElse({ duration: connectWithin, orElse: () => Effect.fail(new DialFailed("timeout")) }))

/** Dials as the operator's policy says; `isOwn` names the address of the proxy itself, which leads in a circle. */
export const makeDial =
  (resolver: EgressResolver["Service"], isOwn: (address: string, port: number) => boolean) =>
  (target: EgressTarget): Effect.Effect<Socket, DialFailed> =>
    resolver.resolve(target).pipe(
      Effect.mapError(({ reason }) => new DialFailed(reason)),
      Effect.flatMap((addresses) =>
        addresses.some((address) => isOwn(address, target.port))
          ? Effect.fail(new DialFailed("forbidden_address"))
          : Effect.firstSuccessOf(addresses.slice(0, maxTried).map((address) => connectTo(address, target.port)))
      )
    )
