/** Cached pages and assets, with the bodies that they share. */
import type { Connection } from "../Connection.ts"
import { type BodyRow, bodyRows, mostBytes } from "./bodyRows.ts"
import type { PruneStep } from "./pruneStep.ts"

const pageBodies = bodyRows("cache_bodies", "cached_pages")
const assetBodies = bodyRows("asset_bodies", "assets")

/** A page as it is put; without its body when that is stored already. */
export interface PageInput {
  readonly space: string
  readonly key: string
  readonly capturedAt: number
  readonly facts: string
  /** What is stored as captured later gives way, whenever this was. */
  readonly until: number
  readonly digest: Uint8Array
  readonly body: BodyRow | null
}

/** An asset as it is put; without its body when that is stored already. */
export interface AssetInput {
  readonly id: string
  readonly organizationId: string
  readonly mediaType: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly digest: Uint8Array
  readonly body: BodyRow | null
}

/** A use of a page, which is noted unless one since `unlessSince` is. */
export interface PageUse {
  readonly space: string
  readonly key: string
  readonly at: number
  readonly unlessSince: number
}

interface Doomed {
  readonly rowid: number
  readonly digest: Uint8Array
}

const grow = (db: Connection, bytes: number) => {
  if (bytes !== 0) db.run("update cache_size set bytes = bytes + ?", bytes)
}

const putPage = (db: Connection, { body, capturedAt, digest, facts, key, space, until }: PageInput): boolean => {
  const before = db.get<{ readonly captured_at: number; readonly digest: Uint8Array }>(
    "select captured_at, digest from cached_pages where space = ? and key = ?",
    space,
    key
  )
  if (before !== undefined && before.captured_at > capturedAt && before.captured_at <= until) return true
  const grown = pageBodies.keep(db, digest, body)
  if (grown === null) return false
  db.run(
    `insert into cached_pages as p (space, key, captured_at, used_at, facts, digest) values (?, ?, ?, ?, ?, ?)
    on conflict (space, key) do update set captured_at = excluded.captured_at,
      used_at = iif(p.used_at > ?, excluded.used_at, max(p.used_at, excluded.used_at)), facts = excluded.facts, digest = excluded.digest`,
    space,
    key,
    capturedAt,
    capturedAt,
    facts,
    digest,
    until
  )
  grow(db, grown - (before === undefined ? 0 : pageBodies.leave(db, before.digest)))
  return true
}

export interface PruneInput {
  readonly keepSince: number
  readonly maxBytes: number
  readonly limit: number
}

/** One step of what `PageCache.prune` promises: up to `limit` pages and loose bodies together. */
const prunePages = (db: Connection, { keepSince, limit, maxBytes }: PruneInput): PruneStep => {
  const settled = pageBodies.settle(db, limit)
  const before = db.get<{ readonly bytes: number }>("select bytes from cache_size")!.bytes
  let found = settled.looked
  let bytes = before + settled.grown
  const least = bytes - mostBytes

  const drop = ({ digest, rowid }: Doomed) => {
    db.run("delete from cached_pages where rowid = ?", rowid)
    bytes -= pageBodies.leave(db, digest)
    found += 1
  }
  const old = "select rowid, digest from cached_pages where captured_at < ? order by captured_at limit ?"
  for (const page of db.all<Doomed>(old, keepSince, limit - found)) {
    if (bytes < least) break
    drop(page)
  }
  const unused = "select rowid, digest from cached_pages order by used_at, rowid limit ?"
  for (const page of bytes > maxBytes ? db.all<Doomed>(unused, limit - found) : []) {
    if (bytes <= maxBytes || bytes < least) break
    drop(page)
  }
  grow(db, bytes - before)
  return { found, isMore: settled.isMore || found === limit || bytes < least }
}

const putAsset = (db: Connection, asset: AssetInput): boolean => {
  const { body, createdAt, digest, expiresAt, id, mediaType, organizationId } = asset
  if (db.get("select 1 from assets where id = ?", id) !== undefined) return true
  if (assetBodies.keep(db, digest, body) === null) return false
  db.run(
    "insert into assets (id, organization_id, media_type, digest, created_at, expires_at) values (?, ?, ?, ?, ?, ?)",
    id,
    organizationId,
    mediaType,
    digest,
    createdAt,
    expiresAt
  )
  return true
}

/** One step of what `AssetStore.prune` promises: up to `limit` assets and loose bodies together. */
const pruneAssets = (db: Connection, { limit, now }: { readonly now: number; readonly limit: number }): PruneStep => {
  const settled = assetBodies.settle(db, limit)
  let found = settled.looked
  let freed = 0
  const expired = "select id, digest from assets where expires_at <= ? order by expires_at limit ?"
  for (const { digest, id } of db.all<{ id: string; digest: Uint8Array }>(expired, now, limit - found)) {
    if (freed > mostBytes) break
    db.run("delete from assets where id = ?", id)
    freed += assetBodies.leave(db, digest)
    found += 1
  }
  return { found, isMore: settled.isMore || found === limit || freed > mostBytes }
}

export const bodyWrites = {
  /** Puts a page; false when its body is neither stored nor given. */
  "PageCache.put": putPage,

  "PageCache.noteUses": (db: Connection, uses: ReadonlyArray<PageUse>): null => {
    for (const { at, key, space, unlessSince } of uses) {
      db.run(
        "update cached_pages set used_at = ? where space = ? and key = ? and used_at < ?",
        at,
        space,
        key,
        unlessSince
      )
    }
    return null
  },

  "PageCache.prune": prunePages,

  /** Puts an asset unless its id has one; false when its body is neither stored nor given. */
  "AssetStore.put": putAsset,

  "AssetStore.prune": pruneAssets
}
