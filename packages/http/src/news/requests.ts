/** What is asked of news, as the core takes it: every door maps here. */
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { siteHost } from "@kittiwake/core/internal/sites/domain/SiteScope"
import type { Entity, NewsFilter, NewsRequest } from "@kittiwake/core/news/News"
import { Effect, type Schema } from "effect"
import type { DeadlineRules } from "../web/call.ts"
import type { NewsBody } from "./api.ts"

type Asked = Omit<Schema.Schema.Type<typeof NewsBody>, "tags">
type AskedFilter = NonNullable<Asked["filterBy"]>

/** Articles of a page unless the caller says how many. */
const usualArticles = 10

/** The lists of a filter, of which one may be given. */
const lists = ["sourceDomain", "sourceCountry", "articleLanguage", "articleType"] as const

const listOf = <A extends string>(given: A | ReadonlyArray<A> | undefined): ReadonlyArray<A> =>
  given === undefined ? [] : typeof given === "string" ? [given] : given

const wrong = (field: string, message: string) => Effect.fail(new InvalidInput({ field, message }))

const hostsOf = (field: string, given: string | ReadonlyArray<string> | undefined) =>
  Effect.forEach(listOf(given), (said, at) => {
    const host = siteHost(said)
    const place = typeof given === "string" ? field : `${field}[${at}]`
    return host === null ? wrong(place, "is not a domain such as example.com") : Effect.succeed(host)
  })

const entityOf = Effect.fnUntraced(function* (said: Asked["searchBy"]["entity"]) {
  switch (said.type) {
    case "name": {
      const name = said.name.trim()
      // What is written must say something of a name, however many characters it is.
      if (name.length < 2) return yield* wrong("searchBy.entity.name", "must be a name of at least 2 characters")
      return { _tag: "Name", name } satisfies Entity as Entity
    }
    case "domain": {
      const [domain = ""] = yield* hostsOf("searchBy.entity.domain", said.domain)
      return { _tag: "Domain", domain } satisfies Entity as Entity
    }
    case "ticker":
      return {
        _tag: "Ticker",
        ticker: said.ticker.toUpperCase(),
        exchange: said.exchange?.toUpperCase() ?? null
      } satisfies Entity as Entity
    case "isin":
      return { _tag: "Isin", isin: said.isin } satisfies Entity as Entity
  }
})

const filterOf = Effect.fnUntraced(function* (field: string, said: AskedFilter) {
  const given = lists.filter((name) => said[name] !== undefined)
  if (given.length > 1) {
    return yield* wrong(field, `takes one of ${lists.join(", ")} at a time: ${given.join(" and ")} were given`)
  }
  const { from = null, to = null } = said.date ?? {}
  if (from !== null && to !== null && from > to) {
    return yield* wrong(`${field}.date.to`, "must not be before from")
  }
  return {
    sourceDomains: yield* hostsOf(`${field}.sourceDomain`, said.sourceDomain),
    sourceCountries: listOf(said.sourceCountry),
    languages: listOf(said.articleLanguage),
    types: listOf(said.articleType),
    from,
    to
  } satisfies NewsFilter as NewsFilter
})

/** The one of two names of a field that was given. */
const either = <const Name extends string, const Alias extends string, A>(
  [name, said]: readonly [Name, A | undefined],
  [alias, other]: readonly [Alias, A | undefined]
) =>
  said !== undefined && other !== undefined
    ? wrong(alias, `cannot be given together with ${name}`)
    : Effect.succeed({ field: said === undefined && other !== undefined ? alias : name, value: said ?? other })

/** What is searched for. */
export const newsRequest = Effect.fnUntraced(function* (asked: Asked) {
  const filter = yield* either(["filterBy", asked.filterBy], ["filters", asked.filters])
  const order = yield* either(["sortBy", asked.sortBy], ["sort", asked.sort])
  return {
    entity: yield* entityOf(asked.searchBy.entity),
    filter: yield* filterOf(filter.field, filter.value ?? {}),
    order: order.value?.type ?? "newest",
    limit: asked.limit ?? usualArticles,
    cursor: asked.cursor ?? undefined
  } satisfies NewsRequest as NewsRequest
})

/** A call names no deadline, so that there is no part to ask for. */
export const rulesOfNews: DeadlineRules = { partialNeedsTime: false }
