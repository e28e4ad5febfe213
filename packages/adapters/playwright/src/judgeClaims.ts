/** How far pages that compute give way to others at the processor. */
import type { ProcessUse } from "./processes.ts"

export interface Claim {
  readonly pid: number
  /** How many steps it goes behind others: each takes a fifth from it (`sched(7)`). */
  readonly steps: number
}

/** What has used less is let be: most pages are through by then. */
const letBeMillis = 500

/** And what has used no more than this goes behind others by its threads alone. */
const usualMillis = 1_000

/**
 * Threads that show a page, with room for workers of its own. The system gives each the same, so that those beyond count for as many pages:
 * on a machine with little to give, a hundred of them take half a second long after they have taken it from others.
 */
const ordinaryThreads = 32

/** So many steps halve what a thread is given beside others. */
const stepsOfHalf = 3

/**
 * What each process that shows pages may claim. It has half as much whenever it has used twice as much: so one that has just begun goes first,
 * whatever the others are at, and none is left without. So has the one that draws where it does so for a single page (`isOfOne`).
 */
export const judgeClaims = (processes: ReadonlyArray<ProcessUse>, isOfOne: boolean): ReadonlyArray<Claim> =>
  processes.flatMap(({ isDrawer, isRenderer, pid, processorMillis, threads }) => {
    const crowd = Math.max(1, threads - ordinaryThreads)
    const isOfPages = isRenderer || (isDrawer && isOfOne)
    if (!isOfPages || processorMillis * crowd < letBeMillis) return []
    const times = Math.max(1, processorMillis / usualMillis) * crowd
    return times < 2 ? [] : [{ pid, steps: stepsOfHalf * Math.floor(Math.log2(times)) }]
  })
