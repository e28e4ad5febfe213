/** A monitor: what is watched, how often, and how it stands. */
import { Schema } from "effect"
import { OrganizationId } from "../../organizations/domain/Organization.ts"
import { Subscription } from "../../webhooks/domain/Subscription.ts"
import { Flicker } from "./Flicker.ts"
import { LastError } from "./Outage.ts"
import { RunId } from "./RunId.ts"
import { Schedule } from "./Schedule.ts"
import { ChangeDetection, Target, type TargetOf, type TargetType } from "./Target.ts"

export const MonitorId = Schema.String.pipe(Schema.brand("MonitorId"))
export type MonitorId = typeof MonitorId.Type

export const MonitorStatus = Schema.Literals(["active", "paused", "failed"])
export type MonitorStatus = typeof MonitorStatus.Type

/** How a page is got where its server's own answer is not what is watched. */
export const Way = Schema.Literals(["browser", "file"])
export type Way = typeof Way.Type

/** What is known of the stored baseline without reading it: the same for every kind, and what makes a look at a page cheap. */
export const BaselineMark = Schema.Struct({
  /** SHA-256 of what is compared: of a page its text, of a sitemap its addresses. */
  fingerprint: Schema.String,
  capturedAt: Schema.DateTimeUtc,
  /** Address of the hop that gave the validators; not there in marks of older builds, whose validators are not sent. */
  finalUrl: Schema.optionalKey(Schema.String),
  etag: Schema.NullOr(Schema.String),
  lastModified: Schema.NullOr(Schema.String),
  /** Digest of the newest answer that was found to say this text, where one is known. */
  digest: Schema.optionalKey(Schema.String),
  /** The number of the rules that left noise out of this text (`noiseRules`); not there when it was read with all its noise. */
  noiseRules: Schema.optionalKey(Schema.Int),
  /** How the page was got; not there where it is as its server sends it. */
  way: Schema.optionalKey(Way),
  /** There where only a browser would have shown the page, and there was none. */
  lacksBrowser: Schema.optionalKey(Schema.Literal(true)),
  /** Runs in a row that found the page as it was; more than `steadyRuns` are not counted. */
  steady: Schema.optionalKey(Schema.Int),
  /** What the page is known to show and take back again, where it does. */
  flicker: Schema.optionalKey(Flicker),
  /** What was compared before a change, and the run that found it: not there once another difference took its place. */
  before: Schema.optionalKey(Schema.Struct({ fingerprint: Schema.String, runId: RunId }))
})
export type BaselineMark = typeof BaselineMark.Type

/** The grant that a monitor was made with, and what it may spend in a day: the runs of all its monitors together keep to that. */
export const MadeBy = Schema.Struct({ grantId: Schema.String, dailyCredits: Schema.NullOr(Schema.Int) })
export type MadeBy = typeof MadeBy.Type

export const Monitor = Schema.Struct({
  id: MonitorId,
  organizationId: OrganizationId,
  name: Schema.String,
  target: Target,
  changeDetection: ChangeDetection,
  schedule: Schedule,
  tags: Schema.Array(Schema.String),
  /** Null means no webhook is configured. */
  subscription: Schema.NullOr(Subscription),
  status: MonitorStatus,
  baseline: Schema.NullOr(BaselineMark),
  /** Rises when the baseline is reset; a run of an older version writes no baseline, change or counter. */
  targetVersion: Schema.Int,
  /** Where the slots of an interval schedule are counted from. */
  anchorAt: Schema.DateTimeUtc,
  /** Null while paused. */
  nextRunAt: Schema.NullOr(Schema.DateTimeUtc),
  lastRunAt: Schema.NullOr(Schema.DateTimeUtc),
  lastChangeAt: Schema.NullOr(Schema.DateTimeUtc),
  lastError: Schema.NullOr(LastError),
  failuresInARow: Schema.Int,
  /** Runs skipped in a row for want of credits. */
  skipsInARow: Schema.Int,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  /** Not there where a key, the operator or a program made it that has the installation in itself. */
  madeBy: Schema.optionalKey(MadeBy)
})
export type Monitor = typeof Monitor.Type

/** A monitor of one kind of target. */
export type MonitorOf<T extends TargetType> = Monitor & { readonly target: TargetOf<T> }

/** When a monitor pauses by itself (contract/monitors.md §2). @internal */
export const autoPauseAfter = { failedFirstCaptures: 3, failedRuns: 10, skipsForCredits: 10 } as const
