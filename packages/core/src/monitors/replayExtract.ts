/** Versions of what was read from a site, judged by another goal: the data, or the text of the pages where that is compared. */
import { Effect } from "effect"
import type { ChangeJudge } from "./ChangeJudge.ts"
import { dataDifference } from "./dataDifference.ts"
import type { TriedRules } from "./domain/Backtest.ts"
import type { ExtractState } from "./domain/Baseline.ts"
import type { Finding } from "./domain/Finding.ts"
import { heldAgainst } from "./domain/heldAgainst.ts"
import type { Monitor } from "./domain/Monitor.ts"
import type { Version } from "./domain/Version.ts"
import { textOfState } from "./extractReading.ts"
import { judgeDifferences } from "./judgeSight.ts"
import { comparedTexts, type Replayer, type Shown, toldOf, untold } from "./Replayer.ts"
import { keptState } from "./readVersions.ts"
import type { Difference } from "./Sight.ts"
import type { TextComparer } from "./TextComparer.ts"
import type { VersionStore } from "./VersionStore.ts"

const readVersion = Effect.fnUntraced(function* (version: Version) {
  const kept = yield* keptState(version)
  // What was kept before pages and lines were is data alone, of which nothing says how it was compared.
  if (kept === null || kept.state.type !== "extract" || textOfState(kept.state) === "") {
    return { reason: "no_source", bytes: kept?.bytes ?? 0 } satisfies Shown<ExtractState> as Shown<ExtractState>
  }
  return { seen: kept.state, bytes: kept.bytes } satisfies Shown<ExtractState>
})

const textsOf = ({ pages = [] }: ExtractState) => new Map(pages.map(({ text = "", url }) => [url, text]))

/** Both sides as a judge reads them: the data whole, else each page by itself. */
const differencesOf = (url: string, before: ExtractState, after: ExtractState): ReadonlyArray<Difference> => {
  if (before.lines !== undefined || after.lines !== undefined) {
    return [dataDifference(url, before.lines ?? [], after.lines ?? [])]
  }
  const [was, is] = [textsOf(before), textsOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((page) => {
    const sides = { before: was.get(page) ?? "", after: is.get(page) ?? "" }
    return sides.before === sides.after ? [] : [{ url: page, ...sides }]
  })
}

const compareStates = Effect.fnUntraced(function* (
  monitor: Monitor,
  tried: TriedRules,
  earlier: ExtractState,
  later: ExtractState
) {
  const { after: is, before: was, replaced } = heldAgainst(earlier, later)
  const [before, after] = [textOfState(was), textOfState(is)]
  const compared = yield* comparedTexts(before, after)
  if (!("change" in compared)) return compared
  const differences = differencesOf(tried.target.url, was, is)
  if (differences.length === 0) return untold("same")
  const judgement = yield* judgeDifferences({ ...monitor, target: tried.target }, differences)
  const matchedUrls = differences.map(({ url }) => url)
  const finding: Finding = { type: "extract", change: compared.change, matchedUrls }
  return toldOf(monitor, tried, replaced.length === 0 ? finding : { ...finding, replaced }, judgement)
})

/** Versions of what was read from a site. */
export const replayExtract = (
  monitor: Monitor,
  tried: TriedRules
): Replayer<ExtractState, ChangeJudge | TextComparer | VersionStore> => ({
  read: readVersion,
  compare: (before, after) => compareStates(monitor, tried, before, after)
})
