/** Bodies of many small things. Observed: replies of the API. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { call, layer, newCaller } from "./support/App.ts"

describe("a body", () => {
  it.effect("of more things than any operation takes is refused before anything is made of it", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const post = (things: number) =>
        call("POST", "/v1/monitors", { key, body: { name: Array.from({ length: things }, () => 0) } })
      const refused = yield* post(10_000)
      assert.strictEqual(refused.status, 400)
      assert.include(JSON.stringify(refused.body), "10000 elements and members")
      // The object, its one member, and a number less: what is wrong is told of the fields.
      const read = yield* post(9_998)
      assert.strictEqual(read.status, 400)
      assert.notInclude(JSON.stringify(read.body), "elements and members")
    }).pipe(Effect.provide(layer))
  )
})
