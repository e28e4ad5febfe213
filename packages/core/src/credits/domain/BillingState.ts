/** Where the months of an organization stand at a moment. */
import { DateTime } from "effect"
import type { Organization } from "../../organizations/domain/Organization.ts"
import { type BillingPeriod, billingPeriod } from "./BillingPeriod.ts"

/** Not counted, paused until a moment or until somebody ends it, or in a period. @internal */
export type BillingState =
  | { readonly _tag: "None" }
  | { readonly _tag: "Paused"; readonly resumesAt: DateTime.Utc | null }
  | { readonly _tag: "Active"; readonly period: BillingPeriod; readonly anchorAt: DateTime.Utc }

/**
 * The state at a moment. A pause that has ended has begun a new month: the months are counted from its end on.
 *
 * @internal
 */
export const billingState = ({ billing }: Pick<Organization, "billing">, at: DateTime.Utc): BillingState => {
  if (billing === null) return { _tag: "None" }
  const { anchorAt, pausedAt, resumesAt } = billing
  if (pausedAt !== null && (resumesAt === null || DateTime.isGreaterThan(resumesAt, at))) {
    return { _tag: "Paused", resumesAt }
  }
  const anchor = pausedAt === null || resumesAt === null ? anchorAt : resumesAt
  // A clock that is behind the one that set the anchor must not invent a month before the first one.
  const moment = DateTime.isLessThan(at, anchor) ? anchor : at
  return { _tag: "Active", period: billingPeriod(anchor, moment), anchorAt: anchor }
}
