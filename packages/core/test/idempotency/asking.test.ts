import { assert, describe } from "@effect/vitest"
import { Credits } from "@kittiwake/core/credits/Credits"
import { IdempotencyKey } from "@kittiwake/core/idempotency/domain/IdempotencyKey"
import type { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import type { Organization } from "@kittiwake/core/organizations/domain/Organization"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { watched, webhookTo } from "@kittiwake/core/testing/WatchedPage"
import { Effect } from "effect"
import { Idempotency } from "../../src/idempotency/Idempotency.ts"
import { organizationOf } from "../../src/testing/builders.ts"
import { advance, newest, page, receiver, remove, runsOf, scenario, settle, show, update, watch } from "../watching.ts"

const key = IdempotencyKey.make("order-17")

const limitedTo = (monitors: number) =>
  Effect.map(TestInstallation, ({ organization }): Organization => ({ ...organization, overrides: { monitors } }))

const create = Effect.fnUntraced(function* (body: object = { n: 1 }, given: Organization | undefined = undefined) {
  const { organization } = yield* TestInstallation
  const input = watched({ url: page, webhook: webhookTo(receiver) })
  const created = yield* Monitors.use((monitors) => monitors.create(given ?? organization, input, { key, body }))
  yield* settle
  return created
})

const run = Effect.fnUntraced(function* (monitorId: MonitorId, given = key) {
  const { organization } = yield* TestInstallation
  const runId = yield* Monitors.use((monitors) => monitors.runNow(organization.id, monitorId, given))
  yield* settle
  return runId
})

const monitorIds = Effect.gen(function* () {
  const { organization } = yield* TestInstallation
  const { data } = yield* Monitors.use((monitors) => monitors.list(organization.id, {}, newest))
  return data.map(({ id }) => id)
})

const tagOf = <A, R>(effect: Effect.Effect<A, { readonly _tag: string }, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => _tag)

const many = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.all(
    Array.from({ length: 30 }, () => effect),
    { concurrency: "unbounded" }
  )

describe("creating a monitor with a key", () => {
  scenario(
    "makes one monitor, however often and however many at once ask",
    Effect.gen(function* () {
      yield* show("<p>10 €</p>")
      const first = yield* create()
      for (const again of [...(yield* many(create())), yield* create()]) assert.deepEqual(again, first)
      assert.deepStrictEqual(yield* monitorIds, [first.monitor.id])
      assert.strictEqual((yield* runsOf(first.monitor.id)).length, 1)
    })
  )

  scenario(
    "gives the first answer when the monitor has changed since, and when it is gone",
    Effect.gen(function* () {
      yield* show("<p>10 €</p>")
      const first = yield* create()
      yield* update(first.monitor.id, { name: "Other", status: "paused" })
      assert.deepEqual(yield* create(), first)
      yield* remove(first.monitor.id)
      assert.deepEqual(yield* create(), first)
      assert.deepStrictEqual(yield* monitorIds, [])
    })
  )

  scenario(
    "gives the first answer when the plan would no longer allow it",
    Effect.gen(function* () {
      yield* show("<p>10 €</p>")
      const first = yield* create({}, yield* limitedTo(1))
      assert.deepEqual(yield* create({}, yield* limitedTo(0)), first)
    })
  )

  scenario(
    "is refused for another body, and makes nothing",
    Effect.gen(function* () {
      yield* show("<p>10 €</p>")
      const { monitor } = yield* create({ name: "a", tags: ["x", "y"] })
      assert.strictEqual((yield* create({ tags: ["x", "y"], name: "a" })).monitor.id, monitor.id)
      for (const other of [{ name: "b", tags: ["x", "y"] }, { name: "a", tags: ["y", "x"] }, { name: "a" }]) {
        assert.strictEqual(yield* tagOf(create(other)), "IdempotencyKeyConflict")
      }
      assert.deepStrictEqual(yield* monitorIds, [monitor.id])
    })
  )

  scenario(
    "leaves the key free when it was refused",
    Effect.gen(function* () {
      yield* show("<p>10 €</p>")
      assert.strictEqual(yield* tagOf(create({ n: 1 }, yield* limitedTo(0))), "MonitorLimitReached")
      const { monitor } = yield* create({ n: 2 })
      assert.deepStrictEqual(yield* monitorIds, [monitor.id])
    })
  )

  scenario(
    "remembers the key for a day, and then makes another one",
    Effect.gen(function* () {
      yield* show("<p>10 €</p>")
      const first = yield* create()
      yield* advance("23 hours")
      assert.deepEqual(yield* create(), first)
      yield* advance("1 hour")
      assert.strictEqual(yield* Idempotency.use(({ prune }) => prune(10)), 1)
      const { monitor } = yield* create({ n: 2 })
      assert.notStrictEqual(monitor.id, first.monitor.id)
      assert.strictEqual((yield* monitorIds).length, 2)
    })
  )

  scenario(
    "knows nothing of the keys of another organization",
    Effect.gen(function* () {
      yield* show("<p>10 €</p>")
      const first = yield* create()
      const second = yield* create({ n: 2 }, organizationOf())
      assert.notStrictEqual(second.monitor.id, first.monitor.id)
    })
  )
})

describe("running a monitor now with a key", () => {
  scenario(
    "queues one run and charges it once, however often and however many at once ask",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* show("<p>10 €</p>")
      const id = yield* watch()
      const balance = Credits.use((credits) => credits.account(organization.id))
      const before = (yield* balance).balance
      const runIds = [...(yield* many(run(id))), yield* run(id)]
      yield* advance("5 minutes")
      assert.strictEqual(yield* run(id), runIds[0])
      assert.strictEqual(new Set(runIds).size, 1)
      assert.deepStrictEqual(
        (yield* runsOf(id)).map(({ status, trigger }) => [status, trigger]),
        [
          ["completed", "reset"],
          ["completed", "manual"]
        ]
      )
      assert.strictEqual((yield* balance).balance, before - 1)
    })
  )

  scenario(
    "is refused for another monitor, although the same key may have created it",
    Effect.gen(function* () {
      yield* show("<p>10 €</p>")
      const { monitor } = yield* create()
      const other = yield* watch()
      const runId = yield* run(monitor.id)
      assert.strictEqual(yield* tagOf(run(other)), "IdempotencyKeyConflict")
      assert.strictEqual(yield* run(monitor.id), runId)
      assert.strictEqual((yield* runsOf(other)).length, 1)
    })
  )

  scenario(
    "gives the first run when the monitor is paused or gone by now, and leaves the key of a refused one free",
    Effect.gen(function* () {
      yield* show("<p>10 €</p>")
      const id = yield* watch()
      yield* update(id, { status: "paused" })
      assert.strictEqual(yield* tagOf(run(id)), "MonitorPaused")
      yield* update(id, { status: "active" })
      const runId = yield* run(id)
      yield* update(id, { status: "paused" })
      assert.strictEqual(yield* run(id), runId)
      yield* remove(id)
      assert.strictEqual(yield* run(id), runId)
      assert.strictEqual(yield* tagOf(run(id, IdempotencyKey.make("another"))), "MonitorNotFound")
    })
  )
})
