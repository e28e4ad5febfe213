/** Takes the list of brands into the index that ships with this version. */
import { Array as Arr, DateTime, Effect, Option } from "effect"
import { BrandStore } from "./BrandStore.ts"
import { readBrandList } from "./domain/readBrandList.ts"

/** Entries that are written together: some hundredths of a second of whoever writes. */
const putTogether = 100

const listName = "shipped"

/**
 * Takes it in unless the index has this version of it. What was read or imported stays as it is. When it is cut off, who comes
 * next begins again: an entry that is there already is not written twice.
 */
export const takeShippedBrands = Effect.fn("Brands.takeShipped")(function* () {
  const store = yield* BrandStore
  const { shippedBrands, shippedVersion } = yield* Effect.promise(() => import("./domain/shippedBrands.ts"))
  const known = yield* store.listVersion(listName)
  if (Option.isSome(known) && known.value === shippedVersion) return
  const at = yield* DateTime.now
  const entries = readBrandList(shippedBrands).map((facts) => ({ ...facts, updatedAt: at }))
  yield* Effect.forEach(Arr.chunksOf(entries, putTogether), (some) => store.put(some), { discard: true })
  yield* store.put([], { name: listName, version: shippedVersion, at })
})
