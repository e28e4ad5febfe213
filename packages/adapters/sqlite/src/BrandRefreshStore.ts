import {
  type BrandRefreshClaim,
  type BrandRefreshOutcome,
  BrandRefreshStore,
  type RefreshTurn
} from "@kittiwake/core/brands/BrandRefreshStore"
import type { Language } from "@kittiwake/core/internal/brands/domain/languages"
import { storableJson } from "@kittiwake/storage/storable"
import { Duration, Effect, Layer, Option } from "effect"
import { LeaseClock } from "./LeaseClock.ts"
import { millisOf } from "./moments.ts"
import { Sqlite } from "./Sqlite.ts"
import { nextRefresh, type RefreshClaimRow, type TurnRow } from "./writes/brandRefreshes.ts"

const toClaim = ({ language, ...row }: RefreshClaimRow): BrandRefreshClaim => ({
  ...row,
  language: language === "" ? null : (language as Language)
})

const rowOf = ({ kept, pictures }: NonNullable<BrandRefreshOutcome["read"]>) => ({
  profile: storableJson(kept.profile),
  readAt: millisOf(kept.readAt),
  keptUntil: millisOf(pictures.keptUntil),
  leftUntil: millisOf(pictures.leftUntil)
})

/** `BrandRefreshStore` on SQLite. */
export const layer: Layer.Layer<BrandRefreshStore, never, Sqlite> = Layer.effect(
  BrandRefreshStore,
  Effect.gen(function* () {
    const { read, write } = yield* Sqlite
    const leaseNow = yield* LeaseClock

    const turnOf = ({ before, every, now }: RefreshTurn): Effect.Effect<TurnRow> =>
      Effect.map(leaseNow, (clock) => ({
        now: millisOf(now),
        before: millisOf(before),
        every: Duration.toMillis(every),
        clock
      }))

    const isNoted = (domain: string, language: string) =>
      read("BrandRefreshStore.isNoted", (db) => {
        const found = db.get(
          "select 1 from brand_profiles where domain = ? and language = ? and tries > 0",
          domain,
          language
        )
        return found === undefined
      })

    return BrandRefreshStore.of({
      isDue: Effect.fnUntraced(function* (turn) {
        const row = yield* turnOf(turn)
        return yield* read("BrandRefreshStore.isDue", (db) => nextRefresh(db, row) !== undefined)
      }),

      claim: Effect.fnUntraced(function* ({ lease, ...turn }) {
        const row = { ...(yield* turnOf(turn)), lease: Math.trunc(Duration.toMillis(lease)) }
        const found = yield* write("BrandRefreshStore.claim", row)
        return Option.map(Option.fromNullishOr(found), toClaim)
      }),

      record: ({ domain, language, token }, { agesFrom, failures, read: found }) =>
        write("BrandRefreshStore.record", {
          ...{ domain, language: language ?? "", token, agesFrom: millisOf(agesFrom), failures },
          read: found === null ? null : rowOf(found)
        }),

      asked: Effect.fnUntraced(function* (domain, language) {
        const key = { domain, language: language ?? "" }
        // Whoever asks again has nothing to write.
        if (!(yield* isNoted(key.domain, key.language))) yield* write("BrandRefreshStore.asked", key)
      })
    })
  })
)
