/** Tries other rules on what a monitor kept. */
import { Clock, Effect, Option } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { PageReader } from "../pages/PageReader.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { SitemapReader } from "../sites/SitemapReader.ts"
import type { BacktestTurns } from "./BacktestTurns.ts"
import type { ChangeJudge } from "./ChangeJudge.ts"
import { ChangeStore } from "./ChangeStore.ts"
import {
  type Backtest,
  type BacktestBudget,
  type BacktestRules,
  type Replay,
  type TriedRules,
  wholeBudget
} from "./domain/Backtest.ts"
import type { Change } from "./domain/Change.ts"
import type { Monitor, MonitorId } from "./domain/Monitor.ts"
import { triedRules, untryable } from "./domain/triedRules.ts"
import type { Version } from "./domain/Version.ts"
import type { HistoryTurns } from "./HistoryTurns.ts"
import { type Replayed, type Replayer, untold } from "./Replayer.ts"
import { RunStore } from "./RunStore.ts"
import { storedMonitor } from "./readMonitors.ts"
import { replayExtract } from "./replayExtract.ts"
import { replayPage } from "./replayPage.ts"
import { replaySitemap } from "./replaySitemap.ts"
import type { TextComparer } from "./TextComparer.ts"
import { VersionStore } from "./VersionStore.ts"

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

/** One version replayed, and what that took. */
interface Step<S> {
  readonly replay: Replayed
  readonly bytes: number
  readonly millis: number
  /** What the next one is compared with. */
  readonly seen: S | null
}

/** Reads a version by the rules that are tried, and replays it behind what was seen before it; tells how long that took. */
const replayOne = Effect.fnUntraced(function* <S, R>(
  { compare, read }: Replayer<S, R>,
  to: Version,
  before: S | null,
  was: Change | null
) {
  const began = yield* Clock.currentTimeMillis
  const shown = yield* read(to)
  const last = (yield* beginsTarget(to)) ? null : before
  const nothing = untold("seen" in shown ? "first" : shown.reason)
  const replay = "seen" in shown && last !== null ? yield* compare(last, shown.seen, was) : nothing
  const step: Step<S> = {
    replay,
    bytes: shown.bytes,
    // As a run keeps its baseline when it fails.
    seen: "seen" in shown ? shown.seen : last,
    millis: (yield* Clock.currentTimeMillis) - began
  }
  return step
})

/** Replays versions, oldest first, for as long as the limits let it. Waiting for one's turn counts for nothing. */
const replayAll = Effect.fnUntraced(function* <S, R>(
  { organizationId }: Monitor,
  versions: ReadonlyArray<Version>,
  replayer: Replayer<S, R>,
  turns: HistoryTurns,
  budget: BacktestBudget
) {
  const replays: Array<Replay> = []
  let before: S | null = null
  let left = budget
  for (const [index, to] of versions.entries()) {
    if (left.bytes < 0 || left.millis < 0) return { replays, isCut: true } satisfies Backtest as Backtest
    const from = versions[index - 1]
    const was: Change | null = from === undefined ? null : yield* changeThen(to)
    const { bytes, millis, replay, seen }: Step<S> = yield* turns.take(
      organizationId,
      replayOne<S, R>(replayer, to, before, was)
    )
    left = { bytes: left.bytes - bytes, millis: left.millis - millis }
    before = seen
    if (from !== undefined) replays.push({ from, to, was, ...replay })
  }
  return { replays, isCut: false } satisfies Backtest as Backtest
})

/** Replays versions of the kind of the target. */
const replayed = (
  monitor: Monitor,
  versions: ReadonlyArray<Version>,
  tried: TriedRules,
  turns: HistoryTurns,
  budget: BacktestBudget
): Effect.Effect<
  Backtest,
  StoreUnavailable,
  ChangeJudge | ChangeStore | PageReader | RunStore | SitemapReader | TextComparer | VersionStore
> => {
  const { target } = tried
  const { target: watched } = monitor
  if (target.type === "page" && watched.type === "page") {
    return replayAll(monitor, versions, replayPage(monitor, tried, { target, watched }), turns, budget)
  }
  return target.type === "sitemap"
    ? replayAll(monitor, versions, replaySitemap(monitor, tried, target), turns, budget)
    : replayAll(monitor, versions, replayExtract(monitor, tried), turns, budget)
}

const checked = (field: string, selectors: ReadonlyArray<string> = []) =>
  Effect.flatMap(PageReader, (reader) => reader.checkSelectors(selectors)).pipe(
    Effect.catchTag("InvalidSelector", ({ message, selector }) =>
      Effect.fail(new InvalidInput({ field, message: `${selector}: ${message}` }))
    )
  )

/** What other rules would have told of the newest versions of a monitor, within a budget. */
export const tryRules = Effect.fnUntraced(function* (
  monitor: Monitor,
  rules: BacktestRules,
  turns: HistoryTurns,
  budget: BacktestBudget
) {
  const newest = { limit: rules.limit + 1, after: null }
  const { rows } = yield* (yield* VersionStore).list(monitor.organizationId, monitor.id, newest)
  const versions = rows.filter(({ targetType }) => targetType === monitor.target.type).toReversed()
  const tried = triedRules(monitor, rules)
  const { isCut, replays } = yield* replayed(monitor, versions, tried, turns, budget)
  return { tried, replays, isCut }
})

/** Says of the newest versions, two by two, what other rules would have told, and what was told. */
export const backtestMonitor = (running: BacktestTurns, turns: HistoryTurns) =>
  Effect.fn("backtestMonitor")(function* (organizationId: OrganizationId, monitorId: MonitorId, rules: BacktestRules) {
    const { monitor } = yield* storedMonitor(organizationId, monitorId)
    const wrong = untryable(monitor, rules)
    if (wrong !== null) return yield* new InvalidInput(wrong)
    yield* checked("include_selectors", rules.includeSelectors)
    yield* checked("exclude_selectors", rules.excludeSelectors)
    return yield* running.take(organizationId, tryRules(monitor, rules, turns, wholeBudget))
  })
