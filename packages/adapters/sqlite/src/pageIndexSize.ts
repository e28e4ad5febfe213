/** How much the index of what was read holds, whoever has the database open. */
import type { IndexSize } from "@kittiwake/core/search/PageIndex"
import { DateTime, Effect } from "effect"
import type { Connection } from "./Connection.ts"
import { openReader } from "./openConnection.ts"

interface SizeRow {
  readonly pages: number
  readonly bytes: number
  readonly oldestReadAt: number | null
}

/** What organizations hold is counted with each change, so that no page is read. */
export const readSize = (db: Connection): SizeRow =>
  db.get<SizeRow>(
    `select coalesce(sum(pages), 0) as pages, coalesce(sum(bytes), 0) as bytes,
      (select min(read_at) from index_pages) as oldestReadAt
    from index_spaces`
  )!

export const sizeOf = ({ bytes, oldestReadAt, pages }: SizeRow): IndexSize => ({
  pages,
  bytes,
  oldestReadAt: oldestReadAt === null ? null : DateTime.makeUnsafe(oldestReadAt)
})

const nothing: SizeRow = { pages: 0, bytes: 0, oldestReadAt: null }

/** Tells it of a file; nothing of one that has no such tables. */
export const pageIndexSize = (file: string): Effect.Effect<IndexSize> =>
  Effect.sync(() => {
    try {
      const db = openReader(file)
      try {
        return sizeOf(readSize(db))
      } finally {
        db.close()
      }
    } catch {
      // What is wrong with the file is for whoever opens it to say.
      return sizeOf(nothing)
    }
  })
