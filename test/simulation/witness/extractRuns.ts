/** What a run of a site may have recorded, by what its pages showed. */
import type { ExtractState } from "@kittiwake/core/monitors/domain/Baseline"
import { checkData } from "./dataRuns.ts"
import { appeared, cameTrue, isWanted, priceIn } from "./goals.ts"
import { count, type Looked, shownTo, steadily } from "./Looking.ts"
import { textIn } from "./pageRuns.ts"

const textsOf = ({ pages = [] }: ExtractState): ReadonlyMap<string, string> =>
  new Map(pages.map(({ text = "", url }) => [url, text]))

/** A page that could not be read says what it said, unless it is gone when pages are chosen anew. */
const checkUnread = (looked: Looked, before: ExtractState, after: ExtractState): void => {
  const isChosenAnew = before.chooseAtMillis !== after.chooseAtMillis
  const now = textsOf(after)
  for (const [url, text] of textsOf(before)) {
    const shown = shownTo(looked, url)
    const isUnread = shown.length > 0 && !shown.some(({ isWell }) => isWell)
    if (isUnread && !isChosenAnew && now.get(url) !== text)
      looked.violated("a page that cannot be read lost what it said")
  }
}

const checkTold = (looked: Looked, before: ExtractState, after: ExtractState): void => {
  const { change, violated } = looked
  const was = textsOf(before)
  for (const [url, text] of textsOf(after)) {
    if (was.get(url) === text || change?.matchedUrls?.includes(url) !== true) continue
    const shown = shownTo(looked, url).flatMap(({ body, isWell }) => (isWell ? [textIn(body).split("\n")] : []))
    const came = text.split("\n").filter((line) => was.get(url)?.includes(line) !== true)
    const isConfirmed = came.length === 0 || came.some((line) => count(shown, (lines) => lines.includes(line)) >= 2)
    if (!isConfirmed) violated("a change of a site was told that one look alone saw")
  }
}

const completedRun = (looked: Looked): void => {
  const { after, before, change, monitor, violated } = looked
  if (after?.type !== "extract") {
    violated("a completed run of a site has no data")
    return
  }
  if (before?.type !== "extract") return
  if (after.lines !== undefined && before.lines !== undefined) {
    checkData(looked, before, after)
    return
  }
  checkUnread(looked, before, after)
  if (change !== null) checkTold(looked, before, after)
  const [was, is] = [textsOf(before), textsOf(after)]
  if (String([...was.keys()]) !== String([...is.keys()])) return
  const isDue = isWanted(monitor) && [...was].some(([url, text]) => cameTrue(text, is.get(url) ?? ""))
  // Of a page that joined while its price flickered the price is not kept: it comes later, and is told once it is there.
  const mayBeTold = isWanted(monitor) && [...was].some(([url, text]) => appeared(text, is.get(url) ?? ""))
  if (isDue && change === null) violated("a goal of a site came true and was not told")
  if (change !== null && !isDue && !mayBeTold) violated("a change of a site was told that nobody asked for")
  for (const [url, text] of was) {
    // One whose second reading did not come in time is as it was; where pages were chosen anew it was read anew.
    const fetches = count(looked.run.trace, ({ step }) => step === "fetch")
    const steady = shownTo(looked, url).length < 2 * Math.max(1, fetches) ? null : steadily(looked, url)
    if (steady === null || priceIn(steady) === priceIn(text)) continue
    if (priceIn(is.get(url) ?? "") !== priceIn(textIn(steady))) violated("a site that stays changed is kept as it was")
  }
}

/** A site that was looked at. */
export const checkExtractRun = (looked: Looked): void => {
  if (looked.run.status === "completed") completedRun(looked)
}
