/** One event as its receiver gets it: in the form of its platform, signed, and with its deadline. */
import { DateTime, Duration, Effect } from "effect"
import { Signer } from "../security/Signer.ts"
import { type Delivery, sentBody } from "./domain/Delivery.ts"
import { serviceSigning, signedHeaders, standardSigning } from "./domain/Signature.ts"
import { HeaderPrefix } from "./HeaderPrefix.ts"
import type { SendRequest } from "./WebhookSender.ts"

/** Time for one attempt (contract/webhooks.md §2). */
export const attemptTimeout = Duration.seconds(10)

/** What is told, and the JSON of it. */
export type ToldEvent = Pick<Delivery, "body" | "event" | "eventId">

/** What goes with a body, signed for the moment at which this is run. */
const headersOf = Effect.fnUntraced(function* ({ event, eventId }: ToldEvent, secret: string, body: string) {
  const signer = yield* Signer
  const seconds = Math.floor((yield* DateTime.now).epochMilliseconds / 1_000)
  const service = serviceSigning(secret, seconds, body)
  const standard = standardSigning(secret, eventId, seconds, body)
  return signedHeaders({
    prefix: yield* HeaderPrefix,
    event,
    eventId,
    seconds,
    serviceMac: yield* signer.mac(service.key, service.message),
    standardMac: yield* signer.mac(standard.key, standard.message)
  })
})

/** The request that hands an event over. Its signature is left to the sender's turn: receivers refuse one that is minutes old. */
export const signedRequest = Effect.fnUntraced(function* (
  told: ToldEvent,
  { secret, url }: { readonly url: string; readonly secret: string }
) {
  const body = sentBody({ body: told.body, url })
  const headers = Effect.provideService(headersOf(told, secret, body), Signer, yield* Signer)
  return { url, headers, body, timeout: attemptTimeout } satisfies SendRequest
})
