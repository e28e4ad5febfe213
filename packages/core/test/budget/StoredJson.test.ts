/** JSON that is not looked at again. Observed: what it is described as, and what becomes of values. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { StoredJson, StoredJsonObject } from "../../src/budget/domain/StoredJson.ts"

const described = (schema: Schema.Top) => Schema.toJsonSchemaDocument(schema)

describe("JSON that is stored", () => {
  it("is described as any JSON is", () => {
    assert.deepStrictEqual(
      described(Schema.Struct({ data: StoredJson, schema: Schema.optionalKey(StoredJsonObject) })),
      described(Schema.Struct({ data: Schema.Json, schema: Schema.optionalKey(Schema.JsonObject) }))
    )
  })

  it("is given on as it is, whatever is in it", () => {
    const value = { deep: [{ lists: [[], [null, true, 1.5, "text"]] }] }
    const codec = Schema.toCodecJson(StoredJson)
    assert.strictEqual(Schema.encodeSync(codec)(value), value)
    assert.strictEqual(Schema.decodeUnknownSync(codec)(value), value)
    assert.deepStrictEqual(Schema.encodeSync(Schema.toCodecJson(StoredJsonObject))(value), value)
  })

  it("that is no object is none", () => {
    assert.throws(() => Schema.decodeUnknownSync(Schema.toCodecJson(StoredJsonObject))([1]))
  })
})
