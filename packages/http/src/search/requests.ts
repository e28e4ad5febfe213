/** What is searched for, as the core takes it: every door maps here. */
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { hostOfDomain } from "@kittiwake/core/internal/search/domain/domains"
import { usualResults } from "@kittiwake/core/search/domain/SearchBounds"
import type { SearchWindow } from "@kittiwake/core/search/domain/SearchWindow"
import type { HitReading, SearchRequest } from "@kittiwake/core/search/Search"
import { maxTimeoutMillis, minPartialTimeoutMillis } from "@kittiwake/core/web/domain/Deadline"
import { Effect } from "effect"
import { TimeoutExceedsMaximum } from "../errors.ts"
import type { CallInput } from "../web/call.ts"
import { type MarkdownInput, markdownOptions, type PdfInput, pageRegions, pdfOptions } from "../web/input.ts"
import type { TimeoutInput } from "../web/query.ts"

interface MarkdownAsked extends MarkdownInput {
  readonly enabled?: boolean
  readonly useMainContentOnly?: boolean
  readonly includeFrames?: boolean
  readonly pdf?: Omit<PdfInput, "ocr">
  readonly maxAgeMs?: number
  readonly waitForMs?: number
  readonly timeoutOpts?: TimeoutInput
}

interface SearchAsked {
  readonly query: string
  readonly numResults?: number
  readonly includeDomains?: ReadonlyArray<string>
  readonly excludeDomains?: ReadonlyArray<string>
  readonly freshness?: SearchWindow
  readonly country?: string
  readonly queryFanout?: boolean
  readonly markdownOptions?: MarkdownAsked
}

/** What is said of the call: the age that is told of pages is told of what is read. */
export const withSearchAge = <I extends CallInput & { readonly markdownOptions?: MarkdownAsked }>(
  input: I
): I & CallInput =>
  input.markdownOptions?.maxAgeMs === undefined ? input : { ...input, maxAgeMs: input.markdownOptions.maxAgeMs }

/** Hosts, or a refusal that names the one that is none: leaving it out would search everywhere. */
const domainsOf = Effect.fnUntraced(function* (
  field: "excludeDomains" | "includeDomains",
  given: ReadonlyArray<string> = []
) {
  const wrong = given.findIndex((one) => hostOfDomain(one) === null)
  if (wrong < 0) return given
  return yield* new InvalidInput({ field: `${field}[${wrong}]`, message: "is not a domain such as example.com" })
})

const timeoutOf = Effect.fnUntraced(function* (given: TimeoutInput | undefined) {
  if (given === undefined) return null
  const { behavior = "fail", milliseconds } = given
  const field = "markdownOptions.timeoutOpts.milliseconds"
  if (milliseconds > maxTimeoutMillis) return yield* new TimeoutExceedsMaximum({ field, maxMillis: maxTimeoutMillis })
  const acceptsPart = behavior === "return-partial"
  if (acceptsPart && milliseconds < minPartialTimeoutMillis) {
    return yield* new InvalidInput({
      field,
      message: `must be at least ${minPartialTimeoutMillis} for return-partial`
    })
  }
  return { millis: milliseconds, acceptsPart }
})

const readingOf = Effect.fnUntraced(function* (asked: MarkdownAsked) {
  const timeout = yield* timeoutOf(asked.timeoutOpts)
  const pdf = yield* pdfOptions(asked.pdf).pipe(
    Effect.mapError(({ field, message }) => new InvalidInput({ field: `markdownOptions.${field}`, message }))
  )
  if (asked.enabled !== true) return null
  return {
    markdown: markdownOptions(asked),
    regions: pageRegions({ useMainContentOnly: asked.useMainContentOnly ?? false }),
    pdf,
    includeFrames: asked.includeFrames ?? false,
    waitMillis: asked.waitForMs ?? null,
    timeout
  } satisfies HitReading
})

export const searchRequest = Effect.fnUntraced(function* (asked: SearchAsked) {
  if (asked.query.trim() === "") {
    return yield* new InvalidInput({ field: "query", message: "must say what is searched for" })
  }
  return {
    query: asked.query,
    count: asked.numResults ?? usualResults,
    includeDomains: yield* domainsOf("includeDomains", asked.includeDomains),
    excludeDomains: yield* domainsOf("excludeDomains", asked.excludeDomains),
    window: asked.freshness ?? null,
    country: asked.country ?? null,
    fanOut: asked.queryFanout ?? false,
    reading: yield* readingOf(asked.markdownOptions ?? {})
  } satisfies SearchRequest
})
