import { BrandStore } from "@kittiwake/core/brands/BrandStore"
import type { BrandEntry } from "@kittiwake/core/brands/domain/BrandEntry"
import { BrandProfile } from "@kittiwake/core/brands/domain/BrandProfile"
import { type BrandSearch, mostResults } from "@kittiwake/core/brands/domain/BrandSearch"
import { unranked } from "@kittiwake/core/internal/brands/domain/popularity"
import { wordsOf } from "@kittiwake/core/internal/brands/domain/searchTerms"
import { differMillis } from "@kittiwake/core/internal/leaseHorizon"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { brandsNamed, type NamedRows } from "@kittiwake/storage/searchBrands"
import { storableJson, storableText } from "@kittiwake/storage/storable"
import { Effect, Layer, Option, Schema } from "effect"
import { millisOf, momentOf } from "./moments.ts"
import { foundBrands, nearBrands } from "./reads/brands.ts"
import { Sqlite } from "./Sqlite.ts"
import { type BrandRow, brandColumns, factsOf, type ProfileRow } from "./writes/brands.ts"

const select = `select ${brandColumns}, updated_at as updatedAt from brands`

const entryOf = ({ updatedAt, ...row }: BrandRow): BrandEntry => ({ ...factsOf(row), updatedAt: momentOf(updatedAt) })

const orNull = (text: string | null) => (text === null ? null : storableText(text))

const rowOf = (entry: BrandEntry): BrandRow => ({
  ...entry,
  domain: storableText(entry.domain),
  name: orNull(entry.name),
  description: orNull(entry.description),
  logo: orNull(entry.logo),
  aliases: storableJson(entry.aliases),
  symbols: storableJson(entry.symbols),
  ids: storableJson(entry.ids),
  told: storableJson(entry.told),
  updatedAt: millisOf(entry.updatedAt)
})

const toProfile = Schema.decodeUnknownSync(Schema.fromJsonString(BrandProfile))

/** Whether a search ends within some hundred rows: of several words thousands may stand beside few that have all of them. */
const readsLittle = ({ query, typos }: BrandSearch): boolean => typos === 0 && wordsOf(query).length < 2

/** `BrandStore` on SQLite. */
export const layer: Layer.Layer<BrandStore, never, Sqlite> = Layer.effect(
  BrandStore,
  Effect.gen(function* () {
    const { read, readLong, write } = yield* Sqlite

    const entries = (domains: ReadonlyArray<string>) =>
      read("BrandStore.entries", (db) =>
        domains.flatMap((domain) => {
          const row = db.get<BrandRow>(`${select} where domain = ?`, domain)
          return row === undefined ? [] : [entryOf(row)]
        })
      )

    const rows: NamedRows<StoreUnavailable> = {
      entries,
      near: (wanted) => read("BrandStore.near", (db) => nearBrands(db, wanted))
    }

    const found = (search: BrandSearch) =>
      readsLittle(search)
        ? read("BrandStore.search", (db) => foundBrands(db, search))
        : Effect.flatMap(WorksFor, (owner) => readLong("BrandStore.search", owner ?? "", search))

    return BrandStore.of({
      put: (entries, ends) =>
        Effect.asVoid(
          write("BrandStore.put", {
            entries: entries.map(rowOf),
            ends: ends === undefined ? null : { ...ends, at: millisOf(ends.at) }
          })
        ),

      search: Effect.fn("BrandStore.search")((search) => Effect.flatMap(found(search), entries)),

      byDomain: (domain) => Effect.map(entries([domain]), ([entry]) => Option.fromUndefinedOr(entry)),

      byName: (name) => brandsNamed(rows, name),

      bySymbol: ({ code, exchange, kind }) =>
        read("BrandStore.bySymbol", (db) =>
          db
            .all<BrandRow>(
              `${select} where domain in (
                select domain from brand_symbols where kind = ?1 and code = ?2 and (?3 is null or exchange = ?3)
              ) order by coalesce(rank, ${unranked}), domain limit ${mostResults}`,
              ...[kind, code, exchange]
            )
            .map(entryOf)
        ),

      keepProfile: ({ domain, language, profile, readAt }, { keptUntil, leftUntil }, now) =>
        Effect.asVoid(
          write("BrandStore.keepProfile", {
            domain,
            language: language ?? "",
            profile: storableJson(profile),
            readAt: millisOf(readAt),
            until: millisOf(now) + differMillis,
            keptUntil: millisOf(keptUntil),
            leftUntil: millisOf(leftUntil)
          })
        ),

      profile: (domain, language) =>
        read("BrandStore.profile", (db) =>
          Option.map(
            Option.fromUndefinedOr(
              db.get<Pick<ProfileRow, "profile" | "readAt">>(
                "select profile, read_at as readAt from brand_profiles where domain = ? and language = ?",
                ...[domain, language ?? ""]
              )
            ),
            (row) => ({ domain, language, profile: toProfile(row.profile), readAt: momentOf(row.readAt) })
          )
        ),

      listVersion: (name) =>
        read("BrandStore.listVersion", (db) =>
          Option.map(
            Option.fromUndefinedOr(
              db.get<{ readonly version: number }>("select version from brand_lists where name = ?", name)
            ),
            ({ version }) => version
          )
        )
    })
  })
)
