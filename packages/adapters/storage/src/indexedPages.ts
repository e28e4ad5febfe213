/** Pages of the index as rows: what they are known by, their text made small, and the terms that find them. */
import { hash } from "node:crypto"
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib"
import { differMillis } from "@kittiwake/core/internal/leaseHorizon"
import { pageIdentity } from "@kittiwake/core/internal/search/domain/indexEntry"
import { cutPage, termsOfPage } from "@kittiwake/core/internal/search/domain/indexTerms"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { IndexedPage } from "@kittiwake/core/search/domain/IndexedPage"
import type { GonePage } from "@kittiwake/core/search/PageIndex"
import { DateTime, Effect } from "effect"
import { storableText } from "./storable.ts"

/** A page as a row of the index. */
export interface IndexEntry {
  readonly organizationId: string
  /** What the page is known by within its organization. */
  readonly identity: string
  /** The same for two readings of a page that found the same. */
  readonly digest: string
  readonly url: string
  readonly language: string | null
  readonly publishedAt: number | null
  readonly readAt: number
  /** Bytes of its text, which the limits count. */
  readonly bytes: number
  /** Its title, description, headings and text as a list in JSON, compressed with zstd. */
  readonly content: Uint8Array
  /** In no organization's space yet. */
  readonly terms: ReadonlyArray<string>
}

/** What a search needs of a row. */
export interface StoredPage extends Pick<IndexEntry, "url" | "language" | "publishedAt" | "readAt" | "content"> {
  readonly pageNo: number
}

/** Room for what most pages become; what takes more gets it again and again. */
const options = { chunkSize: 8_192, params: { [constants.ZSTD_c_compressionLevel]: 3 } }

/** Longest text of an entry as JSON; what unpacks to more was not written by us. */
const mostUnpacked = 2_097_152

/** Half of SHA-256: whether two texts are the same is not for whoever looks for two that are. */
const digestOf = (text: string | Uint8Array): string =>
  hash("sha256", text, "buffer").subarray(0, 16).toString("base64url")

/** The row of a page. */
export const toEntry = (given: IndexedPage): IndexEntry => {
  const page = cutPage({
    ...given,
    url: storableText(given.url),
    title: storableText(given.title),
    description: storableText(given.description),
    headings: storableText(given.headings),
    text: storableText(given.text)
  })
  const content = JSON.stringify([page.title, page.description, page.headings, page.text])
  const publishedAt = page.publishedAt === null ? null : Math.trunc(page.publishedAt.epochMilliseconds)
  const about = `${page.url}\n${page.language ?? ""}\n${publishedAt ?? ""}\n`
  // Made bytes once, of which the digest takes all, and what is kept the end.
  const bytes = Buffer.from(about + content)
  return {
    organizationId: page.organizationId,
    identity: digestOf(pageIdentity(page.url)),
    digest: digestOf(bytes),
    url: page.url,
    language: page.language === null ? null : storableText(page.language),
    publishedAt,
    readAt: Math.trunc(page.readAt.epochMilliseconds),
    bytes: [page.title, page.description, page.headings, page.text].reduce(
      (sum, part) => sum + Buffer.byteLength(part),
      0
    ),
    content: zstdCompressSync(bytes.subarray(Buffer.byteLength(about)), options),
    terms: termsOfPage(page)
  }
}

/** In milliseconds since 1970: what was read later than that was so by a clock that was ahead, and gives way. */
export const untilOf = (now: DateTime.Utc): number => Math.trunc(now.epochMilliseconds) + differMillis

/** The rows of pages, one of each page, what was read last until then, in one order for all who put. */
export const toEntries = Effect.fnUntraced(function* (pages: ReadonlyArray<IndexedPage>, until: number) {
  const newest = new Map<string, IndexEntry>()
  for (const page of pages) {
    // A long page takes milliseconds to cut into words: others have their turn between two.
    yield* Effect.yieldNow
    const entry = toEntry(page)
    const place = `${entry.organizationId} ${entry.identity}`
    const known = newest.get(place)
    if (known === undefined || known.readAt > until || known.readAt <= entry.readAt) newest.set(place, entry)
  }
  return [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)
})

/** A page that is gone, as a row is known by. */
export interface GoneEntry {
  readonly organizationId: string
  readonly identity: string
  /** Milliseconds since 1970. */
  readonly goneAt: number
}

/** What pages that are gone are known by, one of each page, when it was found to be gone last. */
export const toGoneEntries = (pages: ReadonlyArray<GonePage>): ReadonlyArray<GoneEntry> => {
  const latest = new Map<string, GoneEntry>()
  for (const { goneAt, organizationId, url } of pages) {
    const entry = {
      organizationId,
      identity: digestOf(pageIdentity(storableText(url))),
      goneAt: Math.trunc(goneAt.epochMilliseconds)
    }
    const place = `${organizationId} ${entry.identity}`
    const known = latest.get(place)
    if (known === undefined || known.goneAt < entry.goneAt) latest.set(place, entry)
  }
  return [...latest.values()]
}

/** The page of a row. */
export const toPage = (organizationId: OrganizationId, row: StoredPage): IndexedPage => {
  const unpacked = zstdDecompressSync(row.content, { maxOutputLength: mostUnpacked })
  const [title, description, headings, text] = JSON.parse(unpacked.toString()) as [string, string, string, string]
  return {
    ...{ organizationId, url: row.url, title, description, headings, text, language: row.language },
    publishedAt: row.publishedAt === null ? null : DateTime.makeUnsafe(row.publishedAt),
    readAt: DateTime.makeUnsafe(row.readAt)
  }
}
