import { assert, layer } from "@effect/vitest"
import { BillingLedger } from "@kittiwake/core/credits/BillingLedger"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { newOrganization, OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { OrganizationStore } from "@kittiwake/core/organizations/OrganizationStore"
import { suite } from "@kittiwake/core/testing/billingLedgerSuite"
import { DateTime, Effect } from "effect"
import { entryOf, epoch, freshCause, freshId } from "../../../core/src/testing/builders.ts"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)

layer(onSqlite)("a supply that is decided while others move the account", (it) => {
  it.effect("comes once and to the right account, however busy that is", () =>
    Effect.gen(function* () {
      const [billing, ledger] = [yield* BillingLedger, yield* CreditLedger]
      const id = OrganizationId.make(freshId("org"))
      yield* (yield* OrganizationStore).create(newOrganization({ id, name: "", plan: "developer", createdAt: epoch }))
      yield* ledger.post(entryOf(id, 5_000, { cause: freshCause("grant") }))

      const next = DateTime.add(epoch, { months: 1 })
      const spend = Effect.forEach(Array.from({ length: 60 }), () => ledger.post(entryOf(id, -1)))
      const supplies = Effect.forEach(Array.from({ length: 5 }), () => billing.supply(id, { at: next, wanted: 0 }), {
        concurrency: "unbounded"
      })
      const crowd = Effect.all(
        Array.from({ length: 40 }, () => spend),
        { concurrency: "unbounded" }
      )
      const [, supplied] = yield* Effect.all([crowd, supplies], { concurrency: "unbounded" })

      assert.strictEqual(supplied.filter(({ entries }) => entries.length > 0).length, 1)
      const account = yield* billing.account(id)
      assert.deepInclude(account, { held: 0, refilled: 10_000, periodStart: next })
      const entries = yield* ledger.entries(id, { limit: 10_000, after: null })
      assert.strictEqual(
        account.balance,
        entries.reduce((sum, { credits }) => sum + credits, 0)
      )
      assert.strictEqual(entries.filter(({ cause }) => cause.kind === "refill").length, 2)
    })
  )
})
