/** The last looks of a monitor as a strip of bars, one for each. */
import type { ChangeRecord } from "@kittiwake/core/internal/monitors/domain/ChangeRecord"
import type { RunRecord } from "@kittiwake/core/internal/monitors/domain/RunRecord"

/** Looks that a strip shows. */
export const stripLength = 30

/** A look that found nothing, and one that failed. */
const [same, failed] = ["▁", "×"] as const

/** From little to much. */
const heights = ["▃", "▅", "▇"] as const

/** How many things differ: lines of a page, addresses of a sitemap, values of data. */
export const sizeOf = (change: ChangeRecord): number => {
  const { added_url_count = 0, diff, evidence = [], removed_url_count = 0 } = change
  if (diff !== undefined) return diff.split("\n").filter((line) => /^[+-]/.test(line)).length / 2
  if (added_url_count + removed_url_count > 0) return added_url_count + removed_url_count
  return evidence.flatMap(({ after, before }) => `${before}\n${after}`.split("\n").filter(Boolean)).length
}

const heightOf = (size: number): string => heights[size <= 1 ? 0 : size <= 3 ? 1 : 2]

/** The strip of runs, which are newest first; `sizes` says how much each change changed. */
export const stripOf = (runs: ReadonlyArray<RunRecord>, sizes: ReadonlyMap<string, number>): string =>
  runs
    .filter(({ status }) => status === "completed" || status === "failed")
    .slice(0, stripLength)
    .map(({ change_id, status }) => {
      if (status === "failed") return failed
      return change_id === null ? same : heightOf(sizes.get(change_id) ?? 1)
    })
    .reverse()
    .join("")
