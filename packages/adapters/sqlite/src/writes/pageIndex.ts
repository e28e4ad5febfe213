/** Pages of the index and the words that find them. */
import type { IndexEntry } from "@kittiwake/storage/indexedPages"
import { spacedTerms } from "@kittiwake/storage/indexSpaces"
import type { Connection } from "../Connection.ts"
import { indexToken } from "../indexToken.ts"
import type { PruneStep } from "./pruneStep.ts"

interface SpaceRow {
  readonly space: number
  readonly nextSeq: number
}

interface KnownRow {
  readonly pageNo: number
  readonly digest: string
  readonly readAt: number
  readonly bytes: number
}

/** What is kept, in milliseconds since 1970. */
export interface IndexLimitsRow {
  readonly keepSince: number
  readonly maxPages: number
  readonly maxBytes: number
  readonly limit: number
}

const spaceOf = (db: Connection, organizationId: string): SpaceRow => {
  db.run("insert into index_spaces (organization_id) values (?) on conflict do nothing", organizationId)
  return db.get<SpaceRow>(
    "select space, next_seq as nextSeq from index_spaces where organization_id = ?",
    organizationId
  )!
}

const drop = (db: Connection, space: number, pageNo: number, bytes: number): void => {
  db.run("delete from index_terms where rowid = ?", pageNo)
  db.run("delete from index_pages where page_no = ?", pageNo)
  db.run("update index_spaces set pages = pages - 1, bytes = bytes - ? where space = ?", bytes, space)
}

const putEntry = (db: Connection, entry: IndexEntry): void => {
  const { bytes, content, digest, identity, language, organizationId, publishedAt, readAt, terms, url } = entry
  const { nextSeq, space } = spaceOf(db, organizationId)
  const known = db.get<KnownRow>(
    `select page_no as pageNo, digest, read_at as readAt, bytes from index_pages where space = ? and identity = ?`,
    ...[space, identity]
  )
  if (known !== undefined) {
    if (known.readAt > readAt) return
    if (known.digest === digest) {
      db.run("update index_pages set read_at = ? where page_no = ?", readAt, known.pageNo)
      return
    }
    drop(db, space, known.pageNo, known.bytes)
  }
  const inserted = db.get<{ readonly pageNo: number }>(
    `insert into index_pages (space, identity, digest, url, language, published_at, read_at, bytes, content)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?) returning page_no as pageNo`,
    ...[space, identity, digest, url, language, publishedAt, readAt, bytes, content]
  )
  const words = spacedTerms(space, nextSeq, terms).map(indexToken).join(" ")
  db.run("insert into index_terms (rowid, terms) values (?, ?)", inserted!.pageNo, words)
  db.run(
    "update index_spaces set pages = pages + 1, bytes = bytes + ?, next_seq = next_seq + 1 where space = ?",
    bytes,
    space
  )
}

interface OldRow {
  readonly pageNo: number
  readonly space: number
  readonly bytes: number
}

/** Those that were read longest ago of a space that has too much, at most so many. */
const beyond = (db: Connection, { maxBytes, maxPages }: IndexLimitsRow, limit: number): ReadonlyArray<OldRow> => {
  const full = db.get<{ readonly space: number; readonly pages: number; readonly bytes: number }>(
    "select space, pages, bytes from index_spaces where pages > ? or bytes > ? limit 1",
    ...[maxPages, maxBytes]
  )
  if (full === undefined) return []
  let { bytes, pages } = full
  const gone: Array<OldRow> = []
  const oldest = db.all<OldRow>(
    "select page_no as pageNo, space, bytes from index_pages where space = ? order by read_at limit ?",
    ...[full.space, limit]
  )
  for (const row of oldest) {
    if (pages <= maxPages && bytes <= maxBytes) break
    gone.push(row)
    pages -= 1
    bytes -= row.bytes
  }
  return gone
}

export const pageIndexWrites = {
  "PageIndex.put": (db: Connection, entries: ReadonlyArray<IndexEntry>): null => {
    for (const entry of entries) putEntry(db, entry)
    return null
  },

  "PageIndex.prune": (db: Connection, limits: IndexLimitsRow): PruneStep => {
    const { keepSince, limit } = limits
    const old = db.all<OldRow>(
      "select page_no as pageNo, space, bytes from index_pages where read_at < ? order by read_at limit ?",
      ...[keepSince, limit]
    )
    const gone = old.length > 0 ? old : beyond(db, limits, limit)
    for (const { bytes, pageNo, space } of gone) drop(db, space, pageNo, bytes)
    return { found: gone.length, isMore: gone.length > 0 }
  }
}
