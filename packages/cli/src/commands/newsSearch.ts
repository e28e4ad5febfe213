/** `kittiwake news search`: asks the running server, which has the index, and gathers for it. */
import type { NewsBody } from "@kittiwake/http/internal/news/api"
import type { NewsPageRecord } from "@kittiwake/http/internal/news/records"
import { DateTime, Effect, Option } from "effect"
import { Command } from "effect/cli"
import { wrongUsage } from "../CommandFailed.ts"
import { json, print } from "../output.ts"
import { ask, withoutCall } from "../serverClient.ts"
import { forOutput } from "./terminal.ts"
import { given, number, word, words } from "./webFlags.ts"

type Asked = typeof NewsBody.Encoded
type Filter = NonNullable<Asked["filterBy"]>

const articleText = ({ description, match, published_at, source, title, url }: NewsPageRecord["data"][number]) =>
  [
    forOutput(title),
    `  ${[published_at?.slice(0, 10) ?? "no date", forOutput(source.name), ...(match.level === "primary" ? [] : ["in passing"])].join("  ")}`,
    `  ${forOutput(url)}`,
    ...(description === null ? [] : [`  ${forOutput(description)}`])
  ].join("\n")

const textOf = ({ data, next_cursor }: NewsPageRecord): string =>
  [
    ...(data.length === 0 ? ["No news were found."] : data.map(articleText)),
    ...(next_cursor === null ? [] : [`More: --cursor ${next_cursor}`])
  ].join("\n\n")

const entityOf = Effect.fnUntraced(function* (flags: {
  readonly domain: Option.Option<string>
  readonly name: Option.Option<string>
  readonly ticker: Option.Option<string>
  readonly exchange: Option.Option<string>
  readonly isin: Option.Option<string>
}) {
  const { domain, exchange, isin, name, ticker } = flags
  const entities: ReadonlyArray<Asked["searchBy"]["entity"]> = [
    ...Option.toArray(Option.map(domain, (said) => ({ type: "domain" as const, domain: said }))),
    ...Option.toArray(Option.map(name, (said) => ({ type: "name" as const, name: said }))),
    ...Option.toArray(
      Option.map(ticker, (said) => ({ type: "ticker" as const, ticker: said, ...given("exchange", exchange) }))
    ),
    ...Option.toArray(Option.map(isin, (said) => ({ type: "isin" as const, isin: said })))
  ]
  const [entity] = entities
  return entity === undefined || entities.length > 1
    ? yield* wrongUsage("Give one of --domain, --name, --ticker and --isin.")
    : entity
})

/** A day is its first moment, or its last. */
const millisOf = Effect.fnUntraced(function* (flag: "from" | "to", said: Option.Option<string>) {
  if (Option.isNone(said)) return Option.none<number>()
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(said.value)
  const moment = DateTime.make(isDay && flag === "to" ? `${said.value}T23:59:59.999Z` : said.value)
  return Option.isNone(moment)
    ? yield* wrongUsage(`--${flag} is "${said.value}": write a day or a moment, such as 2026-03-01.`)
    : Option.some(moment.value.epochMilliseconds)
})

export const search = Command.make(
  "search",
  {
    domain: word("domain", "Domain of the company's site, such as example.com"),
    name: word("name", "Name of the company"),
    ticker: word("ticker", "Ticker of its share"),
    exchange: word("exchange", "Code of the exchange where the ticker is of, such as NASDAQ"),
    isin: word("isin", "ISIN of its share"),
    source: words("source", "Only articles of the publisher at this domain"),
    country: words("country", "Only publishers of this country, two letters"),
    language: words("language", "Only articles in this language, two letters"),
    type: words("type", "Only editorial, press_release, regulatory_filing or advisory"),
    from: word("from", "First day or moment of publication, such as 2026-03-01"),
    to: word("to", "Last day or moment of publication"),
    sort: word("sort", "newest or relevance; newest unless given"),
    limit: number("limit", "Most articles, 1 to 100; 10 unless given"),
    cursor: word("cursor", "Where the page before ended"),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const entity = yield* entityOf(flags)
    const date = {
      ...given("from", yield* millisOf("from", flags.from)),
      ...given("to", yield* millisOf("to", flags.to))
    }
    const list = (name: keyof Filter, values: ReadonlyArray<string>) => (values.length === 0 ? {} : { [name]: values })
    // What is no such word is refused by the server, which knows them.
    const payload = {
      searchBy: { type: "entity", entity },
      filterBy: {
        ...list("sourceDomain", flags.source),
        ...list("sourceCountry", flags.country),
        ...list("articleLanguage", flags.language),
        ...list("articleType", flags.type),
        date
      },
      ...(Option.isNone(flags.sort) ? {} : { sortBy: { type: flags.sort.value as "newest" } }),
      ...given("limit", flags.limit),
      ...given("cursor", flags.cursor)
    } as typeof NewsBody.Type
    const found = yield* ask((client) => Effect.map(client.news.search({ payload }), withoutCall))
    yield* print(flags.json, found, () => textOf(found))
  })
).pipe(
  Command.withDescription(
    "Find what sources report of a company, by its domain, its name or its share, through the running server, which reads the feeds of the company's site when nobody asked for it lately"
  ),
  Command.withShortDescription("News of a company"),
  Command.withExamples([
    { command: "kittiwake news search --domain example.com --from 2026-03-01", description: "Its news since a day" },
    {
      command: "kittiwake news search --ticker ACME --exchange NASDAQ --type press_release --json",
      description: "What the company itself reports, as JSON"
    }
  ])
)
