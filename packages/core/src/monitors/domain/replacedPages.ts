/** Pages of a site that take the place of others: those that came and those that went when pages were chosen anew. */
import type { ExtractState, TrackedPage } from "./Baseline.ts"
import { movedPages } from "./movedUrls.ts"
import type { MovedUrl } from "./UrlChange.ts"

/** What tells a page from others: its text, where that is compared. */
const signsOf = (pages: ReadonlyArray<TrackedPage>) =>
  pages.flatMap(({ text = "", url }) => (text === "" ? [] : [{ url, content: text, title: null }]))

/** Pairs of pages that say the same, and the one that is left of each where no more than one is. @internal */
export const replacedPages = (
  went: ReadonlyArray<TrackedPage>,
  came: ReadonlyArray<TrackedPage>
): ReadonlyArray<MovedUrl> => {
  const same = movedPages(signsOf(went), signsOf(came))
  const [from, ...others] = went.filter(({ url }) => !same.some((pair) => pair.from === url))
  const [to, ...more] = came.filter(({ url }) => !same.some((pair) => pair.to === url))
  const isOnly = from !== undefined && to !== undefined && others.length + more.length === 0
  return isOnly ? [...same, { from: from.url, to: to.url }] : same
}

/** The state with those pages under the addresses of what took their place, so that both are held against each other. @internal */
export const withReplaced = (state: ExtractState, replaced: ReadonlyArray<MovedUrl>): ExtractState => {
  if (replaced.length === 0) return state
  const now = new Map(replaced.map(({ from, to }) => [from, to]))
  const renamed = <T extends { readonly url: string }>(one: T): T => ({ ...one, url: now.get(one.url) ?? one.url })
  return {
    ...state,
    ...(state.pages === undefined ? {} : { pages: state.pages.map(renamed) }),
    ...(state.lines === undefined ? {} : { lines: state.lines.map(renamed) })
  }
}
