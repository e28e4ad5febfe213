/** Has whoever judges a difference know what the markup of the page says of its lines. */
import { Effect } from "effect"
import { PageReader } from "../pages/PageReader.ts"
import type { MonitorOf } from "./domain/Monitor.ts"
import { leavesOutNoise } from "./domain/Target.ts"
import type { Sight } from "./Sight.ts"
import type { SeenPage } from "./seePage.ts"

/**
 * The sight of a page with the marks of its lines, where it is to be judged.
 *
 * **Details** The page is read once more for them, which happens as seldom as it changes: marks belong to no text that is kept,
 * so that no earlier text differs for want of them. A page that cannot be read so is judged by its text alone.
 */
export const markDifferences = Effect.fnUntraced(function* (
  sight: Sight,
  monitor: MonitorOf<"page">,
  seen: SeenPage | null
) {
  const isJudged = monitor.changeDetection.type === "semantic" && sight.differences.length > 0
  if (!isJudged || seen === null) return sight
  const { target } = monitor
  const isFile = seen.way === "file"
  const { marks } = yield* (yield* PageReader)
    .read({
      body: seen.body,
      mediaType: seen.mediaType,
      includeSelectors: isFile && target.includeSelectors.length === 0 ? ["body"] : target.includeSelectors,
      excludeSelectors: target.excludeSelectors,
      leavesOutNoise: leavesOutNoise(target) && !isFile,
      tellsMarks: true
    })
    .pipe(Effect.catch(() => Effect.succeed({ marks: undefined })))
  if (marks === undefined) return sight
  return { ...sight, differences: sight.differences.map((difference) => ({ ...difference, marks })) } satisfies Sight
})
