import { BrandListStore, ImportMoved } from "@kittiwake/core/brands/BrandListStore"
import { storableText } from "@kittiwake/storage/storable"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { beginImport, importColumns, takeRows, toImport } from "./brandListRows.ts"
import { orUnavailable } from "./storeFailure.ts"

/** `BrandListStore` on Postgres. */
export const layer: Layer.Layer<BrandListStore, never, SqlClient.SqlClient> = Layer.effect(
  BrandListStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    return BrandListStore.of({
      begin: Effect.fn("BrandListStore.begin")(
        (list) => beginImport(sql, { ...list, name: storableText(list.name) }),
        orUnavailable("BrandListStore.begin")
      ),

      take: Effect.fn("BrandListStore.take")(function* (part) {
        const taken = yield* orUnavailable("BrandListStore.take")(sql.withTransaction(takeRows(sql, part)))
        return "moved" in taken ? yield* new ImportMoved({ rows: taken.moved }) : taken.row
      }),

      imports: orUnavailable("BrandListStore.imports")(
        Effect.map(
          sql`select ${sql.literal(importColumns)} from brand_imports order by updated_at desc, id limit 100`,
          (rows) => rows.map((row) => toImport(row))
        )
      )
    })
  })
)
