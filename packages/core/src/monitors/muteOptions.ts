/** What would have kept a change quiet, and what else of the newest history it would have. */
import { Effect, Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { PageReader } from "../pages/PageReader.ts"
import type { BacktestTurns } from "./BacktestTurns.ts"
import { tryRules } from "./backtestMonitor.ts"
import { type Replay, wholeBudget } from "./domain/Backtest.ts"
import type { Change, ChangeId } from "./domain/Change.ts"
import type { Monitor } from "./domain/Monitor.ts"
import {
  addressesProposal,
  changedLines,
  lateness,
  linesProposal,
  type MuteOption,
  type MuteProposal,
  muteLimits,
  regionProposal
} from "./domain/MuteOption.ts"
import { leavesOutNoise, type PageTarget } from "./domain/Target.ts"
import { VersionId } from "./domain/Version.ts"
import type { HistoryTurns } from "./HistoryTurns.ts"
import { getChange, storedMonitor } from "./readMonitors.ts"
import { VersionStore } from "./VersionStore.ts"

const decoder = new TextDecoder()

/** Where lines stand in what a version was read from; null where that is not kept, or not read any more. */
const located = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  versionId: string,
  target: PageTarget,
  lines: ReadonlyArray<string>
) {
  if (lines.length === 0) return []
  const source = yield* (yield* VersionStore).part(organizationId, VersionId.make(versionId), "source")
  if (Option.isNone(source)) return null
  const { bytes, mediaType } = source.value
  return yield* (yield* PageReader)
    .read({
      body: decoder.decode(bytes),
      mediaType,
      includeSelectors: target.includeSelectors,
      excludeSelectors: target.excludeSelectors,
      leavesOutNoise: leavesOutNoise(target),
      normalizesWhitespace: target.normalizeWhitespace,
      locates: lines
    })
    .pipe(
      Effect.map(({ places = [] }) => places),
      Effect.orElseSucceed(() => null)
    )
})

const ofPage = Effect.fnUntraced(function* ({ baseline }: Monitor, target: PageTarget, change: Change) {
  const lines = changedLines(change, { ...target, lines: baseline?.flicker?.lines ?? [] })
  if (lines === null) return []
  const { organizationId, versions } = change
  const before =
    versions === undefined || versions.before === null
      ? null
      : yield* located(organizationId, versions.before, target, lines.went)
  const after = versions === undefined ? null : yield* located(organizationId, versions.after, target, lines.came)
  const region = before === null || after === null ? null : regionProposal(target, [...before, ...after])
  return [region, linesProposal(target, lines)]
})

/** Settings that follow from what changed, none of which was tried yet; last those that hide what the goal asks for. */
const proposals = Effect.fnUntraced(function* (monitor: Monitor, change: Change) {
  const { target } = monitor
  // What reads goals is loaded where they are muted, and not by whoever asks a server for that.
  const { hidesGoal, thresholdProposal } = yield* Effect.promise(() => import("./domain/mutesOfGoal.ts"))
  const own =
    target.type !== change.targetType
      ? []
      : target.type === "page"
        ? yield* ofPage(monitor, target, change)
        : target.type === "sitemap"
          ? [addressesProposal(target, change)]
          : []
  const all = [...own, thresholdProposal(monitor, change)].filter((one): one is MuteProposal => one !== null)
  return all
    .map((one) => ({ ...one, hidesGoal: hidesGoal(monitor, change, one) }))
    .toSorted((one, other) => lateness(one) - lateness(other))
})

const isUnknown = ({ reason }: Replay): boolean => reason === "no_source" || reason === "first" || reason === "too_much"

/** What a proposal would have done; null where it tells of the change all the same, or would have failed runs. */
const optionOf = (
  proposal: MuteProposal & Pick<MuteOption, "hidesGoal">,
  changeId: ChangeId,
  { isCut, replays }: { readonly isCut: boolean; readonly replays: ReadonlyArray<Replay> }
): MuteOption | null => {
  if (replays.some(({ reason }) => reason === "empty")) return null
  const itself = replays.find(({ to }) => to.changeId === changeId)
  if (itself?.reason === "differs") return null
  const told = replays.filter(({ to }) => to.changeId !== null)
  const quiet = told.filter((one) => one.reason !== "differs" && !isUnknown(one))
  return {
    ...proposal,
    isQuiet: itself === undefined || isUnknown(itself) ? null : true,
    quiet: quiet.flatMap(({ to }) => (to.changeId === null ? [] : [to.changeId])),
    told: told.filter(({ reason }) => reason === "differs").length,
    unknown: replays.filter(isUnknown).length,
    isCut
  }
}

/** Settings that would have kept a change quiet, each tried on the newest history; together they take what one backtest may. */
export const muteOptions = (running: BacktestTurns, turns: HistoryTurns) =>
  Effect.fn("muteOptions")(function* (organizationId: OrganizationId, changeId: ChangeId) {
    const change = yield* getChange(organizationId, changeId)
    const { monitor } = yield* storedMonitor(organizationId, change.monitorId)
    const options = Effect.gen(function* () {
      const proposed = yield* turns.take(organizationId, proposals(monitor, change))
      const budget = {
        bytes: wholeBudget.bytes / Math.max(1, proposed.length),
        millis: wholeBudget.millis / Math.max(1, proposed.length)
      }
      return yield* Effect.forEach(proposed, (one) =>
        Effect.map(tryRules(monitor, { ...one.rules, limit: muteLimits.pairs }, turns, budget), (tried) =>
          optionOf(one, changeId, tried)
        )
      )
    })
    const found = yield* running.take(organizationId, options)
    return { monitor, options: found.filter((one) => one !== null) }
  })
