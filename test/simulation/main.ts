/**
 * `npm run simulate -- [--seeds N] [--from N] [--seed N] [--bug "…"]`: runs seeds, prints one JSON line, exits 1 on any
 * violation. `--seed N` replays one seed twice and shows that its histories are equal.
 */
import { parseArgs } from "node:util"
import { noFaults } from "./Faults.ts"
import { type PlantedBug, plantedBugs } from "./plantedBugs.ts"
import { type Simulated, simulate } from "./simulate.ts"

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "2000" },
    from: { type: "string", default: "1" },
    seed: { type: "string" },
    bug: { type: "string" }
  }
})

const bug = values.bug === undefined ? null : (values.bug as PlantedBug)
if (bug !== null && !plantedBugs.includes(bug)) {
  console.error(`No such planted bug. There are:\n${plantedBugs.map((name) => `  ${name}`).join("\n")}`)
  process.exit(2)
}

const replay = (seed: number) => {
  const [first, second] = [simulate(seed, bug), simulate(seed, bug)]
  console.log(JSON.stringify({ ...first, replaysAlike: first.trace === second.trace }, null, 2))
  process.exit(first.violations.length > 0 || first.trace !== second.trace ? 1 : 0)
}

const sweep = (from: number, seeds: number) => {
  const began = process.hrtime.bigint()
  const fired = { ...noFaults }
  const failed: Array<Pick<Simulated, "seed" | "violations">> = []
  const totals = { steps: 0, commits: 0, runs: 0, changes: 0, deliveries: 0, repeated: 0 }
  for (let seed = from; seed < from + seeds; seed++) {
    const result = simulate(seed, bug)
    for (const kind of Object.keys(fired) as Array<keyof typeof fired>) fired[kind] += result.fired[kind]
    for (const name of Object.keys(totals) as Array<keyof typeof totals>) totals[name] += result[name]
    if (result.violations.length > 0) failed.push({ seed, violations: result.violations })
  }
  const ms = Number((process.hrtime.bigint() - began) / 1_000_000n)
  console.log(
    JSON.stringify({
      bug,
      from,
      seeds,
      failed: failed.length,
      first: failed[0] ?? null,
      ...totals,
      fired,
      ms,
      seedsPerMinute: Math.round((seeds / ms) * 60_000)
    })
  )
  process.exit(failed.length > 0 ? 1 : 0)
}

if (values.seed === undefined) sweep(Number(values.from), Number(values.seeds))
else replay(Number(values.seed))
