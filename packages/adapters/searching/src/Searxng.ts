/**
 * SearXNG: an instance of the operator's, which asks many engines.
 *
 * **Gotchas.** An instance whose engines are all blocked answers 200 without results and names them in `unresponsive_engines`: that is a
 * failure. One whose settings do not list `json` among its formats, or whose limiter is on, answers 403 or 429.
 */
import { languagesOfCountry } from "@kittiwake/core/internal/search/domain/countryLanguages"
import type { SearchQuestion } from "@kittiwake/core/search/domain/SearchQuestion"
import type { SearchBackend } from "@kittiwake/core/search/SearchBackends"
import { ServiceCaller, type ServiceReply } from "@kittiwake/core/web/ServiceCaller"
import { Clock, Effect, Option, Schema } from "effect"
import { askJson, failed } from "./exchange.ts"
import { pagewise } from "./pagewise.ts"
import { rangeNameOf } from "./rangeNames.ts"
import { engineText, hitsOf, momentOf, mostResults, plain } from "./results.ts"

export interface SearxngOptions {
  /** Where the instance answers, up to its `/search`. */
  readonly url: string
}

const Text = Schema.optionalKey(Schema.NullOr(Schema.String))

const Answer = Schema.Struct({
  results: Schema.Array(Schema.Unknown),
  unresponsive_engines: Schema.optionalKey(Schema.Array(Schema.Unknown))
})

const Result = Schema.Struct({ url: Schema.String, title: Text, content: Text, publishedDate: Text })

const readAnswer = Schema.decodeUnknownOption(Answer)
const readResult = Schema.decodeUnknownOption(Result)

/** Pages that are asked for at most. */
const mostPages = 4

/** It names an engine alone, or with why it does not answer, and with more that nobody needs. */
const isBlocked = (engine: unknown): boolean =>
  (Array.isArray(engine) ? engine.slice(0, 4) : [engine]).some(
    (said) => typeof said === "string" && /captcha|too many|suspend|denied|limit/i.test(said.slice(0, 200))
  )

const refusal = ({ status }: ServiceReply) =>
  status === 403
    ? failed(
        "rejected",
        "It does not answer in JSON: its settings must list json under search.formats, and its limiter must let this server pass."
      )
    : null

/** A backend over one instance. */
export const make = ({ url }: SearxngOptions): Effect.Effect<SearchBackend, never, ServiceCaller> =>
  Effect.map(ServiceCaller, (service) => {
    const endpoint = `${url.replace(/\/+$/, "").replace(/\/search$/, "")}/search`

    const ask = Effect.fnUntraced(function* (question: SearchQuestion, page: number, leftMillis: number) {
      const { country, publishedSince, query } = question
      const now = yield* Clock.currentTimeMillis
      const range = publishedSince === null ? null : rangeNameOf(publishedSince.epochMilliseconds, now)
      const [language] = country === null ? [] : languagesOfCountry(country)
      const form = new URLSearchParams({
        q: engineText(query),
        format: "json",
        pageno: String(page + 1),
        ...(range === null ? {} : { time_range: range }),
        ...(language === undefined || country === null ? {} : { language: `${language}-${country.toUpperCase()}` })
      })
      // In a body, so that no log of addresses on the way holds the question.
      const json = yield* askJson(
        service,
        {
          method: "POST",
          url: endpoint,
          headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
          body: form.toString()
        },
        leftMillis,
        refusal
      )
      const answer = readAnswer(json)
      if (Option.isNone(answer)) return yield* failed("malformed", "Its answer is none of SearXNG's.")
      const { results, unresponsive_engines: blocked = [] } = answer.value
      if (results.length === 0 && blocked.length > 0) {
        return yield* failed(
          blocked.slice(0, mostResults).some(isBlocked) ? "throttled" : "unavailable",
          "None of its engines answers: see their state in the instance."
        )
      }
      return hitsOf(
        results
          .slice(0, mostResults)
          .flatMap((one) => Option.toArray(readResult(one)))
          .map((one) => ({
            url: one.url,
            title: plain(one.title),
            description: plain(one.content),
            publishedAt: momentOf(one.publishedDate)
          }))
      )
    })

    return {
      name: "searxng",
      // It hands questions on to engines that it can tell nothing of the kind.
      keepsNothing: false,
      search: (question, { leftMillis }) =>
        pagewise({ count: question.count, mostPages, leftMillis }, (page, left) => ask(question, page, left))
    }
  })
