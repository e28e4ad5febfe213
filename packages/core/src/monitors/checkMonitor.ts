/** Refuses monitors that could never work, before they are stored. */
import { DateTime, Effect, Option } from "effect"
import { readDataSchema } from "../extraction/domain/readDataSchema.ts"
import { InvalidInput } from "../InvalidInput.ts"
import { inboxTarget } from "../inbox/domain/InboxAddress.ts"
import { InboxPlace } from "../inbox/InboxPlace.ts"
import type { Organization } from "../organizations/domain/Organization.ts"
import { planTerms } from "../organizations/domain/Plan.ts"
import { PaidPlanRequired } from "../organizations/errors.ts"
import { PageReader } from "../pages/PageReader.ts"
import { noFragment } from "../web/domain/Egress.ts"
import { EgressRules } from "../web/EgressRules.ts"
import { isSupported } from "./domain/defaultChangeDetection.ts"
import type { Monitor } from "./domain/Monitor.ts"
import type { WebhookInput } from "./domain/MonitorInput.ts"
import { scheduleProblem } from "./domain/Schedule.ts"
import type { ExtractTarget, PageTarget, Target } from "./domain/Target.ts"

const checkSelectors = Effect.fnUntraced(function* (field: string, selectors: ReadonlyArray<string>) {
  const reader = yield* PageReader
  yield* reader
    .checkSelectors(selectors)
    .pipe(
      Effect.mapError(
        ({ selector, message }) => new InvalidInput({ field, message: `"${selector.slice(0, 200)}": ${message}` })
      )
    )
})

const checkUrl = Effect.fnUntraced(function* (field: string, url: string) {
  const refusal = yield* (yield* EgressRules).refusal(url)
  if (Option.isSome(refusal)) return yield* new InvalidInput({ field, message: refusal.value.message })
})

/** Fails unless events may be sent to this address: a public one, or an inbox of this installation. */
export const checkAddress = Effect.fnUntraced(function* (field: string, url: string) {
  if (url.includes("#")) return yield* new InvalidInput({ field, message: noFragment })
  if (inboxTarget(url, yield* InboxPlace) !== null) return
  yield* checkUrl(field, url)
})

/** Fails unless the destination is one that events may be sent to. */
export const checkWebhook = ({ url }: WebhookInput) => checkAddress("webhook.url", url)

const checkPage = Effect.fnUntraced(function* (organization: Organization, target: PageTarget) {
  yield* checkSelectors("target.include_selectors", target.includeSelectors)
  yield* checkSelectors("target.exclude_selectors", target.excludeSelectors)
  if (target.actions.length > 0 && !planTerms[organization.plan].paid) {
    return yield* new PaidPlanRequired({ feature: "target.actions" })
  }
})

const checkSchema = Effect.fnUntraced(function* ({ schema }: ExtractTarget) {
  if (schema === null) return
  yield* Effect.fromResult(readDataSchema(schema)).pipe(
    Effect.mapError(({ message, path }) => {
      const field = path === "" ? "target.schema" : `target.schema.${path}`
      return new InvalidInput({ field: field.slice(0, 200), message })
    })
  )
})

const checkTarget = Effect.fnUntraced(function* (organization: Organization, target: Target) {
  yield* checkUrl("target.url", target.url)
  if (target.type === "page") yield* checkPage(organization, target)
  if (target.type === "extract") yield* checkSchema(target)
})

const combined = { sitemap: "exact", extract: "semantic", page: "exact or semantic" } as const

/** Fails when a monitor with this target, detection and schedule could never work for this organization. */
export const checkMonitor = Effect.fnUntraced(function* (
  organization: Organization,
  monitor: Pick<Monitor, "target" | "changeDetection" | "schedule">
) {
  const { changeDetection, schedule, target } = monitor
  const problem = scheduleProblem(schedule, yield* DateTime.now)
  if (problem !== null) return yield* new InvalidInput({ field: "schedule", message: problem })
  yield* checkTarget(organization, target)
  const field = "change_detection.type"
  if (!isSupported(target, changeDetection)) {
    const message = `must be ${combined[target.type]} for a target of type ${target.type}`
    return yield* new InvalidInput({ field, message })
  }
})
