/**
 * Which pages of a crawl may begin beside others, so that each is known by its shortest way from the start.
 *
 * **Why a limit of depth makes levels wait.** An address keeps the depth that it was found at. Where a slow page is the shorter way to it, a
 * longer way finds it first, and what lies below it seems to be deeper than the crawl may go: pages within its limit would be lost, and others
 * on another day. So a level waits for the one above it, and its depths are link distances. Reading such pages again once the shorter way is
 * known would cost their hosts more, and remembering all links of all pages would cost memory.
 *
 * **What does not wait.** A crawl without a limit, in which nothing is lost by a longer way. And the last level: it leads nowhere.
 */

/** The deepest level that may begin while a page of `depth` is under way. */
export const deepestBeside = (depth: number, maxDepth: number): number => (depth + 1 >= maxDepth ? maxDepth : depth)

/** How deep the pages of a crawl may be. */
export interface Depths {
  /** Null where there is no limit. */
  readonly maxDepth: number | null
  /** The least of those under way; null when none is. */
  readonly underWay: number | null
}

/** The same once these pages are under way too. */
export const withBegun = ({ maxDepth, underWay }: Depths, begun: ReadonlyArray<{ readonly depth: number }>): Depths => {
  let least = underWay
  for (const { depth } of begun) least = Math.min(least ?? depth, depth)
  return { maxDepth, underWay: least }
}

/** What of pages that wait may begin beside those under way, and beside each other. */
export const startable = <Page extends { readonly depth: number }>(
  waiting: ReadonlyArray<Page>,
  { maxDepth, underWay }: Depths
): ReadonlyArray<Page> => {
  if (maxDepth === null) return waiting
  let least = underWay ?? Number.POSITIVE_INFINITY
  for (const { depth } of waiting) least = Math.min(least, depth)
  const deepest = deepestBeside(least, maxDepth)
  return waiting.filter(({ depth }) => depth <= deepest)
}
