/**
 * `npm run simulate -- [--seeds N] [--from N] [--processes N]`: runs seeds, prints one JSON line, exits 1 on any
 * violation. `--seed N` replays one seed twice and shows that its histories are equal. `--planted` shows that every
 * planted bug is found within `--seeds`; `--bug "…"` plants one in a sweep or a replay. `--quarter` runs three months of a
 * thousand mixed monitors in place of some minutes of a few; `--monitors N` and `--days N` make it smaller.
 */
import { availableParallelism } from "node:os"
import { parseArgs } from "node:util"
import { noBug, plantedBugs } from "./planted/bugs.ts"
import { load } from "./planted/load.ts"
import { minutes, quarter } from "./Scale.ts"

const { values } = parseArgs({
  options: {
    seeds: { type: "string" },
    from: { type: "string", default: "1" },
    processes: { type: "string", default: String(Math.min(8, availableParallelism())) },
    seed: { type: "string" },
    bug: { type: "string" },
    planted: { type: "boolean", default: false },
    quarter: { type: "boolean", default: false },
    monitors: { type: "string", default: "1000" },
    days: { type: "string", default: "90" },
    part: { type: "boolean", default: false }
  }
})

const bug = values.bug ?? null
if (bug !== null && !plantedBugs.includes(bug)) {
  console.error(`No such planted bug. There are:\n${plantedBugs.map((name) => `  ${name}`).join("\n")}`)
  process.exit(2)
}
const [from, processes] = [Number(values.from), Number(values.processes)]
const seeds = Number(values.seeds ?? (values.quarter ? processes : 2_000))
const scale = values.quarter ? quarter(Number(values.monitors), Number(values.days)) : minutes
/** The same scale, for processes of a sweep. */
const scaled = values.quarter ? ["--quarter", "--monitors", values.monitors, "--days", values.days] : []

const replay = async (seed: number) => {
  load(bug)
  const { simulate } = await import("./simulate.ts")
  const [first, second] = [simulate(seed, bug, scale), simulate(seed, bug, scale)]
  console.log(JSON.stringify({ ...first, replaysAlike: first.trace === second.trace }, null, 2))
  return first.violations.length === 0 && first.trace === second.trace
}

const sweepSeeds = async () => {
  const { sweepApart } = await import("./apart.ts")
  const began = process.hrtime.bigint()
  const { failed, fired, seeds: swept, told, totals } = await sweepApart({ from, seeds, bug, processes, scaled })
  const ms = Number((process.hrtime.bigint() - began) / 1_000_000n)
  const [first] = failed.sort((a, b) => a.seed - b.seed)
  const seedsPerMinute = Math.round((swept / ms) * 60_000)
  const line = {
    bug,
    from,
    seeds: swept,
    failed: failed.length,
    first: first ?? null,
    ...totals,
    fired,
    told,
    ms,
    seedsPerMinute
  }
  console.log(JSON.stringify(line))
  return failed.length === 0
}

/** Every planted bug, or the one given, each in a process of its own. */
const findPlanted = async () => {
  const { findApart } = await import("./apart.ts")
  const bugs = bug === null ? plantedBugs.filter((name) => name !== noBug) : [bug]
  const missed = await findApart(bugs, { from, seeds, processes, scaled })
  console.log(`${bugs.length - missed} of ${bugs.length} planted bugs found within ${seeds} seeds each`)
  return missed === 0
}

if (values.part) {
  // A process of a sweep: answers with what it found on its channel.
  load(bug)
  const { sweep } = await import("./sweep.ts")
  const swept = sweep({ from, seeds, bug, stopAtFirst: bug !== null && values.planted, scale })
  process.send?.(swept)
} else {
  const passed = values.seed !== undefined ? replay(Number(values.seed)) : values.planted ? findPlanted() : sweepSeeds()
  process.exitCode = (await passed) ? 0 : 1
}
