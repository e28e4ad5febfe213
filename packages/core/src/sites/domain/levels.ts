/**
 * Which pages of a crawl may begin beside others, so that each is known by its shortest way from the start.
 *
 * **Why a limit of depth makes levels wait.** An address keeps the depth that it was found at. Where a slow page is the shorter way to it, a
 * longer way finds it first, and what lies below it seems to be deeper than the crawl may go: pages within its limit would be lost, and others
 * on another day. So a level waits for the one above it, and its depths are link distances. Reading such pages again once the shorter way is
 * known would cost their hosts more, and remembering all links of all pages would cost memory.
 *
 * **What does not wait.** A crawl without a limit, in which nothing is lost by a longer way. The last level: it leads nowhere. And crawls of
 * batches: one page that hangs would stop all of a batch at each level.
 */

/** The deepest level that may begin while a page of `depth` is under way. */
export const deepestBeside = (depth: number, maxDepth: number): number => (depth + 1 >= maxDepth ? maxDepth : depth)
