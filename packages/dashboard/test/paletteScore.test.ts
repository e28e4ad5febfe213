import { assert, describe, it } from "@effect/vitest"
import { defaultFilter } from "cmdk"
import { paletteScore } from "../app/shell/paletteScore.ts"

const best = (typed: string, ...names: ReadonlyArray<string>): string | undefined =>
  names.toSorted((one, other) => score(other, typed) - score(one, typed))[0]

const score = (name: string, typed: string): number =>
  paletteScore(name, typed, (one, text) => defaultFilter(one, text))

describe("what the palette finds first", () => {
  it("is a word of a name before letters that are scattered over another", () => {
    const names = ["Crawls, batches", "Watch something", "Usage"]
    assert.strictEqual(best("watch", ...names), "Watch something")
    assert.strictEqual(best("something watch", ...names), "Watch something")
    assert.strictEqual(best("batch", ...names), "Crawls, batches")
    assert.strictEqual(best("wat", ...names), "Watch something")
    // A whole word before the beginning of one.
    assert.strictEqual(best("key", "Keyboard", "My key"), "My key")
  })

  it("is still what has the letters, and nothing where they are not there", () => {
    assert.isAbove(score("Crawls, batches", "crb"), 0)
    assert.strictEqual(score("Usage", "xyz"), 0)
    assert.strictEqual(best("ähn", "Zähne", "Ähnliche"), "Ähnliche")
  })
})
