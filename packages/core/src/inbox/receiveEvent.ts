/** Takes in what arrives at an inbox: find whose it is, check its signature, keep it with the verdict. */
import { DateTime, Effect, Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Ids } from "../security/Ids.ts"
import { Signer } from "../security/Signer.ts"
import { checkSignature } from "../webhooks/checkSignature.ts"
import { openSecret } from "../webhooks/sealedSecret.ts"
import { tokenLength } from "./domain/InboxAddress.ts"
import { type InboxEvent, InboxEventId, type InboxVerdict, inboxLimits, keptHeaders } from "./domain/InboxEvent.ts"
import { type ToldIn, toldIn } from "./domain/toldIn.ts"
import { InboxNotFound } from "./errors.ts"
import { InboxStore } from "./InboxStore.ts"

/** What arrives: headers, and a body of at most `inboxLimits.bodyBytes`. */
export interface Arrival {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Whose inbox a token leads to. */
export const findInbox = Effect.fn("findInbox")(function* (token: string) {
  if (token.length !== tokenLength) return yield* new InboxNotFound()
  const found = yield* (yield* InboxStore).find(yield* (yield* Signer).digest(token))
  return Option.isSome(found) ? found.value : yield* new InboxNotFound()
})

const verdictOf = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  { batchId, monitorId }: ToldIn,
  arrival: Arrival,
  at: DateTime.Utc
): Effect.fn.Return<
  InboxVerdict,
  Effect.Error<ReturnType<typeof openSecret>>,
  InboxStore | Signer | Effect.Services<ReturnType<typeof openSecret>>
> {
  const sourceId = monitorId ?? batchId
  if (sourceId === null) return "unknown_monitor"
  const kept = yield* (yield* InboxStore).signingSecret(organizationId, sourceId)
  if (Option.isNone(kept)) return "unknown_monitor"
  return yield* checkSignature(arrival, yield* openSecret(kept.value), at)
})

/** Keeps what arrived at the inbox of an organization, and says what its signature turned out to be. */
export const receiveEvent = Effect.fn("receiveEvent")(function* (organizationId: OrganizationId, given: Arrival) {
  const receivedAt = yield* DateTime.now
  const headers = Object.fromEntries(Object.entries(given.headers).map(([name, value]) => [name.toLowerCase(), value]))
  const arrival = { body: given.body, headers }
  const told = toldIn(arrival.body)
  const event: InboxEvent = {
    ...told,
    id: InboxEventId.make(yield* (yield* Ids).next("inb")),
    organizationId,
    receivedAt,
    verdict: yield* verdictOf(organizationId, told, arrival, receivedAt),
    headers: keptHeaders(headers),
    body: arrival.body,
    size: new TextEncoder().encode(arrival.body).length
  }
  yield* (yield* InboxStore).put(event, inboxLimits)
  return event
})
