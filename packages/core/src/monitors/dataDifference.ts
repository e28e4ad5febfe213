/** A difference of data as a judge reads it: with values as pages write them, and lines that know their pages. */
import type { DataLine } from "./domain/Baseline.ts"
import { differingUrls, saidByDiff, saidByLines } from "./domain/dataLines.ts"
import type { Difference } from "./Sight.ts"

/** `site` is where the site begins; `agreed` is a diff of what both looks show, where that is not all. */
export const dataDifference = (
  site: string,
  before: ReadonlyArray<DataLine>,
  after: ReadonlyArray<DataLine>,
  agreed?: string
): Difference => {
  const [page = site, ...others] = differingUrls(before, after)
  return {
    url: others.length === 0 ? page : site,
    before: saidByLines(before),
    after: saidByLines(after),
    lines: { before, after },
    ...(agreed === undefined ? {} : { agreed: saidByDiff(agreed, before, after) })
  }
}
