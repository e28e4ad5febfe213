import { assert, describe, it } from "@effect/vitest"
import { ChangeJudge } from "@kittiwake/core/monitors/ChangeJudge"
import { suite } from "@kittiwake/core/testing/changeJudgeSuite"
import { Duration, Effect } from "effect"
import { layer, layerWith } from "../src/TextWork.ts"

suite("rules in threads", layer)

const question = (before: string, after: string) => ({
  goal: "price below $5",
  url: "https://shop.example/",
  targetType: "page" as const,
  before,
  after
})

describe("judging in threads", () => {
  it.live("tells what was not judged by the deadline, and goes on with the next", () =>
    Effect.gen(function* () {
      const judge = yield* ChangeJudge
      const lines = (seed: number) =>
        Array.from({ length: 200_000 }, (_, index) => `${index * seed} € for ${index}`).join("\n")
      const late = yield* judge.judge(question(lines(7), lines(11)))
      assert.isTrue(late.isRelevant)
      assert.include(late.reasons.join(), "20ms")
      assert.deepStrictEqual(late.evidence, [])
      const next = yield* judge.judge(question("Tea\n$6", "Tea\n$4"))
      assert.isTrue(next.isRelevant)
    }).pipe(Effect.provide(layerWith({ threads: 1, deadline: Duration.millis(20), heapMegabytes: 256 })))
  )

  it.live("keeps a short text with a long goal off the thread that asks", () =>
    Effect.gen(function* () {
      const judge = yield* ChangeJudge
      const before = process.threadCpuUsage()
      const goal = "new x, ".repeat(285)
      const judged = yield* judge.judge({ ...question("Tea\n$6", "Tea\n$4"), goal })
      const { system, user } = process.threadCpuUsage(before)
      assert.strictEqual(judged.by, "rules")
      // Half a second and more when it is judged here.
      assert.isBelow((system + user) / 1_000, 250)
    }).pipe(Effect.provide(layer))
  )
})
