/** Search in the index of brands (contract/brand.md, GET /brand/search). */
import { Effect } from "effect"
import { exactly } from "../credits/domain/PriceRange.ts"
import type { Organization } from "../organizations/domain/Organization.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { inTime } from "../web/inTime.ts"
import { BrandStore } from "./BrandStore.ts"
import type { BrandSearch } from "./domain/BrandSearch.ts"
import { brandSearchPrice } from "./domain/Price.ts"

/** Brands that the index has, and never the web. `ready` is waited for: the index then has what ships. */
export const searchBrands = (ready: Effect.Effect<void, StoreUnavailable>) =>
  Effect.fn("Brands.search")(function* (call: Call, { plan }: Pick<Organization, "plan">, search: BrandSearch) {
    const credits = brandSearchPrice(plan)
    return yield* charged(
      call,
      exactly(credits)
    )(() =>
      Effect.flatMap(BrandStore, (store) => Effect.andThen(ready, store.search(search))).pipe(
        (searching) => inTime(searching, call.deadline),
        Effect.map((value) => ({ value, credits }))
      )
    )
  })
