import { DateTime, Effect, Layer, Option } from "effect"
import { BrandStore, type KeptProfile, type PictureTimes } from "../brands/BrandStore.ts"
import type { BrandEntry } from "../brands/domain/BrandEntry.ts"
import { findsBy, isWithin, mostResults, type ReadSearch, readSearch } from "../brands/domain/BrandSearch.ts"
import type { Language } from "../brands/domain/languages.ts"
import { mergeBrands, withTellers } from "../brands/domain/mergeBrands.ts"
import { leftPictures, pictureIds } from "../brands/domain/pictureIds.ts"
import { byPopularity } from "../brands/domain/popularity.ts"
import { joinedName, namesOf, termsOf } from "../brands/domain/searchTerms.ts"
import { differMillis } from "../leaseHorizon.ts"
import { type BrandRow, Database, type Tables } from "./Database.ts"

const sorted = (entries: ReadonlyArray<BrandEntry>) => entries.toSorted(byPopularity).slice(0, mostResults)

const groupOf = ({ terms }: BrandRow, search: ReadSearch) =>
  (["name", "domain"] as const).find((field) => search.fields.includes(field) && findsBy(field, search, terms))

/** Where the profile of a brand stands. */
export const profileKey = (domain: string, language: Language | null): string => `${domain} ${language}`

/** Gives the pictures of a profile their time, and those of the one whose place it takes the rest of theirs. */
export const movePictures = (
  { assets, brands }: Pick<Tables, "assets" | "brands">,
  kept: KeptProfile,
  before: KeptProfile | null,
  { keptUntil, leftUntil }: PictureTimes
): void => {
  const indexed = brands.get(kept.domain)?.entry.logo ?? null
  const moveEnd = (id: string, end: (was: DateTime.Utc) => DateTime.Utc) => {
    const row = assets.get(id)
    if (row !== undefined) assets.set(id, { ...row, asset: { ...row.asset, expiresAt: end(row.asset.expiresAt) } })
  }
  for (const id of pictureIds(kept.profile)) moveEnd(id, (was) => DateTime.max(was, keptUntil))
  const left = before === null ? [] : leftPictures(before.profile, kept.profile, indexed)
  for (const id of left) moveEnd(id, (was) => DateTime.min(was, leftUntil))
}

/** `BrandStore` in memory. */
export const layer: Layer.Layer<BrandStore, never, Database> = Layer.effect(
  BrandStore,
  Effect.map(Database, ({ assets, brandLists, brandProfiles, brands }) => {
    const entriesThat = (are: (entry: BrandEntry) => boolean) =>
      Effect.sync(() => sorted([...brands.values()].flatMap(({ entry }) => (are(entry) ? [entry] : []))))

    return BrandStore.of({
      put: (entries, ends) =>
        Effect.sync(() => {
          for (const put of entries) {
            const told = withTellers(put, put.updatedAt.epochMilliseconds)
            const known = brands.get(told.domain)?.entry
            const facts = known === undefined ? told : mergeBrands(known, told)
            const entry = { ...facts, updatedAt: told.updatedAt }
            brands.set(told.domain, { entry, terms: termsOf(entry) })
          }
          if (ends !== undefined) brandLists.set(ends.name, ends.version)
        }),

      search: (given) =>
        Effect.sync(() => {
          const search = readSearch(given)
          const within = [...brands.values()].filter(({ entry }) => isWithin(search, entry))
          const groups = Map.groupBy(within, (row) => groupOf(row, search))
          const found = (["name", "domain"] as const).flatMap((field) =>
            sorted((groups.get(field) ?? []).map(({ entry }) => entry))
          )
          return found.slice(0, mostResults)
        }),

      byDomain: (domain) => Effect.sync(() => Option.fromUndefinedOr(brands.get(domain)?.entry)),

      byName: (name) => {
        const wanted = joinedName(name)
        return entriesThat((entry) => wanted !== "" && namesOf(entry).some((one) => joinedName(one) === wanted))
      },

      bySymbol: ({ code, exchange, kind }) =>
        entriesThat(({ symbols }) =>
          symbols.some(
            (one) => one.kind === kind && one.code === code && (exchange === null || one.exchange === exchange)
          )
        ),

      keepProfile: (kept, pictures, now) =>
        Effect.sync(() => {
          const key = profileKey(kept.domain, kept.language)
          const known = brandProfiles.get(key)
          const until = DateTime.add(now, { milliseconds: differMillis })
          const isLater = known !== undefined && DateTime.isLessThanOrEqualTo(known.kept.readAt, until)
          if (isLater && DateTime.isGreaterThan(known.kept.readAt, kept.readAt)) return
          const anew = { agesFromMillis: kept.readAt.epochMilliseconds, tries: 0, failures: 0, leaseEndMillis: null }
          brandProfiles.set(key, { kept, ...anew, token: known?.token ?? 0 })
          movePictures({ assets, brands }, kept, known?.kept ?? null, pictures)
        }),

      profile: (domain, language) =>
        Effect.sync(() => Option.fromUndefinedOr(brandProfiles.get(profileKey(domain, language))?.kept)),

      listVersion: (name) => Effect.sync(() => Option.fromUndefinedOr(brandLists.get(name)))
    })
  })
)
