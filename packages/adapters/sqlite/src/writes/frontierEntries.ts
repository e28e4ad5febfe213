/**
 * Addresses of a crawl, added and done.
 *
 * **Invariants**, after every call
 *
 * - The number of a crawl's rows is its count, and no row goes before the crawl is forgotten.
 * - What a claim led to is there if the claim is done, and only then.
 */
import type { Connection } from "../Connection.ts"

/** A crawl by its names. */
export interface CrawlKey {
  readonly organizationId: string
  readonly crawlId: string
}

/** Addresses, each at its place in every list; digests are 16 bytes each. */
export interface PackedEntries {
  readonly digests: Uint8Array
  readonly identities: ReadonlyArray<string>
  readonly urls: ReadonlyArray<string>
  readonly depths: ReadonlyArray<number>
}

/** Claims to be ended, each at its place in both lists. */
export interface PackedEndings {
  readonly digests: Uint8Array
  readonly tokens: ReadonlyArray<number>
}

/** What one write adds and ends. */
export interface FrontierWrite extends CrawlKey {
  /** Number that the crawl must have, or null for any. */
  readonly crawl: number | null
  readonly endings: PackedEndings
  readonly entries: PackedEntries
  readonly maxEntries: number
  readonly now: number
}

/** What came of a write. */
export interface Written {
  readonly crawl: number
  /** Addresses that the crawl has. */
  readonly entries: number
  readonly added: number
  /** Places of the claims that hold. When they are not all, nothing was written. */
  readonly held: ReadonlyArray<number>
}

interface Crawl {
  readonly id: number
  readonly entries: number
}

const digestLength = 16

const digestAt = (digests: Uint8Array, place: number) =>
  digests.subarray(place * digestLength, (place + 1) * digestLength)

/** The crawl of these names. */
export const findCrawl = (db: Connection, { crawlId, organizationId }: CrawlKey) =>
  db.get<Crawl>("select id, entries from frontiers where organization_id = ? and crawl_id = ?", organizationId, crawlId)

const heldOf = (db: Connection, crawl: number, { digests, tokens }: PackedEndings) =>
  tokens.flatMap((token, place) => {
    const held = `select 1 from frontier_entries
      where frontier_id = ? and digest = ? and token = ? and is_open = 1 and lease_until is not null`
    return db.get(held, crawl, digestAt(digests, place), token) === undefined ? [] : [place]
  })

/** Adds those that are new while there is room; gives the number of addresses that the crawl has then. */
const insert = (db: Connection, { entries, id }: Crawl, given: PackedEntries, maxEntries: number) => {
  let count = entries
  for (const [place, identity] of given.identities.entries()) {
    if (count >= maxEntries) break
    count += db.run(
      `insert into frontier_entries (frontier_id, position, depth, digest, identity, url) values (?, ?, ?, ?, ?, ?)
      on conflict do nothing`,
      id,
      count + 1,
      given.depths[place]!,
      digestAt(given.digests, place),
      identity,
      given.urls[place]!
    )
  }
  return count
}

/** Ends claims and adds addresses, unless a claim is lost; undefined when the crawl is not the one meant. */
export const writeEntries = (db: Connection, input: FrontierWrite): Written | undefined => {
  const crawl = findCrawl(db, input)
  if (crawl === undefined || (input.crawl !== null && input.crawl !== crawl.id)) return undefined
  const { tokens, digests } = input.endings
  const held = heldOf(db, crawl.id, input.endings)
  if (held.length < tokens.length) return { crawl: crawl.id, entries: crawl.entries, added: 0, held }
  for (const place of held) {
    db.run(
      "update frontier_entries set is_open = 0, lease_until = null where frontier_id = ? and digest = ?",
      crawl.id,
      digestAt(digests, place)
    )
  }
  const entries = insert(db, crawl, input.entries, input.maxEntries)
  db.run(
    "update frontiers set entries = ?, done = done + ?, touched_at = max(touched_at, ?) where id = ?",
    entries,
    held.length,
    input.now,
    crawl.id
  )
  return { crawl: crawl.id, entries, added: entries - crawl.entries, held }
}

/** Adds addresses, to a crawl that this begins if there is none. */
export const addEntries = (db: Connection, input: FrontierWrite): Written | undefined => {
  if (input.crawl === null) {
    db.run(
      "insert into frontiers (organization_id, crawl_id, touched_at) values (?, ?, ?) on conflict do nothing",
      input.organizationId,
      input.crawlId,
      input.now
    )
  }
  return writeEntries(db, input)
}
