/** Work that nobody takes, as the doctor and those who wait are told of it. */
import { assert, describe, it } from "@effect/vitest"
import type { Waiting } from "@kittiwake/core/measures/BacklogStore"
import { Console, DateTime, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { RunRecord } from "../../core/src/monitors/domain/RunRecord.ts"
import { onceTaken, untilEnded } from "../src/commands/monitorRuns.ts"
import { noticeUntaken } from "../src/commands/untaken.ts"
import { workFinding } from "../src/doctor/work.ts"

const now = DateTime.makeUnsafe("2026-01-01T12:00:00Z")
const none: Waiting = { due: 0, since: null }
const since = (due: number, minutes: number): Waiting => ({ due, since: DateTime.subtract(now, { minutes }) })

const finding = (runs: Waiting, deliveries: Waiting, batches: Waiting, isUnderWay = false, isServed = true) =>
  workFinding({ runs, deliveries, batches, isUnderWay }, now, isServed)

describe("kittiwake doctor", () => {
  it("says how much waits that nobody takes, and how long the oldest does", () => {
    const all = finding(since(3, 4), since(1, 90), since(1, 2))
    assert.strictEqual(all.state, "broken")
    assert.match(all.message, /^3 runs, 1 delivery and 1 batch due, the oldest for 90 minutes, and nobody takes them/)
    assert.include(all.mend ?? "", "kittiwake worker")
    assert.match(finding(since(1, 1), none, none).message, /^1 run due, the oldest for a minute/)
    assert.match(finding(none, since(10_000, 60 * 24 * 3), none).message, /^10,000 deliveries due, .* 3 days/)
    assert.match(finding(none, none, since(2, 300)).message, /^2 batches due, .* 5 hours/)
  })

  it("finds nothing broken where all is stopped, so that it can be looked at before a start", () => {
    const stopped = finding(since(3, 600), none, none, false, false)
    assert.strictEqual(stopped.state, "absent")
    assert.match(stopped.message, /^3 runs due, the oldest for 10 hours, and nobody takes them/)
  })

  it("finds nothing where nothing waits long, or workers are at something", () => {
    for (const all of [
      finding(none, none, none),
      finding(since(5, 0.9), since(1, 0), none),
      // The clock of whoever queued it was ahead.
      finding(since(5, -3), none, none)
    ]) {
      assert.deepStrictEqual([all.state, all.message], ["ok", "nothing that is due waits for a worker"])
    }
    const busy = finding(since(500, 12), none, since(1, 0.1), true)
    assert.deepStrictEqual(
      [busy.state, busy.message],
      ["ok", "500 runs due, the oldest for 12 minutes; workers are at it"]
    )
  })
})

/** Runs it with what it says on the side. */
const heard = <A, E, R>(work: Effect.Effect<A, E, R>) => {
  const said: Array<string> = []
  const error = (text: unknown) => void said.push(String(text))
  return Effect.map(
    Effect.forkChild(Effect.provideService(work, Console.Console, Object.assign(Object.create(console), { error }))),
    (fiber) => ({ said, fiber })
  )
}

const standing = (status: RunRecord["status"]) => ({ status })

describe("whoever waits for a run", () => {
  it.effect("is told once, after seconds, that no worker has taken it", () =>
    Effect.gen(function* () {
      let status: RunRecord["status"] = "queued"
      const look = Effect.sync(() => standing(status))
      const { fiber, said } = yield* heard(untilEnded("run_1", look, Effect.succeed(null)))
      yield* TestClock.adjust("4 seconds")
      assert.lengthOf(said, 0)
      yield* TestClock.adjust("60 seconds")
      assert.lengthOf(said, 1)
      assert.match(
        said[0]!,
        /^Run run_1 has not begun for 5 s: .*its site rests \("kittiwake doctor" .*no worker runs \("kittiwake worker"\)/
      )
      status = "completed"
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(fiber)).status, "completed")
    })
  )

  it.effect("is told of one that was taken, once, that it takes long", () =>
    Effect.gen(function* () {
      const { fiber, said } = yield* heard(
        untilEnded("run_1", Effect.succeed(standing("running")), Effect.succeed(null))
      )
      yield* TestClock.adjust("9 seconds")
      assert.lengthOf(said, 0)
      yield* TestClock.adjust("90 seconds")
      assert.lengthOf(said, 1)
      assert.match(
        said[0]!,
        /^Run run_1 has not ended for 10 s: its site answers slowly, or rests \("kittiwake doctor"/
      )
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect("and asks why gets one that was taken at once, and waits some seconds for another", () =>
    Effect.gen(function* () {
      for (const status of ["running", "completed", "failed", "skipped"] as const) {
        const { fiber, said } = yield* heard(onceTaken("run_1", Effect.succeed(standing(status))))
        assert.strictEqual((yield* Fiber.join(fiber)).status, status)
        assert.lengthOf(said, 0)
      }
      const waiting = yield* heard(onceTaken("run_1", Effect.succeed(standing("queued"))))
      yield* TestClock.adjust("7 seconds")
      assert.strictEqual((yield* Fiber.join(waiting.fiber)).status, "queued")
      assert.lengthOf(waiting.said, 1)
      let looks = 0
      const taken = yield* heard(
        onceTaken(
          "run_1",
          Effect.sync(() => standing(++looks < 3 ? "queued" : "running"))
        )
      )
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(taken.fiber)).status, "running")
      assert.lengthOf(taken.said, 0)
    })
  )

  it.effect("or for a batch, too", () =>
    Effect.gen(function* () {
      const { fiber, said } = yield* heard(
        Effect.gen(function* () {
          const notice = yield* noticeUntaken("batch batch_1")
          for (const status of ["queued", "queued", "queued", "running"]) {
            yield* notice({ status })
            yield* Effect.sleep("3 seconds")
          }
        })
      )
      yield* TestClock.adjust("12 seconds")
      yield* Fiber.join(fiber)
      assert.lengthOf(said, 1)
      assert.include(said[0] ?? "", "Batch batch_1")
    })
  )
})
