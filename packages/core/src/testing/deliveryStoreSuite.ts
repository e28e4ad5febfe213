import { layer } from "@effect/vitest"
import { deliveryClaimTests } from "./deliveryClaimSuite.ts"
import { deliveryListTests } from "./deliveryListSuite.ts"
import { deliveryRecallTests } from "./deliveryRecallSuite.ts"
import { deliveryRecordTests } from "./deliveryRecordSuite.ts"
import { deliveryRetryTests } from "./deliveryRetrySuite.ts"
import { buildTimeout, type EmptyStores } from "./Stores.ts"
import { deliveryShareTests } from "./shareSuite.ts"
import { deliveryUntilDueTests } from "./untilDueSuite.ts"

/** What `DeliveryStore` promises, run against any adapter. */
export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`DeliveryStore (${name})`, (it) => {
    deliveryUntilDueTests(it)
    deliveryClaimTests(it)
    deliveryShareTests(it)
    deliveryRecordTests(it)
    deliveryListTests(it)
    deliveryRetryTests(it)
    deliveryRecallTests(it)
  })
