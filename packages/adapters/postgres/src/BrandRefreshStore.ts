import {
  type BrandRefreshClaim,
  type BrandRefreshOutcome,
  BrandRefreshStore,
  type RefreshTurn
} from "@kittiwake/core/brands/BrandRefreshStore"
import type { Language } from "@kittiwake/core/internal/brands/domain/languages"
import { mostTries } from "@kittiwake/core/internal/brands/domain/refreshing"
import { storableJson } from "@kittiwake/storage/storable"
import { type DateTime, Duration, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { type BeforeRow, movePictures } from "./keepProfile.ts"
import { LeaseClock } from "./LeaseClock.ts"
import { isFree } from "./leaseEnds.ts"
import { orUnavailable } from "./storeFailure.ts"

interface ClaimRow {
  readonly domain: string
  readonly language: string
  readonly failures: number
  readonly token: number
}

/** Every number of tries with which a profile is read again. */
const tries = Array.from({ length: mostTries }, (_, count) => `(${count})`).join(", ")

/**
 * The profile whose turn it is, after `clock`: along the index for each number of tries, so that it reads a row of each and those that are
 * held.
 */
export const nextRefresh = (
  sql: SqlClient.SqlClient,
  { before, every, now }: RefreshTurn,
  lease?: Duration.Duration
) => sql`
  select p.domain, p.language
  from (values ${sql.literal(tries)}) c(tries) cross join lateral (
    select b.domain, b.language, b.tries from brand_profiles b
    where b.tries = c.tries and b.ages_from <= ${before}::timestamptz
      and ${isFree(sql, "b.lease_until", sql`(select at from clock)`, lease)}
    order by b.ages_from limit 1
  ) p
  where not exists (
    select from brand_refresh_turns t where abs(extract(epoch from ${now}::timestamptz - t.taken_at)) * 1000
      < ${Duration.toMillis(every)}::float8
  )
  order by p.tries limit 1`

const clock = (sql: SqlClient.SqlClient, leaseNow: DateTime.Utc | null) =>
  sql`clock as materialized (select coalesce(${leaseNow}::timestamptz, clock_timestamp()) as at)`

/** Within a transaction: whoever keeps another reading of the same brand waits. */
const record = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { domain, language, token }: BrandRefreshClaim,
  { agesFrom, failures, read }: BrandRefreshOutcome
) {
  const place = sql`domain = ${domain} and language = ${language ?? ""}`
  const [held] = yield* sql<BeforeRow>`
    select profile, (select logo from brands b where b.domain = brand_profiles.domain) as indexed from brand_profiles
    where ${place} and token = ${token}::integer and lease_until is not null for update`
  if (held === undefined) return false
  yield* sql`
    update brand_profiles set
      profile = coalesce(${read === null ? null : storableJson(read.kept.profile)}::jsonb, profile),
      read_at = coalesce(${read?.kept.readAt ?? null}::timestamptz, read_at),
      ages_from = ${agesFrom}::timestamptz, failures = ${failures}::integer, lease_until = null
    where ${place}`
  if (read !== null) yield* movePictures(sql, held, read.kept.profile, read.pictures)
  return true
})

/** `BrandRefreshStore` on Postgres. */
export const layer: Layer.Layer<BrandRefreshStore, never, SqlClient.SqlClient> = Layer.effect(
  BrandRefreshStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const leaseNow = yield* LeaseClock

    return BrandRefreshStore.of({
      isDue: Effect.fn("BrandRefreshStore.isDue")(function* (turn) {
        const found = yield* sql`with ${clock(sql, yield* leaseNow)} ${nextRefresh(sql, turn)}`
        return found.length > 0
      }, orUnavailable("BrandRefreshStore.isDue")),

      // Of those who ask at once one writes the row of the turn, and the others wait for it and find that it was taken.
      claim: Effect.fn("BrandRefreshStore.claim")(function* ({ lease, ...turn }) {
        const [row] = yield* sql<ClaimRow>`
          with ${clock(sql, yield* leaseNow)},
          picked as materialized (${nextRefresh(sql, turn, lease)}),
          taken as (
            insert into brand_refresh_turns as t (id, taken_at) select 1, ${turn.now}::timestamptz from picked
            on conflict (id) do update set taken_at = excluded.taken_at
            where abs(extract(epoch from excluded.taken_at - t.taken_at)) * 1000
              >= ${Duration.toMillis(turn.every)}::float8
            returning id
          )
          update brand_profiles b set tries = b.tries + 1, token = b.token + 1,
            lease_until = clock.at + ${Duration.toMillis(lease)}::float8 * interval '1 millisecond'
          from picked, taken, clock
          where b.domain = picked.domain and b.language = picked.language
            and ${isFree(sql, "b.lease_until", sql`clock.at`, lease)}
          returning b.domain, b.language, b.failures, b.token`
        return Option.map(Option.fromUndefinedOr(row), ({ language, ...claim }) => ({
          ...claim,
          language: language === "" ? null : (language as Language)
        }))
      }, orUnavailable("BrandRefreshStore.claim")),

      record: Effect.fn("BrandRefreshStore.record")(
        (claim, outcome) => sql.withTransaction(record(sql, claim, outcome)),
        orUnavailable("BrandRefreshStore.record")
      ),

      asked: Effect.fn("BrandRefreshStore.asked")(
        (domain, language) =>
          Effect.asVoid(sql`
            update brand_profiles set tries = 0
            where domain = ${domain} and language = ${language ?? ""} and tries > 0`),
        orUnavailable("BrandRefreshStore.asked")
      )
    })
  })
)
