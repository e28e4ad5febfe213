/** Whether the database takes writes while another program holds its file. */
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import { StoreWrites } from "../../../core/src/StoreWrites.ts"
import * as InstanceSecrets from "../src/InstanceSecretStore.ts"
import * as Sqlite from "../src/Sqlite.ts"
import { SqliteError } from "../src/sqliteFailure.ts"
import { makeWriteRefusal } from "../src/writeRefusal.ts"
import { temporaryDirectory } from "./databases.ts"

const holder = (file: string) =>
  Effect.acquireRelease(
    Effect.sync(() => new DatabaseSync(file)),
    (db) => Effect.sync(() => db.close())
  )

/** A database whose trials end when a test says so, asked at moments that it says. */
const asked = Effect.gen(function* () {
  const times = { nowMillis: 10_000, writtenMillis: 0, trials: 0 }
  const trials: Array<Deferred.Deferred<null, StoreUnavailable>> = []
  const refusal = makeWriteRefusal({
    write: Effect.suspend(() => {
      times.trials += 1
      const trial = Deferred.makeUnsafe<null, StoreUnavailable>()
      trials.push(trial)
      return Deferred.await(trial)
    }),
    nowMillis: () => times.nowMillis,
    writtenMillis: () => times.writtenMillis,
    scope: yield* Effect.scope
  })
  return { times, refusal, trials }
})

const failure = (code: number) =>
  new StoreUnavailable({
    operation: "write",
    cause: new SqliteError({ kind: "unavailable", message: "it failed", code, stack: undefined })
  })

describe("a database whose file another program holds", () => {
  it.live("says so soon, answers reads at once, and takes writes again by itself", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryDirectory, "kittiwake.db")
      const context = yield* Layer.build(
        InstanceSecrets.layer.pipe(Layer.provideMerge(Sqlite.layer({ file, synchronous: "off" })))
      )
      const [{ refusal }, secrets] = [Context.get(context, StoreWrites), Context.get(context, InstanceSecretStore)]
      const { read } = Context.get(context, Sqlite.Sqlite)
      const other = yield* holder(file)
      other.exec("begin exclusive")
      const write = yield* Effect.forkChild(secrets.getOrKeep("name", "secret"))
      assert.match((yield* refusal) ?? "", /another program holds its file/)
      assert.deepStrictEqual(yield* read("count", (db) => db.get("select count(*) as n from instance_secrets")), {
        n: 0
      })
      // What waits still is not lost when the other program ends in time.
      other.exec("rollback")
      assert.strictEqual(yield* Fiber.join(write), "secret")
      assert.strictEqual(yield* refusal, null)
    }).pipe(Effect.scoped)
  )

  it.live("is tried once at a time, however many ask, and not where it has just written", () =>
    Effect.gen(function* () {
      const { refusal, times, trials } = yield* asked
      times.writtenMillis = 9_900
      assert.strictEqual(yield* refusal, null)
      assert.strictEqual(times.trials, 0)
      times.nowMillis = 10_100
      const askers = yield* Effect.forkChild(Effect.all([refusal, refusal, refusal], { concurrency: "unbounded" }))
      while (trials.length === 0) yield* Effect.yieldNow
      yield* Deferred.fail(trials[0]!, failure(5))
      const told = yield* Fiber.join(askers)
      for (const one of told) assert.match(one ?? "", /^takes no writes: another program holds its file/)
      assert.strictEqual(times.trials, 1)
      const again = yield* Effect.forkChild(refusal)
      while (trials.length < 2) yield* Effect.yieldNow
      yield* Deferred.succeed(trials[1]!, null)
      assert.strictEqual(yield* Fiber.join(again), null)
    }).pipe(Effect.scoped)
  )

  it.live("is told from one that is busy, and from one that fails", () =>
    Effect.gen(function* () {
      const { refusal, times, trials } = yield* asked
      const silent = yield* Effect.forkChild(refusal)
      assert.match((yield* Fiber.join(silent)) ?? "", /^has written nothing for a second and a half/)
      const busy = yield* Effect.forkChild(refusal)
      yield* Effect.yieldNow
      times.writtenMillis = 10_001
      assert.strictEqual(yield* Fiber.join(busy), null)
      times.nowMillis = 20_000
      assert.strictEqual(times.trials, 1)
      const failing = yield* Effect.forkChild(Effect.flip(refusal))
      yield* Effect.yieldNow
      yield* Deferred.fail(trials[0]!, failure(10))
      assert.strictEqual((yield* Fiber.join(failing))._tag, "StoreUnavailable")
    }).pipe(Effect.scoped)
  )
})
