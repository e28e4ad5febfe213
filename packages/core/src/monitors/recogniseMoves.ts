/** Finds out which addresses that came are pages that went from another. */
import { Effect } from "effect"
import type { FetchSession } from "../web/HttpFetcher.ts"
import type { KnownPage, SitemapState } from "./domain/Baseline.ts"
import { movedPages } from "./domain/movedUrls.ts"
import type { TraceStep } from "./domain/Run.ts"
import type { UrlDifference } from "./domain/sitemapDifference.ts"
import type { MovedUrl } from "./domain/UrlChange.ts"
import { describeLeft, type ReadPage, readPages } from "./readPages.ts"
import { traced } from "./traced.ts"

const pagesOf = (read: ReadonlyArray<ReadPage>): ReadonlyArray<KnownPage> =>
  read.flatMap(({ page }) => (page === null ? [] : [page]))

/** Addresses that lead to one that came: their page says itself where it is now. Several may lead to the one that they became. */
const redirected = (read: ReadonlyArray<ReadPage>, added: ReadonlySet<string>): ReadonlyArray<MovedUrl> =>
  read.flatMap(({ answered, asked }) =>
    answered !== null && answered !== asked && added.has(answered) ? [{ from: asked, to: answered }] : []
  )

/** The pages that moved, and what was read of those that came. */
export const recogniseMoves = Effect.fnUntraced(function* (
  session: FetchSession,
  before: SitemapState,
  { added, removed }: UrlDifference,
  trace: Array<TraceStep>
) {
  const known = new Map((before.pages ?? []).map((page) => [page.url, page]))
  const gone = yield* readPages(session, added.length === 0 ? [] : removed)
  const came = yield* readPages(session, added)
  const byAddress = redirected(gone.read, new Set(added))
  const paired = new Set(byAddress.flatMap(({ from, to }) => [from, to]))
  const isOpen = ({ url }: KnownPage) => !paired.has(url)
  const went = removed.flatMap((url) => known.get(url) ?? [])
  const left = gone.left + came.left
  const departed = new Set(removed)
  const byPage = movedPages(went.filter(isOpen), pagesOf(came.read).filter(isOpen), {
    staying: (before.pages ?? []).filter(({ url }) => !departed.has(url)),
    isPartlyKnown: before.isPartlyKnown === true || left > 0
  })
  const moved = [...byAddress, ...byPage]
  yield* Effect.void.pipe(
    traced(
      trace,
      "match"
    )(() => `read ${gone.read.length + came.read.length} pages: ${moved.length} moved${describeLeft(left)}`)
  )
  return { moved, read: pagesOf(came.read), left: came.left }
})

/** What the pages of a sitemap say when it is first seen, so that they are known when they move. */
export const knowPages = Effect.fnUntraced(function* (
  session: FetchSession,
  urls: ReadonlyArray<string>,
  trace: Array<TraceStep>
) {
  const { left, read } = yield* readPages(session, urls).pipe(
    traced(
      trace,
      "match"
    )((all) => `read ${all.read.length} pages to know them when they move${describeLeft(all.left)}`)
  )
  return { read: pagesOf(read), left }
})
