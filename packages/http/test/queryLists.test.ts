/** Lists in a query, as our clients write them and as all may. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { queryList, Tags } from "../src/fields.ts"
import { SelectorsQuery } from "../src/web/query.ts"

const labels = queryList(Tags)

describe("a list in a query", () => {
  it("comes out as a client of ours put it in, commas, brackets and all", () => {
    for (const items of [[], ["a"], ["red, blue", "red"], ["[", '["x"]', "null"], ['say "a,b"', " a "]]) {
      assert.deepStrictEqual(Schema.decodeSync(labels)(Schema.encodeSync(labels)(items)), items)
    }
    for (const items of [[], ["main, .text"], ["[role=main]", 'a[title="x, y"]']]) {
      assert.deepStrictEqual(Schema.decodeSync(SelectorsQuery)(Schema.encodeSync(SelectorsQuery)(items)), items)
    }
  })

  it("may be joined by commas, repeated, or JSON", () => {
    for (const written of [["a,b"], ["a", "b"], ['["a","b"]'], ["a, b,"]]) {
      assert.deepStrictEqual(Schema.decodeSync(labels)(written), ["a", "b"])
    }
  })
})
