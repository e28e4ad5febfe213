/** One attempt to hand an event over: sign, send, decide, record. */
import { Data, DateTime, Duration, Effect, Option } from "effect"
import { annotated } from "../annotated.ts"
import { atOnce, holdingLease, type InTurn } from "../holdingLease.ts"
import { GivesWay } from "../organizations/GivesWay.ts"
import { WorksFor } from "../organizations/WorksFor.ts"
import { harmlessAddress } from "../usage/domain/harmless.ts"
import { Wakeups } from "../waking/Wakeups.ts"
import { countAttempts } from "./countAttempts.ts"
import { DeliveryRecorder } from "./DeliveryRecorder.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import {
  type Delivery,
  type DeliveryClaim,
  type Destination,
  decideAttempt,
  keptAnswerBytes,
  SendOutcome
} from "./domain/Delivery.ts"
import { holdingBody } from "./heldBody.ts"
import { openSecret } from "./sealedSecret.ts"
import { signedRequest } from "./signedRequest.ts"
import { WebhookSender } from "./WebhookSender.ts"

/** After such a wait for its turn it is asked again where a delivery goes: many claims wait while a receiver is slow. */
const askedAfter = Duration.seconds(1)

/** The turn of a delivery came, and it goes elsewhere by then: null where it goes nowhere. */
class Redirected extends Data.TaggedError("Redirected")<{ readonly destination: Destination | null }> {}

/** Fails where a claim that has waited goes elsewhere now. A store that is away says nothing: what the claim said stands. */
const stillGoesThere = Effect.fnUntraced(function* (claim: DeliveryClaim, since: DateTime.Utc) {
  if (Duration.isLessThan(DateTime.distance(since, yield* DateTime.now), askedAfter)) return
  const { secret, url } = claim.destination
  const now = yield* (yield* DeliveryStore)
    .destinationOf(claim)
    .pipe(Effect.catchTag("StoreUnavailable", () => Effect.succeedSome(claim.destination)))
  if (Option.isNone(now)) return yield* new Redirected({ destination: null })
  if (now.value.url !== url || now.value.secret !== secret) return yield* new Redirected({ destination: now.value })
})

const withdrawn = SendOutcome.cases.NoAnswer.make({
  code: "connection_failed",
  message: "Nothing was sent: the webhook was removed before the turn of this attempt came."
})

/** Sends to where the claim says unless it goes elsewhere when its turn comes; tells which headers went out, if any did. */
const sendOnce = Effect.fnUntraced(function* (claim: DeliveryClaim, since: DateTime.Utc) {
  const { delivery, destination } = claim
  const secret = yield* openSecret(destination.secret)
  const request = yield* signedRequest(delivery, { url: destination.url, secret })
  const store = yield* DeliveryStore
  let sentHeaders: Readonly<Record<string, string>> | null = null
  const headers = stillGoesThere(claim, since).pipe(
    Effect.provideService(DeliveryStore, store),
    Effect.andThen(request.headers),
    Effect.tap((signed) =>
      Effect.sync(() => {
        sentHeaders = signed
      })
    )
  )
  const outcome = yield* (yield* WebhookSender).send({
    ...request,
    headers,
    answerMaxBytes: keptAnswerBytes,
    answerOf: "refusals"
  })
  return { claim, outcome, sentHeaders: sentHeaders as Readonly<Record<string, string>> | null }
})

/** Sends to where the subscription points when the turn has come, with the secret that it has then. */
const sendWhereItGoes = Effect.fnUntraced(function* (claimed: DeliveryClaim, since: DateTime.Utc) {
  let claim = claimed
  for (let waitsSince = since; ; waitsSince = yield* DateTime.now) {
    const sent = yield* Effect.catchTag(sendOnce(claim, waitsSince), "Redirected", Effect.succeed)
    if (!(sent instanceof Redirected)) return sent
    if (sent.destination === null) return { claim, outcome: withdrawn, sentHeaders: null }
    claim = { ...claim, destination: sent.destination }
  }
})

/** What an attempt came to, by what its delivery is after it. */
const outcomeOf = (status: Delivery["status"]) =>
  status === "delivered" || status === "failed" ? status : ("retrying" as const)

/** Attempts a claimed delivery once, when `inTurn` lets it, and records how that ended. */
export const deliver = Effect.fn("deliver")(function* (
  claim: DeliveryClaim,
  lease: Duration.Duration,
  inTurn: InTurn = atOnce
) {
  const deliveries = yield* DeliveryStore
  const recorder = yield* DeliveryRecorder
  const renew = Effect.map(deliveries.renew([claim], lease), ([held]) => held === true)
  const since = yield* DateTime.now
  const sending = Effect.map(
    holdingBody(claim, (whole) => sendWhereItGoes(whole, since)),
    Option.getOrElse(() => ({ claim, outcome: withdrawn, sentHeaders: null }))
  )
  const sent = yield* inTurn(sending).pipe(
    Effect.provideService(WorksFor, claim.delivery.organizationId),
    Effect.provideService(GivesWay, true),
    holdingLease(lease, renew)
  )
  if (Option.isNone(sent)) {
    const { id, organizationId } = claim.delivery
    yield* countAttempts.count("lost")
    return yield* Effect.logInfo("delivery.lost").pipe(Effect.annotateLogs({ organizationId, deliveryId: id }))
  }
  const { destination } = sent.value.claim
  // Without the body, which is not held any more.
  const decision = decideAttempt(
    { ...claim, destination },
    sent.value.outcome,
    yield* DateTime.now,
    sent.value.sentHeaders
  )
  const held = yield* recorder.record({ claim, decision })
  const { attempt, delivery } = decision
  yield* (yield* Wakeups).changed(delivery.organizationId, ["deliveries"])
  yield* countAttempts.count(held ? outcomeOf(delivery.status) : "lost")
  yield* (attempt.error === null ? Effect.logInfo : Effect.logWarning)("delivery.attempted").pipe(
    annotated({
      event: delivery.event,
      url: harmlessAddress(attempt.url, false),
      status: delivery.status,
      attempt: attempt.attempt,
      httpStatus: attempt.httpStatus,
      errorCode: attempt.error?.code,
      error: attempt.error?.message,
      nextAttemptAt: delivery.nextAttemptAt === null ? null : DateTime.formatIso(delivery.nextAttemptAt),
      trigger: attempt.trigger,
      organizationId: delivery.organizationId,
      deliveryId: delivery.id,
      eventId: delivery.eventId,
      subscriptionId: delivery.subscriptionId,
      durationMs: (attempt.completedAt?.epochMilliseconds ?? 0) - attempt.startedAt.epochMilliseconds,
      recorded: held
    })
  )
})
