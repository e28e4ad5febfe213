/** Observed on two connections: a delivery is sent again by hand while its webhook goes. */
import { assert, describe, layer } from "@effect/vitest"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { DateTime, Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { freshOrganization, storedDelivery } from "../../../core/src/testing/arrangements.ts"
import { failedDelivery, requeued } from "../../../core/src/testing/deliveryRetrySuite.ts"
import { requeueDelivery } from "../src/requeueDelivery.ts"
import { needsServer, onPostgres } from "./databases.ts"

/** Until the work is done, or a statement waits for a lock of another transaction. */
const untilBlocked = Effect.fnUntraced(function* (work: Fiber.Fiber<unknown, unknown>) {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.repeat(
    sql<{ n: number }>`
      select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    { until: ([row]) => row!.n > 0 || work.pollUnsafe() !== undefined }
  )
})

describe("on a server", needsServer, () => {
  layer(onPostgres)("sending a delivery again", (it) => {
    it.effect("holds its webhook, so that whoever removes that finds the delivery and cancels it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* freshOrganization()
        const { monitor, stored } = yield* failedDelivery(id)
        const now = yield* DateTime.now
        const [written, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const requeueing = yield* requeueDelivery(sql, stored, requeued(stored, now), null).pipe(
          Effect.andThen(Deferred.succeed(written, undefined)),
          Effect.andThen(Deferred.await(goOn)),
          sql.withTransaction,
          Effect.forkChild
        )
        yield* Deferred.await(written)
        const removing = yield* Effect.forkChild((yield* MonitorStore).remove(id, monitor.id, now))
        yield* untilBlocked(removing)
        yield* Deferred.succeed(goOn, undefined)
        yield* Fiber.join(requeueing)
        assert.isTrue(yield* Fiber.join(removing))
        assert.strictEqual((yield* storedDelivery(stored.delivery)).delivery.status, "cancelled")
      })
    )
  })
})
