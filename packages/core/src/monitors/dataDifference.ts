/** A difference of data as a judge reads it: with values as pages write them, and lines that know their pages. */
import type { DataLine } from "./domain/Baseline.ts"
import { differingUrls, saidByLines } from "./domain/dataLines.ts"
import type { Difference } from "./Sight.ts"

/** Lines that say how pages write them only on the other side: they were kept before that was, and say the same. */
const writtenAs = (lines: ReadonlyArray<DataLine>, others: ReadonlyArray<DataLine>): ReadonlyArray<DataLine> => {
  const known = new Map(others.flatMap(({ said, text }) => (said === undefined ? [] : [[text, said] as const])))
  return lines.map((line) => {
    const said = line.said ?? known.get(line.text)
    return said === undefined ? line : { ...line, said }
  })
}

/** `site` is where the site begins. */
export const dataDifference = (
  site: string,
  was: ReadonlyArray<DataLine>,
  after: ReadonlyArray<DataLine>
): Difference => {
  const before = writtenAs(was, after)
  const [page = site, ...others] = differingUrls(before, after)
  return {
    url: others.length === 0 ? page : site,
    before: saidByLines(before),
    after: saidByLines(after),
    lines: { before, after }
  }
}
