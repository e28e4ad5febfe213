/** Stages what a run has to keep, before it is recorded. */
import { Effect, Option, Schedule } from "effect"
import { retryLate } from "../retryLate.ts"
import { Ids } from "../security/Ids.ts"
import type { Baseline } from "./domain/Baseline.ts"
import type { Monitor } from "./domain/Monitor.ts"
import { storedState } from "./domain/storedState.ts"
import type { Decision } from "./domain/Verdict.ts"
import { type Version, VersionId, type VersionPart } from "./domain/Version.ts"
import type { VersionSource } from "./domain/VersionSource.ts"
import { MonitorStore } from "./MonitorStore.ts"
import { VersionStore } from "./VersionStore.ts"

/** Longer sources are not kept: other selectors cannot be tried on such a version. */
export const sourceMaxBytes = 4 * 1024 * 1024

/** The store may be away for a moment, as for recording. */
const patience = Schedule.max([Schedule.exponential("200 millis"), Schedule.recurs(5)])

const encoder = new TextEncoder()

/** A page's own text; of other targets, their state as JSON. */
const contentOf = ({ capturedAt: _, ...state }: Baseline): VersionPart => ({
  part: "content",
  mediaType: state.type === "page" ? "text/plain; charset=utf-8" : "application/json",
  bytes: encoder.encode(storedState(state).body)
})

const sourcePart = (source: VersionSource | undefined): ReadonlyArray<VersionPart> => {
  if (source === undefined || source.body.length > sourceMaxBytes) return []
  const bytes = encoder.encode(source.body)
  return bytes.length > sourceMaxBytes ? [] : [{ part: "source", mediaType: source.mediaType, bytes }]
}

/** What a look leaves beside the state that is compared. */
export interface Leavings {
  readonly source?: VersionSource
  /** A PNG. */
  readonly picture?: Uint8Array
}

const partsOf = (baseline: Baseline, { picture, source }: Leavings): ReadonlyArray<VersionPart> => [
  contentOf(baseline),
  ...sourcePart(source),
  ...(picture === undefined ? [] : [{ part: "picture" as const, mediaType: "image/png", bytes: picture }])
]

const stage = Effect.fnUntraced(function* (
  monitor: Monitor,
  parts: ReadonlyArray<VersionPart>,
  given: Pick<Version, "runId" | "changeId" | "previousId" | "capturedAt">
) {
  const version: Version = {
    ...given,
    id: VersionId.make(yield* (yield* Ids).next("ver")),
    organizationId: monitor.organizationId,
    monitorId: monitor.id,
    targetType: monitor.target.type,
    replacedAt: null,
    contentBytes: parts[0]!.bytes.length,
    hasSource: parts.some(({ part }) => part === "source"),
    hasPicture: parts.some(({ part }) => part === "picture")
  }
  yield* (yield* VersionStore).stage(version, parts)
  return version
})

/** The baseline that is there as a version, when it is older than the history: without what was fetched. */
const stageOlder = Effect.fnUntraced(function* ({ id, organizationId, ...monitor }: Monitor) {
  if (monitor.baseline === null) return []
  const baseline = yield* (yield* MonitorStore).baseline(organizationId, id)
  if (Option.isNone(baseline)) return []
  const { capturedAt } = baseline.value
  const before = { runId: null, changeId: null, previousId: null, capturedAt }
  return [yield* stage({ id, organizationId, ...monitor }, partsOf(baseline.value, {}), before)]
})

/** Versions that are looked through for the newest where the clock was set back. */
const mostBehind = 100

/** The version that none took the place of: the newest, unless the clock was set back. */
const unreplaced = Effect.fnUntraced(function* ({ id, organizationId }: Monitor) {
  const list = (limit: number) =>
    VersionStore.use((store) => store.list(organizationId, id, { limit, after: null })).pipe(
      Effect.map(({ rows }) => rows)
    )
  const [newest] = yield* list(1)
  if (newest === undefined || newest.replacedAt === null) return newest
  return (yield* list(mostBehind)).find(({ replacedAt }) => replacedAt === null) ?? newest
})

const stageAll = Effect.fnUntraced(function* (
  monitor: Monitor,
  { baseline, change, run }: Decision,
  leavings: Leavings
) {
  if (baseline === null) return []
  const newest = yield* unreplaced(monitor)
  const older = newest === undefined ? yield* stageOlder(monitor) : []
  const previousId = (newest ?? older[0])?.id ?? null
  const given = { runId: run.id, changeId: change?.id ?? null, previousId, capturedAt: baseline.capturedAt }
  return [...older, yield* stage(monitor, partsOf(baseline, leavings), given)]
})

/** Stages the baseline of a decision, and the one before it when no version of that is kept; nothing when there is none. */
export const stageVersions = (monitor: Monitor, decision: Decision, leavings: Leavings) =>
  retryLate(stageAll(monitor, decision, leavings), { schedule: patience, while: () => true })
