/** What is due, and whether anybody is at work on anything: where nobody is, no worker runs. */
import { BacklogStore, mostCounted, type Waiting } from "@kittiwake/core/measures/BacklogStore"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Backlogs from "./BacklogStore.ts"
import { LeaseClock } from "./LeaseClock.ts"
import { isFree } from "./leaseEnds.ts"
import { orUnavailable } from "./storeFailure.ts"

/** What waits of each kind, and whether anything is under way. */
export interface UntakenWork {
  readonly runs: Waiting
  readonly deliveries: Waiting
  /** Batches of which no page was begun: those of others may wait for a host that is to be left in peace. */
  readonly batches: Waiting
  readonly isUnderWay: boolean
}

interface Row {
  readonly isUnderWay: boolean
  readonly batches: number
  /** Milliseconds since 1970. */
  readonly since: number | null
}

/** Looks at no more rows than are counted: those that are under way were claimed first, because they were due first. */
export const untakenWork = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const now = yield* DateTime.now
  const leaseMoment = yield* yield* LeaseClock
  const isFreeNow = (column: string) =>
    isFree(sql, column, sql`coalesce(${leaseMoment}::timestamptz, clock_timestamp())`)
  const { deliveries, runs } = yield* BacklogStore.use((store) => store.look(now))
  const isLeased = (table: "monitors" | "deliveries") => sql`exists (
    select from (
      select lease_until from ${sql(table)} where due_at <= ${now}::timestamptz
      order by due_at, id limit ${sql.literal(String(mostCounted))}
    ) due where not ${isFreeNow("due.lease_until")})`
  const [row] = yield* sql<Row>`
    select (${isLeased("monitors")} or ${isLeased("deliveries")} or exists (
        select from batches b where b.open and exists (
          select from batch_items i where i.batch_id = b.id and i.state = 1 and not ${isFreeNow("i.lease_until")}))
      ) as "isUnderWay",
      (select count(*)::integer from batches where open and status = 'queued') as batches,
      (select extract(epoch from min(created_at)) * 1000 from batches where open and status = 'queued')::float8 as since`
  const { batches, isUnderWay, since } = row!
  return {
    runs,
    deliveries,
    batches: { due: batches, since: since === null ? null : DateTime.makeUnsafe(since) },
    isUnderWay
  }
}).pipe(orUnavailable("untakenWork"), Effect.provide(Backlogs.layer))
