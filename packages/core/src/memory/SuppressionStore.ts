import { Effect, Layer } from "effect"
import { SuppressionStore } from "../people/SuppressionStore.ts"
import { Database } from "./Database.ts"

/** `SuppressionStore` in memory. */
export const layer: Layer.Layer<SuppressionStore, never, Database> = Layer.effect(
  SuppressionStore,
  Effect.map(Database, ({ forgottenPeople, importedPeople }) =>
    SuppressionStore.of({
      forget: (digest, at) =>
        Effect.sync(() => {
          if (!forgottenPeople.has(digest)) forgottenPeople.set(digest, at)
          let removed = 0
          for (const rows of importedPeople.values()) {
            for (const { id, keys } of [...rows.values()]) {
              if (keys.includes(digest) && rows.delete(id)) removed += 1
            }
          }
          return removed
        }),

      forgottenOf: (digests) => Effect.sync(() => digests.filter((digest) => forgottenPeople.has(digest))),

      count: Effect.sync(() => forgottenPeople.size)
    })
  )
)
