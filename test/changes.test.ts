import { assert, describe, it } from "@effect/vitest"
import { held } from "../bench/quality/changes/held.ts"
import { judge, pointsOf } from "../bench/quality/changes/judge.ts"
import { tell } from "../bench/quality/changes/tell.ts"
import { tuned } from "../bench/quality/changes/tuned.ts"

describe("changes of pages that were written down", () => {
  const points = (samples: typeof tuned) =>
    samples.reduce((sum, sample) => sum + pointsOf(judge(sample, tell(sample))), 0)

  it("are told as a reader wants to be told: all that rules were made with, and nearly all others", () => {
    assert.strictEqual(points(tuned), tuned.length * 4)
    assert.isAtLeast(points(held), held.length * 4 - 4)
  })
})
