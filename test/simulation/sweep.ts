/** Runs seeds one after another and says what came of them all. */
import { type FaultKind, noFaults } from "./Faults.ts"
import type { Scale } from "./Scale.ts"
import { type Simulated, simulate } from "./simulate.ts"
import { addTold, nothingTold, type Told } from "./told.ts"

// Thousands of simulated failures would each take note of where they were made.
Error.stackTraceLimit = 0

export interface Sweep {
  seeds: number
  /** Seeds that violated something, the first of them first. */
  readonly failed: Array<Pick<Simulated, "seed" | "violations">>
  readonly totals: {
    [K in "steps" | "commits" | "runs" | "changes" | "deliveries" | "calls" | "batches" | "pages" | "repeated"]: number
  }
  readonly fired: { [K in FaultKind]: number }
  readonly told: Told
}

export const nothingSwept = (): Sweep => ({
  seeds: 0,
  failed: [],
  totals: { steps: 0, commits: 0, runs: 0, changes: 0, deliveries: 0, calls: 0, batches: 0, pages: 0, repeated: 0 },
  fired: { ...noFaults },
  told: nothingTold()
})

/** Adds what `from` found to `to`. */
export const addSweep = (to: Sweep, from: Sweep): void => {
  to.seeds += from.seeds
  to.failed.push(...from.failed)
  for (const name of Object.keys(to.totals) as Array<keyof Sweep["totals"]>) to.totals[name] += from.totals[name]
  addTold(to.told, from.told)
  for (const kind of Object.keys(to.fired) as Array<FaultKind>) to.fired[kind] += from.fired[kind]
}

/** Seeds `from` to `from + seeds - 1`; with `stopAtFirst` none after the first that failed. */
export const sweep = (options: {
  readonly from: number
  readonly seeds: number
  readonly bug: string | null
  readonly stopAtFirst: boolean
  readonly scale: Scale
}): Sweep => {
  const { bug, from, scale, seeds, stopAtFirst } = options
  const swept = nothingSwept()
  for (let seed = from; seed < from + seeds; seed++) {
    const { fired, looks: _, told, violations, ...result } = simulate(seed, bug, scale)
    const failed = violations.length > 0 ? [{ seed, violations }] : []
    addSweep(swept, { seeds: 1, failed, totals: result, fired, told })
    if (stopAtFirst && failed.length > 0) break
  }
  return swept
}
