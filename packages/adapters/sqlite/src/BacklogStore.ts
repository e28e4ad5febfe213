import {
  BacklogStore,
  mostCounted,
  mostReceivers,
  troublingAttempts,
  type Waiting
} from "@kittiwake/core/measures/BacklogStore"
import { Effect, Layer } from "effect"
import { LeaseClock } from "./LeaseClock.ts"
import { millisOf, momentOf, momentOrNull } from "./moments.ts"
import { Sqlite } from "./Sqlite.ts"
import { attempted, isWaiting, underWay } from "./writes/batchColumns.ts"
import { leaseBounds } from "./writes/leaseBounds.ts"

interface Row {
  readonly due: number
  readonly since: number | null
}

const dueIn = (table: "monitors" | "deliveries") => `
  select count(*) as due, min(due_at) as since from (
    select due_at from ${table} where due_at <= ? and (lease_until is null or lease_until <= ? or lease_until > ?)
    order by due_at, id limit ${mostCounted}
  ) s`

const dueRuns = dueIn("monitors")
const dueDeliveries = dueIn("deliveries")

/** As many batches as may be open at once are few. */
const duePages = `
  select ifnull(sum("left"), 0) as due, min(since) as since from (
    select b.created_at as since, b.reserved - ${attempted} - ${underWay} as "left"
    from batches b indexed by batches_standing
    where b.open = 1 and b.status in ('queued', 'running') and ${isWaiting}
  ) s where "left" > 0`

interface RefusingRow {
  readonly host: string
  readonly deliveries: number
  readonly since: number
}

const refusing = `
  select host, count(*) as deliveries, min(created_at) as since from (
    select host, created_at, status, attempts from deliveries indexed by deliveries_due
    where due_at is not null order by due_at, id limit ${mostCounted}
  ) s where status = 'retrying' and attempts >= ${troublingAttempts}
  group by host order by deliveries desc, host limit ${mostReceivers}`

const toWaiting = ({ due, since }: Row): Waiting => ({ due: Math.min(due, mostCounted), since: momentOrNull(since) })

/** `BacklogStore` on SQLite. */
export const layer: Layer.Layer<BacklogStore, never, Sqlite> = Layer.effect(
  BacklogStore,
  Effect.gen(function* () {
    const { read } = yield* Sqlite
    const leaseNow = yield* LeaseClock
    return BacklogStore.of({
      look: Effect.fnUntraced(function* (now) {
        const [nowMillis, ...leases] = [millisOf(now), ...leaseBounds(yield* leaseNow)] as const
        return yield* read("BacklogStore.look", (db) => ({
          runs: toWaiting(db.get<Row>(dueRuns, nowMillis, ...leases)!),
          deliveries: toWaiting(db.get<Row>(dueDeliveries, nowMillis, ...leases)!),
          pages: toWaiting(db.get<Row>(duePages)!)
        }))
      }),
      refusing: read("BacklogStore.refusing", (db) =>
        db.all<RefusingRow>(refusing).map(({ since, ...row }) => ({ ...row, since: momentOf(since) }))
      )
    })
  })
)
