import { assert, layer } from "@effect/vitest"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { entryOf, organizationOf } from "../../../core/src/testing/builders.ts"
import { type OnDatabase, onServer } from "./databases.ts"

const suite = (name: string, stores: OnDatabase) =>
  layer(stores, { timeout: "60 seconds" })(`ledger entries (${name})`, (it) => {
    it.effect("are refused by the database itself to be changed or removed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = organizationOf()
        yield* (yield* CreditLedger).post(entryOf(id, 10))
        for (const statement of [
          sql`update ledger_entries set credits = 1000`,
          sql`delete from ledger_entries`,
          sql`truncate ledger_entries`
        ]) {
          assert.include((yield* Effect.flip(statement)).message, "only ever added")
        }
        assert.deepStrictEqual(yield* sql`select credits from ledger_entries`, [{ credits: 10 }])
      })
    )

    it.effect("cannot be overdrawn, whatever a statement says", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const statement of [
          sql`update accounts set balance = -1`,
          sql`update accounts set held = balance + 1`,
          sql`update accounts set held = -1`
        ]) {
          assert.strictEqual((yield* Effect.flip(statement)).reason._tag, "ConstraintError")
        }
      })
    )
  })

onServer(suite)
