/** What the index knows of whom somebody names, for other rooms. */
import { Effect, Option } from "effect"
import { BrandStore } from "./BrandStore.ts"
import type { BrandEntry } from "./domain/BrandEntry.ts"
import type { BrandLookup } from "./domain/BrandRequest.ts"
import { resolveBrand } from "./resolveBrand.ts"
import { ShippedList } from "./ShippedList.ts"

/** Whom a lookup means. */
export interface KnownBrand {
  /** The registered name of its site; null where nobody knows it. */
  readonly domain: string | null
  /** Null where the index has nothing of that domain. */
  readonly entry: BrandEntry | null
}

/** What knowing brands stands on. */
export type KnownBrandPorts = Effect.Services<ReturnType<typeof knownBrand>>

const nobody = Effect.succeed(null)

/** The brand that is meant, as far as the index knows it, which then has what ships. */
export const knownBrand = Effect.fnUntraced(function* (lookup: Exclude<BrandLookup, { readonly _tag: "Page" }>) {
  yield* (yield* ShippedList).ready
  const domain = yield* Effect.gen(function* () {
    return yield* resolveBrand(lookup)
  }).pipe(Effect.catchTags({ BrandNotFound: () => nobody, DisposableEmail: () => nobody, FreeEmail: () => nobody }))
  const entry = domain === null ? null : Option.getOrNull(yield* (yield* BrandStore).byDomain(domain))
  return { domain, entry } satisfies KnownBrand as KnownBrand
})
