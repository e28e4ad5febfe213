/** One attempt to hand an event over: sign, send, decide, record. */
import { DateTime, type Duration, Effect, Option } from "effect"
import { annotated } from "../annotated.ts"
import { atOnce, holdingLease, type InTurn } from "../holdingLease.ts"
import { GivesWay } from "../organizations/GivesWay.ts"
import { WorksFor } from "../organizations/WorksFor.ts"
import { harmlessAddress } from "../usage/domain/harmless.ts"
import { Wakeups } from "../waking/Wakeups.ts"
import { countAttempts } from "./countAttempts.ts"
import { DeliveryRecorder } from "./DeliveryRecorder.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import { type Delivery, type DeliveryClaim, decideAttempt, keptAnswerBytes } from "./domain/Delivery.ts"
import { openSecret } from "./sealedSecret.ts"
import { signedRequest } from "./signedRequest.ts"
import { WebhookSender } from "./WebhookSender.ts"

/** Sends to where the subscription points now, with the secret that it has now; tells which headers went out, if any did. */
const sendOnce = Effect.fnUntraced(function* ({ delivery, destination }: DeliveryClaim) {
  const secret = yield* openSecret(destination.secret)
  const request = yield* signedRequest(delivery, { url: destination.url, secret })
  let sentHeaders: Readonly<Record<string, string>> | null = null
  const headers = Effect.tap(request.headers, (signed) =>
    Effect.sync(() => {
      sentHeaders = signed
    })
  )
  const outcome = yield* (yield* WebhookSender).send({
    ...request,
    headers,
    answerMaxBytes: keptAnswerBytes,
    answerOf: "refusals"
  })
  return { outcome, sentHeaders: sentHeaders as Readonly<Record<string, string>> | null }
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
  const sent = yield* inTurn(sendOnce(claim)).pipe(
    Effect.provideService(WorksFor, claim.delivery.organizationId),
    Effect.provideService(GivesWay, true),
    holdingLease(lease, renew)
  )
  if (Option.isNone(sent)) {
    const { id, organizationId } = claim.delivery
    yield* countAttempts.count("lost")
    return yield* Effect.logInfo("delivery.lost").pipe(Effect.annotateLogs({ organizationId, deliveryId: id }))
  }
  const decision = decideAttempt(claim, sent.value.outcome, yield* DateTime.now, sent.value.sentHeaders)
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
