/** What a rate limit means (contract/auth-errors-limits.md §4). */
import { Schema } from "effect"
import type { Organization } from "../../organizations/domain/Organization.ts"
import { planTerms } from "../../organizations/domain/Plan.ts"
import { countedFor, type Principal } from "../../organizations/domain/Principal.ts"

/** The budgets that requests draw on. */
export const Bucket = Schema.Literals(["default", "monitors", "batches", "logs", "screens"])
export type Bucket = typeof Bucket.Type

/** Length of a window. Windows are aligned to the UTC minute. @internal */
export const windowMillis = 60_000

/** Requests a minute of the buckets that are the same on every plan. @internal */
export const sharedBucketSizes = { monitors: 1_000, batches: 1_000, logs: 60, screens: 1_000 } as const

/** Reads a minute of what one organization has given links to, whoever has them. @internal */
export const linkedReads = 1_000

/** Reads a minute of one of the things that an organization has given links to: none of them uses up what is there for all. @internal */
export const linkedReadsOfOne = 300

/** Cancellations a minute of one key and the grants that it signed. They have a count of their own: what is used up by calls must not keep their caller from ending them. @internal */
export const cancellations = 600

/** The limits one call meets. Null means that kind of limit does not apply. @internal */
export interface Allowance {
  /** Whom the counters belong to: an organization or a principal, and the bucket. */
  readonly subject: string
  readonly requestsPerMinute: number | null
  readonly concurrentRequests: number | null
}

/** The limits of ordinary requests, and whom they are counted for. @internal */
export interface RequestLimits {
  readonly requestsPerMinute: number | null
  readonly concurrentRequests: number | null
  readonly countedFor: "key" | "organization"
}

/** What plan and scheme give without overrides. */
const baseLimits = ({ limitScheme, plan }: Organization): RequestLimits => {
  const { concurrentRequests, limitedPer, requestsPerMinute, slots } = planTerms[plan]
  switch (limitScheme) {
    case "rate":
      return { requestsPerMinute, concurrentRequests: null, countedFor: "key" }
    case "concurrency":
      return { requestsPerMinute: null, concurrentRequests: slots, countedFor: "key" }
    case "free":
      return { requestsPerMinute, concurrentRequests, countedFor: limitedPer }
  }
}

/**
 * The limits of an organization's ordinary requests. An override replaces the limit of its own kind. Where plan and
 * scheme know one kind only, an override of the other kind alone takes its place: the operator chose how this
 * organization is counted.
 *
 * @internal
 */
export const requestLimits = (organization: Organization): RequestLimits => {
  const base = baseLimits(organization)
  const { concurrentRequests, requestsPerMinute, unlimitedRequests } = organization.overrides
  if (unlimitedRequests === true) return { ...base, requestsPerMinute: null, concurrentRequests: null }
  const isRateGone = base.concurrentRequests === null && concurrentRequests !== undefined
  const isConcurrencyGone = base.requestsPerMinute === null && requestsPerMinute !== undefined
  return {
    ...base,
    requestsPerMinute: requestsPerMinute ?? (isRateGone ? null : base.requestsPerMinute),
    concurrentRequests: concurrentRequests ?? (isConcurrencyGone ? null : base.concurrentRequests)
  }
}

/** The limits that a call to `bucket` by this principal meets. @internal */
export const allowanceFor = (
  { organization, ...who }: Pick<Principal, "countedFor" | "id" | "organization">,
  bucket: Bucket
): Allowance => {
  if (bucket !== "default") {
    return {
      subject: `${organization.id}:${bucket}`,
      requestsPerMinute: organization.overrides.unlimitedRequests === true ? null : sharedBucketSizes[bucket],
      concurrentRequests: null
    }
  }
  const { countedFor: shared, ...limits } = requestLimits(organization)
  const owner = shared === "organization" ? organization.id : `${organization.id}:${countedFor(who)}`
  return { subject: `${owner}:default`, ...limits }
}

/** Start of the window that holds this moment, in milliseconds since the epoch. @internal */
export const windowStart = (atMillis: number): number => Math.floor(atMillis / windowMillis) * windowMillis

/** Whole seconds until the window that holds this moment ends, 1 to 60. @internal */
export const secondsUntilReset = (atMillis: number): number =>
  Math.min(60, Math.max(1, Math.ceil((windowStart(atMillis) + windowMillis - atMillis) / 1_000)))
