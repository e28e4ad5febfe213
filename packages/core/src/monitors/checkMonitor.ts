/** Refuses monitors that could never work, before they are stored. */
import { DateTime, Effect, Option } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
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
import type { PageTarget, Target } from "./domain/Target.ts"
import { isLookedAt } from "./looks.ts"

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

/** Fails unless the destination is one that events may be sent to. */
export const checkWebhook = Effect.fnUntraced(function* ({ url }: WebhookInput) {
  if (url.includes("#")) return yield* new InvalidInput({ field: "webhook.url", message: noFragment })
  yield* checkUrl("webhook.url", url)
})

const checkPage = Effect.fnUntraced(function* (organization: Organization, target: PageTarget) {
  yield* checkSelectors("target.include_selectors", target.includeSelectors)
  yield* checkSelectors("target.exclude_selectors", target.excludeSelectors)
  if (target.actions.length > 0 && !planTerms[organization.plan].paid) {
    return yield* new PaidPlanRequired({ feature: "target.actions" })
  }
})

const checkTarget = Effect.fnUntraced(function* (organization: Organization, target: Target) {
  yield* checkUrl("target.url", target.url)
  if (!isLookedAt(target)) {
    return yield* new InvalidInput({
      field: "target.type",
      message: `a target of type ${target.type} is not supported yet`
    })
  }
  if (target.type === "page") yield* checkPage(organization, target)
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
