/** What is said of input that a schema refuses. */
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { invalidInput } from "../src/inputErrors.ts"

const messageFor = (schema: Schema.Decoder<unknown>, value: unknown) =>
  Effect.map(Effect.flip(Schema.decodeUnknownEffect(schema)(value)), (error) => invalidInput(error).message)

it.effect("tells no half of a word where a list is too long to be told", () =>
  Effect.gen(function* () {
    const one = Schema.Literals(Array.from({ length: 200 }, (_, at) => `word${at}`))
    const message = yield* messageFor(Schema.Struct({ one }), { one: "none" })
    assert.match(message, /^must be "word0" \| .* \| "word\d+" \| …$/)
    assert.isAtMost(message.length, 500)
    const few = Schema.Literals(["a", "b"])
    assert.strictEqual(yield* messageFor(Schema.Struct({ few }), { few: "c" }), 'must be "a" | "b"')
    const long = Schema.Literals(["x".repeat(1_000)])
    assert.strictEqual((yield* messageFor(Schema.Struct({ long }), { long: "c" })).length, 500)
  })
)

it.effect("tells what an object has that may be null as well", () =>
  Effect.gen(function* () {
    const webhook = Schema.NullOr(Schema.Struct({ url: Schema.String, name: Schema.optional(Schema.String) }))
    const message = "must be an object with url, or null"
    assert.strictEqual(yield* messageFor(Schema.Struct({ webhook }), { webhook: "https://hook.example/" }), message)
    const absent = Schema.Struct({ webhook: Schema.optional(webhook) })
    assert.strictEqual(yield* messageFor(absent, { webhook: "https://hook.example/" }), message)
    const either = Schema.Union([webhook, Schema.Number])
    assert.notInclude(yield* messageFor(Schema.Struct({ either }), { either: "x" }), "an object with url, or null")
  })
)
