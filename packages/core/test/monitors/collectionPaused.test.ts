import { assert, describe } from "@effect/vitest"
import { Administration } from "@kittiwake/core/administration/Administration"
import type { BillingPatch } from "@kittiwake/core/administration/domain/OrganizationPatch"
import { Credits } from "@kittiwake/core/credits/Credits"
import { Inbox } from "@kittiwake/core/testing/Inbox"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { DateTime, Effect } from "effect"
import { exactly } from "../../src/credits/domain/PriceRange.ts"
import { withCharge } from "../../src/credits/withCharge.ts"
import { paidBy } from "../paid.ts"
import {
  advance,
  assertRun,
  baselineOf,
  changesOf,
  lastRun,
  monitorOf,
  receiver,
  runNow,
  runsOf,
  scenario,
  settle,
  show,
  watch
} from "../watching.ts"

const tea = "<p>10 €</p>"
const coffee = "<p>12 €</p>"

const bill = Effect.fnUntraced(function* (billing: BillingPatch) {
  const { organization } = yield* TestInstallation
  yield* Administration.use((administration) => administration.change(organization.id, { billing }))
})

const disable = Effect.fnUntraced(function* (disabled: boolean) {
  const { organization } = yield* TestInstallation
  yield* Administration.use((administration) => administration.change(organization.id, { disabled }))
})

const account = Effect.gen(function* () {
  const { organization } = yield* TestInstallation
  return yield* Credits.use((credits) => credits.account(organization.id))
})

const looksSoFar = ScriptedWeb.use((web) => Effect.map(web.looks(), (looks) => looks.length))

describe("while billing is paused", () => {
  scenario(
    "no monitor looks, every slot says why, nothing is charged, and nothing is sent",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch({ webhook: receiver })
      yield* bill({ paused: true })
      const [before, looks] = [yield* account, yield* looksSoFar]
      yield* show(coffee)
      yield* advance("25 hours")
      const skipped = (yield* runsOf(id)).slice(1)
      assert.lengthOf(skipped, 24)
      for (const run of skipped) {
        assertRun(run, { status: "skipped", skipReason: "collection_paused", creditsCharged: 0, startedAt: null })
      }
      assert.deepStrictEqual(yield* account, before)
      assert.strictEqual(yield* looksSoFar, looks, "nobody was asked for the page")
      assert.lengthOf(yield* Inbox.use((inbox) => inbox.events), 1)
    })
  )

  scenario(
    "monitors stay active, and go on by themselves when it ends",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      yield* bill({ paused: true, resumesAt: DateTime.add(yield* DateTime.now, { days: 3 }) })
      yield* show(coffee)
      yield* advance("2 days")
      const resting = yield* monitorOf(id)
      assert.strictEqual(resting.status, "active", "a pause of billing is no fault of the monitor's")
      assert.strictEqual(resting.skipsInARow, 0)
      assert.isNotNull(resting.nextRunAt)
      yield* advance("25 hours")
      assertRun(yield* lastRun(id), { status: "completed", creditsCharged: 1 })
      assert.strictEqual(yield* baselineOf(id), "12 €")
      assert.lengthOf(yield* changesOf(id), 1)
    })
  )

  scenario(
    "and when somebody ends it before its time",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      yield* bill({ paused: true, resumesAt: DateTime.add(yield* DateTime.now, { days: 30 }) })
      yield* advance("3 hours")
      yield* bill({ paused: false })
      yield* advance("1 hour")
      assertRun(yield* lastRun(id), { status: "completed" })
    })
  )

  scenario(
    "a run by hand is refused with the end of the pause, and queues nothing",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      const resumesAt = DateTime.add(yield* DateTime.now, { days: 3 })
      yield* bill({ paused: true, resumesAt })
      const refused = yield* Effect.flip(runNow(id))
      assert.strictEqual(refused._tag, "CollectionPaused")
      if (refused._tag === "CollectionPaused") {
        assert.strictEqual(refused.resumesAt?.epochMilliseconds, resumesAt.epochMilliseconds)
      }
      assert.lengthOf(yield* runsOf(id), 1)
    })
  )

  scenario(
    "a new monitor is taken, and gets its baseline when the pause is over",
    Effect.gen(function* () {
      yield* show(tea)
      yield* bill({ paused: true })
      const id = yield* watch()
      assertRun(yield* lastRun(id), { status: "skipped", skipReason: "collection_paused", runType: "baseline" })
      assert.isNull(yield* baselineOf(id))
      yield* bill({ paused: false })
      yield* advance("2 hours")
      assertRun((yield* runsOf(id))[1], { status: "completed", runType: "baseline", baselineCreated: true })
    })
  )

  scenario(
    "a run that had begun before is finished and charged",
    Effect.gen(function* () {
      yield* show({ body: tea, latency: "10 seconds" })
      const id = yield* watch()
      yield* bill({ paused: true })
      yield* advance("1 minute")
      assertRun(yield* lastRun(id), { status: "completed", creditsCharged: 1 })
    })
  )

  scenario(
    "work that a call would be charged for does not begin",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* bill({ paused: true })
      const before = yield* account
      const refused = yield* Effect.flip(
        withCharge(paidBy(organization.id, "call"), exactly(1))(() => Effect.die("this costs credits"))
      )
      assert.strictEqual(refused._tag, "CollectionPaused")
      assert.deepStrictEqual(yield* account, before)
    })
  )
})

describe("while the organization is disabled", () => {
  scenario(
    "no monitor looks either, and all go on when it is enabled again",
    Effect.gen(function* () {
      yield* show(tea)
      const id = yield* watch()
      yield* disable(true)
      const looks = yield* looksSoFar
      yield* advance("2 hours")
      yield* settle
      assertRun(yield* lastRun(id), { status: "skipped", skipReason: "collection_paused" })
      assert.strictEqual(yield* looksSoFar, looks)
      yield* disable(false)
      yield* advance("1 hour")
      assertRun(yield* lastRun(id), { status: "completed" })
    })
  )
})
