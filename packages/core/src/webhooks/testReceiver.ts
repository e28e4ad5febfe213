/** Sends one event that tests its receiver. */
import { DateTime, Duration, Effect, Option } from "effect"
import { annotated } from "../annotated.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { WorksFor } from "../organizations/WorksFor.ts"
import type { OneAtATime } from "../sharing/OneAtATime.ts"
import { harmlessAddress } from "../usage/domain/harmless.ts"
import { endTest, type TestedReceiver, testLimits, type WebhookTest } from "./domain/WebhookTest.ts"
import { WebhookTestRefused } from "./errors.ts"
import { attemptTimeout, signedRequest } from "./signedRequest.ts"
import { WebhookSender } from "./WebhookSender.ts"

/** Longest that a test waits for its turn among what is sent to the same host, and then for its answer. */
const patience = Duration.sum(attemptTimeout, Duration.seconds(10))

/** What was sent when the turn had come. */
interface Sent {
  readonly at: DateTime.Utc
  readonly headers: Readonly<Record<string, string>>
}

const sendOnce = Effect.fnUntraced(function* (tested: TestedReceiver) {
  const request = yield* signedRequest(tested, tested)
  let sent: Sent | null = null
  const headers = Effect.gen(function* () {
    const at = yield* DateTime.now
    sent = { at, headers: yield* request.headers }
    return sent.headers
  })
  const asked = yield* DateTime.now
  const sender = yield* WebhookSender
  const outcome = yield* sender.send({ ...request, headers, answerMaxBytes: testLimits.answerBytes })
  const seen = sent as Sent | null
  const startedAt = seen?.at ?? asked
  return endTest(tested, outcome, {
    startedAt,
    durationMillis: (yield* DateTime.now).epochMilliseconds - startedAt.epochMilliseconds,
    request: seen === null ? null : { headers: seen.headers, body: request.body }
  })
})

const logged = (organizationId: OrganizationId, { error, ...test }: WebhookTest) =>
  (error === null ? Effect.logInfo : Effect.logWarning)("webhook.tested").pipe(
    annotated({
      event: test.event,
      url: harmlessAddress(test.url, false),
      httpStatus: test.httpStatus,
      errorCode: error?.code,
      error: error?.message,
      organizationId,
      eventId: test.eventId,
      durationMs: test.durationMillis
    })
  )

/**
 * Sends one event as deliveries are sent, once, and says what came of it. Nothing is stored and nothing is tried again; an organization has
 * one test at a time, so that nobody floods a receiver with them.
 */
export const testReceiver = (turns: OneAtATime) =>
  Effect.fn("testReceiver")(function* (organizationId: OrganizationId, tested: TestedReceiver) {
    const sending = sendOnce(tested).pipe(
      Effect.provideService(WorksFor, organizationId),
      Effect.timeoutOption(patience)
    )
    const turn = yield* turns.take(organizationId, sending)
    if (Option.isNone(turn)) return yield* new WebhookTestRefused({ reason: "running" })
    const { value: done } = turn
    if (Option.isNone(done)) return yield* new WebhookTestRefused({ reason: "busy" })
    yield* logged(organizationId, done.value)
    return done.value
  })
