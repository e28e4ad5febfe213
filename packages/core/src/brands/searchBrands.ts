/** Search in the index of brands (contract/brand.md, GET /brand/search). */
import { Effect } from "effect"
import { exactly } from "../credits/domain/PriceRange.ts"
import type { Organization } from "../organizations/domain/Organization.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { DomainNames } from "../sites/DomainNames.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { inTime } from "../web/inTime.ts"
import { BrandStore } from "./BrandStore.ts"
import { type BrandEntry, isKeptPicture } from "./domain/BrandEntry.ts"
import type { BrandSearch } from "./domain/BrandSearch.ts"
import { brandSearchPrice } from "./domain/Price.ts"
import { searchedFor } from "./domain/searchTerms.ts"

/** An answer names no picture on another's server: a list's logo is absent until it is kept, with the brand's site. */
const withOwnLogo = (entry: BrandEntry): BrandEntry =>
  entry.logo === null || isKeptPicture(entry.logo) ? entry : { ...entry, logo: null }

const find = Effect.fnUntraced(function* (search: BrandSearch) {
  const [store, { registrable }] = [yield* BrandStore, yield* DomainNames]
  for (const query of searchedFor(search.query, registrable)) {
    const found = yield* store.search({ ...search, query })
    if (found.length > 0) return found.map(withOwnLogo)
  }
  return []
})

/** Brands that the index has, and never the web. `ready` is waited for: the index then has what ships. */
export const searchBrands = (ready: Effect.Effect<void, StoreUnavailable>) =>
  Effect.fn("Brands.search")(function* (call: Call, { plan }: Pick<Organization, "plan">, search: BrandSearch) {
    const credits = brandSearchPrice(plan)
    return yield* charged(
      call,
      exactly(credits)
    )(() =>
      Effect.andThen(ready, find(search)).pipe(
        (searching) => inTime(searching, call.deadline),
        Effect.map((value) => ({ value, credits }))
      )
    )
  })
