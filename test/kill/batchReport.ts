/** Everything that an organization has of batches, read as its callers read it. */

import { Batches } from "@kittiwake/core/batches/Batches"
import { BatchStore } from "@kittiwake/core/batches/BatchStore"
import type { BatchId } from "@kittiwake/core/batches/domain/Batch"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Effect } from "effect"
import { rowsOf } from "../../packages/core/src/testing/arrangements.ts"
import { openSecret } from "../../packages/core/src/webhooks/sealedSecret.ts"

/** Results of a page of results; several pages where a batch has more. */
const pageSize = 100

const resultsOf = Effect.fnUntraced(function* (organizationId: OrganizationId, batchId: BatchId) {
  const batches = yield* Batches
  const results: Array<{ readonly url: string; readonly status: string; readonly text: string | null }> = []
  let cursor: string | null | undefined
  do {
    const page = yield* batches.results(organizationId, batchId, {}, { limit: pageSize, cursor: cursor ?? undefined })
    for (const one of page.data) {
      results.push({ url: one.url, status: one.status, text: one.status === "ok" ? (one.markdown ?? null) : null })
    }
    cursor = page.nextCursor
  } while (cursor !== null)
  return results
})

/** Batches that have ended, newest first. */
export const batchesOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const stored = yield* rowsOf((yield* BatchStore).list(organizationId, {}, { limit: 1_000, after: null }))
  return yield* Effect.forEach(
    stored,
    Effect.fnUntraced(function* ({ batch: { id, subscription } }) {
      const { batch, pageErrors, progress } = yield* (yield* Batches).get(organizationId, id)
      const files = yield* (yield* Batches).files(organizationId, id)
      return {
        id,
        status: batch.status,
        intake: batch.intake,
        progress,
        pageErrors,
        refunded: batch.end?.refunded ?? 0,
        ocrCharged: batch.end?.ocrCharged ?? 0,
        failure: batch.end?.failure?.code ?? null,
        secret: subscription === null ? "" : yield* openSecret(subscription.secret),
        results: batch.end === null ? [] : yield* resultsOf(organizationId, id),
        /** Records in its files. */
        filed: (files ?? []).reduce((sum, { items }) => sum + items, 0)
      }
    })
  )
})
