import { assert, describe, it } from "@effect/vitest"
import { BillingLedger } from "@kittiwake/core/credits/BillingLedger"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { monthlyLeft, usedInPeriod } from "@kittiwake/core/credits/domain/Supply"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { OrganizationStore } from "@kittiwake/core/organizations/OrganizationStore"
import { DateTime, Effect, Layer, Option } from "effect"
import * as LeaseClock from "../src/LeaseClock.ts"
import { runStatements } from "../src/migrate.ts"
import * as organizations from "../src/migrations/0001_organizations.ts"
import * as credits from "../src/migrations/0002_credits.ts"
import * as billing from "../src/migrations/0006_billing.ts"
import * as PgClient from "../src/PgClient.ts"
import * as Stores from "../src/Stores.ts"
import { emptyDatabase, needsServer } from "./databases.ts"

const id = OrganizationId.make("org_old")

/** An organization as versions before months left it: granted once, topped up by hand, and having worked. */
const old = `
insert into organizations values ('org_old', 'Old', 'free', false, '{}', '2027-01-31T10:00:00Z');
insert into organizations values ('org_poor', 'Poor', 'free', false, '{}', '2027-01-31T10:00:00Z');
insert into accounts values ('org_old', 1070, 20);
insert into ledger_entries values
  ('ent_1', 'org_old', 'grant', 'org_old', 1000, '2027-01-31T10:00:00Z'),
  ('ent_2', 'org_old', 'adjustment', 'a', 200, '2027-02-01T10:00:00Z'),
  ('ent_3', 'org_old', 'run', 'r', -130, '2027-02-02T10:00:00Z');
insert into holds values ('run_1', 'org_old', 'run', 'run_1', 20, '2027-02-03T10:00:00Z');
`

describe("months come to databases that had none", needsServer, () => {
  it.live(
    "what an organization was granted at first was its first month, and what came later lasts",
    () =>
      Effect.gen(function* () {
        const url = yield* emptyDatabase
        yield* Effect.gen(function* () {
          for (const statements of [organizations.statements, credits.statements, old, billing.statements]) {
            yield* runStatements({ statements })
          }
          yield* Effect.gen(function* () {
            const ledger = yield* BillingLedger
            const store = yield* OrganizationStore
            const stored = Option.getOrThrow(yield* store.get(id))
            assert.strictEqual(DateTime.formatIso(stored.organization.billing!.anchorAt), "2027-01-31T10:00:00.000Z")
            assert.deepInclude(stored.organization, { limitScheme: "free", zeroDataRetention: false })

            const before = yield* ledger.account(id)
            assert.deepStrictEqual([monthlyLeft(before), usedInPeriod(before), before.refilled], [870, 130, 1_000])
            const at = DateTime.makeUnsafe("2027-02-10T00:00:00Z")
            assert.deepStrictEqual([...(yield* ledger.due(at, 10))].sort(), ["org_old", "org_poor"])
            assert.deepStrictEqual((yield* ledger.supply(id, { at, wanted: 0 })).entries, [], "its month is paid for")
            const next = DateTime.makeUnsafe("2027-02-28T10:00:00Z")
            const { account, entries } = yield* ledger.supply(id, { at: next, wanted: 0 })
            assert.deepStrictEqual(
              entries.map(({ cause, credits }) => [cause.kind, credits]),
              [
                ["expiry", -870],
                ["refill", 1_000]
              ]
            )
            assert.deepInclude(account, { balance: 1_200, held: 20, lasting: 200 })
            const sum = (yield* (yield* CreditLedger).entries(id, { limit: 10, after: null })).reduce(
              (total, entry) => total + entry.credits,
              0
            )
            assert.strictEqual(sum, 1_200)
          }).pipe(Effect.provide(Stores.layer.pipe(Layer.provide(LeaseClock.layerEffectClock))))
        }).pipe(Effect.provide(PgClient.layer({ url })))
      }).pipe(Effect.scoped),
    60_000
  )
})
