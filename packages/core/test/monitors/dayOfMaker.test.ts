/** Runs of monitors that were made with a grant. Observed: what is left of the grant's day, and what became of the runs. */
import { assert, describe, it } from "@effect/vitest"
import { Credits } from "@kittiwake/core/credits/Credits"
import type { OutOfCredits } from "@kittiwake/core/credits/errors"
import { GrantStore } from "@kittiwake/core/grants/GrantStore"
import { Grants } from "@kittiwake/core/grants/Grants"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { watched } from "@kittiwake/core/testing/WatchedPage"
import { DateTime, Duration, Effect, Fiber, Layer } from "effect"
import { SpendingBudget } from "../../src/credits/SpendingBudget.ts"
import { dayOf, GrantId } from "../../src/grants/domain/Grant.ts"
import { grantOf, tokenOf } from "../../src/testing/grantStoreSuite.ts"
import { advance, iso, monitorOf, page, runNow, runsOf, scenario, settle, show } from "../watching.ts"

const tea = "<p>10 €</p>"

const grantId = GrantId.make("grant_1")

const make = Effect.fnUntraced(function* (dailyCredits: number | null, url = page) {
  const { organization } = yield* TestInstallation
  const madeBy = { grantId, dailyCredits }
  const { monitor } = yield* Monitors.use((monitors) =>
    monitors.create(organization, watched({ url }), undefined, madeBy)
  )
  return monitor.id
})

/** The first run of a monitor whose maker may spend 5 credits a day, to be begun. */
const makeDue = Effect.gen(function* () {
  yield* show(tea)
  yield* make(5)
  const [due] = yield* Monitors.use((monitors) => monitors.takeDue({ limit: 1, lease: Duration.seconds(60) }))
  return due!.work
})

/** What is left of today for a grant that may spend so much in a day. */
const leftOf = (most: number) =>
  Effect.gen(function* () {
    const day = dayOf(yield* DateTime.now)
    const { left } = yield* (yield* GrantStore).takeCredits({
      ...{ grantId, day, most },
      credits: most + 1,
      atLeast: most + 1
    })
    return left
  })

const statuses = (id: Parameters<typeof runsOf>[0]) =>
  Effect.map(runsOf(id), (runs) => runs.map(({ skipReason, status }) => skipReason ?? status))

const spent = Effect.gen(function* () {
  const { organization } = yield* TestInstallation
  return 1_000 - (yield* Credits.use((credits) => credits.account(organization.id))).balance
})

const credits = { credits: 1_000 }

describe("runs of a monitor that was made with a grant", () => {
  scenario(
    "take from the grant's day, are skipped once when it is spent, and go on with the next day",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* make(5)
      yield* settle
      assert.strictEqual(yield* leftOf(5), 4)
      yield* advance("23 hours")
      assert.deepStrictEqual(yield* statuses(id), [...Array(5).fill("completed"), "insufficient_credits"])
      assert.deepStrictEqual([yield* leftOf(5), yield* spent], [0, 5])
      const { nextRunAt, skipsInARow, status } = yield* monitorOf(id)
      assert.deepStrictEqual([status, skipsInARow, iso(nextRunAt)?.slice(0, 13)], ["active", 1, "2026-01-02T00"])
      const skipped = (yield* runsOf(id)).at(-1)!
      assert.deepStrictEqual(
        skipped.trace.map(({ outcome }) => outcome),
        ["Skipped: the daily budget of grant_1 is spent until 2026-01-02T00:00:00.000Z"]
      )
      yield* advance("3 hours")
      assert.deepStrictEqual((yield* statuses(id)).slice(6), Array((yield* statuses(id)).length - 6).fill("completed"))
      assert.strictEqual((yield* monitorOf(id)).skipsInARow, 0)
      assert.isBelow(yield* leftOf(5), 5)
    }),
    credits
  )

  scenario(
    "pause their monitor by no number of runs that are asked for on a spent day",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* make(1)
      yield* settle
      for (let n = 0; n < 12; n++) yield* runNow(id)
      assert.deepStrictEqual((yield* statuses(id)).slice(1), Array(12).fill("insufficient_credits"))
      const { skipsInARow, status } = yield* monitorOf(id)
      assert.deepStrictEqual([status, skipsInARow, yield* leftOf(1)], ["active", 0, 0])
      yield* advance("25 hours")
      assert.deepStrictEqual((yield* statuses(id)).filter((end) => end === "completed").length, 2, "it goes on")
    }),
    credits
  )

  scenario(
    "share its day with each other and with its calls",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* show(tea)
      const other = "https://other.example/"
      yield* ScriptedWeb.use((web) => web.page(other, tea))
      const [one, two] = [yield* make(6), yield* make(6, other)]
      yield* settle
      const principal = { kind: "grant", id: grantId, scopes: null, organization, dailyCredits: 6 } as const
      const take = (amount: number) =>
        Grants.use((grants) =>
          grants.within(principal)(
            Effect.flatMap(SpendingBudget, (budget) => budget!.take({ atLeast: amount, atMost: amount }))
          )
        )
      const refused = (yield* Effect.flip(take(5))) as OutOfCredits
      assert.deepStrictEqual([refused._tag, refused.available], ["OutOfCredits", 4])
      yield* take(3)
      yield* advance("20 hours")
      const ends = [...(yield* statuses(one)), ...(yield* statuses(two))].toSorted()
      assert.deepStrictEqual(ends, [...Array(3).fill("completed"), ...Array(2).fill("insufficient_credits")])
      assert.strictEqual(yield* spent, 3, "what its calls took was never held")
    }),
    credits
  )

  scenario(
    "give back to the day what they were not charged",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* make(5)
      yield* settle
      yield* show({ body: "", status: 500 })
      yield* runNow(id)
      assert.deepStrictEqual(yield* statuses(id), ["completed", "failed"])
      assert.deepStrictEqual([yield* leftOf(5), yield* spent], [4, 1])
    }),
    credits
  )

  scenario(
    "cost nobody's day when somebody else has them",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* show(tea)
      const id = yield* make(5)
      const monitors = yield* Monitors
      const [due] = yield* monitors.takeDue({ limit: 1, lease: Duration.seconds(60) })
      yield* monitors.remove(organization.id, id)
      yield* due!.work
      assert.deepStrictEqual([yield* leftOf(5), yield* spent], [5, 0])
    }),
    { ...credits, loops: false }
  )

  it.live("cost its day what the organization was charged, whenever they are interrupted", () =>
    Effect.gen(function* () {
      for (let steps = 0; ; steps++) {
        const { charged, isOver, left } = yield* Effect.gen(function* () {
          const due = yield* makeDue
          const work = yield* Effect.forkChild(due)
          for (let step = 0; step < steps; step++) yield* Effect.yieldNow
          const isOver = work.pollUnsafe() !== undefined
          yield* Fiber.interrupt(work)
          // What was begun to be written is written.
          for (let step = 0; step < 50; step++) yield* Effect.yieldNow
          return { isOver, left: yield* leftOf(5), charged: yield* spent }
        }).pipe(Effect.provide(TestInstallation.layer({ ...credits, loops: false }), { local: true }))
        assert.isAtMost(left, 5 - charged, `interrupted after ${steps} steps`)
        if (isOver) return assert.deepStrictEqual([charged, left], [1, 4])
      }
    })
  )

  scenario(
    "give back to the day what an interrupted look took",
    Effect.gen(function* () {
      const due = yield* makeDue
      yield* show({ body: tea, latency: "20 seconds" })
      const work = yield* Effect.forkChild(due)
      yield* advance("10 seconds")
      assert.strictEqual(yield* leftOf(5), 4)
      yield* Fiber.interrupt(work)
      assert.deepStrictEqual([yield* leftOf(5), yield* spent], [5, 0])
    }),
    { ...credits, loops: false }
  )

  scenario(
    "cost its day what may have been charged when nobody answers whether it was",
    Effect.gen(function* () {
      const store = yield* RunStore
      const silent = RunStore.of({
        ...store,
        record: (outcomes) =>
          Effect.andThen(
            store.record(outcomes),
            Effect.fail(new StoreUnavailable({ operation: "record", cause: "silent" }))
          )
      })
      const pass = Effect.gen(function* () {
        const work = yield* Effect.forkChild(Effect.flip(yield* makeDue))
        yield* advance("20 seconds")
        return yield* Fiber.join(work)
      })
      const ofSilent = Layer.fresh(Monitors.layer).pipe(Layer.provide(Layer.succeed(RunStore, silent)))
      assert.strictEqual((yield* Effect.provide(pass, ofSilent))._tag, "StoreUnavailable")
      assert.deepStrictEqual([yield* leftOf(5), yield* spent], [4, 1])
    }),
    { ...credits, loops: false }
  )

  scenario(
    "keep to its budget when it is revoked, and are charged to the organization as before",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const grants = yield* GrantStore
      yield* grants.sign(grantOf(organization.id, { id: grantId, dailyCredits: 3 }), tokenOf(grantId), 10)
      yield* show(tea)
      const id = yield* make(3)
      yield* settle
      yield* Grants.use((all) => all.revoke(organization.id, grantId))
      yield* advance("12 hours")
      assert.deepStrictEqual(yield* statuses(id), [...Array(3).fill("completed"), "insufficient_credits"])
      assert.strictEqual(yield* spent, 3)
      const found = yield* Monitors.use((monitors) =>
        monitors.list(organization.id, { grantId }, { limit: 9, cursor: undefined })
      )
      assert.deepStrictEqual(
        found.data.map((monitor) => monitor.id),
        [id]
      )
      // The rest of its grant is forgotten after a while, and its budget is not.
      yield* advance("40 days")
      yield* Grants.use((all) => all.sweep(1_000))
      const before = yield* spent
      yield* advance("2 days")
      assert.strictEqual((yield* spent) - before, 6)
    }),
    credits
  )

  scenario(
    "go on as any others do where it has no budget of its own",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* make(null)
      yield* settle
      yield* advance("10 hours")
      assert.isAtLeast((yield* statuses(id)).length, 10)
      assert.isTrue((yield* statuses(id)).every((status) => status === "completed"))
    }),
    credits
  )
})
