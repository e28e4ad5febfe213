import { assert, describe, it } from "@effect/vitest"
import { makeLosses } from "../src/Losses.ts"

describe("losses", () => {
  it("let an owner go on until they are above what is allowed, and then until enough is forgiven", () => {
    const losses = makeLosses({ millis: 60_000, forgivenInMillis: 600_000 })
    losses.add("a", 60_000, 0)
    assert.strictEqual(losses.waitMillis("a", 0), 0)
    losses.add("a", 10_000, 0)
    assert.strictEqual(losses.waitMillis("a", 0), 100_000)
    assert.strictEqual(losses.waitMillis("b", 0), 0)
    assert.strictEqual(losses.waitMillis("a", 99_999), 1)
    assert.strictEqual(losses.waitMillis("a", 100_000), 0)
  })

  it("are forgiven while others are added, and wholly in the end", () => {
    const losses = makeLosses({ millis: 60_000, forgivenInMillis: 600_000 })
    losses.add("a", 60_000, 0)
    losses.add("a", 30_000, 300_000)
    assert.strictEqual(losses.waitMillis("a", 300_000), 0)
    losses.add("b", 1, 10_000_000)
    losses.add("a", 60_001, 10_000_000)
    assert.strictEqual(losses.waitMillis("a", 10_000_000), 10)
  })
})
