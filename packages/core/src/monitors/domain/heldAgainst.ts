/** Two states of a site as they are held against each other: what came and went without a change of what is said is no change. */
import type { ExtractState, TrackedPage } from "./Baseline.ts"
import { withFoundLate } from "./foundLate.ts"
import { replacedPages, withReplaced } from "./replacedPages.ts"
import { withWholeLines } from "./wholeLines.ts"

/** The state with its pages in the order in which they were tracked before, new ones at the end. @internal */
export const withPagesInOrder = (before: ReadonlyArray<TrackedPage>, state: ExtractState): ExtractState => {
  const places = new Map(before.map(({ url }, place) => [url, place]))
  const placeOf = ({ url }: TrackedPage) => places.get(url) ?? before.length
  const pages = (state.pages ?? []).toSorted((one, other) => placeOf(one) - placeOf(other))
  return { ...state, pages, urlsAnalyzed: pages.map(({ url }) => url) }
}

const absentFrom = ({ pages = [] }: ExtractState, among: ExtractState): ReadonlyArray<TrackedPage> => {
  const there = new Set(pages.map(({ url }) => url))
  return (among.pages ?? []).filter(({ url }) => !there.has(url))
}

/**
 * Both states as they are compared. A page that is in one of them alone went or came, and may have taken the place of another;
 * what a model found late, and lines that were cut once, are no changes.
 *
 * @internal
 */
export const heldAgainst = (state: ExtractState, now: ExtractState) => {
  const replaced = replacedPages(absentFrom(now, state), absentFrom(state, now))
  const was = withReplaced(state, replaced)
  const after = withPagesInOrder(was.pages ?? [], now)
  return { replaced, was, before: withFoundLate(withWholeLines(was, after), after), after }
}
