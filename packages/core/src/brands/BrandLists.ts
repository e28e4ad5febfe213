/** All that an operator may do with lists of brands. */
import { Context, DateTime, Effect, Layer } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { BrandListStore, type ImportMoved, type ListedPart, type NewBrandImport } from "./BrandListStore.ts"
import type { BrandImport } from "./domain/BrandImport.ts"
import type { ListedBrand } from "./domain/meetListed.ts"

/** The row with this moment as that at which its fields were told. */
const toldAt = (facts: ListedBrand, atMillis: number): ListedBrand => ({
  ...facts,
  told: Object.fromEntries(
    Object.entries(facts.told).map(([field, one]) => [field, one === undefined ? one : { ...one, atMillis }])
  )
})

/** Takes lists that an operator has brought into the index. Nobody pays for it: the index is the installation's. */
export class BrandLists extends Context.Service<
  BrandLists,
  {
    /** The import of a list, as far as it has come. */
    readonly begin: (list: Omit<NewBrandImport, "at">) => Effect.Effect<BrandImport, StoreUnavailable>

    /** Takes its next rows, whose fields are told now. */
    readonly take: (part: Omit<ListedPart, "at">) => Effect.Effect<BrandImport, ImportMoved | StoreUnavailable>

    /** What was taken in, newest first. */
    readonly imports: Effect.Effect<ReadonlyArray<BrandImport>, StoreUnavailable>
  }
>()("@kittiwake/core/brands/BrandLists") {
  static readonly layer = Layer.effect(
    BrandLists,
    Effect.map(BrandListStore, ({ begin, imports, take }) =>
      BrandLists.of({
        begin: (list) => Effect.flatMap(DateTime.now, (at) => begin({ ...list, at })),
        take: (part) =>
          Effect.flatMap(DateTime.now, (at) => {
            const listed = part.listed.map((facts) => toldAt(facts, at.epochMilliseconds))
            return take({ ...part, listed, at })
          }),
        imports
      })
    )
  )
}
