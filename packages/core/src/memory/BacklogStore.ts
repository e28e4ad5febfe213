import { Clock, DateTime, Effect, Layer } from "effect"
import { isWorked } from "../batches/domain/settle.ts"
import { isHeld } from "../leaseHorizon.ts"
import {
  type Backlog,
  BacklogStore,
  mostCounted,
  mostReceivers,
  type RefusingReceiver,
  troublingAttempts,
  type Waiting
} from "../measures/BacklogStore.ts"
import { hostOf } from "../Shares.ts"
import { subscriptionOf } from "./attemptDelivery.ts"
import { acceptedRows, leftToBegin } from "./batchRows.ts"
import { dueSince } from "./claimRuns.ts"
import { Database, type Tables } from "./Database.ts"

/** Counts what is due since these moments; those of what is not due are null. */
const waiting = (since: Iterable<number | null>): Waiting => {
  let [due, first] = [0, Infinity]
  for (const millis of since) {
    if (millis === null) continue
    due += 1
    first = Math.min(first, millis)
  }
  return { due: Math.min(due, mostCounted), since: due === 0 ? null : DateTime.makeUnsafe(first) }
}

const runs = (tables: Tables, nowMillis: number, clockMillis: number): Waiting =>
  waiting([...tables.monitors.values()].map((row) => dueSince(tables, row, nowMillis, clockMillis)))

const deliveries = (tables: Tables, nowMillis: number, clockMillis: number): Waiting =>
  waiting(
    [...tables.openDeliveries].map(({ delivery, inFlight, leaseEndMillis }) => {
      const millis = delivery.nextAttemptAt?.epochMilliseconds ?? Infinity
      return millis > nowMillis || (inFlight && isHeld(leaseEndMillis, clockMillis)) ? null : millis
    })
  )

const pages = (tables: Tables): Waiting => {
  const open = acceptedRows(tables).filter(
    (row) => isWorked(row.batch.status) && row.waiting.size > 0 && leftToBegin(row) > 0
  )
  const due = open.reduce((sum, row) => sum + leftToBegin(row), 0)
  return { ...waiting(open.map(({ batch }) => batch.createdAt.epochMilliseconds)), due: Math.min(due, mostCounted) }
}

const refusing = (tables: Tables): ReadonlyArray<RefusingReceiver> => {
  const next = [...tables.openDeliveries]
    .flatMap((row) =>
      row.delivery.nextAttemptAt === null ? [] : [{ row, delivery: row.delivery, at: row.delivery.nextAttemptAt }]
    )
    .sort((one, other) => DateTime.Order(one.at, other.at) || (one.delivery.id < other.delivery.id ? -1 : 1))
    .slice(0, mostCounted)
    .filter(({ delivery }) => delivery.status === "retrying" && delivery.attempts >= troublingAttempts)
  return [...Map.groupBy(next, ({ delivery, row }) => hostOf(subscriptionOf(tables, row)?.url ?? delivery.url))]
    .map(([host, waits]) => ({
      host,
      deliveries: waits.length,
      since: waits.map(({ delivery }) => delivery.createdAt).reduce(DateTime.min)
    }))
    .sort((one, other) => other.deliveries - one.deliveries || (one.host < other.host ? -1 : 1))
    .slice(0, mostReceivers)
}

/** `BacklogStore` in memory. */
export const layer: Layer.Layer<BacklogStore, never, Database> = Layer.effect(
  BacklogStore,
  Effect.map(Database, (tables) =>
    BacklogStore.of({
      look: (now) =>
        Clock.clockWith((clock) =>
          Effect.sync((): Backlog => {
            const [nowMillis, clockMillis] = [now.epochMilliseconds, clock.currentTimeMillisUnsafe()]
            return {
              runs: runs(tables, nowMillis, clockMillis),
              deliveries: deliveries(tables, nowMillis, clockMillis),
              pages: pages(tables)
            }
          })
        ),
      refusing: Effect.sync(() => refusing(tables))
    })
  )
)
