/** What a run of a site may have recorded whose owner said what is read, by what its pages showed. */
import type { ExtractState } from "@kittiwake/core/monitors/domain/Baseline"
import { fellBelow, isWanted, namedPriceIn } from "./goals.ts"
import { count, type Looked, shownTo, steadily } from "./Looking.ts"

/** The page of a plan, by the name that it gives itself. */
const pageOf = (name: string): string => name.replace(/^Plan (\d+) of (.*)$/, "$2/price-$1")

/** What plans cost, by their pages. */
const pricesIn = ({ data }: ExtractState): ReadonlyMap<string, number> => {
  const { plans = [] } = data as { readonly plans?: ReadonlyArray<{ readonly name?: string; readonly price?: number }> }
  return new Map(
    plans.flatMap(({ name, price }) => (name === undefined || price === undefined ? [] : [[pageOf(name), price]]))
  )
}

const showing = (looked: Looked, url: string, price: number): number =>
  count(shownTo(looked, url), ({ body, isWell }) => isWell && namedPriceIn(body) === price)

/** Quotes name the page that says them, and say what stands there. */
const checkQuotes = (looked: Looked): void => {
  const { change, violated } = looked
  for (const { after, before, url } of change?.evidence ?? []) {
    const [, name = ""] = /plans › (Plan \d+ of \S+)/.exec(`${after} ${before}`) ?? []
    if (url === undefined || url !== pageOf(name)) violated("a quote of a site names a page that does not say it")
    const [, price] = /price: \$(\d+)/.exec(after) ?? []
    if (url !== undefined && price !== undefined && showing(looked, url, Number(price)) < 2)
      violated("a quote of a site was seen by one look alone")
  }
}

/** Data of a page that could not be read stays as it was, unless pages are chosen anew. */
const checkKept = (looked: Looked, before: ExtractState, after: ExtractState): void => {
  if (before.chooseAtMillis !== after.chooseAtMillis) return
  const now = pricesIn(after)
  for (const [url, price] of pricesIn(before)) {
    const shown = shownTo(looked, url)
    if (now.get(url) === price || shown.some(({ isWell }) => isWell)) continue
    looked.violated("data is other than it was, and no page was read that says so")
  }
}

/** The data before and after a completed run. */
export const checkData = (looked: Looked, before: ExtractState, after: ExtractState): void => {
  const { change, monitor, violated } = looked
  const [was, is] = [pricesIn(before), pricesIn(after)]
  checkKept(looked, before, after)
  checkQuotes(looked)
  for (const [url, price] of is) {
    if (was.has(url) && was.get(url) !== price && showing(looked, url, price) < 2)
      violated("data of a site is what one look alone saw")
  }
  // One whose second reading did not come in time is as it was: of a look, and of the one after it at pages that are chosen anew,
  // each of which reads a page once, and once more where it confirms what differs.
  const looks = before.chooseAtMillis === after.chooseAtMillis ? 1 : 2
  const enough =
    looks +
    Math.max(
      1,
      count(looked.run.trace, ({ step }) => step === "confirm")
    )
  for (const [url, price] of was) {
    const steady = shownTo(looked, url).length < enough ? null : steadily(looked, url)
    const stays = steady === null ? null : namedPriceIn(steady)
    if (stays !== null && stays !== price && is.get(url) !== stays)
      violated("data of a site that stays changed is as it was")
  }
  if (String([...was.keys()].sort()) !== String([...is.keys()].sort())) return
  const isDue = isWanted(monitor) && [...was].some(([url, price]) => fellBelow(price, is.get(url)!))
  if (isDue !== (change !== null))
    violated(isDue ? "a goal of data came true and was not told" : "a change of data was told that nobody asked for")
}
