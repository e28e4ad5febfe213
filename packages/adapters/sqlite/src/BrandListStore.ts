import { BrandListStore, ImportMoved } from "@kittiwake/core/brands/BrandListStore"
import { type BrandImport, mostProblems } from "@kittiwake/core/brands/domain/BrandImport"
import { storableJson, storableText } from "@kittiwake/storage/storable"
import { Effect, Layer } from "effect"
import { millisOf, momentOf, momentOrNull } from "./moments.ts"
import { Sqlite } from "./Sqlite.ts"
import { type ImportRow, importColumns } from "./writes/brandLists.ts"

const importOf = ({ endedAt, problems, startedAt, updatedAt, ...row }: ImportRow): BrandImport => ({
  ...row,
  startedAt: momentOf(startedAt),
  updatedAt: momentOf(updatedAt),
  endedAt: momentOrNull(endedAt),
  problems: JSON.parse(problems)
})

/** `BrandListStore` on SQLite. */
export const layer: Layer.Layer<BrandListStore, never, Sqlite> = Layer.effect(
  BrandListStore,
  Effect.map(Sqlite, ({ read, write }) =>
    BrandListStore.of({
      begin: ({ at, name, ...list }) =>
        Effect.map(write("BrandListStore.begin", { ...list, name: storableText(name), at: millisOf(at) }), importOf),

      take: ({ at, listed, problems, ...part }) =>
        write("BrandListStore.take", {
          ...part,
          listed: storableJson(listed),
          problems: storableJson(problems),
          mostProblems,
          at: millisOf(at)
        }).pipe(
          Effect.flatMap((taken) =>
            "moved" in taken ? Effect.fail(new ImportMoved({ rows: taken.moved })) : Effect.succeed(importOf(taken.row))
          )
        ),

      imports: read("BrandListStore.imports", (db) =>
        db
          .all<ImportRow>(`select ${importColumns} from brand_imports order by updated_at desc, id limit 100`)
          .map(importOf)
      )
    })
  )
)
