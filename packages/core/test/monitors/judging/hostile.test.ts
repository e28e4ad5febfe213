import { assert, describe, it } from "@effect/vitest"
import { statusesOf } from "../../../src/extraction/domain/statuses.ts"
import { roleOf } from "../../../src/monitors/domain/judging/amounts.ts"
import { conditionsOf } from "../../../src/monitors/domain/judging/goal.ts"
import { judgeChange } from "../../../src/monitors/domain/judging/judgeChange.ts"
import { noiseOf } from "../../../src/monitors/domain/judging/noise.ts"
import { valuesOf } from "../../../src/monitors/domain/judging/values.ts"

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

  it("costs no more where it counts down in many parts", () => {
    const line = (minutes: number) => `${"1 d ".repeat(26)}${minutes} m past`
    // Each blank could stand in two places: of twenty-five such parts one line took two seconds, and of each more twice as long.
    assert.isBelow(
      processorMillis(() => assert.isNull(noiseOf(line(5)))),
      1_000
    )
    assert.isNotNull(noiseOf("2 d, 3 h and 5 min left"))
    assert.isNotNull(noiseOf("Order within 2 h  5 m and 10 s"))
  })

  it("costs no more where a line of blanks is no date", () => {
    assert.isBelow(
      processorMillis(() => assert.isNull(noiseOf(`(${" ".repeat(398)})`, true))),
      1_000
    )
    for (const head of [
      "Today, Monday, 2026-11-29 10:30",
      "- Monday 2026-11-29",
      "29 November 2026 (10:30)",
      "today 2026-11-29"
    ])
      assert.isNotNull(noiseOf(head, true), head)
  })
})

describe("a line of many states or amounts", () => {
  /** How much more twice the line costs; of work that grows with its square it is four times. */
  const growth = (work: (line: string) => void, text: string): number => {
    const [short, long] = [text.repeat(2_000), text.repeat(8_000)]
    const cost = (line: string) => Math.min(...Array.from({ length: 4 }, () => processorMillis(() => work(line))))
    // What is compiled while it runs is compiled before anything is counted.
    const costs = [cost(short), cost(long), cost(short), cost(long)]
    return costs[3]! / Math.max(costs[2]!, 1)
  }

  it("costs no more than its length for its states", () => {
    assert.isBelow(growth(statusesOf, "sold out, cancelled "), 9)
  })

  it("costs no more than its length for what its amounts are", () => {
    const roles = (line: string) => {
      for (const value of valuesOf(line)) roleOf(value, line, [])
    }
    assert.isBelow(growth(roles, "$5 was $6 "), 9)
  })
})

describe("a goal of many places at which it may be cut", () => {
  it("costs no more than its length to compile", () => {
    const cost = (count: number) => {
      const goal = `${", ".repeat(count)}x`
      return Math.min(...Array.from({ length: 12 }, () => processorMillis(() => conditionsOf(goal))))
    }
    const costs = [cost(999), cost(120), cost(999)]
    // With the square of its places, 30 ms and more.
    assert.isBelow(costs[2]!, Math.max(costs[1]!, 1) * 20)
  })
})
