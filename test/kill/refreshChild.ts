/**
 * A process that reads the old brands of its storage again, to be killed: it dies before or behind its first record (`KILL_AT`), and
 * tells where it lives how many it has read. By the clock that ends its leases it is `KILL_LATER` minutes later.
 */
import { BrandRefreshStore } from "@kittiwake/core/brands/BrandRefreshStore"
import { BrandsUpkeep } from "@kittiwake/core/brands/Brands"
import { DateTime, Duration, Effect, Layer } from "effect"
import { LeaseClock as PostgresLeaseClock } from "../../packages/adapters/postgres/src/LeaseClock.ts"
import { LeaseClock as SqliteLeaseClock } from "../../packages/adapters/sqlite/src/LeaseClock.ts"
import * as adapters from "../../packages/cli/src/adapters.ts"
import { readSettings } from "../../packages/cli/src/config.ts"
import * as logging from "../../packages/cli/src/logging.ts"
import * as services from "../../packages/cli/src/services.ts"
import { RefreshBounds } from "../../packages/core/src/brands/RefreshBounds.ts"

const dieIf = (place: string) =>
  Effect.sync(() => {
    if (process.env.KILL_AT === place) process.kill(process.pid, "SIGKILL")
  })

const trapped = Layer.effect(
  BrandRefreshStore,
  Effect.map(BrandRefreshStore, (store) => ({
    ...store,
    record: (...args: Parameters<typeof store.record>) =>
      dieIf("before").pipe(Effect.andThen(store.record(...args)), Effect.tap(dieIf("behind")))
  }))
)

const laterMillis = Number(process.env.KILL_LATER ?? 0) * 60_000

const leaseNow = Effect.sync(() => Date.now() + laterMillis)

const clocks = Layer.merge(
  Layer.succeed(SqliteLeaseClock, leaseNow),
  Layer.succeed(
    PostgresLeaseClock,
    Effect.map(leaseNow, (millis) => DateTime.makeUnsafe(millis))
  )
)

const program = Effect.gen(function* () {
  const settings = yield* readSettings(false)
  // A turn each millisecond.
  const bounds = Layer.succeed(RefreshBounds, { perDay: 86_400_000, age: Duration.days(60) })
  const layer = services.layer.pipe(
    Layer.provideMerge(trapped),
    Layer.provideMerge(adapters.layer(settings)),
    Layer.provide([clocks, bounds])
  )
  const count = yield* Effect.gen(function* () {
    const { refresh } = yield* BrandsUpkeep
    let read = 0
    while (yield* refresh) read += 1
    return read
  }).pipe(Effect.provide(layer))
  console.log(JSON.stringify({ read: count }))
})

Effect.runPromise(program.pipe(Effect.provide(logging.layerCommand))).catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
