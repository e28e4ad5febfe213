import { BrandStore } from "@kittiwake/core/brands/BrandStore"
import { BrandProfile } from "@kittiwake/core/brands/domain/BrandProfile"
import { type BrandSearch, mostResults } from "@kittiwake/core/brands/domain/BrandSearch"
import { unranked } from "@kittiwake/core/internal/brands/domain/popularity"
import { brandsNamed, inOrderOf, searchBrands } from "@kittiwake/storage/searchBrands"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { brandColumns, brandTables, putBrands, toBrand } from "./brandRows.ts"
import { keepProfile } from "./keepProfile.ts"
import { orUnavailable } from "./storeFailure.ts"

const toKept = Schema.decodeUnknownSync(
  Schema.toCodecJson(Schema.Struct({ profile: BrandProfile, readAt: Schema.DateTimeUtc }))
)

/** `BrandStore` on Postgres. */
export const layer: Layer.Layer<BrandStore, never, SqlClient.SqlClient> = Layer.effect(
  BrandStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal(brandColumns)

    const entries = (domains: ReadonlyArray<string>) =>
      Effect.map(sql`select ${columns} from brands where domain = any (${domains}::text[])`, (found) =>
        found.map((row) => toBrand(row))
      )

    const search = Effect.fnUntraced(function* (wanted: BrandSearch) {
      const domains = yield* searchBrands(brandTables(sql), wanted)
      return domains.length === 0 ? [] : inOrderOf(domains, yield* entries(domains))
    })

    return BrandStore.of({
      put: Effect.fn("BrandStore.put")(
        (entries, ends) =>
          sql.withTransaction(
            Effect.gen(function* () {
              if (entries.length > 0) yield* putBrands(sql, entries)
              if (ends === undefined) return
              yield* sql`
                insert into brand_lists (name, version, taken_at) values (${ends.name}, ${ends.version}, ${ends.at})
                on conflict (name) do update set version = excluded.version, taken_at = excluded.taken_at`
            })
          ),
        orUnavailable("BrandStore.put")
      ),

      search: Effect.fn("BrandStore.search")(search, orUnavailable("BrandStore.search")),

      byDomain: Effect.fn("BrandStore.byDomain")(
        (domain) => Effect.map(entries([domain]), ([entry]) => Option.fromUndefinedOr(entry)),
        orUnavailable("BrandStore.byDomain")
      ),

      byName: Effect.fn("BrandStore.byName")(
        (name) => brandsNamed({ ...brandTables(sql), entries }, name),
        orUnavailable("BrandStore.byName")
      ),

      bySymbol: Effect.fn("BrandStore.bySymbol")(function* ({ code, exchange, kind }) {
        const found = yield* sql`
          select ${columns} from brands where domain in (
            select domain from brand_symbols
            where kind = ${kind} and code = ${code} and exchange = coalesce(${exchange}::text, exchange)
          ) order by coalesce(rank, ${unranked}::integer), domain limit ${mostResults}`
        return found.map((row) => toBrand(row))
      }, orUnavailable("BrandStore.bySymbol")),

      keepProfile: Effect.fn("BrandStore.keepProfile")(
        (kept, pictures, now) => sql.withTransaction(keepProfile(sql, kept, pictures, now)),
        orUnavailable("BrandStore.keepProfile")
      ),

      profile: Effect.fn("BrandStore.profile")(function* (domain, language) {
        const [row] = yield* sql`
          select profile, read_at as "readAt" from brand_profiles
          where domain = ${domain} and language = ${language ?? ""}`
        return Option.map(Option.fromUndefinedOr(row), (found) => ({ domain, language, ...toKept(found) }))
      }, orUnavailable("BrandStore.profile")),

      listVersion: Effect.fn("BrandStore.listVersion")(function* (name) {
        const [row] = yield* sql<{ readonly version: number }>`select version from brand_lists where name = ${name}`
        return Option.map(Option.fromUndefinedOr(row), ({ version }) => version)
      }, orUnavailable("BrandStore.listVersion"))
    })
  })
)
