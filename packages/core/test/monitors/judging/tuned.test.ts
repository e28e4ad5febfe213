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

const labelled = readdirSync(folder).flatMap((file) =>
  readFileSync(new URL(file, folder), "utf8")
    .trim()
    .split("\n")
    .map((line): Labelled => JSON.parse(line))
)

describe("the rules on the changes that they were made with", () => {
  const judged = labelled.map((change) => {
    const judgement = judgeChange({ ...change, targetType: "page" })
    return { change, judgement, told: isTold(judgement, 0.75) }
  })

  it("tell what people asked for, and little else", () => {
    assert.isAtLeast(judged.length, 220)
    const right = judged.filter(({ change, told }) => told && change.told).length
    const told = judged.filter((one) => one.told).length
    const asked = judged.filter(({ change }) => change.told).length
    assert.isAtLeast(right / told, 0.97, "precision")
    assert.isAtLeast(right / asked, 0.97, "recall")
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
