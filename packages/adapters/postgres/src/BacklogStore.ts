import {
  BacklogStore,
  mostCounted,
  mostReceivers,
  troublingAttempts,
  type Waiting
} from "@kittiwake/core/measures/BacklogStore"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { attempted, isWaiting, underWay } from "./batchRows.ts"
import { LeaseClock } from "./LeaseClock.ts"
import { isFree } from "./leaseEnds.ts"
import { orUnavailable } from "./storeFailure.ts"

interface Row {
  readonly due: number
  /** Milliseconds since 1970. */
  readonly since: number | null
}

interface RefusingRow {
  readonly host: string
  readonly deliveries: number
  /** Milliseconds since 1970. */
  readonly since: number
}

const toWaiting = ({ due, since }: Row): Waiting => ({
  due: Math.min(due, mostCounted),
  since: since === null ? null : DateTime.makeUnsafe(since)
})

/** `BacklogStore` on Postgres. */
export const layer: Layer.Layer<BacklogStore, never, SqlClient.SqlClient> = Layer.effect(
  BacklogStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const leaseNow = yield* LeaseClock

    const dueIn = Effect.fnUntraced(function* (table: "monitors" | "deliveries", now: DateTime.Utc) {
      const leaseMoment = yield* leaseNow
      const [row] = yield* sql<Row>`
        select count(*)::integer as due, (extract(epoch from min(due_at)) * 1000)::float8 as since from (
          select t.due_at from ${sql(table)} t
          where t.due_at <= ${now}::timestamptz
            and ${isFree(sql, "t.lease_until", sql`coalesce(${leaseMoment}::timestamptz, clock_timestamp())`)}
          order by t.due_at, t.id limit ${sql.literal(String(mostCounted))}
        ) waits`
      return toWaiting(row!)
    })

    /** As many batches as may be open at once are few. */
    const duePages = Effect.gen(function* () {
      const [row] = yield* sql<Row>`
        select coalesce(sum("left"), 0)::float8 as due, (extract(epoch from min(since)) * 1000)::float8 as since from (
          select b.created_at as since, b.reserved - ${sql.literal(attempted)} - ${sql.literal(underWay)} as "left"
          from batches b where b.open and b.status in ('queued', 'running') and ${sql.literal(isWaiting)}
        ) waits where "left" > 0`
      return toWaiting(row!)
    })

    return BacklogStore.of({
      look: Effect.fn("BacklogStore.look")(function* (now) {
        return {
          runs: yield* dueIn("monitors", now),
          deliveries: yield* dueIn("deliveries", now),
          pages: yield* duePages
        }
      }, orUnavailable("BacklogStore.look")),
      refusing: Effect.gen(function* () {
        const rows = yield* sql<RefusingRow>`
          select host, count(*)::integer as deliveries, (extract(epoch from min(created_at)) * 1000)::float8 as since from (
            select d.host, d.created_at, d.status, d.attempts from deliveries d
            where d.due_at is not null order by d.due_at, d.id limit ${sql.literal(String(mostCounted))}
          ) waits where status = 'retrying' and attempts >= ${sql.literal(String(troublingAttempts))}
          group by host order by deliveries desc, host limit ${sql.literal(String(mostReceivers))}`
        return rows.map(({ since, ...row }) => ({ ...row, since: DateTime.makeUnsafe(since) }))
      }).pipe(orUnavailable("BacklogStore.refusing"))
    })
  })
)
