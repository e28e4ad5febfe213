/** What a run adds to the history of usage. */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { CreditLedger } from "../credits/CreditLedger.ts"
import { claimRun, completed, failed, freshOrganization, newMonitor, recordRun } from "./arrangements.ts"
import type { StoresIt } from "./Stores.ts"
import { groupsAround } from "./usageEvents.ts"

/** Declares how recording counts usage. */
export const runUsageTests = (it: StoresIt) => {
  it.effect("counts what a run was charged, once, and together with the charge", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization({ credits: 10 })
      yield* newMonitor(id)
      const at = yield* DateTime.now
      const outcome = completed(yield* claimRun(id), at)
      assert.deepStrictEqual(yield* groupsAround(id, at), [[], [], []])
      yield* recordRun(outcome)
      yield* recordRun(outcome)
      assert.strictEqual((yield* (yield* CreditLedger).account(id)).balance, 9)
      const counted = [{ value: "/monitors/run", creditsUsed: 1, requestCount: 0 }]
      assert.deepStrictEqual(yield* groupsAround(id, at), [counted, counted, counted])
    })
  )

  it.effect("counts nothing of a run that was charged nothing", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization({ credits: 10 })
      yield* newMonitor(id)
      const at = yield* DateTime.now
      yield* recordRun(failed(yield* claimRun(id), at))
      yield* newMonitor(id)
      const late = completed(yield* claimRun(id), at)
      yield* (yield* CreditLedger).expire(DateTime.add(at, { days: 1 }), 100)
      assert.deepStrictEqual(yield* recordRun(late), { _tag: "Recorded" })
      assert.strictEqual((yield* (yield* CreditLedger).account(id)).balance, 10)
      assert.deepStrictEqual(yield* groupsAround(id, at), [[], [], []])
    })
  )
}
