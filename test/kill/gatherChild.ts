/**
 * A process that asks the sources of news that are due, to be killed: it dies before or behind the first time it keeps articles, or behind its
 * first record (`KILL_AT`), and tells where it lives how many sources it has asked. By the clock that ends its leases it is `KILL_LATER`
 * minutes later.
 */
import { NewsUpkeep } from "@kittiwake/core/news/News"
import { NewsSourceStore } from "@kittiwake/core/news/NewsSourceStore"
import { NewsStore } from "@kittiwake/core/news/NewsStore"
import { DateTime, Effect, Layer } from "effect"
import { LeaseClock as PostgresLeaseClock } from "../../packages/adapters/postgres/src/LeaseClock.ts"
import { LeaseClock as SqliteLeaseClock } from "../../packages/adapters/sqlite/src/LeaseClock.ts"
import * as adapters from "../../packages/cli/src/adapters.ts"
import { readSettings } from "../../packages/cli/src/config.ts"
import * as logging from "../../packages/cli/src/logging.ts"
import * as services from "../../packages/cli/src/services.ts"

const dieIf = (place: string) =>
  Effect.sync(() => {
    if (process.env.KILL_AT === place) process.kill(process.pid, "SIGKILL")
  })

const trapped = Layer.merge(
  Layer.effect(
    NewsStore,
    Effect.map(NewsStore, (store) => ({
      ...store,
      put: (...args: Parameters<typeof store.put>) =>
        dieIf("before keeping").pipe(Effect.andThen(store.put(...args)), Effect.tap(dieIf("behind keeping")))
    }))
  ),
  Layer.effect(
    NewsSourceStore,
    Effect.map(NewsSourceStore, (store) => ({
      ...store,
      record: (...args: Parameters<typeof store.record>) =>
        Effect.tap(store.record(...args), dieIf("behind the record"))
    }))
  )
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
  const layer = services.layer.pipe(
    Layer.provideMerge(trapped),
    Layer.provideMerge(adapters.layer(settings)),
    Layer.provide(clocks)
  )
  const count = yield* Effect.gen(function* () {
    const { gather } = yield* NewsUpkeep
    let asked = 0
    while (yield* gather) asked += 1
    return asked
  }).pipe(Effect.provide(layer))
  console.log(JSON.stringify({ asked: count }))
})

Effect.runPromise(program.pipe(Effect.provide(logging.layerCommand))).catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
