/** Tries other rules on what a monitor kept. */
import { Clock, Duration, Effect, Option } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { PageReader } from "../pages/PageReader.ts"
import { ChangeJudge } from "./ChangeJudge.ts"
import { ChangeStore } from "./ChangeStore.ts"
import {
  type Backtest,
  type BacktestRules,
  backtestLimits,
  type Replay,
  type ReplayReason,
  type TriedRules
} from "./domain/Backtest.ts"
import { describeFinding } from "./domain/describeFinding.ts"
import { isTold } from "./domain/Judgement.ts"
import type { Monitor, MonitorId } from "./domain/Monitor.ts"
import { isEmptyText } from "./domain/PageText.ts"
import { type ChangeDetection, defaultConfidenceThreshold, leavesOutNoise, type PageTarget } from "./domain/Target.ts"
import type { Version } from "./domain/Version.ts"
import type { BacktestTurns } from "./BacktestTurns.ts"
import type { HistoryTurns } from "./HistoryTurns.ts"
import { RunStore } from "./RunStore.ts"
import { storedMonitor } from "./readMonitors.ts"
import { TextComparer } from "./TextComparer.ts"
import { VersionStore } from "./VersionStore.ts"

/** The page as the rules would have it watched. */
const triedTarget = (target: PageTarget, rules: BacktestRules): PageTarget => {
  const { includeNoise, ...rest } = target
  const isNoisy = rules.includeNoise ?? includeNoise === true
  return {
    ...rest,
    includeSelectors: rules.includeSelectors ?? target.includeSelectors,
    excludeSelectors: rules.excludeSelectors ?? target.excludeSelectors,
    normalizeWhitespace: rules.normalizeWhitespace ?? target.normalizeWhitespace,
    instructions: rules.goal ?? target.instructions,
    ...(isNoisy ? { includeNoise: true as const } : {})
  }
}

/** How looks are compared where nobody says: a goal asks for judging. */
const detectionFor = ({ changeDetection }: Monitor, { goal }: BacktestRules): ChangeDetection =>
  goal === undefined || changeDetection.type === "semantic"
    ? changeDetection
    : { type: "semantic", confidenceThreshold: defaultConfidenceThreshold }

/** Whether a page is read by both in one way. */
const readsAlike = (one: PageTarget, other: PageTarget): boolean => {
  const rules = ({ excludeSelectors, includeNoise, includeSelectors, normalizeWhitespace }: PageTarget) =>
    JSON.stringify([includeSelectors, excludeSelectors, normalizeWhitespace, includeNoise === true])
  return rules(one) === rules(other)
}

type Read =
  | { readonly text: string; readonly bytes: number }
  | { readonly reason: ReplayReason; readonly bytes: number }

const decoder = new TextDecoder()

/** The text of a version by the rules that are tried. */
const readVersion = Effect.fnUntraced(function* (version: Version, target: PageTarget, isAlike: boolean) {
  const store = yield* VersionStore
  const source = version.hasSource
    ? yield* store.part(version.organizationId, version.id, "source")
    : Option.none<never>()
  if (Option.isNone(source)) {
    const content = isAlike ? yield* store.part(version.organizationId, version.id, "content") : Option.none<never>()
    if (Option.isNone(content)) return { reason: "no_source", bytes: 0 } satisfies Read
    return { text: decoder.decode(content.value.bytes), bytes: content.value.bytes.length } satisfies Read
  }
  const { bytes, mediaType } = source.value
  const { text } = yield* (yield* PageReader)
    .read({
      body: decoder.decode(bytes),
      mediaType,
      includeSelectors: target.includeSelectors,
      excludeSelectors: target.excludeSelectors,
      leavesOutNoise: leavesOutNoise(target),
      normalizesWhitespace: target.normalizeWhitespace
    })
    .pipe(Effect.catchTags({ InvalidSelector: Effect.die, UnreadablePage: () => Effect.succeed({ text: "" }) }))
  const read: Read = isEmptyText(text) ? { reason: "empty", bytes: bytes.length } : { text, bytes: bytes.length }
  return read
})

const untold = (reason: ReplayReason) => ({ reason, found: null })

/** What would be told of two texts that follow each other. */
const replayed = Effect.fnUntraced(function* (
  { name, organizationId }: Monitor,
  tried: TriedRules,
  before: string,
  after: string
) {
  if (before === after) return untold("same")
  const compared = yield* (yield* TextComparer)
    .compare({ before, seen: [after], known: { lines: [], due: [] } })
    .pipe(Effect.option)
  if (Option.isNone(compared)) return untold("too_much")
  const { agreed } = compared.value
  if (agreed === null) return untold("same")
  const { changeDetection, target } = tried
  const { instructions: goal, type: targetType, url } = target
  const question = { organizationId, goal, url, targetType, before, after }
  const isJudged = changeDetection.type === "semantic"
  const judgement = isJudged ? yield* (yield* ChangeJudge).judge(question) : null
  const finding = { type: "page" as const, change: agreed.change }
  const { summary, title } = describeFinding({ name, url: target.url }, finding, judgement)
  const threshold = isJudged ? changeDetection.confidenceThreshold : 0
  const isKept = judgement === null || isTold(judgement, threshold)
  const reason: ReplayReason = isKept ? "differs" : judgement.isRelevant ? "unsure" : "irrelevant"
  return { reason, found: { title, summary, judgement } }
})

const changeThen = Effect.fnUntraced(function* ({ changeId, organizationId }: Version) {
  const found = changeId === null ? Option.none() : yield* (yield* ChangeStore).get(organizationId, changeId)
  return Option.getOrNull(found)
})

/** Whether a version is the first of its target, which its run compared with nothing. */
const beginsTarget = Effect.fnUntraced(function* ({ changeId, organizationId, runId }: Version) {
  if (changeId !== null || runId === null) return false
  const run = yield* (yield* RunStore).get(organizationId, runId)
  return Option.exists(run, ({ baselineCreated }) => baselineCreated)
})

/** Reads a version by the rules that are tried, and replays it behind the text before it; tells how long that took. */
const replayOne = Effect.fnUntraced(function* (
  monitor: Monitor,
  tried: TriedRules,
  to: Version,
  before: string | null
) {
  const began = yield* Clock.currentTimeMillis
  const isAlike = monitor.target.type === "page" && readsAlike(tried.target, monitor.target)
  const read: Read = yield* readVersion(to, tried.target, isAlike)
  const last = (yield* beginsTarget(to)) ? null : before
  const nothing = untold("text" in read ? "first" : read.reason)
  const replay = "text" in read && last !== null ? yield* replayed(monitor, tried, last, read.text) : nothing
  return {
    replay,
    bytes: read.bytes,
    // As a run keeps its baseline when it fails.
    text: "text" in read ? read.text : last,
    millis: (yield* Clock.currentTimeMillis) - began
  }
})

/** Replays versions, oldest first, for as long as the limits let it. Waiting for one's turn counts for nothing. */
const replayAll = Effect.fnUntraced(function* (
  monitor: Monitor,
  versions: ReadonlyArray<Version>,
  tried: TriedRules,
  turns: HistoryTurns
) {
  const replays: Array<Replay> = []
  let before: string | null = null
  let left = { bytes: backtestLimits.bytes, millis: Duration.toMillis(backtestLimits.time) }
  for (const [index, to] of versions.entries()) {
    if (left.bytes < 0 || left.millis < 0) return { replays, isCut: true }
    const one: Effect.Success<ReturnType<typeof replayOne>> = yield* turns.take(
      monitor.organizationId,
      replayOne(monitor, tried, to, before)
    )
    const { bytes, millis, replay, text } = one
    left = { bytes: left.bytes - bytes, millis: left.millis - millis }
    before = text
    const from = versions[index - 1]
    if (from !== undefined) replays.push({ from, to, was: yield* changeThen(to), ...replay })
  }
  return { replays, isCut: false } satisfies Backtest
})

const checked = (field: string, selectors: ReadonlyArray<string> = []) =>
  Effect.flatMap(PageReader, (reader) => reader.checkSelectors(selectors)).pipe(
    Effect.catchTag("InvalidSelector", ({ message, selector }) =>
      Effect.fail(new InvalidInput({ field, message: `${selector}: ${message}` }))
    )
  )

/** Says of the newest versions, two by two, what other rules would have told, and what was told. */
export const backtestMonitor = (running: BacktestTurns, turns: HistoryTurns) =>
  Effect.fn("backtestMonitor")(function* (organizationId: OrganizationId, monitorId: MonitorId, rules: BacktestRules) {
    const { monitor } = yield* storedMonitor(organizationId, monitorId)
    const { target } = monitor
    if (target.type !== "page") {
      return yield* new InvalidInput({
        field: "monitor_id",
        message: "only rules of pages can be tried on their history"
      })
    }
    yield* checked("include_selectors", rules.includeSelectors)
    yield* checked("exclude_selectors", rules.excludeSelectors)
    const newest = { limit: rules.limit + 1, after: null }
    const { rows } = yield* (yield* VersionStore).list(organizationId, monitorId, newest)
    const pages = rows.filter(({ targetType }) => targetType === "page").toReversed()
    const tried = {
      target: triedTarget(target, rules),
      changeDetection: rules.changeDetection ?? detectionFor(monitor, rules)
    }
    const { isCut, replays } = yield* running.take(organizationId, replayAll(monitor, pages, tried, turns))
    return { tried, replays, isCut }
  })
