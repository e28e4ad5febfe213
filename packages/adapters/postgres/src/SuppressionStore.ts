import { SuppressionStore } from "@kittiwake/core/people/SuppressionStore"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { forgetKey } from "./personRows.ts"
import { orUnavailable } from "./storeFailure.ts"

/** `SuppressionStore` on Postgres. */
export const layer: Layer.Layer<SuppressionStore, never, SqlClient.SqlClient> = Layer.effect(
  SuppressionStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    return SuppressionStore.of({
      forget: Effect.fn("SuppressionStore.forget")(
        (digest, at) => sql.withTransaction(forgetKey(sql, digest, at)),
        orUnavailable("SuppressionStore.forget")
      ),

      forgottenOf: Effect.fn("SuppressionStore.forgottenOf")(function* (digests) {
        const rows = yield* sql<{ readonly digest: string }>`
          select digest from person_suppressions where digest = any (${digests}::text[])`
        const found = new Set(rows.map(({ digest }) => digest))
        return digests.filter((digest) => found.has(digest))
      }, orUnavailable("SuppressionStore.forgottenOf")),

      count: Effect.map(
        sql<{ readonly n: number }>`select count(*)::integer as n from person_suppressions`,
        ([row]) => row!.n
      ).pipe(orUnavailable("SuppressionStore.count"))
    })
  })
)
