import { layer } from "@effect/vitest"
import { runPauseTests } from "./collectionPauseSuite.ts"
import { runClaimTests } from "./runClaimSuite.ts"
import { runFundingTests } from "./runFundingSuite.ts"
import { runLeaseTests } from "./runLeaseSuite.ts"
import { runListTests } from "./runListSuite.ts"
import { runPlanTests } from "./runPlanSuite.ts"
import { runRecordTests } from "./runRecordSuite.ts"
import { runUsageTests } from "./runUsageSuite.ts"
import { buildTimeout, type EmptyStores } from "./Stores.ts"
import { runShareTests } from "./shareSuite.ts"
import { runUntilDueTests } from "./untilDueSuite.ts"

/** What `RunStore` promises, run against any adapter. */
export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`RunStore (${name})`, (it) => {
    runUntilDueTests(it)
    runClaimTests(it)
    runLeaseTests(it)
    runPlanTests(it)
    runShareTests(it)
    runFundingTests(it)
    runPauseTests(it)
    runRecordTests(it)
    runUsageTests(it)
    runListTests(it)
  })
