/** Keeps what sources report. */
import { Clock, Effect } from "effect"
import { pageIdentity } from "../search/domain/indexEntry.ts"
import { maxUrlLength, parseUrl } from "../security/domain/parseUrl.ts"
import { Signer } from "../security/Signer.ts"
import { mentionsOf } from "./domain/mentionsOf.ts"
import type { NewsEntry } from "./domain/NewsEntry.ts"
import type { ReportedArticle } from "./domain/ReportedArticle.ts"
import { bandsOf } from "./domain/stories.ts"
import { makeTurns } from "./inTurns.ts"
import { NewsBounds } from "./NewsBounds.ts"
import { NewsStore } from "./NewsStore.ts"

/** Longest texts and lists of an article. */
const limits = { url: maxUrlLength, title: 500, excerpt: 1_000, name: 200, authors: 20 } as const

/** Articles that are put together at most, and with how many mentions: others who write wait for them. */
const together = { articles: 10, mentions: 150 } as const

const dayMillis = 86_400_000

const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed()

const entryOf = Effect.fnUntraced(function* (report: ReportedArticle, nowMillis: number) {
  const url = parseUrl(report.url)
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > limits.url) return null
  const title = cut(report.title.trim(), limits.title)
  if (title === "") return null
  const publishedAt = report.publishedAt === null ? null : report.publishedAt.epochMilliseconds
  // A date that is not yet, or that was before there was a web, is no reliable one.
  const isReliable = publishedAt !== null && publishedAt > 631_152_000_000 && publishedAt <= nowMillis + dayMillis
  const article: ReportedArticle = {
    ...report,
    title,
    excerpt: report.excerpt === null ? null : cut(report.excerpt, limits.excerpt)
  }
  const day = Math.floor((isReliable ? publishedAt : nowMillis) / dayMillis)
  // One article stands at both schemes of its address.
  const identity = pageIdentity(report.url).replace(/^http:/, "https:")
  const digest = yield* (yield* Signer).digest(identity)
  return {
    id: `art_${digest.slice(0, 32)}`,
    record: {
      url: url.href,
      title,
      excerpt: article.excerpt,
      language: article.language?.toLowerCase() ?? null,
      imageUrl: article.imageUrl,
      authors: article.authors.slice(0, limits.authors).map((name) => cut(name, limits.name)),
      publishedAt: isReliable ? Math.min(publishedAt, nowMillis) : null,
      type: article.type,
      source: {
        name: cut(article.source.name, limits.name),
        domain: article.source.domain.toLowerCase(),
        country: article.source.country?.toLowerCase() ?? null,
        isDirect: article.source.isDirect
      }
    },
    mentions: mentionsOf(article),
    bands: bandsOf(article, day, article.language),
    day
  } satisfies NewsEntry as NewsEntry
})

/**
 * Keeps articles, some at once; those that are known are filled. What is no article (without a title, or at no address of the web) is left
 * out. Tells how many were new.
 */
export const keepArticles = Effect.fn("News.keepArticles")(function* (reports: ReadonlyArray<ReportedArticle>) {
  const store = yield* NewsStore
  const { maxArticles } = yield* NewsBounds
  let added = 0
  let filled = 0
  if (maxArticles === 0) return { added, filled }
  const turns = yield* makeTurns
  let entries: Array<NewsEntry> = []
  let mentions = 0
  for (const [index, report] of reports.entries()) {
    const nowMillis = yield* Clock.currentTimeMillis
    const entry = yield* entryOf(report, nowMillis)
    if (entry !== null) entries.push(entry)
    mentions += entry?.mentions.length ?? 0
    const isWhole = entries.length >= together.articles || mentions >= together.mentions
    if (entries.length === 0 || !(isWhole || index === reports.length - 1)) {
      yield* turns.giveIfLate
      continue
    }
    const put = yield* store.put(entries, nowMillis)
    added += put.added
    filled += put.filled
    entries = []
    mentions = 0
    yield* turns.give
  }
  return { added, filled }
})
