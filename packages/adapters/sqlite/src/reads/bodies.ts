/** Pages and assets with their bodies. */
import type { BodyOfRow } from "@kittiwake/storage/largeBodies"
import type { Connection } from "../Connection.ts"

/** A page as it was found. */
export interface PageRow extends Omit<BodyOfRow, "content" | "size"> {
  readonly capturedAt: number
  readonly usedAt: number
  readonly facts: string
}

/** An asset as it was found. */
export interface AssetRow extends Omit<BodyOfRow, "content" | "size"> {
  readonly organizationId: string
  readonly mediaType: string
  readonly createdAt: number
  readonly expiresAt: number
}

const pageText = (content: string) => `
  select p.captured_at as capturedAt, p.used_at as usedAt, p.facts, b.encoding, b.length, ${content} as content
  from cached_pages p join cache_bodies b on b.digest = p.digest
  where p.space = ? and p.key = ? and p.captured_at between ? and ?`

const assetText = (content: string) => `
  select a.organization_id as organizationId, a.media_type as mediaType, a.created_at as createdAt,
    a.expires_at as expiresAt, b.encoding, b.length, ${content} as content
  from assets a join asset_bodies b on b.digest = a.digest
  where a.id = ? and a.expires_at > ?`

/** Stored bytes that are read at once, which takes half a millisecond; more are read by another thread. */
const readAtOnce = 1_048_576

/** Where a blob has the bytes, the row has its name alone. */
const isShort = `(b.size <= ${readAtOnce} or b.encoding like '%@blob')`

const content = { whole: "b.content", short: `case when ${isShort} then b.content end` }

/** With a limit of the length that it has when it is read. */
const shortContent = `case when ${isShort} and b.length <= ? then b.content end`

const texts = {
  page: pageText(content.whole),
  shortPage: pageText(shortContent),
  asset: assetText(content.whole),
  shortAsset: assetText(content.short)
}

/** Which page is looked for. */
export interface PagePlace {
  readonly space: string
  readonly key: string
  readonly since: number
  readonly until: number
  /** Longest body that is wanted. */
  readonly maxBytes: number
}

/** Which asset is looked for. */
export interface AssetPlace {
  readonly id: string
  readonly now: number
}

type Whole<Row> = Row & { readonly content: Uint8Array }
type Short<Row> = Row & { readonly content: Uint8Array | null }

/** The page, without its content when that is long. */
export const shortPage = (
  db: Connection,
  { key, maxBytes, since, space, until }: PagePlace
): Short<PageRow> | undefined => db.get<Short<PageRow>>(texts.shortPage, maxBytes, space, key, since, until)

/** The asset, without its content when that is long. */
export const shortAsset = (db: Connection, { id, now }: AssetPlace): Short<AssetRow> | undefined =>
  db.get<Short<AssetRow>>(texts.shortAsset, id, now)

export const bodyReads = {
  "PageCache.find": (db: Connection, { key, since, space, until }: PagePlace): Whole<PageRow> | undefined =>
    db.get<Whole<PageRow>>(texts.page, space, key, since, until),

  "AssetStore.get": (db: Connection, { id, now }: AssetPlace): Whole<AssetRow> | undefined =>
    db.get<Whole<AssetRow>>(texts.asset, id, now)
}
