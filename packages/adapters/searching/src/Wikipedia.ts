/**
 * Wikipedia: articles, without a key.
 *
 * **Details.** The edition is that of the country that is asked for, else the English one. Its articles are not published on a day, so that
 * a question for what is new is not for it, nor one for other domains.
 */
import { languagesOfCountry } from "@kittiwake/core/internal/search/domain/countryLanguages"
import { isOfDomain } from "@kittiwake/core/internal/search/domain/domains"
import type { SearchQuery, SearchQuestion } from "@kittiwake/core/search/domain/SearchQuestion"
import type { SearchBackend } from "@kittiwake/core/search/SearchBackends"
import { ServiceCaller } from "@kittiwake/core/web/ServiceCaller"
import { Effect, Option, Schema } from "effect"
import { askJson, failed } from "./exchange.ts"
import { hitsOf, plain } from "./results.ts"

export interface WikipediaOptions {
  /** Where the edition of a language answers; its own address unless given. */
  readonly url?: (language: string) => string
}

const Answer = Schema.Struct({ query: Schema.Struct({ search: Schema.Array(Schema.Unknown) }) })

/** It answers 200 with an error, too. */
const Refused = Schema.Struct({ error: Schema.Struct({ code: Schema.String }) })

const Result = Schema.Struct({ title: Schema.String, snippet: Schema.optionalKey(Schema.String) })

const readAnswer = Schema.decodeUnknownOption(Answer)
const readRefused = Schema.decodeUnknownOption(Refused)
const readResult = Schema.decodeUnknownOption(Result)

const mostResults = 50

const quoted = (text: string): string => `"${text.replaceAll('"', " ")}"`

/** The query in the words of its search; operators that it does not have are left to whoever asks. */
const textOf = ({ anyOf, inTitle, phrases, without, words }: SearchQuery): string =>
  [
    ...words,
    ...phrases.map(quoted),
    ...anyOf.map((list) => list.map((one) => (/\s/.test(one) ? quoted(one) : one)).join(" OR ")),
    ...inTitle.map((one) => `intitle:${quoted(one)}`),
    ...without.map((one) => `-${quoted(one)}`)
  ]
    .join(" ")
    .slice(0, 300)
    .toWellFormed()

const languageOf = ({ country, query }: SearchQuestion): string => {
  const named = query.includeDomains.map((domain) => /^([a-z-]+)\.wikipedia\.org$/.exec(domain)?.[1])[0]
  return named ?? (country === null ? undefined : languagesOfCountry(country)[0]) ?? "en"
}

const isForIt = ({ publishedSince, query }: SearchQuestion, host: string): boolean => {
  if (publishedSince !== null || query.excludeDomains.some((domain) => isOfDomain(host, domain))) return false
  return query.includeDomains.length === 0 || query.includeDomains.some((domain) => isOfDomain(host, domain))
}

/** A backend over all its editions. */
export const make = ({
  url = (language) => `https://${language}.wikipedia.org/w/api.php`
}: WikipediaOptions = {}): Effect.Effect<SearchBackend, never, ServiceCaller> =>
  Effect.map(ServiceCaller, (service) => {
    const search = Effect.fnUntraced(function* (question: SearchQuestion, leftMillis: number) {
      const language = languageOf(question)
      const host = `${language}.wikipedia.org`
      const srsearch = textOf(question.query)
      if (srsearch === "" || !isForIt(question, host)) return []
      const parameters = new URLSearchParams({
        ...{ action: "query", list: "search", format: "json", formatversion: "2", srprop: "snippet" },
        srsearch,
        srlimit: String(Math.min(question.count, mostResults))
      })
      const json = yield* askJson(
        service,
        { method: "GET", url: `${url(language)}?${parameters}`, headers: { accept: "application/json" }, body: null },
        leftMillis
      )
      const refused = readRefused(json)
      if (Option.isSome(refused)) {
        const isBusy = /ratelimited|maxlag|busy|unavailable/i.test(refused.value.error.code)
        return yield* failed(isBusy ? "throttled" : "rejected", "It does not take the question.")
      }
      const answer = readAnswer(json)
      if (Option.isNone(answer)) return yield* failed("malformed", "Its answer is none of Wikipedia's.")
      return hitsOf(
        answer.value.query.search
          .slice(0, mostResults)
          .flatMap((one) => Option.toArray(readResult(one)))
          .map(({ snippet, title }) => ({
            url: `https://${host}/wiki/${encodeURIComponent(title.slice(0, 300).toWellFormed().replaceAll(" ", "_")).replace(/%2F/g, "/").replace(/%3A/g, ":")}`,
            title,
            description: plain(snippet),
            publishedAt: null
          }))
      )
    })

    return {
      name: "wikipedia",
      keepsNothing: false,
      search: (question, { leftMillis }) => search(question, leftMillis)
    }
  })
