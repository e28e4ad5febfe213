/**
 * `node bench/quality/changes.ts`: what is told of some fifty changes of pages, and how well it says what happened.
 *
 * Prints title, quotes and points of each change that the rules were made with, and of the others only the sums;
 * `--held` prints those too. See README.md.
 */
import { parseArgs } from "node:util"
import { held } from "./changes/held.ts"
import { type Judgement, judge, pointsOf } from "./changes/judge.ts"
import type { SampleChange } from "./changes/SampleChange.ts"
import { tell } from "./changes/tell.ts"
import { tuned } from "./changes/tuned.ts"

const { values } = parseArgs({ options: { held: { type: "boolean", default: false } } })

const rules = ["says", "plain", "shows", "whole"] as const satisfies ReadonlyArray<keyof Judgement>

const sumOf = (name: string, samples: ReadonlyArray<SampleChange>, isPrinted: boolean): string => {
  const judged = samples.map((sample) => {
    const told = tell(sample)
    const judgement = judge(sample, told)
    if (isPrinted) {
      const missed = rules.filter((rule) => !judgement[rule]).join(", ")
      console.log(`${pointsOf(judgement)} ${sample.id}${missed === "" ? "" : ` (not: ${missed})`}`)
      console.log(`    ${told.title}`)
      for (const quote of told.quotes) console.log(`    | ${quote}`)
    }
    return judgement
  })
  const points = judged.reduce((sum, judgement) => sum + pointsOf(judgement), 0)
  const byRule = rules.map((rule) => `${rule} ${judged.filter((judgement) => judgement[rule]).length}`)
  return `${name}: ${points} of ${judged.length * rules.length} points (of ${judged.length}: ${byRule.join(", ")})`
}

const sums = [sumOf("tuned on", tuned, true), sumOf("held out", held, values.held)]
console.log(sums.join("\n"))
