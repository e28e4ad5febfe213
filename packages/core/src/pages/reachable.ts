/** Whether a browser may be sent to an address. Its proxy asks the same again for every connection. */
import { Effect, Result } from "effect"
import { readUrl, targetOf } from "../web/domain/Egress.ts"
import { type EgressRefused, EgressResolver } from "../web/EgressResolver.ts"
import { DeadlinePassed, type ReadingError, WebsiteInaccessible, WebsiteNotFound } from "../web/errors.ts"
import { addressForbidden } from "./captureProblems.ts"

const ofRefusal = ({ reason }: EgressRefused, { hostname }: URL): ReadingError => {
  switch (reason) {
    case "unknown_host":
      return new WebsiteNotFound({ message: `The host ${hostname} has no address.` })
    case "forbidden_address":
      return addressForbidden()
    case "timeout":
      return new DeadlinePassed()
  }
}

/** The address as it was parsed, once: the browser gets no other spelling to read something else in. */
export const reachable = Effect.fnUntraced(function* (raw: string) {
  const url = yield* Effect.fromResult(
    Result.mapError(readUrl(raw), ({ message }): ReadingError => new WebsiteInaccessible({ message }))
  )
  yield* Effect.mapError((yield* EgressResolver).resolve(targetOf(url)), (refused) => ofRefusal(refused, url))
  return url.href
})
