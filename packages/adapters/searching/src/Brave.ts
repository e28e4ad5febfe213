/** The search of Brave, with a key of the operator's. */
import type { SearchQuestion } from "@kittiwake/core/search/domain/SearchQuestion"
import type { SearchBackend } from "@kittiwake/core/search/SearchBackends"
import { ServiceCaller, type ServiceReply } from "@kittiwake/core/web/ServiceCaller"
import { DateTime, Effect, Option, Redacted, Schema } from "effect"
import { askJson, failed } from "./exchange.ts"
import { pagewise } from "./pagewise.ts"
import { rangeNameOf } from "./rangeNames.ts"
import { engineText, hitsOf, momentOf, mostResults, plain } from "./results.ts"

export interface BraveOptions {
  readonly key: Redacted.Redacted
  /** Where it answers; its own address unless given. */
  readonly url?: string
}

const Text = Schema.optionalKey(Schema.NullOr(Schema.String))

const Answer = Schema.Struct({
  web: Schema.optionalKey(Schema.NullOr(Schema.Struct({ results: Schema.optionalKey(Schema.Array(Schema.Unknown)) })))
})

const Result = Schema.Struct({ url: Schema.String, title: Text, description: Text, page_age: Text })

const readAnswer = Schema.decodeUnknownOption(Answer)
const readResult = Schema.decodeUnknownOption(Result)

/** Results of a page, and pages, as it gives them. */
const limits = { perPage: 20, pages: 5, characters: 400, words: 50 } as const

/** It refuses others. */
const countries: ReadonlySet<string> = new Set(
  "ar au at be br ca cl dk fi fr de hk in id it jp kr my mx nl nz no cn pl pt ph ru sa za es se ch tw tr gb us".split(
    " "
  )
)

const shortened = (text: string): string =>
  text.split(/\s+/).slice(0, limits.words).join(" ").slice(0, limits.characters).toWellFormed().trim()

const numbersOf = (written: string | undefined): ReadonlyArray<number> => (written ?? "").split(",").map(Number)

/** It tells by headers of its own when which allowance comes back; of a month's, that is in days. */
const throttled = (reply: ServiceReply) => {
  if (reply.status !== 429 || reply.headers["retry-after"] !== undefined) return null
  const remaining = numbersOf(reply.headers["x-ratelimit-remaining"])
  const resets = numbersOf(reply.headers["x-ratelimit-reset"]).filter(
    (seconds, index) => Number.isFinite(seconds) && seconds > 0 && !((remaining[index] ?? 0) > 0)
  )
  return failed("throttled", "It takes no more for now.", resets.length === 0 ? null : Math.ceil(Math.max(...resets)))
}

const refusal = (reply: ServiceReply) =>
  reply.status === 401 || reply.status === 403 || reply.status === 422
    ? failed("rejected", "It refuses the key, or the question.")
    : throttled(reply)

const day = (moment: DateTime.Utc): string => DateTime.formatIso(moment).slice(0, 10)

/** Its names of ranges, which are hours exact; its year is a day shorter than the longest. */
const named = { day: "pd", week: "pw", month: "pm", year: null } as const

/** A range by its name, or the days from one to another, which are wider by up to one. */
const rangeOf = (since: DateTime.Utc, now: DateTime.Utc): string => {
  const name = rangeNameOf(since.epochMilliseconds, now.epochMilliseconds)
  return (name === null ? null : named[name]) ?? `${day(since)}to${day(now)}`
}

/** A backend over an account there. */
export const make = ({
  key,
  url = "https://api.search.brave.com/res/v1/web/search"
}: BraveOptions): Effect.Effect<SearchBackend, never, ServiceCaller> =>
  Effect.map(ServiceCaller, (service) => {
    const ask = Effect.fnUntraced(function* (
      { count, country, publishedSince, query }: SearchQuestion,
      zeroRetention: boolean,
      page: number,
      leftMillis: number
    ) {
      const parameters = new URLSearchParams({
        q: shortened(engineText(query)),
        count: String(Math.min(count, limits.perPage)),
        offset: String(page),
        text_decorations: "false",
        ...(country !== null && countries.has(country) ? { country: country.toUpperCase() } : {}),
        ...(publishedSince === null ? {} : { freshness: rangeOf(publishedSince, yield* DateTime.now) })
      })
      const json = yield* askJson(
        service,
        {
          method: "GET",
          url: `${url}?${parameters}`,
          headers: {
            accept: "application/json",
            "x-subscription-token": Redacted.value(key),
            ...(zeroRetention ? { "cache-control": "no-store" } : {})
          },
          body: null
        },
        leftMillis,
        refusal
      )
      const answer = readAnswer(json)
      if (Option.isNone(answer)) return yield* failed("malformed", "Its answer is none of Brave's.")
      const results = answer.value.web?.results ?? []
      return hitsOf(
        results
          .slice(0, mostResults)
          .flatMap((one) => Option.toArray(readResult(one)))
          .map((one) => ({
            url: one.url,
            title: plain(one.title),
            description: plain(one.description),
            publishedAt: momentOf(one.page_age)
          }))
      )
    })

    return {
      name: "brave",
      // It is asked to store nothing.
      keepsNothing: true,
      search: (question, { leftMillis, zeroRetention }) =>
        pagewise({ count: question.count, mostPages: limits.pages, leftMillis }, (page, left) =>
          ask(question, zeroRetention, page, left)
        )
    }
  })
