/** Connections of others, judged by the policy of the one door. */
import { isIPv6 } from "node:net"
import { checkUrl } from "@kittiwake/core/web/domain/Egress"
import type { EgressTarget } from "@kittiwake/core/web/domain/EgressPolicy"
import { EgressRefused, EgressResolver } from "@kittiwake/core/web/EgressResolver"
import { Effect, Layer, Result } from "effect"
import { AddressRefused, Egress } from "./Egress.ts"
import { NameNotResolved } from "./resolveName.ts"

/** A refused address, a name without one, or name servers that did not answer. */
const refusalOf = (cause: unknown): EgressRefused => {
  if (cause instanceof AddressRefused) return new EgressRefused({ reason: "forbidden_address" })
  const isSilence = cause instanceof NameNotResolved && cause.code === "ETIMEOUT"
  return new EgressRefused({ reason: isSilence ? "timeout" : "unknown_host" })
}

/** The target as a URL, so that host and port are judged as those of every URL are. */
const urlOf = ({ host, port }: EgressTarget): string => `http://${isIPv6(host) ? `[${host}]` : host}:${port}/`

/** Judges with the policy and the name servers of `Egress`. */
export const layer: Layer.Layer<EgressResolver, never, Egress> = Layer.effect(
  EgressResolver,
  Effect.gen(function* () {
    const egress = yield* Egress
    return EgressResolver.of({
      resolve: (target) =>
        Result.isFailure(checkUrl(urlOf(target), egress.policy))
          ? Effect.fail(new EgressRefused({ reason: "forbidden_address" }))
          : Effect.tryPromise({ try: () => egress.addressesOf(target), catch: refusalOf })
    })
  })
)
