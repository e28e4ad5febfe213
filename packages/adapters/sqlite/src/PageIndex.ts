import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { PageIndex } from "@kittiwake/core/search/PageIndex"
import { type StoredPage, toEntries, toGoneEntries, untilOf } from "@kittiwake/storage/indexedPages"
import { type IndexRows, type IndexSpace, searchPages } from "@kittiwake/storage/searchPages"
import { DateTime, Effect, Layer } from "effect"
import { millisOf } from "./moments.ts"
import { readSize, sizeOf } from "./pageIndexSize.ts"
import { pruneInSteps } from "./pruneInSteps.ts"
import { Sqlite } from "./Sqlite.ts"

/** Most pages that one step of pruning drops: others write between two. */
const prunedTogether = 50

/** `PageIndex` on SQLite. */
export const layer: Layer.Layer<PageIndex, never, Sqlite> = Layer.effect(
  PageIndex,
  Effect.gen(function* () {
    const { read, readLong, write } = yield* Sqlite

    const rowsOf = (organizationId: string): IndexRows<StoreUnavailable> => ({
      space: read("PageIndex.space", (db) =>
        db.get<IndexSpace>(
          "select space, pages, bytes, next_seq as nextSeq from index_spaces where organization_id = ?",
          organizationId
        )
      ),
      counts: ({ space }, terms, within) => readLong("PageIndex.counts", organizationId, { space, terms, within }),
      match: ({ space }, wanted) => readLong("PageIndex.match", organizationId, { space, ...wanted }),
      heaviest: ({ space }, wanted) => readLong("PageIndex.heaviest", organizationId, { space, ...wanted }),
      load: (_, pageNos) =>
        read("PageIndex.load", (db) =>
          pageNos.flatMap(
            (pageNo) =>
              db.get<StoredPage>(
                `select page_no as pageNo, url, language, published_at as publishedAt, read_at as readAt, content
                from index_pages where page_no = ?`,
                pageNo
              ) ?? []
          )
        )
    })

    return PageIndex.of({
      put: Effect.fn("PageIndex.put")(function* (pages, now) {
        const until = untilOf(now)
        const entries = yield* toEntries(pages, until)
        if (entries.length > 0) yield* write("PageIndex.put", { entries, until })
      }),

      forget: Effect.fn("PageIndex.forget")(function* (gone, now) {
        if (gone.length === 0) return 0
        return yield* write("PageIndex.forget", { gone: toGoneEntries(gone), until: untilOf(now) })
      }),

      search: Effect.fn("PageIndex.search")(function* (organizationId, question) {
        return yield* searchPages(rowsOf(organizationId), organizationId, question, yield* DateTime.now)
      }),

      size: Effect.map(read("PageIndex.size", readSize), sizeOf),

      prune: ({ keepSince, maxBytes, maxPages }, limit) =>
        pruneInSteps(limit, prunedTogether, (most) =>
          write("PageIndex.prune", { keepSince: millisOf(keepSince), maxBytes, maxPages, limit: most })
        )
    })
  })
)
