/** News of a company (contract/news.md). */
import { Clock, DateTime, Duration, Effect, Option } from "effect"
import { BrandStore } from "../brands/BrandStore.ts"
import type { BrandEntry } from "../brands/domain/BrandEntry.ts"
import { resolveBrand } from "../brands/resolveBrand.ts"
import { ShippedList } from "../brands/ShippedList.ts"
import { Cursors } from "../paging/Cursors.ts"
import { wholePart } from "../paging/domain/Page.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { DeadlinePassed } from "../web/errors.ts"
import type { Entity } from "./domain/Entity.ts"
import { keysOfCompany } from "./domain/keysOfCompany.ts"
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

export interface NewsPage {
  readonly articles: ReadonlyArray<FoundArticle>
  readonly nextCursor: string | null
}

/** Longest time in which a company's own site is looked through for news before an answer, and what answering takes. */
const limits = { gatheringMillis: 8_000, answeringMillis: 2_000 } as const

const none = Effect.succeed(null)

/** The domain that is meant, as far as it is known. */
const domainOf = (entity: Entity) =>
  Effect.gen(function* () {
    return yield* resolveBrand(
      entity._tag === "Name"
        ? { _tag: "Name", name: entity.name, country: null }
        : entity._tag === "Ticker"
          ? { _tag: "Ticker", ticker: entity.ticker, exchange: entity.exchange }
          : entity
    )
  }).pipe(
    // An address of mail is never asked for.
    Effect.catchTags({ BrandNotFound: () => none, DisposableEmail: () => none, FreeEmail: () => none })
  )

const brandAt = Effect.fnUntraced(function* (domain: string) {
  return Option.getOrNull(yield* (yield* BrandStore).byDomain(domain)) as BrandEntry | null
})

/** What finds news of an entity, and the domain that it has. */
const resolve = Effect.fnUntraced(function* (entity: Entity) {
  yield* (yield* ShippedList).ready
  const domain = yield* domainOf(entity)
  const brand = domain === null ? null : yield* brandAt(domain)
  return { domain, keys: keysOfCompany(entity, domain, brand, mostKeys) }
})

const found = Effect.fnUntraced(function* (call: Call, request: NewsRequest) {
  const { cursor, entity, filter, limit, order } = request
  const { domain, keys } = yield* resolve(entity)
  const leftMillis = call.deadline.atMillis - limits.answeringMillis - (yield* Clock.currentTimeMillis)
  // Pages after the first are of what was there.
  if (domain !== null && cursor === undefined && leftMillis > 0) {
    yield* (yield* NewsGathering).gatherFor(domain, Math.min(limits.gatheringMillis, leftMillis))
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
      return Effect.map(store.search({ keys, filter, order, limit: most, after: place }), wholePart)
    },
    position: ({ position }) => ({
      at: DateTime.makeUnsafe(position.sortedAt),
      id: `${position.weight} ${position.id}`
    })
  })
  yield* Effect.annotateCurrentSpan({ entity: entity._tag, keys: keys.length, articles: data.length })
  return { articles: data, nextCursor } satisfies NewsPage as NewsPage
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
