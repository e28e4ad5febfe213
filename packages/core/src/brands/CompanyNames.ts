/** Companies by the names that the index of brands has. */
import { Effect, Layer, Option } from "effect"
import { bind } from "../bind.ts"
import { CompanyNames } from "../companies/CompanyNames.ts"
import type { BrandStore } from "./BrandStore.ts"
import { entryLimits } from "./domain/BrandEntry.ts"
import { findCalled } from "./findCalled.ts"
import { ShippedList } from "./ShippedList.ts"

/** The port over the index, which then has what ships. */
export const layer: Layer.Layer<CompanyNames, never, BrandStore> = Layer.effect(
  CompanyNames,
  Effect.gen(function* () {
    const find = bind(yield* Effect.context<BrandStore>())(findCalled)
    const { ready } = yield* ShippedList
    return CompanyNames.of({
      domainOf: (name) =>
        name.length > entryLimits.name
          ? Effect.succeedNone
          : Effect.map(Effect.andThen(ready, find(name, null)), (found) =>
              Option.map(Option.fromUndefinedOr(found), ({ domain }) => domain)
            )
    })
  })
).pipe(Layer.provide(ShippedList.layer))
