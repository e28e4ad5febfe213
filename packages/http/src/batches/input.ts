/** What a submission says beside its entries, as the core takes it (contract/batches.md §3). */

import type { BatchFormat } from "@kittiwake/core/batches/domain/Batch"
import type { BatchOptions } from "@kittiwake/core/batches/domain/BatchOptions"
import type { BatchWebhook, NewBatch, NewCrawl } from "@kittiwake/core/batches/NewBatch"
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { maxMaxAgeMillis } from "@kittiwake/core/web/domain/Freshness"
import { defaultRetryPlan } from "@kittiwake/core/webhooks/domain/Subscription"
import { Effect, Schema } from "effect"
import { decodeBody } from "../body.ts"
import { closed, Domain, integer, listOf, Tags, text, WebUrl } from "../fields.ts"
import { DelaysSeconds } from "../monitors/input.ts"
import { pdfOptions } from "../web/input.ts"
import { proxyCountries } from "../web/proxyCountries.ts"
import { maxSelectors, Selector } from "../web/query.ts"

/** Most entries of a submission, and most pages of a crawl (spec/service.md, Limits). */
export const maxPages = 100_000

const Selectors = Schema.NullOr(listOf(Selector, maxSelectors))

const anyFormat = {
  useMainContentOnly: Schema.optionalKey(Schema.Boolean),
  pdf: Schema.optionalKey(
    closed({
      shouldParse: Schema.optionalKey(Schema.Boolean),
      ocr: Schema.optionalKey(Schema.Boolean),
      start: Schema.optionalKey(integer(1, 1_000_000)),
      end: Schema.optionalKey(integer(1, 1_000_000))
    })
  ),
  includeSelectors: Schema.optionalKey(Selectors),
  excludeSelectors: Schema.optionalKey(Selectors),
  waitForMs: Schema.optionalKey(integer(0, 15_000)),
  settleAnimations: Schema.optionalKey(Schema.Boolean),
  country: Schema.optionalKey(Schema.Literals(proxyCountries)),
  maxAgeMs: Schema.optionalKey(Schema.NullOr(integer(0, maxMaxAgeMillis)))
}

const HtmlOptions = closed(anyFormat)

const MarkdownOptions = closed({
  ...anyFormat,
  includeLinks: Schema.optionalKey(Schema.Boolean),
  includeImages: Schema.optionalKey(Schema.Boolean),
  shortenBase64Images: Schema.optionalKey(Schema.Boolean),
  includeHTML: Schema.optionalKey(Schema.Boolean)
})
type OptionsBody = typeof MarkdownOptions.Type

/** An entry of the list. */
export const EntryBody = closed({
  url: text(1, 8_192).annotate({ logged: "address" }),
  itemId: Schema.optionalKey(text(1, 200)),
  meta: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
}).annotate({ identifier: "BatchEntry" })

const Pattern = text(1, 256)

const StartUrlSource = closed({
  type: Schema.Literal("start_url"),
  url: text(1, 2_048).annotate({ logged: "address" }),
  controls: Schema.optionalKey(
    closed({
      maxUrls: Schema.optionalKey(integer(1, maxPages)),
      maxDepth: Schema.optionalKey(integer(0, 50)),
      followSubdomains: Schema.optionalKey(Schema.Boolean),
      regex: Schema.optionalKey(Pattern)
    })
  )
})

const SitemapSource = closed({
  type: Schema.Literal("sitemap"),
  domain: Domain,
  controls: Schema.optionalKey(
    closed({ maxUrls: Schema.optionalKey(integer(1, maxPages)), regex: Schema.optionalKey(Pattern) })
  )
})

const CrawlSourceBody = Schema.Union([StartUrlSource, SitemapSource]).annotate({
  expected: 'an object whose type is "start_url" or "sitemap"'
})

const dataOf = <F extends Schema.Struct.Fields, O extends Schema.Top>(fields: F, format: BatchFormat, options: O) =>
  closed({ format: Schema.Literal(format), ...fields, options: Schema.optionalKey(options) })

const scrape = { urls: listOf(EntryBody, maxPages) }
const crawl = { source: CrawlSourceBody }

const bodies = {
  scrape: {
    markdown: closed({ mode: Schema.Literal("scrape"), data: dataOf(scrape, "markdown", MarkdownOptions) }),
    html: closed({ mode: Schema.Literal("scrape"), data: dataOf(scrape, "html", HtmlOptions) })
  },
  crawl: {
    markdown: closed({ mode: Schema.Literal("crawl"), data: dataOf(crawl, "markdown", MarkdownOptions) }),
    html: closed({ mode: Schema.Literal("crawl"), data: dataOf(crawl, "html", HtmlOptions) })
  }
} as const

const around = {
  webhook: Schema.optionalKey(
    Schema.Struct({
      url: WebUrl.annotate({ logged: "receiver" }),
      retry: Schema.optionalKey(Schema.Struct({ delays_seconds: Schema.optionalKey(DelaysSeconds) }))
    })
  ),
  webhookUrl: Schema.optionalKey(WebUrl.annotate({ logged: "receiver" })),
  tags: Schema.optionalKey(Tags)
}

/** The body of `POST /batch/submit`. */
export const SubmitBatchBody = Schema.Struct({
  input: Schema.Union([bodies.scrape.markdown, bodies.scrape.html, bodies.crawl.markdown, bodies.crawl.html]),
  ...around
}).annotate({ identifier: "SubmitBatch" })

const decoders = {
  scrape: {
    markdown: decodeBody(Schema.Struct({ input: bodies.scrape.markdown, ...around })),
    html: decodeBody(Schema.Struct({ input: bodies.scrape.html, ...around }))
  },
  crawl: {
    markdown: decodeBody(Schema.Struct({ input: bodies.crawl.markdown, ...around })),
    html: decodeBody(Schema.Struct({ input: bodies.crawl.html, ...around }))
  }
} as const

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const wrong = (field: string, message: string) => new InvalidInput({ field, message })

const nameOf = (format: unknown): unknown => (isObject(format) ? format.type : format)

/**
 * `formats`, the newer spelling, told as `format` and its options: one output, or Markdown with HTML beside it.
 */
const withFormat = (data: Json): Effect.Effect<Json, InvalidInput> => {
  const { format, formats, ...rest } = data
  if (formats === undefined) return Effect.succeed({ ...rest, format: format ?? "markdown" })
  const field = "input.data.formats"
  if (format !== undefined) return Effect.fail(wrong(field, "give either format or formats"))
  if (!Array.isArray(formats) || formats.length === 0 || formats.length > 2) {
    return Effect.fail(wrong(field, 'must be a list of one or two of "markdown" and "html"'))
  }
  const [first, second] = formats.map(nameOf)
  if (formats.length === 2 && !(first === "markdown" && second === "html")) {
    return Effect.fail(wrong(field, 'may have two formats only as "markdown" with "html" beside it'))
  }
  const [own] = formats
  if (isObject(own) && own.options !== undefined && rest.options !== undefined) {
    return Effect.fail(wrong(`${field}[0].options`, "give options once"))
  }
  const options = (isObject(own) ? own.options : undefined) ?? rest.options
  const all = second === undefined ? options : { ...(isObject(options) ? options : {}), includeHTML: true }
  return Effect.succeed({ ...rest, format: first, ...(all === undefined ? {} : { options: all }) })
}

/** The body in its one long form: `type` for `mode`, `formats`, and what nobody asks for at the top. */
const longForm = Effect.fnUntraced(function* (body: unknown) {
  if (!isObject(body)) return yield* wrong("", "The body must be a JSON object.")
  const { input, tags, webhook, webhookUrl } = body
  if (!isObject(input)) return yield* wrong("input", input === undefined ? "is required" : "must be an object")
  const { mode, type, ...others } = input
  if (mode !== undefined && type !== undefined) return yield* wrong("input.type", "give either mode or type")
  const named = mode ?? type
  if (named !== "scrape" && named !== "crawl") return yield* wrong("input.mode", 'must be "scrape" or "crawl"')
  if (!isObject(others.data)) {
    return yield* wrong("input.data", others.data === undefined ? "is required" : "must be an object")
  }
  const data = yield* withFormat(others.data)
  if (data.format !== "markdown" && data.format !== "html") {
    return yield* wrong("input.data.format", 'must be "markdown" or "html"')
  }
  const given = { webhook, webhookUrl, tags }
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  const whole = { input: { mode: named, ...others, data }, ...Object.fromEntries(present) }
  return { mode: named, format: data.format, whole } as const
})

const inOptions = ({ field, message }: InvalidInput) => wrong(`input.data.options.${field}`, message)

const optionsOf = Effect.fnUntraced(function* (body: OptionsBody) {
  const pdf = body.pdf === undefined ? null : yield* Effect.mapError(pdfOptions(body.pdf), inOptions)
  return {
    ...(body.includeLinks === undefined ? {} : { includeLinks: body.includeLinks }),
    ...(body.includeImages === undefined ? {} : { includeImages: body.includeImages }),
    ...(body.shortenBase64Images === undefined ? {} : { shortenBase64Images: body.shortenBase64Images }),
    ...(body.includeHTML === undefined ? {} : { includeHtml: body.includeHTML }),
    ...(body.useMainContentOnly === undefined ? {} : { mainContentOnly: body.useMainContentOnly }),
    ...(pdf === null ? {} : { pdf }),
    includeSelectors: body.includeSelectors ?? [],
    excludeSelectors: body.excludeSelectors ?? [],
    ...(body.waitForMs === undefined ? {} : { waitMillis: body.waitForMs }),
    ...(body.settleAnimations === undefined ? {} : { settlesAnimations: body.settleAnimations }),
    ...(body.country === undefined ? {} : { country: body.country }),
    ...(body.maxAgeMs === undefined || body.maxAgeMs === null ? {} : { maxAgeMillis: body.maxAgeMs })
  } satisfies Partial<BatchOptions>
})

const crawlOf = (source: typeof CrawlSourceBody.Type): NewCrawl => {
  const { maxUrls, regex } = source.controls ?? {}
  const common = {
    ...(maxUrls === undefined ? {} : { maxPages: maxUrls }),
    ...(regex === undefined ? {} : { urlPattern: regex })
  }
  if (source.type === "sitemap") return { source: { type: "sitemap", domain: source.domain }, ...common }
  const { followSubdomains, maxDepth } = source.controls ?? {}
  return {
    source: { type: "start_url", url: source.url },
    ...common,
    ...(maxDepth === undefined ? {} : { maxDepth }),
    ...(followSubdomains === undefined ? {} : { followSubdomains })
  }
}

interface Around {
  readonly webhook?: { readonly url: string; readonly retry?: { readonly delays_seconds?: ReadonlyArray<number> } }
  readonly webhookUrl?: string
}

/** A webhook without `retry`, and a `webhookUrl`, are tried once. */
const webhookOf = ({ webhook, webhookUrl }: Around): BatchWebhook | null => {
  if (webhookUrl !== undefined) return { url: webhookUrl, retry: null }
  if (webhook === undefined) return null
  const { retry, url } = webhook
  return {
    url,
    retry: retry === undefined ? null : { delaysSeconds: retry.delays_seconds ?? defaultRetryPlan.delaysSeconds }
  }
}

/** Everything that a body says beside its entries; their list is read by itself, and is empty here. */
export const newBatch = Effect.fn("newBatch")(function* (body: unknown): Effect.fn.Return<NewBatch, InvalidInput> {
  const { format, mode, whole } = yield* longForm(body)
  const told = yield* decoders[mode][format](whole)
  if (told.webhook !== undefined && told.webhookUrl !== undefined) {
    return yield* wrong("webhookUrl", "give either webhook or webhookUrl")
  }
  const { data } = told.input
  return {
    format,
    crawl: "source" in data ? crawlOf(data.source) : null,
    options: yield* optionsOf(data.options ?? {}),
    tags: [...new Set(told.tags ?? [])],
    webhook: webhookOf(told)
  }
})
