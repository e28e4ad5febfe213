/** Titles of rows of data that came or went, each line of which is judged by itself. */
import { assert, describe, it } from "@effect/vitest"
import { judgeChange } from "../../src/monitors/domain/judging/judgeChange.ts"

type Plan = readonly [name: string, price: string, seats: number]

const dataOf = (plans: ReadonlyArray<Plan>): string =>
  plans
    .flatMap(([name, price, seats]) => [
      `plans › ${name}`,
      `plans › ${name} › monthly_price: ${price}`,
      `plans › ${name} › seats: ${seats}`
    ])
    .join("\n")

const titleOf = (before: ReadonlyArray<Plan>, after: ReadonlyArray<Plan>): string =>
  judgeChange({
    goal: null,
    url: "https://plans.example/",
    targetType: "extract",
    before: dataOf(before),
    after: dataOf(after)
  }).title

const [free, pro, team, max]: ReadonlyArray<Plan> = [
  ["Free", "$0", 1],
  ["Pro", "$12", 5],
  ["Team", "$49", 20],
  ["Max", "$99", 50]
]

describe("titles of rows", () => {
  it("name the row that came or went, and not the one above it", () => {
    assert.strictEqual(titleOf([free!, pro!, team!], [free!, pro!]), "Removed: plans › Team")
    assert.strictEqual(titleOf([free!, pro!, team!], [free!, max!, pro!, team!]), "Added: plans › Max")
    assert.strictEqual(titleOf([free!, pro!], [pro!]), "Removed: plans › Free")
  })

  it("begin with the first of several rows", () => {
    assert.match(titleOf([free!, pro!, team!, max!], [free!, max!]), /^Removed: plans › Pro/)
    assert.match(titleOf([free!, pro!], [free!, pro!, team!, max!]), /^Added: plans › Team/)
  })
})
