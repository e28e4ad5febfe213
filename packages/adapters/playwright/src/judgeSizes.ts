/** What becomes of a browser by the memory that its processes hold. */
import type { ProcessSize } from "./processes.ts"

export interface SizeLimits {
  /** A browser that holds more shows no new pages. */
  readonly maxResidentBytes: number
  /** A process that shows a page and holds more is ended, and the page with it. */
  readonly maxRendererBytes: number
}

export type SizeVerdict =
  | { readonly _tag: "Fits" }
  /** It goes on with the pages that it shows, and is replaced. */
  | { readonly _tag: "Replace" }
  /** These processes are ended; the others go on. */
  | { readonly _tag: "EndRenderers"; readonly pids: ReadonlyArray<number> }
  /** It is ended whole: what it holds is in none of the processes that show pages. */
  | { readonly _tag: "End" }

/** So many times as much as a browser may hold when it takes a new page, those that it shows may take. */
const endsBeyond = 1.5

const sumOf = (sizes: ReadonlyArray<ProcessSize>): number => sizes.reduce((sum, { bytes }) => sum + bytes, 0)

/** The program that all processes run is in memory once, however many run it: forty frames of other sites would be 4 GB of it. */
const sharedOf = (sizes: ReadonlyArray<ProcessSize>): number =>
  sizes.reduce((most, { fileBytes }) => Math.max(most, fileBytes), 0)

/**
 * Judges the processes of one browser. A page is ended that takes too much for itself; and the largest of them, one at a time, where they take
 * too much together. A page of many frames is in as many processes.
 */
export const judgeSizes = (sizes: ReadonlyArray<ProcessSize>, limits: SizeLimits): SizeVerdict => {
  const renderers = sizes.filter(({ isRenderer }) => isRenderer).sort((a, b) => b.bytes - a.bytes)
  const tooLarge = renderers.filter(({ bytes }) => bytes > limits.maxRendererBytes)
  if (tooLarge.length > 0) return { _tag: "EndRenderers", pids: tooLarge.map(({ pid }) => pid) }
  const total = sumOf(sizes) + sharedOf(sizes)
  if (total <= limits.maxResidentBytes) return { _tag: "Fits" }
  if (total <= limits.maxResidentBytes * endsBeyond) return { _tag: "Replace" }
  const [largest] = renderers
  const isElsewhere = sumOf(sizes.filter(({ isRenderer }) => !isRenderer)) > total / 2
  return largest === undefined || isElsewhere ? { _tag: "End" } : { _tag: "EndRenderers", pids: [largest.pid] }
}
