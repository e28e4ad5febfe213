import { SuppressionStore } from "@kittiwake/core/people/SuppressionStore"
import { Effect, Layer } from "effect"
import { millisOf } from "./moments.ts"
import { Sqlite } from "./Sqlite.ts"

/** `SuppressionStore` on SQLite. */
export const layer: Layer.Layer<SuppressionStore, never, Sqlite> = Layer.effect(
  SuppressionStore,
  Effect.map(Sqlite, ({ read, write }) =>
    SuppressionStore.of({
      forget: (digest, at) => write("SuppressionStore.forget", { digest, at: millisOf(at) }),

      forgottenOf: (digests) =>
        read("SuppressionStore.forgottenOf", (db) =>
          digests.filter((digest) => db.get("select 1 from person_suppressions where digest = ?", digest) !== undefined)
        ),

      count: read(
        "SuppressionStore.count",
        (db) => db.get<{ readonly n: number }>("select count(*) as n from person_suppressions")!.n
      )
    })
  )
)
