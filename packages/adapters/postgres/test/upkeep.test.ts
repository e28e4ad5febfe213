import { assert, layer } from "@effect/vitest"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { entryOf, epoch, holdOf, organizationOf } from "@kittiwake/core/testing/builders"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { tidy } from "../src/upkeep.ts"
import { onPglite } from "./databases.ts"

layer(onPglite, { timeout: "60 seconds" })("upkeep of an embedded database", (it) => {
  it.effect(
    "gives the room of rows that are gone back",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const ledger = yield* CreditLedger
        const { id } = organizationOf()
        yield* ledger.post(entryOf(id, 1_000))
        const size = Effect.map(
          sql<{ bytes: number }>`select pg_relation_size('holds') as bytes`,
          ([row]) => row!.bytes
        )
        yield* Effect.forEach(Array.from({ length: 100 }), () => ledger.hold(holdOf(id, 1)), { discard: true })
        assert.strictEqual(yield* ledger.expire(DateTime.add(epoch, { days: 1 }), 1_000), 100)
        assert.isAbove(yield* size, 0)
        yield* tidy
        assert.strictEqual(yield* size, 0)
        assert.strictEqual((yield* ledger.account(id)).available, 1_000)
      }),
    60_000
  )
})
