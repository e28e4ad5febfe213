import { layer } from "@effect/vitest"
import { billingDueTests } from "./billingDueSuite.ts"
import { billingPropertyTests } from "./billingPropertiesSuite.ts"
import { periodsAheadTests } from "./periodsAheadSuite.ts"
import { refillTests } from "./refillSuite.ts"
import { buildTimeout, type EmptyStores } from "./Stores.ts"
import { topUpTests } from "./topUpSuite.ts"

/** What `BillingLedger` promises, run against any adapter. */
export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`BillingLedger (${name})`, (it) => {
    refillTests(it)
    topUpTests(it)
    periodsAheadTests(it)
    billingDueTests(it)
    billingPropertyTests(it)
  })
