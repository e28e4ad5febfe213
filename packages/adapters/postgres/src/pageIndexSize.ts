/** How much the index of what was read holds. */
import type { IndexSize } from "@kittiwake/core/search/PageIndex"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What organizations hold is counted with each change, so that no page is read. */
export const pageIndexSize = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly pages: number; readonly bytes: number; readonly oldestReadAt: number | null }>`
    select coalesce(sum(pages), 0)::bigint as pages, coalesce(sum(bytes), 0)::bigint as bytes,
      (select min(read_at) from index_pages) as "oldestReadAt"
    from index_spaces`
  const { bytes, oldestReadAt, pages } = row!
  return {
    pages,
    bytes,
    oldestReadAt: oldestReadAt === null ? null : DateTime.makeUnsafe(oldestReadAt)
  } satisfies IndexSize as IndexSize
})
