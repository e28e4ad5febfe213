import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { isTold } from "../../../src/monitors/domain/Judgement.ts"
import { judgeChange } from "../../../src/monitors/domain/judging/judgeChange.ts"

interface Labelled {
  readonly id: string
  readonly goal: string | null
  readonly url: string
  readonly before: string
  readonly after: string
  readonly told: boolean
}

const folder = new URL("../../../../../bench/quality/judging/tuned/", import.meta.url)

/** Written by whoever writes the rules, and by somebody who does not. */
const isForeign = (file: string) => file.startsWith("foreign-")

/** Written before the rules were read, and less tuned on than the others. */
const isSecond = (file: string) => file.startsWith("second-")

const readAll = (wanted: (file: string) => boolean) =>
  readdirSync(folder)
    .filter(wanted)
    .flatMap((file) =>
      readFileSync(new URL(file, folder), "utf8")
        .trim()
        .split("\n")
        .map((line): Labelled => JSON.parse(line))
    )

const judge = (change: Labelled) => {
  const judgement = judgeChange({ ...change, targetType: "page" })
  return { change, judgement, told: isTold(judgement, 0.75) }
}

const precisionAndRecall = (judged: ReadonlyArray<ReturnType<typeof judge>>) => {
  const right = judged.filter(({ change, told }) => told && change.told).length
  const told = judged.filter((one) => one.told).length
  const asked = judged.filter(({ change }) => change.told).length
  return { precision: right / told, recall: right / asked }
}

describe("the rules on the changes that they were made with", () => {
  const judged = readAll(() => true).map(judge)

  it("tell what people asked for, and little else", () => {
    const own = readAll((file) => !isForeign(file) && !isSecond(file)).map(judge)
    assert.isAtLeast(own.length, 220)
    const { precision, recall } = precisionAndRecall(own)
    assert.isAtLeast(precision, 0.95, "precision")
    assert.isAtLeast(recall, 0.95, "recall")
  })

  it("do no worse than they did on changes that somebody else wrote", () => {
    const foreign = readAll(isForeign).map(judge)
    assert.isAtLeast(foreign.length, 200)
    const { precision, recall } = precisionAndRecall(foreign)
    assert.isAtLeast(precision, 0.92, "precision")
    assert.isAtLeast(recall, 0.87, "recall")
  })

  it("do no worse than they did on changes in fields that were new to them", () => {
    const second = readAll(isSecond).map(judge)
    assert.isAtLeast(second.length, 290)
    const { precision, recall } = precisionAndRecall(second)
    assert.isAtLeast(precision, 0.92, "precision")
    assert.isAtLeast(recall, 0.86, "recall")
  })

  it("quote only what stands in the texts", () => {
    for (const { change, judgement } of judged) {
      for (const quote of judgement.evidence) {
        assert.isTrue(change.before.includes(quote.before) && change.after.includes(quote.after), change.id)
      }
      assert.isTrue(
        judgement.evidence.some(({ after, before }) => before !== "" || after !== "") || judgement.evidence.length === 0
      )
      assert.isAbove(judgement.title.length, 0, change.id)
    }
  })
})
