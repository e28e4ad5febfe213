/** Frontiers of crawls. */
import type { Connection } from "../Connection.ts"
import { addEntries, type CrawlKey, findCrawl, writeEntries } from "./frontierEntries.ts"
import { leaseBounds } from "./leaseBounds.ts"
import type { PruneStep } from "./pruneStep.ts"

export interface ClaimInput extends CrawlKey {
  readonly limit: number
  readonly clockMillis: number
  readonly leaseMillis: number
}

/** A claimed address. */
export interface ClaimedRow {
  readonly identity: string
  readonly url: string
  readonly depth: number
  readonly token: number
}

interface OpenRow extends Omit<ClaimedRow, "token"> {
  readonly rowid: number
  readonly position: number
}

/** The next addresses of a crawl: those that wait, and those whose lease ended. */
const claimable = (
  db: Connection,
  crawl: number,
  { clockMillis, leaseMillis, limit }: ClaimInput
): ReadonlyArray<OpenRow> => {
  const columns = "rowid, identity, url, depth, position"
  const waiting = db.all<OpenRow>(
    `select ${columns} from frontier_entries where frontier_id = ? and is_open = 1 and lease_until is null
    order by depth, position limit ?`,
    crawl,
    limit
  )
  const expired = db.all<OpenRow>(
    `select ${columns} from frontier_entries where frontier_id = ? and lease_until is not null and (lease_until <= ? or lease_until > ?)
    order by depth, position limit ?`,
    crawl,
    ...leaseBounds(clockMillis, leaseMillis),
    limit
  )
  if (expired.length === 0) return waiting
  return [...waiting, ...expired].sort((a, b) => a.depth - b.depth || a.position - b.position).slice(0, limit)
}

/** Claims addresses. Tokens only ever rise, over all crawls: one that begins anew takes no claim of the one before. */
const claim = (db: Connection, input: ClaimInput): ReadonlyArray<ClaimedRow> => {
  const crawl = findCrawl(db, input)
  if (crawl === undefined) return []
  const rows = claimable(db, crawl.id, input)
  if (rows.length === 0) return []
  const last = db.get<{ readonly last_value: number }>(
    "update frontier_tokens set last_value = last_value + ? returning last_value",
    rows.length
  )!.last_value
  return rows.map(({ depth, identity, rowid, url }, index) => {
    const token = last - rows.length + index + 1
    db.run(
      "update frontier_entries set token = ?, lease_until = ? where rowid = ?",
      token,
      input.clockMillis + input.leaseMillis,
      rowid
    )
    return { identity, url, depth, token }
  })
}

/** Lets nobody find up to `limit` crawls any more that were left alone since a moment; tells how many. */
const forgetIdle = (db: Connection, before: number, limit: number): number =>
  db.run(
    `update frontiers set crawl_id = null where id in (
      select id from frontiers where crawl_id is not null and touched_at < ? order by touched_at limit ?
    )`,
    before,
    limit
  )

/** Drops addresses of forgotten crawls, and the crawls that have none left. */
const dropForgotten = (db: Connection, limit: number): PruneStep => {
  let found = 0
  for (let crawls = 0; crawls < limit; crawls++) {
    // Named, because statistics taken while there were few crawls speak for a scan of all.
    const crawl = db.get<{ readonly id: number }>(
      "select id from frontiers indexed by frontiers_forgotten where crawl_id is null order by id limit 1"
    )
    if (crawl === undefined) return { found, isMore: false }
    found += db.run(
      "delete from frontier_entries where rowid in (select rowid from frontier_entries where frontier_id = ? limit ?)",
      crawl.id,
      limit - found
    )
    if (found === limit) break
    db.run("delete from frontiers where id = ?", crawl.id)
  }
  return { found, isMore: true }
}

export const frontierWrites = {
  "FrontierStore.add": addEntries,

  "FrontierStore.finish": writeEntries,

  "FrontierStore.claim": claim,

  "FrontierStore.remove": (db: Connection, { crawlId, organizationId }: CrawlKey): null => {
    db.run("update frontiers set crawl_id = null where organization_id = ? and crawl_id = ?", organizationId, crawlId)
    return null
  },

  /** One step of what `FrontierStore.prune` promises: up to `limit` crawls are forgotten and addresses dropped. */
  "FrontierStore.prune": (db: Connection, { before, limit }: { readonly before: number; readonly limit: number }) => {
    const forgotten = forgetIdle(db, before, limit)
    const { found, isMore } = dropForgotten(db, limit)
    return { found, isMore: isMore || forgotten === limit }
  }
}
