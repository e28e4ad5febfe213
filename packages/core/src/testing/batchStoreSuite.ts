import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { BatchStore } from "../batches/BatchStore.ts"
import { BatchWorkStore } from "../batches/BatchWorkStore.ts"
import { freshOrganization, lease } from "./arrangements.ts"
import { accepted, items } from "./batchArrangements.ts"
import { batchClaimTests } from "./batchClaimSuite.ts"
import { batchCrawlTests } from "./batchCrawlSuite.ts"
import { batchEndTests } from "./batchEndSuite.ts"
import { batchIntakeTests } from "./batchIntakeSuite.ts"
import { batchResultTests } from "./batchResultSuite.ts"
import { buildTimeout, type EmptyStores, longTestMillis } from "./Stores.ts"

/** What `BatchStore` and `BatchWorkStore` promise, run against any adapter. */
export const suite = (name: string, empty: EmptyStores): void => {
  layer(empty, { timeout: buildTimeout })(`BatchStore (${name})`, (it) => {
    batchIntakeTests(it)
    batchClaimTests(it)
    batchCrawlTests(it)
    batchEndTests(it)
    batchResultTests(it)
    it.effect(
      "claims every page once, however many claim at once",
      () =>
        Effect.gen(function* () {
          const store = yield* BatchWorkStore
          const { id: organizationId } = yield* freshOrganization({ credits: 1_000 })
          const batch = yield* accepted(organizationId, items(300))
          const now = yield* DateTime.now
          const claims = yield* Effect.forEach(
            Array.from({ length: 40 }, (_, n) => n),
            () => store.claimDue({ now, limit: 10, lease }),
            { concurrency: "unbounded" }
          )
          const own = claims.flat().filter((claim) => claim.batch.id === batch.id)
          assert.strictEqual(own.length, 300)
          assert.strictEqual(new Set(own.map(({ n }) => n)).size, 300)
          yield* (yield* BatchStore).cancel(organizationId, batch.id)
        }),
      longTestMillis
    )
  })
}
