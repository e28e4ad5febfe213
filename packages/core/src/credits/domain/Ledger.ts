/** Credits as integers: entries that sum to a balance, and holds on what is not spent yet. */
import { Schema } from "effect"
import { OrganizationId } from "../../organizations/domain/Organization.ts"

/**
 * Why credits move: a `refill` gives the month's credits and an `expiry` takes what was left of the last month's;
 * `grant`, `topup`, `refund` and `adjustment` are given by hand or bought; the others are work.
 */
export const CauseKind = Schema.Literals([
  "grant",
  "refill",
  "expiry",
  "topup",
  "run",
  "request",
  "batch",
  "refund",
  "adjustment"
])
export type CauseKind = typeof CauseKind.Type

/** What moved credits, so that no cause can move them twice. */
export const Cause = Schema.Struct({ kind: CauseKind, id: Schema.String })
export type Cause = typeof Cause.Type

/** One movement of credits. Entries are only ever added. */
export const Entry = Schema.Struct({
  id: Schema.String,
  organizationId: OrganizationId,
  cause: Cause,
  /** Credits gained when positive, spent when negative. */
  credits: Schema.Int,
  at: Schema.DateTimeUtc,
  /** What whoever moved them by hand said about it. */
  reason: Schema.optionalKey(Schema.String)
})
export type Entry = typeof Entry.Type

/** Where the history of usage counts what a hold was settled for. */
export interface Origin {
  /** Route of the operation, such as `/web/scrape/markdown`. */
  readonly route: string
  /** The key or grant that called, or who else asked for the work. */
  readonly caller: string
}

/** Which entries of a list are shown: of one kind, or the one entry of a cause. */
export interface EntryFilter {
  readonly kind?: CauseKind
  readonly cause?: Cause
}

/** Credits set aside for work that has begun. It ends once: settled, released or expired. */
export const Hold = Schema.Struct({
  id: Schema.String,
  organizationId: OrganizationId,
  cause: Cause,
  credits: Schema.Int,
  expiresAt: Schema.DateTimeUtc
})
export type Hold = typeof Hold.Type

/** What an organization has: `available = balance - held`, and none of the three is ever negative. */
export interface Account {
  readonly balance: number
  readonly held: number
  readonly available: number
}

/** Whether an entry of this kind is what work cost, or gives back what it cost. */
export const isUse = ({ kind }: Cause): boolean =>
  kind === "run" || kind === "request" || kind === "batch" || kind === "refund"
