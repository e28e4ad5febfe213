import { afterAll, assert, describe, it } from "@effect/vitest"

describe("what stands around a test", () => {
  afterAll(() => {
    throw new Error("it could not be taken down")
  })

  it("passes", () => {
    assert.isTrue(true)
  })
})
