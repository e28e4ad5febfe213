import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { headLength, Sealer } from "../security/Sealer.ts"

/** What `Sealer` promises, run against any adapter. `installation` is another one each time it is built. */
export const suite = (name: string, installation: Layer.Layer<Sealer, unknown>) => {
  const sealer = Effect.map(Layer.build(Layer.fresh(installation)), (context) => Context.get(context, Sealer))
  const plain = new TextEncoder().encode('{"cookies":[{"name":"sid","value":"été ☂"}]}')

  describe(`Sealer (${name})`, () => {
    it.effect.prop(
      "opens what it sealed, whatever the bytes and the purpose",
      [Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))), Schema.String],
      ([numbers, purpose]) =>
        Effect.gen(function* () {
          const { open, seal } = yield* sealer
          const bytes = Uint8Array.from(numbers)
          assert.deepStrictEqual(yield* open(purpose, yield* seal(purpose, bytes)), Option.some(bytes))
        }).pipe(Effect.scoped),
      { arbitrary: { runs: 50 } }
    )

    it.effect("opens for the purpose that it was sealed for alone", () =>
      Effect.gen(function* () {
        const { open, seal } = yield* sealer
        const sealed = yield* seal("profile", plain)
        for (const other of ["", "profil", "profile ", "webhook"]) {
          assert.isTrue(Option.isNone(yield* open(other, sealed)), other)
        }
      }).pipe(Effect.scoped)
    )

    it.effect("does not open what was changed in any place, cut or lengthened", () =>
      Effect.gen(function* () {
        const { open, seal } = yield* sealer
        const sealed = yield* seal("profile", plain)
        for (let index = 0; index < sealed.length; index++) {
          const changed = sealed.slice()
          changed[index] = changed[index]! ^ 1
          assert.isTrue(Option.isNone(yield* open("profile", changed)), `changed at ${index}`)
          assert.isTrue(Option.isNone(yield* open("profile", sealed.slice(0, index))), `cut to ${index}`)
        }
        assert.isTrue(Option.isNone(yield* open("profile", Uint8Array.from([...sealed, 0]))))
      }).pipe(Effect.scoped)
    )

    it.effect("does not open what another installation sealed", () =>
      Effect.gen(function* () {
        const [one, other] = [yield* sealer, yield* sealer]
        assert.isTrue(Option.isNone(yield* other.open("profile", yield* one.seal("profile", plain))))
      }).pipe(Effect.scoped)
    )

    it.effect("gives other bytes each time, to many callers at once, and opens them all", () =>
      Effect.gen(function* () {
        const { open, seal } = yield* sealer
        const sealed = yield* Effect.forEach(
          Array.from({ length: 50 }),
          () => Effect.andThen(Effect.yieldNow, seal("profile", plain)),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(new Set(sealed.map(String)).size, 50)
        for (const one of sealed) assert.deepStrictEqual(yield* open("profile", one), Option.some(plain))
      }).pipe(Effect.scoped)
    )

    it.effect("begins everything that it seals with its head", () =>
      Effect.gen(function* () {
        const { head, seal } = yield* sealer
        const begins = yield* head
        assert.strictEqual(begins.length, headLength)
        for (const purpose of ["profile", "other"]) {
          assert.deepStrictEqual((yield* seal(purpose, plain)).slice(0, headLength), begins)
        }
      }).pipe(Effect.scoped)
    )
  })
}
