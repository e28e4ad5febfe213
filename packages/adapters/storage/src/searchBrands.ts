/** Searches for brands in tables that answer later, and brands of a name in any. */
import type { BrandEntry } from "@kittiwake/core/brands/domain/BrandEntry"
import { type BrandSearch, mostResults } from "@kittiwake/core/brands/domain/BrandSearch"
import { allTiers, byPopularity } from "@kittiwake/core/internal/brands/domain/popularity"
import { joinedName, namesOf } from "@kittiwake/core/internal/brands/domain/searchTerms"
import { Array as Arr, Effect } from "effect"
import { brandSearchSteps, type LedTo, type Looked, type NearWords, nothingRead } from "./brandSearchSteps.ts"

/** The tables. */
export interface BrandTables<E> {
  readonly near: (wanted: NearWords) => Effect.Effect<ReadonlyArray<LedTo>, E>
  readonly look: (domains: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Looked>, E>
}

/** The domains of what a search finds, best first. */
export const searchBrands = Effect.fnUntraced(function* <E>({ look, near }: BrandTables<E>, search: BrandSearch) {
  const steps = brandSearchSteps(search)
  let step = steps.next(nothingRead)
  while (step.done !== true) {
    const wanted = step.value
    step = steps.next({
      led: wanted._tag === "Near" ? yield* near(wanted.wanted) : [],
      looked: wanted._tag === "Look" ? yield* look(wanted.domains) : []
    })
  }
  return step.value
})

/** Entries in the order of their domains; those that went meanwhile are left out. */
export const inOrderOf = (domains: ReadonlyArray<string>, entries: ReadonlyArray<BrandEntry>) => {
  const all = new Map(entries.map((entry) => [entry.domain, entry]))
  return domains.flatMap((domain) => all.get(domain) ?? [])
}

/** Brands of a name that are looked at, and those that are read together. */
const named = { most: 1_000, together: 200 } as const

/** What brands of a name are read from. */
export interface NamedRows<E> extends Pick<BrandTables<E>, "near"> {
  /** Entries of these domains, in no order. */
  readonly entries: (domains: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<BrandEntry>, E>
}

/** Brands of a name, however it is written. */
export const brandsNamed = Effect.fnUntraced(function* <E>(rows: NamedRows<E>, name: string) {
  const word = joinedName(name)
  if (word === "") return []
  const wanted = { field: "name", word, typos: 0, isPrefix: false, country: null, language: null } as const
  const led = yield* rows.near({ ...wanted, tiers: allTiers, limit: named.most })
  const entries = yield* Effect.forEach(
    Arr.chunksOf([...new Set(led.map(({ domain }) => domain))], named.together),
    rows.entries
  )
  const isNamed = (entry: BrandEntry) => namesOf(entry).some((one) => joinedName(one) === word)
  return entries.flat().filter(isNamed).toSorted(byPopularity).slice(0, mostResults)
})
