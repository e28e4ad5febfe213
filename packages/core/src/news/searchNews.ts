/** News of a company (contract/news.md). */
import { Clock, DateTime, Duration, Effect } from "effect"
import { knownBrand } from "../brands/knownBrand.ts"
import { Cursors } from "../paging/Cursors.ts"
import { wholePart } from "../paging/domain/Page.ts"
import { SearchUnavailable } from "../search/errors.ts"
import { DomainNames } from "../sites/DomainNames.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { DeadlinePassed } from "../web/errors.ts"
import type { Entity } from "./domain/Entity.ts"
import { keysOfCompany } from "./domain/keysOfCompany.ts"
import type { ArticleRecord, MatchLevel } from "./domain/NewsEntry.ts"
import { newsPrice } from "./domain/Price.ts"
import { NewsGathering } from "./NewsGathering.ts"
import { type FoundArticle, mostKeys, type NewsFilter, type NewsOrder, NewsStore } from "./NewsStore.ts"

export interface NewsRequest {
  readonly entity: Entity
  readonly filter: NewsFilter
  readonly order: NewsOrder
  readonly limit: number
  readonly cursor: string | undefined
}

/** An article as it is told. */
export interface Article extends Omit<ArticleRecord, "excerpt" | "publishedAt" | "source"> {
  readonly id: string
  /** Shared by copies of one report of one day. */
  readonly storyId: string
  readonly description: string | null
  readonly publishedAt: DateTime.Utc | null
  readonly source: {
    readonly name: string
    readonly domain: string
    /** Whether it was seen in the publisher's own feed. */
    readonly direct: boolean
  }
  /** How it speaks of the company: as its subject, or among others. */
  readonly match: { readonly level: MatchLevel; readonly confidence: number }
}

const articleOf = ({ confidence, id, level, record, storyId }: FoundArticle): Article => {
  const { excerpt, publishedAt, source, ...rest } = record
  return {
    ...rest,
    id,
    storyId,
    description: excerpt,
    publishedAt: publishedAt === null ? null : DateTime.makeUnsafe(publishedAt),
    source: { name: source.name, domain: source.domain, direct: source.isDirect },
    match: { level, confidence }
  }
}

export interface NewsPage {
  readonly articles: ReadonlyArray<Article>
  readonly nextCursor: string | null
}

/** Longest time in which a company's own site is looked through for news before an answer, and what answering takes. */
const limits = { gatheringMillis: 8_000, answeringMillis: 2_000 } as const

/** What finds news of an entity, the domain that it has, and what it is called. */
const resolve = Effect.fnUntraced(function* (entity: Entity) {
  const { domain, entry } = yield* knownBrand(
    entity._tag === "Name"
      ? { _tag: "Name", name: entity.name, country: null }
      : entity._tag === "Ticker"
        ? { _tag: "Ticker", ticker: entity.ticker, exchange: entity.exchange }
        : entity
  )
  const asked = entity._tag === "Name" ? [entity.name] : []
  const names = entry === null ? asked : [...asked, ...(entry.name === null ? [] : [entry.name]), ...entry.aliases]
  return { domain, names, keys: keysOfCompany(entity, domain, entry, mostKeys) }
})

/** Publishers are known by their registered names; a port names one server, and not what somebody registered. */
const registered = Effect.map(
  DomainNames,
  ({ registrable }) =>
    (host: string) =>
      host.includes(":") ? host : (registrable(host) ?? host)
)

const found = Effect.fnUntraced(function* (call: Call, request: NewsRequest) {
  const { cursor, entity, limit, order } = request
  const filter = { ...request.filter, sourceDomains: request.filter.sourceDomains.map(yield* registered) }
  const { domain, keys, names } = yield* resolve(entity)
  const leftMillis = call.deadline.atMillis - limits.answeringMillis - (yield* Clock.currentTimeMillis)
  // Pages after the first are of what was there.
  if (cursor === undefined && leftMillis > 0) {
    // Nobody outside hears whom an organization looks for of which nothing is kept, and no source is kept as one that it asked for.
    const { freshness, organizationId } = call
    const sought = freshness.zeroRetention
      ? { domain, names: [], organizationId: "" }
      : { domain, names, organizationId }
    yield* (yield* NewsGathering).gatherFor(sought, Math.min(limits.gatheringMillis, leftMillis))
  }
  const store = yield* NewsStore
  const { page } = yield* Cursors
  const { data, nextCursor } = yield* page({
    scope: { organizationId: call.organizationId, list: "news", filter: [entity, filter, order] },
    ...{ limit, cursor },
    read: ({ after, limit: most }) => {
      if (keys.length === 0) return Effect.succeed(wholePart<FoundArticle>([]))
      const [weight = "0", id = ""] = after?.id.split(" ") ?? []
      const place = after === null ? null : { weight: Number(weight), sortedAt: after.at.epochMilliseconds, id }
      return store.search({ keys, filter, order, limit: most, after: place }).pipe(
        Effect.map(wholePart),
        Effect.catchTag(
          "StoreUnavailable",
          () => new SearchUnavailable({ message: "The index of news does not answer now.", retryAfterSeconds: null })
        )
      )
    },
    position: ({ position }) => ({
      at: DateTime.makeUnsafe(position.sortedAt),
      id: `${position.weight} ${position.id}`
    })
  })
  yield* Effect.annotateCurrentSpan({ entity: entity._tag, keys: keys.length, articles: data.length })
  return { articles: data.map(articleOf), nextCursor } satisfies NewsPage as NewsPage
})

/** Finds news of a company: what is not answered costs nothing, and nor does an answer without articles. */
export const searchNews = Effect.fn("News.search")(function* (call: Call, request: NewsRequest) {
  const most = newsPrice(request.limit)
  return yield* charged(call, { atLeast: most, atMost: most })(() =>
    Effect.gen(function* () {
      const left = Math.max(0, call.deadline.atMillis - (yield* Clock.currentTimeMillis))
      const page = yield* found(call, request).pipe(
        Effect.timeoutOrElse({ duration: Duration.millis(left), orElse: () => Effect.fail(new DeadlinePassed()) })
      )
      return { value: page, credits: newsPrice(page.articles.length) }
    })
  )
})
