/** Finds out which addresses that came are pages that went from another. */
import { Effect } from "effect"
import type { FetchSession } from "../web/HttpFetcher.ts"
import type { KnownPage, SitemapState } from "./domain/Baseline.ts"
import { movedPages } from "./domain/movedUrls.ts"
import type { TraceStep } from "./domain/Run.ts"
import type { UrlDifference } from "./domain/sitemapDifference.ts"
import type { MovedUrl } from "./domain/UrlChange.ts"
import { type ReadPage, readPages } from "./readPages.ts"
import { traced } from "./traced.ts"

/** Most pages that one run asks for, of those that went and of those that came; of more, nothing is known. */
export const mostAsked = { removed: 10, added: 10, first: 20 } as const

const pagesOf = (read: ReadonlyArray<ReadPage>): ReadonlyArray<KnownPage> =>
  read.flatMap(({ page }) => (page === null ? [] : [page]))

/** Addresses that lead to one that came: their page says itself where it is now. */
const redirected = (read: ReadonlyArray<ReadPage>, added: ReadonlySet<string>): ReadonlyArray<MovedUrl> =>
  read.flatMap(({ answered, asked }) =>
    answered !== null && answered !== asked && added.has(answered) ? [{ from: asked, to: answered }] : []
  )

/** Each address at most once on each side. */
const each = (moves: ReadonlyArray<MovedUrl>): ReadonlyArray<MovedUrl> =>
  moves.filter(
    ({ from, to }, index) => !moves.slice(0, index).some((before) => before.from === from || before.to === to)
  )

/** The pages that moved, and what was read of those that came. */
export const recogniseMoves = Effect.fnUntraced(function* (
  session: FetchSession,
  before: SitemapState,
  { added, removed }: UrlDifference,
  trace: Array<TraceStep>
) {
  const known = new Map((before.pages ?? []).map((page) => [page.url, page]))
  const gone = yield* readPages(session, added.length === 0 ? [] : removed.slice(0, mostAsked.removed))
  const came = yield* readPages(session, added.slice(0, mostAsked.added))
  const byAddress = redirected(gone, new Set(added))
  const isOpen = ({ url }: KnownPage) => !byAddress.some(({ from, to }) => from === url || to === url)
  const went = removed.flatMap((url) => known.get(url) ?? [])
  const moved = each([...byAddress, ...movedPages(went.filter(isOpen), pagesOf(came).filter(isOpen))])
  yield* Effect.void.pipe(
    traced(trace, "match")(() => `read ${gone.length + came.length} pages: ${moved.length} moved`)
  )
  return { moved, read: pagesOf(came) }
})
