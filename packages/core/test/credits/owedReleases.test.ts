/** What becomes of holds that the storage did not give back when they ended. */
import { assert, describe, it } from "@effect/vitest"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { Credits } from "@kittiwake/core/credits/Credits"
import * as Memory from "@kittiwake/core/memory/Memory"
import { OrganizationStore } from "@kittiwake/core/organizations/OrganizationStore"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { DateTime, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { exactly } from "../../src/credits/domain/PriceRange.ts"
import { release, releaseOwed } from "../../src/credits/owedReleases.ts"
import { withCharge } from "../../src/credits/withCharge.ts"
import { organizationOf } from "../../src/testing/builders.ts"
import { paidBy } from "../paid.ts"

const full = new StoreUnavailable({ operation: "release", cause: "the disk is full", isDiskFull: true })

/** A ledger that gives nothing back while it is full, and notes what it was asked to give back. */
const arranged = () => {
  const storage = { isFull: true, isHanging: false, asked: [] as Array<string> }
  const ledger = Layer.effect(
    CreditLedger,
    Effect.map(CreditLedger, (whole) =>
      CreditLedger.of({
        ...whole,
        release: (id) =>
          Effect.suspend(() => {
            storage.asked.push(id)
            if (storage.isHanging) return Effect.never
            return storage.isFull ? Effect.fail(full) : whole.release(id)
          })
      })
    )
  ).pipe(Layer.provideMerge(Layer.fresh(Memory.layer)))
  return { storage, layer: ledger }
}

describe("holds that a full disk did not give back", () => {
  it.effect("are owed no more when they ended otherwise, and the sweep goes on to those that expired", () => {
    const { layer, storage } = arranged()
    return Effect.gen(function* () {
      const { id } = organizationOf({})
      yield* (yield* OrganizationStore).put(organizationOf({}))
      const credits = yield* Credits
      yield* credits.post(id, { kind: "grant", id: "start" }, 100)
      yield* Effect.flip(withCharge(paidBy(id, "a"), exactly(4))(() => Effect.fail("broken")))
      const ledger = yield* CreditLedger
      const hold = { organizationId: id, cause: { kind: "request", id: "b" } as const, credits: 5 }
      const expiresAt = DateTime.add(yield* DateTime.now, { minutes: 20 })
      yield* ledger.hold({ ...hold, id: "hold_b", expiresAt })
      yield* TestClock.adjust("16 minutes")
      // Another process has given back what expired.
      assert.strictEqual(yield* ledger.expire(yield* DateTime.now, 10), 1)
      storage.isFull = false
      yield* TestClock.adjust("5 minutes")
      storage.asked = []
      const sweep = credits.expireHolds(10)
      assert.strictEqual(yield* sweep, 1)
      assert.strictEqual(yield* sweep, 0)
      assert.deepStrictEqual(storage.asked, [])
      assert.deepStrictEqual(yield* credits.account(id), { balance: 100, held: 0, available: 100 })
    }).pipe(Effect.provide(Credits.layer.pipe(Layer.provideMerge(layer))))
  })

  it.effect("are owed on where the disk is still full, and where whoever gives them back is stopped", () => {
    const { layer, storage } = arranged()
    return Effect.gen(function* () {
      yield* Effect.exit(release("hold_of_another"))
      assert.strictEqual(yield* Effect.flip(releaseOwed(10)), full)
      storage.isHanging = true
      const stopped = yield* Effect.forkChild(releaseOwed(10), { startImmediately: true })
      yield* Fiber.interrupt(stopped)
      storage.isHanging = false
      storage.isFull = false
      storage.asked = []
      yield* releaseOwed(10)
      assert.deepStrictEqual(storage.asked, ["hold_of_another"])
      yield* releaseOwed(10)
      assert.lengthOf(storage.asked, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("end no sweep when they ended otherwise", () => {
    const { layer, storage } = arranged()
    return Effect.gen(function* () {
      yield* Effect.exit(release("hold_of_another"))
      storage.isFull = false
      yield* releaseOwed(10)
      storage.asked = []
      yield* releaseOwed(10)
      assert.deepStrictEqual(storage.asked, [])
    }).pipe(Effect.provide(layer))
  })

  it.effect("are remembered to ten thousand, and the rest is given back when it expires", () => {
    const { layer, storage } = arranged()
    return Effect.gen(function* () {
      for (let n = 0; n < 10_020; n++) yield* Effect.exit(release(`hold_${n}`))
      storage.isFull = false
      storage.asked = []
      yield* releaseOwed(20_000)
      assert.strictEqual(storage.asked.length, 10_000)
      assert.strictEqual(storage.asked[0], "hold_0")
    }).pipe(Effect.provide(layer))
  })
})
