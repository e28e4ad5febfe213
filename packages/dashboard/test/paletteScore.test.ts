import { assert, describe, it } from "@effect/vitest"
import { defaultFilter } from "cmdk"
import { paletteScores } from "../app/shell/paletteScore.ts"

const found = (typed: string, ...names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const score = paletteScores(names, typed, (name, text) => defaultFilter(name, text))
  return names.filter((name) => score(name) > 0).toSorted((one, other) => score(other) - score(one))
}

describe("what the palette finds", () => {
  it("is what has the words, and then nothing whose letters are scattered", () => {
    const names = ["Crawls, batches", "Watch something", "Usage"]
    assert.deepStrictEqual(found("watch", ...names), ["Watch something"])
    assert.deepStrictEqual(found("something WATCH", ...names), ["Watch something"])
    assert.deepStrictEqual(found("wat", ...names), ["Watch something"])
    assert.deepStrictEqual(found("batch", ...names), ["Crawls, batches"])
    assert.deepStrictEqual(found("key", "Keyboard", "My key", "Monkey"), ["My key", "Keyboard", "Monkey"])
    assert.deepStrictEqual(found("ähn", "Zähne", "Ähnliche"), ["Ähnliche", "Zähne"])
  })

  it("is what has the letters where nothing has the words", () => {
    assert.deepStrictEqual(found("crb", "Crawls, batches", "Usage"), ["Crawls, batches"])
    assert.deepStrictEqual(found("xyz", "Usage"), [])
    assert.deepStrictEqual(found("/", "https://example.com/", "Usage"), ["https://example.com/"])
  })
})
