/**
 * `npm run mutants -- [--only TEXT] [--lanes N] [--list] [--trust-tests]`: puts one mistake after another into the sources as they are
 * loaded, runs the tests that must notice it, and exits 1 when one did not. First those tests run without
 * any mistake, unless they are trusted.
 */
import { availableParallelism } from "node:os"
import { parseArgs } from "node:util"
import { patchedSource } from "../patching/SourcePatch.ts"
import { harmless, mutants } from "./mutants.ts"
import { runMutant, testsPass } from "./runMutant.ts"

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    lanes: { type: "string", default: String(Math.min(4, availableParallelism())) },
    list: { type: "boolean", default: false },
    "trust-tests": { type: "boolean", default: false }
  }
})

const { only } = values
const chosen = only === undefined ? mutants : [...mutants, harmless].filter(({ name }) => name.includes(only))
if (chosen.length === 0) {
  console.error(`No mutant has "${only}" in its name.`)
  process.exit(2)
}
for (const mutant of chosen) patchedSource(mutant)
if (values.list) {
  for (const { file, name } of chosen) console.log(`${name} (${file})`)
  process.exit(0)
}

const without = values["trust-tests"] ? null : await testsPass(chosen)
if (without?.fate === "broken") {
  console.error(`The tests fail without any mutant:\n${without.output}`)
  process.exit(1)
}

const counts = { killed: 0, survived: 0, broken: 0 }
const waiting = [...chosen]
const lane = async () => {
  for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
    const { fate, output, seconds } = await runMutant(mutant)
    counts[fate]++
    console.log(
      `${fate === "killed" ? "killed  " : fate.toUpperCase()} ${seconds.toFixed(0).padStart(4)} s  ${mutant.name}`
    )
    if (fate === "broken") console.log(output)
  }
}
await Promise.all(Array.from({ length: Number(values.lanes) }, lane))
console.log(`${chosen.length} mutants: ${counts.killed} killed, ${counts.survived} survived, ${counts.broken} broken`)
process.exitCode = counts.killed === chosen.length ? 0 : 1
