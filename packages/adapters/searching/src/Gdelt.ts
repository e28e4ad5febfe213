/**
 * GDELT: articles of the last three months in many languages, by words anywhere in them (version 2 of its DOC API).
 *
 * **Details.** It takes one question in five seconds. Titles come with spaces around their marks, and moments are those at which it saw an
 * article, in quarters of an hour.
 *
 * **Gotchas.** Errors are a line of text under status 200, and so may be what says that there were too many questions. Its JSON has
 * backslashes and control characters that JSON does not allow. Without articles it answers `{}`, or nothing at all.
 */
import { countryNamed } from "@kittiwake/core/internal/extraction/domain/countries"
import { parseUrl } from "@kittiwake/core/internal/security/domain/parseUrl"
import type { NewsBackend, NewsFinding, NewsWanted } from "@kittiwake/core/news/NewsBackends"
import { mostFindings } from "@kittiwake/core/news/NewsBackends"
import type { BackendFailed } from "@kittiwake/core/search/SearchBackends"
import { ServiceCaller } from "@kittiwake/core/web/ServiceCaller"
import { Effect, Option, Schema } from "effect"
import { askText, failed, jsonOf } from "./exchange.ts"
import { plain } from "./results.ts"

export interface GdeltOptions {
  /** Where it answers; its own address unless given. */
  readonly url?: string
}

/** Least time between two questions. */
const apartMillis = 5_000

/** Shortest name that it looks for, and longest that is sent; longest address. */
const limits = { shortest: 4, name: 80, url: 2_000 } as const

const Answer = Schema.Struct({ articles: Schema.optionalKey(Schema.Array(Schema.Unknown)) })

const Text = Schema.optionalKey(Schema.NullOr(Schema.String))

const Article = Schema.Struct({
  url: Schema.String,
  title: Schema.String,
  ...{ seendate: Text, socialimage: Text, language: Text, sourcecountry: Text }
})

const readAnswer = Schema.decodeUnknownOption(Answer)
const readArticle = Schema.decodeUnknownOption(Article)
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is mended.
const controls = /[\u0000-\u001f]+/g

/** Characters that are looked at between two turns, and backslashes of one answer that are mended: real ones have some hundreds. */
const mending = { atOnce: 64 * 1024, most: 10_000 } as const

/** What JSON knows behind a backslash. */
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const escapeLength = 6

/**
 * Backslashes before what JSON knows no escape for are backslashes; what controls terminals is a space. Null for an answer with more such
 * backslashes than anybody writes by mistake.
 */
const mended = Effect.fnUntraced(function* (json: string) {
  const pieces: Array<string> = []
  let backslashes = 0
  for (let from = 0; from < json.length; ) {
    if (from > 0) yield* Effect.yieldNow
    const piece = mendedPiece(json.slice(from, from + mending.atOnce + escapeLength))
    backslashes += piece.backslashes
    if (backslashes > mending.most) return null
    pieces.push(piece.text)
    from += piece.length
  }
  return pieces.join("")
})

/** The beginning of a text, mended, up to a place that is in the middle of no escape; `length` is how much of the text that is. */
const mendedPiece = (text: string) => {
  const pieces: Array<string> = []
  let backslashes = 0
  let at = 0
  let taken = 0
  for (let next = text.indexOf("\\"); next !== -1 && next < mending.atOnce; next = text.indexOf("\\", at)) {
    escape.lastIndex = next
    const isKnown = escape.test(text)
    at = isKnown ? escape.lastIndex : next + 1
    if (isKnown) continue
    backslashes += 1
    pieces.push(text.slice(taken, at), "\\")
    taken = at
  }
  const length = Math.max(at, Math.min(mending.atOnce, text.length))
  pieces.push(text.slice(taken, length))
  return { backslashes, length, text: pieces.join("").replace(controls, " ") }
}

/** One name stands alone, and only several in parentheses: otherwise it refuses the question. */
const queryOf = ({ names }: NewsWanted): string | null => {
  const phrases = names
    .map((name) =>
      name
        .replace(/[^\p{L}\p{N}&.'-]+/gu, " ")
        .trim()
        .slice(0, limits.name)
        .trim()
    )
    .filter((name) => name.length >= limits.shortest)
    .map((name) => `"${name}"`)
  const [first] = phrases
  if (first === undefined) return null
  return phrases.length === 1 ? first : `(${phrases.join(" OR ")})`
}

const momentOf = (seen: string | null | undefined): number | null => {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(seen ?? "") ?? []
  if (second === undefined) return null
  const millis = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(millis) ? null : millis
}

const titleOf = (title: string): string =>
  plain(title)
    .replace(/ (['’]) ?(s|t|re|ve|ll|d|m)\b/gi, "$1$2")
    .replace(/(?<! ) +([,.;:!?%)\]’])/g, "$1")
    .replace(/([$£€([]) +/g, "$1")

const languages = new Intl.DisplayNames("en", { type: "language", fallback: "none" })
const letters = [..."abcdefghijklmnopqrstuvwxyz"]
let codes: ReadonlyMap<string, string> | undefined

/** Its languages are named in English. */
const languageNamed = (name: string | null | undefined): string | null => {
  codes ??= new Map(
    letters
      .flatMap((one) => letters.map((other) => one + other))
      .flatMap((code) => {
        const known = languages.of(code)
        return known === undefined ? [] : [[known.toLowerCase(), code] as const]
      })
      .toReversed()
  )
  return codes.get(name?.trim().toLowerCase() ?? "") ?? null
}

const webAddress = (written: string | null | undefined): string | null => {
  const url = written === null || written === undefined || written.length > limits.url ? null : parseUrl(written.trim())
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" ? url.href : null
}

const findingOf = (article: typeof Article.Type): ReadonlyArray<NewsFinding> => {
  const url = webAddress(article.url)
  const title = titleOf(article.title)
  if (url === null || title === "") return []
  return [
    {
      ...{ url, title, imageUrl: webAddress(article.socialimage), publishedAtMillis: momentOf(article.seendate) },
      language: languageNamed(article.language),
      country: countryNamed(article.sourcecountry ?? "", "en")?.toLowerCase() ?? null
    }
  ]
}

const notItsOwn = failed("malformed", "Its answer is none of its own.")

/** What it says instead of an answer: that it had too many questions, that it cannot look for such words, or something else. */
const told = (text: string): Effect.Effect<ReadonlyArray<NewsFinding>, BackendFailed> => {
  if (/limit requests|one every \d+ seconds|too many requests/i.test(text)) {
    return Effect.fail(failed("throttled", "It takes no more for now."))
  }
  if (/too short|too common|too long/i.test(text)) return Effect.succeed([])
  return /^\s*</.test(text)
    ? Effect.fail(failed("malformed", "It does not answer in JSON."))
    : Effect.fail(failed("rejected", "It does not take the question."))
}

/** A backend over its public API, or a server that answers as it does. */
export const make = ({
  url = "https://api.gdeltproject.org/api/v2/doc/doc"
}: GdeltOptions = {}): Effect.Effect<NewsBackend, never, ServiceCaller> =>
  Effect.map(ServiceCaller, (service) => {
    const find = Effect.fnUntraced(function* (wanted: NewsWanted, leftMillis: number) {
      const query = queryOf(wanted)
      if (query === null) return []
      const parameters = new URLSearchParams({
        ...{ query, mode: "artlist", format: "json", sort: "datedesc", timespan: "3months" },
        maxrecords: String(mostFindings)
      })
      const headers = { accept: "application/json" }
      const request = { method: "GET", url: `${url}?${parameters}`, headers, body: null } as const
      const text = (yield* askText(service, request, leftMillis)).trim()
      if (text === "") return []
      if (!text.startsWith("{")) return yield* told(text)
      const json = yield* mended(text)
      if (json === null) return yield* notItsOwn
      const answer = readAnswer(yield* jsonOf(json))
      if (Option.isNone(answer)) return yield* notItsOwn
      const { articles = [] } = answer.value
      return articles
        .slice(0, mostFindings)
        .flatMap((one) => Option.toArray(readArticle(one)))
        .flatMap(findingOf)
    })
    return { name: "gdelt", apartMillis, find } satisfies NewsBackend
  })
