/** What a rate limit means (contract/auth-errors-limits.md §4). */
import { Schema } from "effect"
import type { ApiKeyId } from "../../organizations/domain/ApiKey.ts"
import type { Organization } from "../../organizations/domain/Organization.ts"
import { planTerms } from "../../organizations/domain/Plan.ts"

/** The budgets that requests draw on. */
export const Bucket = Schema.Literals(["default", "monitors", "batches", "logs"])
export type Bucket = typeof Bucket.Type

/** Length of a window. Windows are aligned to the UTC minute. */
export const windowMillis = 60_000

/** Requests a minute of the buckets that are the same on every plan. */
export const sharedBucketSizes = { monitors: 1_000, batches: 1_000, logs: 60 } as const

/** The limits one call meets. Null means that kind of limit does not apply. */
export interface Allowance {
  /** Whom the counters belong to: an organization or a key, and the bucket. */
  readonly subject: string
  readonly requestsPerMinute: number | null
  readonly concurrentRequests: number | null
}

/** The limits that a call to `bucket` by this key meets. */
export const allowanceFor = (organization: Organization, keyId: ApiKeyId, bucket: Bucket): Allowance => {
  if (bucket !== "default") {
    return {
      subject: `${organization.id}:${bucket}`,
      requestsPerMinute: organization.overrides.unlimitedRequests === true ? null : sharedBucketSizes[bucket],
      concurrentRequests: null
    }
  }
  const terms = planTerms[organization.plan]
  const owner = terms.limitedPer === "organization" ? organization.id : `${organization.id}:${keyId}`
  if (organization.overrides.unlimitedRequests === true) {
    return { subject: `${owner}:default`, requestsPerMinute: null, concurrentRequests: null }
  }
  const concurrentRequests = organization.overrides.concurrentRequests ?? terms.concurrentRequests
  const concurrencyOnly =
    organization.overrides.concurrentRequests !== undefined && organization.overrides.requestsPerMinute === undefined
  return {
    subject: `${owner}:default`,
    requestsPerMinute: concurrencyOnly ? null : (organization.overrides.requestsPerMinute ?? terms.requestsPerMinute),
    concurrentRequests
  }
}

/** Start of the window that holds this moment, in milliseconds since the epoch. */
export const windowStart = (atMillis: number): number => Math.floor(atMillis / windowMillis) * windowMillis

/** Whole seconds until the window that holds this moment ends, 1 to 60. */
export const secondsUntilReset = (atMillis: number): number =>
  Math.min(60, Math.max(1, Math.ceil((windowStart(atMillis) + windowMillis - atMillis) / 1_000)))
