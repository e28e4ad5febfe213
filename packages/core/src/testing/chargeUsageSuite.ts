/** What the charge of a call adds to the history of usage. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { CreditLedger } from "../credits/CreditLedger.ts"
import type { Origin } from "../credits/domain/Ledger.ts"
import { freshOrganization } from "./arrangements.ts"
import { anyOrigin, entryOf, epoch, freshCause, holdOf } from "./builders.ts"
import type { StoresIt } from "./Stores.ts"
import { groupsAround } from "./usageEvents.ts"

/** Three looks at usage, all of which show these groups. */
const thrice = (groups: ReadonlyArray<readonly [value: string, creditsUsed: number]>) => {
  const shown = groups.map(([value, creditsUsed]) => ({ value, creditsUsed, requestCount: 0 }))
  return [shown, shown, shown]
}

/** Declares how settling counts usage. */
export const chargeUsageTests = (it: StoresIt) => {
  it.effect("counts what a hold was settled for by its route and caller, once, and together with the entry", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = yield* freshOrganization({ credits: 100 })
      const spend = Effect.fnUntraced(function* (credits: number, origin: Origin) {
        const hold = yield* ledger.hold(holdOf(id, 10))
        const entry = entryOf(id, 0 - credits, { cause: hold.cause })
        yield* ledger.settle(hold.id, entry, origin)
        yield* Effect.flip(ledger.settle(hold.id, entry, origin))
      })
      assert.deepStrictEqual(yield* groupsAround(id, epoch), [[], [], []])
      yield* spend(4, { route: "/web/crawl", caller: "key_b" })
      yield* spend(2, { route: "/parse", caller: "key_a" })
      yield* spend(1, { route: "/parse", caller: "key_b" })
      yield* spend(0, { route: "/web/scrape/html", caller: "key_c" })
      const byPath = thrice([
        ["/web/crawl", 4],
        ["/parse", 3]
      ])
      assert.deepStrictEqual(yield* groupsAround(id, epoch), byPath)
      const byCaller = thrice([
        ["key_b", 5],
        ["key_a", 2]
      ])
      assert.deepStrictEqual(yield* groupsAround(id, epoch, "key_id"), byCaller)
      assert.deepStrictEqual(yield* groupsAround(id, epoch, "status_code"), thrice([["200", 7]]))
    })
  )

  it.effect("counts nothing that is not charged", () =>
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const { id } = yield* freshOrganization({ credits: 100 })
      const released = yield* ledger.hold(holdOf(id, 10))
      yield* ledger.release(released.id)
      const entry = entryOf(id, -10, { cause: released.cause })
      yield* Effect.flip(ledger.settle(released.id, entry, anyOrigin))
      // Its cause was charged before, by hand: the hold is given back.
      const cause = freshCause()
      const held = yield* ledger.hold(holdOf(id, 10, { cause }))
      yield* ledger.post(entryOf(id, -5, { cause }))
      yield* ledger.settle(held.id, entryOf(id, -10, { cause }), anyOrigin)
      const kept = yield* ledger.hold(holdOf(id, 10))
      yield* Effect.exit(ledger.settle(kept.id, entryOf(id, -11, { cause: kept.cause }), anyOrigin))
      assert.deepStrictEqual(yield* groupsAround(id, epoch), [[], [], []])
    })
  )
}
