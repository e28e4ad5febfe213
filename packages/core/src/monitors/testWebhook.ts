/** Tests the receiver of a webhook, of a monitor or of none yet. */
import { DateTime, Effect, Option } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Ids } from "../security/Ids.ts"
import { EgressRules } from "../web/EgressRules.ts"
import type { MonitorEventType } from "../webhooks/domain/Event.ts"
import { isShortened } from "../webhooks/domain/Signature.ts"
import type { TestedAddress, TestedReceiver, WebhookTest } from "../webhooks/domain/WebhookTest.ts"
import { openSecret } from "../webhooks/sealedSecret.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import { checkAddress } from "./checkMonitor.ts"
import type { MonitorId } from "./domain/Monitor.ts"
import { type Sampled, sampleEvent, sampleMonitor, sampleType } from "./domain/sampleEvent.ts"
import { MonitorHasNoWebhook } from "./errors.ts"
import { storedMonitor } from "./readMonitors.ts"

/** In the ids of one test. */
const newMark = Effect.flatMap(Ids, (ids) => ids.token("hex", 32))

/** An address that the rules forbid by its looks has a better answer than one of which only the sender knew. */
const advised = Effect.fnUntraced(function* (test: WebhookTest) {
  if (test.error?.code !== "unsafe_url") return test
  const refusal = yield* (yield* EgressRules).refusal(test.url)
  return Option.isSome(refusal) ? { ...test, advice: refusal.value.message } : test
})

const send = Effect.fnUntraced(function* (
  monitor: Sampled,
  event: MonitorEventType,
  mark: string,
  receiver: Pick<TestedReceiver, "secret" | "secretOrigin" | "url">
) {
  const sample = sampleEvent(monitor, { event, mark, at: yield* DateTime.now })
  const webhooks = yield* Webhooks
  return yield* Effect.flatMap(webhooks.test(monitor.organizationId, { ...sample, ...receiver }), advised)
})

/** Sends one event of this monitor to its webhook as it is now, and says what came of it. */
export const testWebhook = Effect.fn("testWebhook")(function* (organizationId: OrganizationId, monitorId: MonitorId) {
  const { monitor } = yield* storedMonitor(organizationId, monitorId)
  if (monitor.subscription === null) return yield* new MonitorHasNoWebhook()
  const { events, secret, url } = monitor.subscription
  const receiver = { url, secret: yield* openSecret(secret), secretOrigin: "own" as const }
  return yield* send(monitor, sampleType(events), yield* newMark, receiver)
})

const notWhole = "is shortened, as it is where it is only shown: copy it whole, as the monitor or the receiver has it"

/** Sends one event to an address that no monitor need have, and says what came of it. */
export const testAddress = Effect.fn("testAddress")(function* (
  organizationId: OrganizationId,
  { secret, url }: TestedAddress
) {
  yield* checkAddress("url", url)
  if (secret !== null && isShortened(secret)) return yield* new InvalidInput({ field: "secret", message: notWhole })
  const mark = yield* newMark
  const receiver =
    secret === null
      ? { url, secret: `whsec_${yield* newMark}${yield* newMark}`, secretOrigin: "made" as const }
      : { url, secret, secretOrigin: "given" as const }
  return yield* send(sampleMonitor(organizationId, mark), "change.detected", mark, receiver)
})
