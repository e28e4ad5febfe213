import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { entryOf } from "../../src/batches/entryOf.ts"

describe("an entry of a submission", () => {
  it("is refused with a number that no JSON reader can hold, by the name of its field", () => {
    for (const meta of ['{"n":1e999}', '{"a":{"b":[1,-1e999]}}']) {
      const entry = entryOf({ url: "https://site.example/", meta: JSON.parse(meta) }, 7)
      assert.deepInclude(Result.getOrThrow(Result.flip(entry)), {
        _tag: "InvalidInput",
        field: "input.data.urls[7].meta"
      })
    }
    const meta = JSON.parse('{"n":1e308,"m":[null,"x",-0.5]}')
    assert.isTrue(Result.isSuccess(entryOf({ url: "https://site.example/", meta }, 0)))
  })
})
