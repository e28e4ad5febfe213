/**
 * `node bench/quality/judging.ts`: whether judges tell what people want to be told, by half, kind and language.
 *
 * `--list` names the changes of the half that was tuned on that are told wrongly or missed; of the other half none are
 * named, by no option. See judging/README.md.
 */
import { parseArgs } from "node:util"
import { isTold } from "@kittiwake/core/monitors/domain/Judgement"
import { binsOf, type Judged, precisionOf, recallOf, toldOf } from "./judging/figures.ts"
import { type Measured, measureJudges } from "./judging/measureJudges.ts"
import { share, totalsHead, totalsRow, usualThreshold } from "./judging/printTotals.ts"

const { values } = parseArgs({ options: { list: { type: "boolean", default: false } } })

const printBy = (title: string, { half, judge, judged }: Measured, nameOf: (one: Judged) => string): void => {
  console.log(`\n${half}, ${judge}: ${title} | pairs | to be told | precision | recall | told wrongly | missed`)
  for (const name of [...new Set(judged.map(nameOf))].toSorted()) {
    const told = toldOf(
      judged.filter((one) => nameOf(one) === name),
      usualThreshold
    )
    const { missed, pairs, right, wrong } = told
    const parts = [name, pairs, right + missed, share(precisionOf(told)), share(recallOf(told)), wrong, missed]
    console.log(parts.join(" | "))
  }
}

const printConfidence = ({ half, judge, judged }: Measured): void => {
  console.log(`\n${half}, ${judge}: confidence from | judgements | mean confidence | share that is right`)
  for (const { from, meanConfidence, pairs, rightShare } of binsOf(judged)) {
    console.log([from.toFixed(1), pairs, share(meanConfidence), share(rightShare)].join(" | "))
  }
}

const printFailing = ({ half, judge, judged }: Measured): void => {
  if (half !== "tuned") return
  console.log(`\n${half}, ${judge}: told wrongly (+) or missed (-)`)
  for (const { change, judgement } of judged) {
    const told = isTold(judgement, usualThreshold)
    if (told !== change.told) console.log(`${told ? "+" : "-"} ${change.id}: ${judgement.reasons.join("; ")}`)
  }
}

const all: Array<Measured> = []
for await (const measured of measureJudges()) all.push(measured)
console.log([totalsHead, ...all.map(totalsRow)].join("\n"))
for (const measured of all) {
  printBy("kind", measured, ({ change }) => change.kind)
  printBy("language", measured, ({ change }) => change.language)
  printConfidence(measured)
  if (values.list) printFailing(measured)
}
