/**
 * `npm run simulate -- [--seeds N] [--from N] [--processes N]`: runs seeds, prints one JSON line, exits 1 on any
 * violation. `--seed N` replays one seed twice and shows that its histories are equal. `--planted` shows that every
 * planted bug is found within `--seeds`; `--bug "…"` plants one in a sweep or a replay.
 */
import { availableParallelism } from "node:os"
import { parseArgs } from "node:util"
import { noBug, plantedBugs } from "./planted/bugs.ts"
import { load } from "./planted/load.ts"

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "2000" },
    from: { type: "string", default: "1" },
    processes: { type: "string", default: String(Math.min(8, availableParallelism())) },
    seed: { type: "string" },
    bug: { type: "string" },
    planted: { type: "boolean", default: false },
    part: { type: "boolean", default: false }
  }
})

const bug = values.bug ?? null
if (bug !== null && !plantedBugs.includes(bug)) {
  console.error(`No such planted bug. There are:\n${plantedBugs.map((name) => `  ${name}`).join("\n")}`)
  process.exit(2)
}
const [from, seeds, processes] = [Number(values.from), Number(values.seeds), Number(values.processes)]

const replay = async (seed: number) => {
  load(bug)
  const { simulate } = await import("./simulate.ts")
  const [first, second] = [simulate(seed, bug), simulate(seed, bug)]
  console.log(JSON.stringify({ ...first, replaysAlike: first.trace === second.trace }, null, 2))
  return first.violations.length === 0 && first.trace === second.trace
}

const sweepSeeds = async () => {
  const { sweepApart } = await import("./apart.ts")
  const began = process.hrtime.bigint()
  const { failed, fired, seeds: swept, totals } = await sweepApart({ from, seeds, bug, processes })
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
  const missed = await findApart(bugs, { from, seeds, processes })
  console.log(`${bugs.length - missed} of ${bugs.length} planted bugs found within ${seeds} seeds each`)
  return missed === 0
}

if (values.part) {
  // A process of a sweep: answers with what it found on its channel.
  load(bug)
  const { sweep } = await import("./sweep.ts")
  const swept = sweep(from, seeds, bug, bug !== null && values.planted)
  process.send?.(swept)
} else {
  const passed = values.seed !== undefined ? replay(Number(values.seed)) : values.planted ? findPlanted() : sweepSeeds()
  process.exitCode = (await passed) ? 0 : 1
}
