import { layer, type Vitest } from "@effect/vitest"
import type { Layer } from "effect"
import type { OrganizationStore } from "../organizations/OrganizationStore.ts"
import type { UsageStore } from "../usage/UsageStore.ts"
import { buildTimeout } from "./Stores.ts"
import { historyTests } from "./usageHistorySuite.ts"
import { logTests } from "./usageLogSuite.ts"
import { pruneTests } from "./usagePruneSuite.ts"

/** What usage is tested with: every test makes an organization of its own. */
export type UsageIt = Vitest.MethodsNonLive<OrganizationStore | UsageStore>

/** What `UsageStore` promises, run against any adapter. */
export const suite = (name: string, stores: Layer.Layer<OrganizationStore | UsageStore, unknown>) =>
  layer(stores, { timeout: buildTimeout })(`UsageStore (${name})`, (it) => {
    logTests(it)
    historyTests(it)
    pruneTests(it)
  })
