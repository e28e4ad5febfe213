/** `kittiwake brands show`: one brand, by whatever names it. */
import { type Language, languages } from "@kittiwake/core/internal/brands/domain/languages"
import type { Brand } from "@kittiwake/http/internal/brands/brandRecord"
import type { RetrieveBrandInput } from "@kittiwake/http/internal/brands/retrieveInput"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { json, print } from "../output.ts"
import { ask } from "../serverClient.ts"
import { present } from "./lists.ts"
import { forOutput } from "./terminal.ts"
import { number, withScheme, word, yes } from "./webFlags.ts"

const ways = ["domain", "name", "email", "ticker", "isin", "page", "transaction"] as const
type Way = (typeof ways)[number]

interface Told {
  readonly brand: typeof Brand.Type
}

interface Flags {
  readonly what: string
  readonly by: Way
  readonly country: Option.Option<string>
  readonly exchange: Option.Option<string>
  readonly city: Option.Option<string>
  readonly sure: boolean
  readonly language: Option.Option<Language>
  readonly maxAge: Option.Option<number>
  readonly timeout: Option.Option<number>
  readonly quick: boolean
}

const bodyOf = (flags: Flags): RetrieveBrandInput => {
  const { what } = flags
  const timeout = present({ timeoutMS: Option.getOrUndefined(flags.timeout) })
  const language = present({ force_language: Option.getOrUndefined(flags.language) })
  const read = { ...timeout, ...language, ...(flags.quick ? { maxSpeed: true } : {}) }
  const aged = { ...read, ...present({ maxAgeMs: Option.getOrUndefined(flags.maxAge) }) }
  const country = present({ country_gl: Option.getOrUndefined(flags.country) })
  switch (flags.by) {
    case "domain":
      return { type: "by_domain", domain: what, ...aged }
    case "name":
      return { type: "by_name", name: what, ...country, ...aged }
    case "email":
      return { type: "by_email", email: what, ...aged }
    case "ticker":
      return {
        type: "by_ticker",
        ticker: what,
        ...present({ ticker_exchange: Option.getOrUndefined(flags.exchange) }),
        ...aged
      }
    case "isin":
      return { type: "by_isin", isin: what, ...aged }
    case "page":
      return { type: "by_direct_url", direct_url: withScheme(what), ...timeout }
    case "transaction":
      return {
        ...{ type: "by_transaction", transaction_info: what, ...country },
        ...present({ city: Option.getOrUndefined(flags.city) }),
        ...(flags.sure ? { high_confidence_only: true } : {}),
        ...read
      }
  }
}

const addressText = (address: Told["brand"]["address"]): string =>
  [address?.street, address?.postal_code, address?.city, address?.state_code, address?.country]
    .filter((part) => part !== undefined)
    .join(", ")

const textOf = ({ brand }: Told): string => {
  const lines: ReadonlyArray<readonly [string, string | undefined]> = [
    ["domain", brand.domain],
    ["title", brand.title],
    ["description", brand.description],
    ["slogan", brand.slogan],
    ["colors", brand.colors?.map(({ hex, name }) => `${hex} ${name}`).join(", ")],
    ["address", addressText(brand.address)],
    ["email", brand.email],
    ["phone", brand.phone],
    [
      "stock",
      brand.stock === null ? undefined : [brand.stock?.ticker, brand.stock?.exchange].filter(Boolean).join(" ")
    ],
    ["industry", brand.industries?.eic.map(({ industry, subindustry }) => `${industry}: ${subindustry}`).join(", ")],
    ["language", brand.primary_language ?? undefined],
    ...(brand.socials ?? []).map(({ type, url }) => [type, url] as const),
    ...Object.entries(brand.links ?? {}).map(([kind, url]) => [kind, url ?? undefined] as const),
    ...(brand.logos ?? []).map(({ mode = "", type = "logo", url }) => [type, `${url} ${mode}`.trim()] as const)
  ]
  return lines
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value = ""]) => `${name.padEnd(12)} ${forOutput(value)}`)
    .join("\n")
}

export const brandShow = Command.make(
  "show",
  {
    what: Argument.String("what").pipe(Argument.withDescription("A domain, or what --by says")),
    by: Flag.Literals("by", ways).pipe(
      Flag.withDescription("What names the brand; its domain unless given"),
      Flag.withDefault("domain")
    ),
    country: word("country", "Which country's brand is meant where several have the name: two letters, such as de"),
    exchange: word("exchange", "Where a ticker trades; NASDAQ unless given"),
    city: word("city", "Where a statement says that something was bought, so that the place is no part of the name"),
    sure: yes("sure", "Of a statement, take only a brand whose name is all that it says"),
    language: Flag.Literals("language", languages).pipe(
      Flag.withDescription("Tell description and slogan in this language, where the site has it, such as german"),
      Flag.optional
    ),
    maxAge: number("max-age", "Oldest acceptable reading in milliseconds; 0 reads anew, 90 days unless given"),
    timeout: number("timeout", "Milliseconds until there must be an answer; 55000 unless given, 300000 at most"),
    quick: yes("quick", "Read the first page of the site alone"),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const told = yield* ask((client) => client.brands.retrieve({ payload: bodyOf(flags) }))
    yield* print(flags.json, told, () => textOf(told))
  })
).pipe(
  Command.withDescription("Tell what a brand's own site says of it: name, logos, colours, address, profiles"),
  Command.withExamples([
    { command: "kittiwake brands show github.com", description: "A brand by its domain" },
    {
      command: "kittiwake brands show --by transaction 'SQ *BLUE BOTTLE 123'",
      description: "By the text of a statement"
    }
  ])
)
