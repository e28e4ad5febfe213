/** Pages of the index and the words that find them. */
import type { GoneEntry, IndexEntry } from "@kittiwake/storage/indexedPages"
import { spacedTerms } from "@kittiwake/storage/indexSpaces"
import type { Connection } from "../Connection.ts"
import { indexTokens } from "../indexToken.ts"
import type { PruneStep } from "./pruneStep.ts"

/** Where the pages of an organization stand, and what those that are put now add. */
interface OpenSpace {
  readonly space: number
  readonly nextSeq: number
  pages: number
  bytes: number
}

/** A page whose row stands, and whose words do not yet. */
interface PutPage {
  readonly space: number
  readonly pageNo: number
  readonly seq: number
  readonly terms: ReadonlyArray<string>
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

/** Entries, and the moment behind which one that stands was read by a clock that was ahead. */
export interface PutEntries {
  readonly entries: ReadonlyArray<IndexEntry>
  readonly until: number
}

const openSpace = (db: Connection, organizationId: string): OpenSpace => {
  db.run("insert into index_spaces (organization_id) values (?) on conflict do nothing", organizationId)
  const found = db.get<Pick<OpenSpace, "nextSeq" | "space">>(
    "select space, next_seq as nextSeq from index_spaces where organization_id = ?",
    organizationId
  )!
  return { ...found, pages: 0, bytes: 0 }
}

const drop = (db: Connection, space: number, pageNo: number, bytes: number): void => {
  db.run("delete from index_terms where rowid = ?", pageNo)
  db.run("delete from index_pages where page_no = ?", pageNo)
  db.run("update index_spaces set pages = pages - 1, bytes = bytes - ? where space = ?", bytes, space)
}

/** Puts the row of a page; null where an entry that is newer stands that was read until then, or one that says the same. */
const putRow = (db: Connection, into: OpenSpace, entry: IndexEntry, until: number): PutPage | null => {
  const { bytes, content, digest, identity, language, publishedAt, readAt, terms, url } = entry
  const { space } = into
  const known = db.get<KnownRow>(
    `select page_no as pageNo, digest, read_at as readAt, bytes from index_pages where space = ? and identity = ?`,
    ...[space, identity]
  )
  if (known !== undefined) {
    if (known.readAt > readAt && known.readAt <= until) return null
    if (known.digest === digest) {
      db.run("update index_pages set read_at = ? where page_no = ?", readAt, known.pageNo)
      return null
    }
    drop(db, space, known.pageNo, known.bytes)
  }
  const { pageNo } = db.get<{ readonly pageNo: number }>(
    `insert into index_pages (space, identity, digest, url, language, published_at, read_at, bytes, content)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?) returning page_no as pageNo`,
    ...[space, identity, digest, url, language, publishedAt, readAt, bytes, content]
  )!
  const seq = into.nextSeq + into.pages
  into.pages += 1
  into.bytes += bytes
  return { space, pageNo, seq, terms }
}

/**
 * Puts entries: all rows first and their words behind them. Whatever else is written between the words of two pages has the full text
 * search write out what it holds of the first, which costs as much again as the words themselves.
 */
const putEntries = (db: Connection, { entries, until }: PutEntries): void => {
  const spaces = new Map<string, OpenSpace>()
  const put: Array<PutPage> = []
  for (const entry of entries) {
    const into = spaces.get(entry.organizationId) ?? openSpace(db, entry.organizationId)
    spaces.set(entry.organizationId, into)
    const page = putRow(db, into, entry, until)
    if (page !== null) put.push(page)
  }
  for (const { bytes, pages, space } of spaces.values()) {
    db.run(
      "update index_spaces set pages = pages + ?1, bytes = bytes + ?2, next_seq = next_seq + ?1 where space = ?3",
      ...[pages, bytes, space]
    )
  }
  for (const { pageNo, seq, space, terms } of put) {
    db.run("insert into index_terms (rowid, terms) values (?, ?)", pageNo, indexTokens(spacedTerms(space, seq, terms)))
  }
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
  "PageIndex.put": (db: Connection, put: PutEntries): null => {
    putEntries(db, put)
    return null
  },

  "PageIndex.forget": (
    db: Connection,
    { gone, until }: { readonly gone: ReadonlyArray<GoneEntry>; readonly until: number }
  ): number => {
    const found = gone.flatMap(({ goneAt, identity, organizationId }) =>
      db.all<OldRow>(
        `select p.page_no as pageNo, p.space, p.bytes from index_spaces s
        cross join index_pages p on p.space = s.space and p.identity = ?
        where s.organization_id = ? and (p.read_at <= ? or p.read_at > ?)`,
        ...[identity, organizationId, goneAt, until]
      )
    )
    for (const { bytes, pageNo, space } of found) drop(db, space, pageNo, bytes)
    return found.length
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
