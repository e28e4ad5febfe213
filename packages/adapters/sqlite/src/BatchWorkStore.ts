import { BatchWorkStore } from "@kittiwake/core/batches/BatchWorkStore"
import { aloneFrom } from "@kittiwake/core/internal/batches/domain/losses"
import { madeWithin } from "@kittiwake/core/paging/domain/Page"
import { Duration, Effect, Layer, Option } from "effect"
import { settleRow, toClaim, toStoredBatch, toWorked, writeRow } from "./batchRows.ts"
import { LeaseClock } from "./LeaseClock.ts"
import { millisOf } from "./moments.ts"
import { Sqlite } from "./Sqlite.ts"
import {
  attempted,
  type BatchRow,
  batchColumns,
  batchTables,
  firstHost,
  isDone,
  isWaiting,
  readBytes,
  underWay
} from "./writes/batchColumns.ts"
import { leaseBounds } from "./writes/leaseBounds.ts"

interface UnsettledRow extends BatchRow {
  readonly done: number
  readonly waitsAt: string | null
}

/** Those that are wanted are found by an index that has all that is asked, so that no body of another is read. */
const unsettledWhere = (
  condition: string
) => `select ${batchColumns}, ${isDone} as done, ${firstHost} as waitsAt from ${batchTables}
  where b.id in (
    select b.id from batches b indexed by batches_standing where b.open = 1 and b.id > ? ${condition} order by b.id limit ?
  ) order by b.id`

const unsettled = unsettledWhere("")
const unsettledDone = unsettledWhere(`and ${isDone}`)

const mayClaim = `select 1 from batches b indexed by batches_standing
  where b.open = 1 and b.status in ('queued', 'running') and ${isWaiting} and b.reserved - ${attempted} > ${underWay} limit 1`

const leaseEnds = `select min(lease_until) as first, max(lease_until) as last
  from batch_items indexed by batch_items_under_way where state = 1`

/** `BatchWorkStore` on SQLite. */
export const layer: Layer.Layer<BatchWorkStore, never, Sqlite> = Layer.effect(
  BatchWorkStore,
  Effect.gen(function* () {
    const { read, write } = yield* Sqlite
    const leaseNow = yield* LeaseClock

    return BatchWorkStore.of({
      claimDue: Effect.fnUntraced(function* ({ lease, limit, now, pausing, resting, served, shares }) {
        if (limit < 1) return []
        const { batches, items } = yield* write("BatchWorkStore.claimDue", {
          now: millisOf(now),
          clockMillis: yield* leaseNow,
          leaseMillis: Math.trunc(Duration.toMillis(lease)),
          limit: Math.floor(limit),
          shares: shares ?? null,
          resting: resting ?? new Map(),
          pausing: pausing ?? new Map(),
          served: served ?? new Map(),
          aloneFrom
        })
        const byId = new Map(batches.map((row) => [row.id, toWorked(row)]))
        return items.map((item) => toClaim(item, byId))
      }),

      untilDue: Effect.fnUntraced(function* () {
        const clockMillis = yield* leaseNow
        return yield* read("BatchWorkStore.untilDue", (db) => {
          if (db.get(mayClaim) !== undefined) return Option.some(Duration.zero)
          const [, beyond] = leaseBounds(clockMillis)
          const { first, last } = db.get<{ readonly first: number | null; readonly last: number }>(leaseEnds)!
          if (first === null) return Option.none()
          return Option.some(Duration.millis(last > beyond ? 0 : Math.max(0, first - clockMillis)))
        })
      }),

      renew: Effect.fnUntraced(function* (claims, lease) {
        const leaseMillis = Math.trunc(Duration.toMillis(lease))
        const until = leaseMillis === 0 ? null : (yield* leaseNow) + leaseMillis
        return yield* write("BatchWorkStore.renew", {
          claims: claims.map(({ batch, losses, n, token }) => [batch.id, n, token, losses] as const),
          until
        })
      }),

      record: (writes) => write("BatchWorkStore.record", writes.map(writeRow)),

      unsettled: ({ after, doneOnly = false, limit }) =>
        read("BatchWorkStore.unsettled", (db) =>
          madeWithin(
            db.iterate<UnsettledRow>(doneOnly ? unsettledDone : unsettled, after ?? "", limit),
            (row) => row,
            readBytes
          ).rows.map((row) => ({ ...toStoredBatch(row), isDone: row.done === 1, waitsAt: row.waitsAt }))
        ),

      settle: (settling) => write("BatchWorkStore.settle", settleRow(settling))
    })
  })
)
