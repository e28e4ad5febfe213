import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { PageIndex } from "@kittiwake/core/search/PageIndex"
import { toEntries, toGoneEntries, untilOf } from "@kittiwake/storage/indexedPages"
import { type IndexRows, type IndexSpace, searchPages } from "@kittiwake/storage/searchPages"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  countTerms,
  forgetEntries,
  heaviestPages,
  loadPages,
  matchPages,
  pruneStep,
  putEntries
} from "./pageIndexRows.ts"
import { pageIndexSize } from "./pageIndexSize.ts"
import { orUnavailable } from "./storeFailure.ts"

/** Most pages that one step of pruning drops. */
const prunedTogether = 200

/** `PageIndex` on Postgres. */
export const layer: Layer.Layer<PageIndex, never, SqlClient.SqlClient> = Layer.effect(
  PageIndex,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const searching = orUnavailable("PageIndex.search")

    const rowsOf = (organizationId: string): IndexRows<StoreUnavailable> => ({
      space: searching(
        Effect.map(
          sql<IndexSpace>`
            select space, pages, bytes, next_seq as "nextSeq" from index_spaces where organization_id = ${organizationId}`,
          ([space]) => space
        )
      ),
      counts: (space, terms, within) => searching(countTerms(sql, space, terms, within)),
      match: (space, wanted) => searching(matchPages(sql, space, wanted)),
      heaviest: (space, wanted) => searching(heaviestPages(sql, space, wanted)),
      load: (_, pageNos) => searching(loadPages(sql, pageNos))
    })

    return PageIndex.of({
      put: Effect.fn("PageIndex.put")(function* (pages, now) {
        const until = untilOf(now)
        const entries = yield* toEntries(pages, until)
        if (entries.length === 0) return
        yield* orUnavailable("PageIndex.put")(sql.withTransaction(putEntries(sql, entries, until)))
      }),

      forget: Effect.fn("PageIndex.forget")(function* (gone, now) {
        if (gone.length === 0) return 0
        const dropping = sql.withTransaction(forgetEntries(sql, toGoneEntries(gone), untilOf(now)))
        return yield* orUnavailable("PageIndex.forget")(dropping)
      }),

      search: Effect.fn("PageIndex.search")(function* (organizationId, question) {
        return yield* searchPages(rowsOf(organizationId), organizationId, question, yield* DateTime.now)
      }),

      size: orUnavailable("PageIndex.size")(Effect.provideService(pageIndexSize, SqlClient.SqlClient, sql)),

      prune: Effect.fn("PageIndex.prune")(function* (limits, limit) {
        let total = 0
        while (total < limit) {
          const step = pruneStep(sql, limits, Math.min(prunedTogether, limit - total))
          const dropped = yield* orUnavailable("PageIndex.prune")(sql.withTransaction(step))
          if (dropped === 0) break
          total += dropped
        }
        return total
      })
    })
  })
)
