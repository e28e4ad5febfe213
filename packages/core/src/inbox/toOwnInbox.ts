/**
 * Brings events that go to an inbox of this installation there, in the process.
 *
 * **Details.** No connection is opened, so the rules for outgoing traffic need no hole for one's own address. What arrives
 * are the bytes and headers that would have gone out, so that the delivery, its attempts and its signature are real ones.
 * Rows are shared: whichever process sends, all of them show what arrived.
 */
import { Effect, Option } from "effect"
import { provideOften } from "../bind.ts"
import { WorksFor } from "../organizations/WorksFor.ts"
import { SendOutcome } from "../webhooks/domain/Delivery.ts"
import type { SendRequest, WebhookSender } from "../webhooks/WebhookSender.ts"
import { type InboxTarget, inboxTarget } from "./domain/InboxAddress.ts"
import { inboxLimits, isTaken } from "./domain/InboxEvent.ts"
import { InboxPlace } from "./InboxPlace.ts"
import { findInbox, receiveEvent } from "./receiveEvent.ts"

const answered = (
  { answerMaxBytes = 0 }: Pick<SendRequest, "answerMaxBytes">,
  httpStatus: number,
  text: string
): SendOutcome =>
  SendOutcome.cases.Answered.make({
    httpStatus,
    ...(answerMaxBytes === 0 ? {} : { answer: { text: text.slice(0, answerMaxBytes), location: null } })
  })

const noAnswer = (code: "timeout" | "connection_failed", message: string): SendOutcome =>
  SendOutcome.cases.NoAnswer.make({ code, message })

/** Whose inbox it is; none when there is none. */
const ownerOf = Effect.fnUntraced(function* ({ token }: InboxTarget) {
  if (token === null) return Option.fromNullOr(yield* WorksFor)
  return yield* Effect.option(Effect.catchTag(findInbox(token), "StoreUnavailable", Effect.die))
})

const receive = Effect.fnUntraced(function* <E>(request: SendRequest<E>, target: InboxTarget) {
  const owner = yield* ownerOf(target)
  // Another installation of this machine may have it.
  if (Option.isNone(owner)) return target.isOurs ? answered(request, 404, "There is no inbox here.") : null
  if (new TextEncoder().encode(request.body).length > inboxLimits.bodyBytes) {
    return answered(request, 413, `An inbox takes bodies of up to ${inboxLimits.bodyBytes} bytes.`)
  }
  const { verdict } = yield* receiveEvent(owner.value, { headers: yield* request.headers, body: request.body })
  return answered(request, isTaken(verdict) ? 200 : 401, verdict)
})

/** The sender, which does not go out to what is at home. */
export const toOwnInbox = Effect.fnUntraced(function* (sender: WebhookSender["Service"]) {
  const provided = provideOften(yield* Effect.context<Effect.Services<ReturnType<typeof receive>>>())
  const send = Effect.fnUntraced(function* <E>(request: SendRequest<E>) {
    const target = inboxTarget(request.url, yield* InboxPlace)
    if (target === null) return yield* sender.send(request)
    return yield* provided(receive(request, target)).pipe(
      Effect.timeoutOption(request.timeout),
      Effect.map(Option.getOrElse(() => noAnswer("timeout", "The inbox took too long."))),
      Effect.catchTag("StoreUnavailable", () =>
        Effect.succeed(noAnswer("connection_failed", "The storage of the inbox does not answer."))
      ),
      Effect.flatMap((outcome) => (outcome === null ? sender.send(request) : Effect.succeed(outcome)))
    )
  })
  return { send } satisfies WebhookSender["Service"]
})
