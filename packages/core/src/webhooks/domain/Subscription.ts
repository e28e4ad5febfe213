/** Where the events of one source go (contract/monitors.md §1.5, §1.6). */
import { Schema } from "effect"
import { OrganizationId } from "../../organizations/domain/Organization.ts"
import { EventType } from "./Event.ts"

/** Waits between attempts, in seconds. */
export const RetryPlan = Schema.Struct({ delaysSeconds: Schema.Array(Schema.Int) })
export type RetryPlan = typeof RetryPlan.Type

/** The plan of `retry: {}`: seven attempts over about 35 hours (contract/webhooks.md §4). @internal */
export const defaultRetryPlan: RetryPlan = { delaysSeconds: [60, 300, 1_800, 7_200, 28_800, 86_400] }

/** Limits of a retry plan. @internal */
export const retryPlanLimits = { delays: 20, totalSeconds: 259_200 } as const

/** What is wrong with a destination while its deliveries keep failing. */
export const WebhookFailure = Schema.Struct({
  consecutiveFailures: Schema.Int,
  lastStatus: Schema.Literals(["rejected", "failed", "skipped_unsafe_url"]),
  lastMessage: Schema.String,
  lastFailedAt: Schema.DateTimeUtc
})
export type WebhookFailure = typeof WebhookFailure.Type

export const Subscription = Schema.Struct({
  /** The id of the monitor or batch whose events it receives. */
  id: Schema.String,
  organizationId: OrganizationId,
  url: Schema.String,
  events: Schema.Array(EventType),
  /** Null means one attempt only. */
  retry: Schema.NullOr(RetryPlan),
  /** Signing secret: `whsec_` and 64 hex digits to whoever may see it, and sealed where it is kept (`sealedSecret.ts`). */
  secret: Schema.String,
  failure: Schema.NullOr(WebhookFailure)
})
export type Subscription = typeof Subscription.Type
