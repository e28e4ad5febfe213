import { assert, describe, it } from "@effect/vitest"
import { readDataSchema } from "@kittiwake/core/extraction/domain/readDataSchema"
import { Result } from "effect"
import { readersFor } from "../src/facts/textReaders.ts"

const rowsOf = (name: string, property: object) => {
  const items = { type: "object", properties: { [name]: property } }
  return Result.getOrThrow(readDataSchema({ type: "object", properties: { rows: { type: "array", items } } }))
}

describe("what reads patterns and telephone numbers", () => {
  it("is loaded for schemas that have any, and each for itself", async () => {
    const shapes = [
      rowsOf("price", { type: "number" }),
      rowsOf("code", { type: "string", pattern: "^A" }),
      rowsOf("telefon", { type: "string" })
    ]
    const names = await Promise.all(shapes.map(async (shape) => Object.keys(await readersFor(shape))))
    assert.deepStrictEqual(names, [[], ["compile"], ["readPhone"]])
  })
})
