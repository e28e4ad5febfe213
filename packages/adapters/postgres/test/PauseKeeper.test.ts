import { assert, describe, it } from "@effect/vitest"
import { PauseKeeper } from "@kittiwake/core/sharing/PauseKeeper"
import { suite } from "@kittiwake/core/testing/pauseKeeperSuite"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as postgres from "../src/postgres.ts"
import { restingHosts } from "../src/restingHosts.ts"
import { needsServer, newDatabase, onServer } from "./databases.ts"

onServer(suite)

// The database's own clock tells pauses here, as in production.
describe("pauses of processes that share a Postgres server", needsServer, () => {
  const startProcess = Effect.fnUntraced(function* (url: Effect.Success<typeof newDatabase>) {
    const context = yield* Layer.build(Layer.fresh(postgres.layer({ url, poolSize: 2 })))
    return { keeper: Context.get(context, PauseKeeper)!, context }
  })

  it.live(
    "are kept by the database's clock, and each turn is given once",
    () =>
      Effect.gen(function* () {
        const url = yield* newDatabase
        const processes = [yield* startProcess(url), yield* startProcess(url), yield* startProcess(url)]
        const asked = { host: "slow.example", owner: "a", pauseMillis: 400 }
        const given: Array<number> = []
        const began = performance.now()
        const visit = ({ keeper }: (typeof processes)[number]) =>
          Effect.gen(function* () {
            for (;;) {
              if (performance.now() - began > 2_500) return
              const wait = yield* keeper.take(asked)
              if (wait === 0) given.push(performance.now() - began)
              yield* Effect.sleep(Math.min(wait, 50))
            }
          })
        yield* Effect.forEach([...processes, ...processes], visit, { concurrency: "unbounded" })
        // As many as there are pauses: a second turn in one of them would be one too many.
        assert.isAtLeast(given.length, 2)
        assert.isAtMost(given.length, 1 + Math.floor(given.at(-1)! / asked.pauseMillis))
      }).pipe(Effect.scoped),
    60_000
  )

  it.live(
    "tell whoever looks beside them which hosts rest",
    () =>
      Effect.gen(function* () {
        const { context, keeper } = yield* startProcess(yield* newDatabase)
        const look = Effect.provideContext(restingHosts, context)
        assert.strictEqual((yield* look).size, 0)
        yield* keeper.rest("slow.example", { status: 503, restMillis: 60_000 })
        const found = yield* look
        assert.deepStrictEqual([...found.keys()], ["slow.example"])
        assert.strictEqual(found.get("slow.example")?.status, 503)
        assert.isAbove(found.get("slow.example")?.restMillis ?? 0, 50_000)
      }).pipe(Effect.scoped),
    60_000
  )

  it.live(
    "are forgotten when nobody asked for hours",
    () =>
      Effect.gen(function* () {
        const { context, keeper } = yield* startProcess(yield* newDatabase)
        const sql = Context.get(context, SqlClient.SqlClient)
        for (let n = 0; n < 30; n++) yield* keeper.take({ host: `${n}.example`, owner: "a", pauseMillis: 1_000 })
        yield* sql`update host_pauses set hour = hour - 3`
        for (let n = 30; n < 33; n++) yield* keeper.take({ host: `${n}.example`, owner: "a", pauseMillis: 1_000 })
        const hosts = yield* sql<{ readonly host: string }>`select host from host_pauses order by host`
        assert.deepStrictEqual(
          hosts.map(({ host }) => host),
          ["30.example", "31.example", "32.example"]
        )
      }).pipe(Effect.scoped),
    60_000
  )
})
