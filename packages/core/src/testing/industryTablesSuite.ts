/** What `IndustryTables` promises, run against any adapter. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { digitsOf, industrySchemes } from "../industries/domain/IndustryScheme.ts"
import { IndustryTables } from "../industries/IndustryTables.ts"

/** Runs every promise of the port. */
export const suite = (name: string, layer: Layer.Layer<IndustryTables>) =>
  describe(`IndustryTables (${name})`, () => {
    for (const scheme of industrySchemes) {
      it.effect(`has each code of ${scheme} once, in order, whole and titled`, () =>
        Effect.gen(function* () {
          const { industries } = yield* (yield* IndustryTables).read(scheme)
          const codes = industries.map(({ code }) => code)
          assert.isAbove(codes.length, 0)
          assert.deepStrictEqual(codes, [...new Set(codes)].sort())
          const whole = new RegExp(`^\\d{${digitsOf(scheme)}}$`)
          assert.deepStrictEqual(
            codes.filter((code) => !whole.test(code)),
            []
          )
          for (const { title } of industries) assert.isTrue(title !== "" && title === title.trim(), title)
        }).pipe(Effect.provide(layer))
      )

      it.effect(`has ${scheme === "latest_sec" ? "an office" : "no office"} for each code of ${scheme}`, () =>
        Effect.gen(function* () {
          const { groups, industries } = yield* (yield* IndustryTables).read(scheme)
          for (const { code, office } of industries) {
            assert.strictEqual(office !== undefined && office !== "", scheme === "latest_sec", code)
            if (scheme !== "latest_sec") assert.isNotEmpty(groups.get(code.slice(0, 2)), code)
          }
        }).pipe(Effect.provide(layer))
      )
    }
  })
