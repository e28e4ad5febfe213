import { assert, describe, it } from "@effect/vitest"
import { deepestBeside } from "../../src/sites/domain/levels.ts"

describe("levels of a crawl", () => {
  it("wait for those above them", () => {
    assert.strictEqual(deepestBeside(0, 5), 0)
    assert.strictEqual(deepestBeside(3, 5), 3)
  })

  it("do not wait when they are the last: they lead nowhere", () => {
    assert.strictEqual(deepestBeside(4, 5), 5)
    assert.strictEqual(deepestBeside(5, 5), 5)
    assert.strictEqual(deepestBeside(0, 1), 1)
    assert.strictEqual(deepestBeside(0, 0), 0)
  })
})
