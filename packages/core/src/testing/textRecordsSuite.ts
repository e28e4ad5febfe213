/** What `TextRecords` promises, run against any adapter. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { TextRecords, textRecordLimits } from "../web/TextRecords.ts"

/** What the names have that the suite asks for. `silent.example` is one whose servers never answer. */
export const publishedTexts: Readonly<Record<string, ReadonlyArray<string>>> = {
  "default._bimi.tern.example": ["v=BIMI1; l=https://tern.example/mark.svg", "another"],
  "long.example": [`a ${"long text ".repeat(200)}`],
  "longer.example": ["x".repeat(textRecordLimits.characters + 1), "short"],
  "many.example": Array.from({ length: 60 }, (_, n) => `record ${n}`)
}

/** Runs the suite; the adapter finds `publishedTexts`, and none of any other name. */
export const suite = (name: string, layer: Layer.Layer<TextRecords>) =>
  describe(`TextRecords (${name})`, () => {
    const at = (of: string) => Effect.flatMap(TextRecords, (records) => records.at(of))

    it.live("tells every record whole", () =>
      Effect.gen(function* () {
        assert.sameMembers(
          [...(yield* at("default._bimi.tern.example"))],
          [...publishedTexts["default._bimi.tern.example"]!]
        )
        assert.deepStrictEqual(yield* at("long.example"), publishedTexts["long.example"])
      }).pipe(Effect.provide(layer))
    )

    it.live("tells no more than the limits, and none of a name without any", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* at("longer.example"), ["short"])
        assert.isAtMost((yield* at("many.example")).length, textRecordLimits.records)
        assert.isAbove((yield* at("many.example")).length, 0)
        assert.deepStrictEqual(yield* at("nothing.example"), [])
      }).pipe(Effect.provide(layer))
    )

    it.live("has none of what is no name, of a private one, and of one that nobody answers for", () =>
      Effect.gen(function* () {
        for (const odd of [
          "",
          "localhost",
          "printer.local",
          "a b.example",
          "x".repeat(300),
          "127.0.0.1:80",
          "silent.example"
        ])
          assert.deepStrictEqual(yield* at(odd), [], odd)
      }).pipe(Effect.provide(layer))
    )
  })
