/** What is read of the deliveries that a subscription has had when it is changed. */
import { assert, describe, it } from "@effect/vitest"
import { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { freshId, organizationOf, subscriptionOf } from "../../../core/src/testing/builders.ts"
import * as postgres from "../src/postgres.ts"
import { cancelDeliveries, putSubscription } from "../src/subscriptionRows.ts"
import { needsServer, newDatabase } from "./databases.ts"
import { readSoFar } from "./readSoFar.ts"

/** A subscription with thousands of deliveries that have ended, and two that wait, as thousands of others do. */
const oneOfLongStanding = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const organizationId = organizationOf().id
  const subscription = subscriptionOf({ id: MonitorId.make(freshId("mon")), organizationId })
  yield* putSubscription(sql, subscription, false)
  yield* sql`
    insert into deliveries (id, organization_id, subscription_id, source_type, monitor_id, event, event_id, body, url, delays_seconds,
      status, created_at, trigger, attempts, automatic_failures, due_at, host)
    select 'whd_' || n, ${organizationId}, ${subscription.id}, 'monitor', ${subscription.id}, 'run.completed', 'evt', '{}', ${subscription.url}, '{60}',
      case when n > 2 then 'delivered' else 'pending' end, now(), 'initial', 0, 0, case when n > 2 then null else now() end, 'old.example'
    from generate_series(1, 5000) n`
  yield* sql`
    insert into deliveries (id, organization_id, subscription_id, source_type, monitor_id, event, event_id, body, url, delays_seconds,
      status, created_at, trigger, attempts, automatic_failures, due_at, host)
    select id || '_' || n, organization_id, 'mon_' || id, source_type, 'mon_' || id, event, event_id, body, url, delays_seconds,
      case when n = 1 then 'pending' else 'delivered' end, created_at, trigger, 0, 0, case when n = 1 then now() end, 'others.example'
    from deliveries, generate_series(1, 8) n`
  yield* sql`analyze`
  return subscription
})

const readBy = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const before = yield* readSoFar
  yield* work
  return (yield* readSoFar) - before
})

describe("a subscription of long standing on a Postgres server", needsServer, () => {
  it.live("is told another host, and let go of, by reading what waits for it alone", () =>
    Effect.scoped(
      Effect.flatMap(newDatabase, (url) =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const subscription = yield* oneOfLongStanding
          const moved = { ...subscription, url: "https://new.example/" }
          assert.isAtMost(yield* readBy(putSubscription(sql, moved, false)), 50)
          const hosts = yield* sql<{ host: string; n: number }>`
            select host, count(*)::integer as n from deliveries where subscription_id = ${subscription.id} group by host order by n`
          assert.deepStrictEqual(hosts, [
            { host: "new.example", n: 2 },
            { host: "old.example", n: 4_998 }
          ])
          assert.isAtMost(yield* readBy(cancelDeliveries(sql, subscription.id)), 50)
          const [left] = yield* sql<{ n: number }>`
            select count(*)::integer as n from deliveries
            where subscription_id = ${subscription.id} and due_at is not null`
          assert.strictEqual(left!.n, 0)
        }).pipe(Effect.provide(postgres.layer({ url, poolSize: 1 })))
      )
    )
  )
})
