import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Latch } from "effect"
import { TestClock } from "effect/testing"
import type { Run } from "../src/makeClient.ts"
import { remembered } from "../src/remembered.ts"
import { makeTableWrites, TableWrites } from "../src/TableWrites.ts"

/** A reader of a table with one number in it, and statements that change it. */
const makeTable = (options: { readonly othersWithin: Duration.Duration }) =>
  Effect.gen(function* () {
    const { watched, writes } = makeTableWrites()
    const gate = yield* Latch.make(true)
    const table = { value: 1, reads: 0 }
    const statement: Run = (text) =>
      text.includes("fail") ? Effect.die(new Error("broke")) : Effect.succeed({ rows: [], command: "OK", rowCount: 0 })
    const run = watched(statement)
    const read = yield* remembered({
      table: "accounts",
      othersWithin: options.othersWithin,
      read: () =>
        Effect.gen(function* () {
          table.reads += 1
          const { value } = table
          yield* gate.await
          return () => value
        })
    }).pipe(Effect.provideService(TableWrites, writes))
    return { table, gate, read: read("a"), run: (text: string) => Effect.exit(run(text, [], true)) }
  })

const turns = Effect.repeat(Effect.yieldNow, { times: 50 })

describe("rows that are remembered", () => {
  it.effect("are read once as long as nobody here writes", () =>
    Effect.gen(function* () {
      const { read, run, table } = yield* makeTable({ othersWithin: Duration.days(2) })
      assert.strictEqual(yield* read, 1)
      yield* TestClock.adjust("1 day")
      yield* run("select balance from accounts")
      yield* run("insert into request_logs select 1")
      assert.strictEqual(yield* read, 1)
      assert.strictEqual(table.reads, 1)
    })
  )

  it.effect("are read again after any statement that may have changed them, also one that failed", () =>
    Effect.gen(function* () {
      const { read, run, table } = yield* makeTable({ othersWithin: Duration.days(2) })
      const texts = [
        "update accounts set balance = 2",
        "with ended as (delete from holds returning 1) update ACCOUNTS a set held = 0 from ended",
        'insert into "accounts" select 1',
        "update accounts set fail = 1",
        "commit"
      ]
      for (const text of texts) {
        yield* read
        table.value += 1
        yield* run(text)
        assert.strictEqual(yield* read, table.value, text)
      }
      assert.strictEqual(table.reads, texts.length + 1)
    })
  )

  it.effect("are not kept when they were read while a write was under way", () =>
    Effect.gen(function* () {
      const { gate, read, run, table } = yield* makeTable({ othersWithin: Duration.days(2) })
      yield* gate.close
      const early = yield* Effect.forkChild(read, { startImmediately: true })
      yield* turns
      table.value = 2
      yield* run("update accounts set balance = 2")
      yield* gate.open
      assert.strictEqual(yield* Fiber.join(early), 1)
      assert.strictEqual(yield* read, 2)
    })
  )

  it.effect("lack it as briefly where they were read while the clock was ahead", () =>
    Effect.gen(function* () {
      const { read, table } = yield* makeTable({ othersWithin: Duration.seconds(1) })
      yield* TestClock.setTime(86_400_000)
      assert.strictEqual(yield* read, 1)
      yield* TestClock.setTime(0)
      table.value = 2
      assert.strictEqual(yield* read, 1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* read, 2)
    })
  )

  it.effect("lack what another process wrote no longer than allowed", () =>
    Effect.gen(function* () {
      const { read, table } = yield* makeTable({ othersWithin: Duration.seconds(1) })
      assert.strictEqual(yield* read, 1)
      table.value = 2
      yield* TestClock.adjust("999 millis")
      assert.strictEqual(yield* read, 1)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* read, 2)
      assert.strictEqual(table.reads, 2)
    })
  )

  it.effect("are read each time where others write and nothing may be missing", () =>
    Effect.gen(function* () {
      const { read, table } = yield* makeTable({ othersWithin: Duration.zero })
      yield* read
      table.value = 2
      assert.strictEqual(yield* read, 2)
    })
  )

  it.effect("are not remembered when they could not be read", () =>
    Effect.gen(function* () {
      const { writes } = makeTableWrites()
      let tries = 0
      const read = yield* remembered({
        table: "accounts",
        othersWithin: Duration.days(2),
        read: () =>
          Effect.suspend(() => {
            tries += 1
            return tries === 1 ? Effect.fail("away") : Effect.succeed(() => tries)
          })
      }).pipe(Effect.provideService(TableWrites, writes))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(read("a"))))
      assert.strictEqual(yield* read("a"), 2)
    })
  )
})
