import { assert, describe, it } from "@effect/vitest"
import { judgeChange } from "../../../src/monitors/domain/judging/judgeChange.ts"

const processorMillis = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { system, user } = process.cpuUsage(before)
  return (system + user) / 1_000
}

const lines = (text: (index: number) => string) => Array.from({ length: 8 }, (_, index) => text(index)).join("\n")

const judge = (letter: string) => () => {
  const wide = letter.repeat(250)
  const [before, after] = [lines((index) => `${wide}q${index}`), lines((index) => `${wide}p${index * 7}`)]
  judgeChange({ goal: "price drops below 5", url: "https://shop.example/", targetType: "page", before, after })
}

describe("a text made to be judged slowly", () => {
  it("costs about as much as another when each of its letters folds to eighteen", () => {
    judge("a")()
    // It took 14 s and more.
    assert.isBelow(processorMillis(judge("\ufdfa")), 6_000)
  })
})
