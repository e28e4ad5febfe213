/**
 * Asks a source what it has to report.
 *
 * **Details.** Only what is new since its last answer is asked for.
 */
import { Clock, Duration, Effect } from "effect"
import { DomainNames } from "../sites/DomainNames.ts"
import { type Deadline, leftOf } from "../web/domain/Deadline.ts"
import { type Download, type PageUnreachable, type Validators, validatorsOf } from "../web/HttpFetcher.ts"
import { openSession } from "../web/openSession.ts"
import type { NewsSource } from "./domain/NewsSource.ts"
import { quietOf, retryOf } from "./domain/polling.ts"
import type { ReportedArticle } from "./domain/ReportedArticle.ts"
import type { ReportedFeed } from "./domain/ReportedFeed.ts"
import { toReport } from "./domain/toReport.ts"
import { FeedReader, maxFeedBytes } from "./FeedReader.ts"
import { inTurns } from "./inTurns.ts"

/** Most time for one answer. */
const exchangeMillis = 20_000

const headers = {
  accept:
    "application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, */*;q=0.1"
}

/** What a source said. */
export type SourceAnswer =
  | {
      readonly _tag: "Reported"
      readonly feed: ReportedFeed
      readonly reports: ReadonlyArray<ReportedArticle>
      readonly validators: Validators
      /** Time for which it asks to be left alone. */
      readonly quietMillis: number | null
    }
  | { readonly _tag: "Unchanged"; readonly quietMillis: number | null }
  | {
      readonly _tag: "Failed"
      readonly problem: string
      /** Time for which it asks not to be tried again, with everything on its host. */
      readonly retryMillis: number | null
    }
  | { readonly _tag: "Gone"; readonly problem: string }
  /** It was not asked, for a reason of ours. */
  | { readonly _tag: "Postponed"; readonly problem: string }

const failed = (problem: string, retryMillis: number | null = null): SourceAnswer => ({
  _tag: "Failed",
  problem,
  retryMillis
})

const ours: ReadonlySet<PageUnreachable["reason"]> = new Set(["busy", "no_turn"])

const unreachable = ({ message, reason }: PageUnreachable): SourceAnswer =>
  ours.has(reason) ? { _tag: "Postponed", problem: message } : failed(message)

const quietAfter = ({ cacheControl }: Download, ttlMinutes: number | null): number | null => {
  const said = [quietOf(cacheControl), ttlMinutes === null ? null : ttlMinutes * 60_000]
  const longest = Math.max(...said.map((millis) => millis ?? 0))
  return longest === 0 ? null : longest
}

const readAnswer = Effect.fnUntraced(function* (source: NewsSource, download: Download, nowMillis: number) {
  const reader = yield* FeedReader
  const domains = yield* DomainNames
  const domainOf = (host: string) => domains.registrable(host) ?? host
  return yield* reader.read({ bytes: download.bytes, url: download.url }).pipe(
    Effect.flatMap((feed) => {
      const { country, foundFor, homeUrl, language, title } = source
      const origin = { feedUrl: download.url, foundFor, title, country, language, homeUrl }
      return Effect.map(
        inTurns(feed.items, (item) => toReport(item, feed, origin, domainOf, nowMillis)),
        (reports): SourceAnswer => ({
          _tag: "Reported",
          feed,
          reports,
          validators: { url: download.url, etag: download.etag, lastModified: download.lastModified },
          quietMillis: quietAfter(download, feed.ttlMinutes)
        })
      )
    }),
    Effect.catch(({ message }) => Effect.succeed(failed(message)))
  )
})

const readStatus = (
  source: NewsSource,
  download: Download,
  nowMillis: number
): Effect.Effect<SourceAnswer, never, DomainNames | FeedReader> => {
  const { status } = download
  if (download.isNotModified) return Effect.succeed({ _tag: "Unchanged", quietMillis: quietAfter(download, null) })
  if (status === 410) return Effect.succeed({ _tag: "Gone", problem: "It answered 410: it is there no more." })
  if (status < 200 || status >= 300) {
    return Effect.succeed(failed(`It answered ${status}.`, retryOf(download.retryAfter, nowMillis)))
  }
  return readAnswer(source, download, nowMillis)
}

/** Asks it, within the deadline. */
export const askSource = Effect.fn("News.askSource")(function* (source: NewsSource, deadline: Deadline) {
  const session = yield* openSession
  const left = leftOf(deadline, yield* Clock.currentTimeMillis)
  return yield* session
    .download({
      url: source.url,
      headers,
      validators: validatorsOf(source),
      country: null,
      maxBytes: maxFeedBytes,
      timeout: Duration.millis(Math.min(left, exchangeMillis)),
      patience: Duration.millis(left),
      acceptsPart: false
    })
    .pipe(
      Effect.matchEffect({
        onFailure: (error) => Effect.succeed(unreachable(error)),
        onSuccess: (download) =>
          Effect.flatMap(Clock.currentTimeMillis, (nowMillis) => readStatus(source, download, nowMillis))
      })
    )
})
