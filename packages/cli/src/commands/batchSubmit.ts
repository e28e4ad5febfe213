/** What `kittiwake batch submit` sends. */
import { IdempotencyKey } from "@kittiwake/core/idempotency/domain/IdempotencyKey"
import { Effect, Option, Schema } from "effect"
import { Argument, Flag } from "effect/cli"
import { wrongUsage } from "../CommandFailed.ts"
import { readEntries } from "./entryList.ts"
import { present } from "./lists.ts"
import { main, noLinks, number, ocr, settle, withHtml, withImages, withScheme, word, words, yes } from "./webFlags.ts"

export const submitFlags = {
  file: Argument.String("file").pipe(
    Argument.withDescription(
      "An address, or an object with url, itemId and meta, a line; or a table with --csv-column; - reads standard input"
    ),
    Argument.optional
  ),
  column: word("csv-column", "The file is a table with a heading, and this column has the addresses"),
  idColumn: word("id-column", "Column of your own ids, which come back with the results"),
  crawl: word("crawl", "Follow the links from this address instead of a list"),
  sitemap: word("sitemap", "Read what the sitemap of this domain lists instead of a list"),
  maxPages: number("max-pages", "Most pages of --crawl or --sitemap, up to 100000; 100 unless given"),
  maxDepth: number("max-depth", "Most links from the start of --crawl, up to 50"),
  subdomains: yes("subdomains", "Follow links of --crawl to other hosts of its domain"),
  match: word("match", "RE2 expression; only addresses that match are read"),
  html: yes("html", "HTML instead of Markdown"),
  main,
  ocr,
  withHtml,
  noLinks,
  withImages,
  settle,
  keep: words("keep", "CSS selector of what is kept of a page").pipe(Flag.withAlias("include")),
  drop: words("drop", "CSS selector of what is left out of a page").pipe(Flag.withAlias("exclude")),
  waitMillis: number("wait-ms", "Milliseconds to wait in a browser after a page has loaded, up to 15000"),
  maxAge: number("max-age", "Milliseconds that a kept page may be old; 0 fetches every page"),
  tag: words("tag", "Label"),
  webhook: word("webhook", "Address that is told when the batch has ended"),
  once: yes("once", "Send the event once, whether or not it is taken"),
  key: word("idempotency-key", "Submitting the same with the same key again makes one batch")
}

interface SubmitFlags {
  readonly file: Option.Option<string>
  readonly column: Option.Option<string>
  readonly idColumn: Option.Option<string>
  readonly crawl: Option.Option<string>
  readonly sitemap: Option.Option<string>
  readonly maxPages: Option.Option<number>
  readonly maxDepth: Option.Option<number>
  readonly subdomains: boolean
  readonly match: Option.Option<string>
  readonly html: boolean
  readonly main: boolean
  readonly ocr: boolean
  readonly withHtml: boolean
  readonly noLinks: boolean
  readonly withImages: boolean
  readonly settle: boolean
  readonly keep: ReadonlyArray<string>
  readonly drop: ReadonlyArray<string>
  readonly waitMillis: Option.Option<number>
  readonly maxAge: Option.Option<number>
  readonly tag: ReadonlyArray<string>
  readonly webhook: Option.Option<string>
  readonly once: boolean
  readonly key: Option.Option<string>
}

const orUndefined = Option.getOrUndefined

const optionsOf = (flags: SubmitFlags) => ({
  ...(flags.main ? { useMainContentOnly: true } : {}),
  ...(flags.ocr ? { pdf: { ocr: true } } : {}),
  ...(flags.withHtml ? { includeHTML: true } : {}),
  ...(flags.noLinks ? { includeLinks: false } : {}),
  ...(flags.withImages ? { includeImages: true } : {}),
  ...(flags.settle ? { settleAnimations: true } : {}),
  ...(flags.keep.length === 0 ? {} : { includeSelectors: flags.keep }),
  ...(flags.drop.length === 0 ? {} : { excludeSelectors: flags.drop }),
  ...present({ waitForMs: orUndefined(flags.waitMillis), maxAgeMs: orUndefined(flags.maxAge) })
})

const sourceOf = Effect.fnUntraced(function* (flags: SubmitFlags) {
  const controls = present({ maxUrls: orUndefined(flags.maxPages), regex: orUndefined(flags.match) })
  const ofLinks = Option.isSome(flags.maxDepth) || flags.subdomains
  if (Option.isSome(flags.sitemap)) {
    if (ofLinks) return yield* wrongUsage("--max-depth and --subdomains go with --crawl.")
    return { type: "sitemap" as const, domain: flags.sitemap.value, controls }
  }
  if (Option.isNone(flags.crawl)) {
    if (ofLinks || Object.keys(controls).length > 0) {
      return yield* wrongUsage("--max-pages, --max-depth, --subdomains and --match go with --crawl or --sitemap.")
    }
    return null
  }
  return {
    type: "start_url" as const,
    url: withScheme(flags.crawl.value),
    controls: {
      ...controls,
      ...present({ maxDepth: orUndefined(flags.maxDepth) }),
      ...(flags.subdomains ? { followSubdomains: true } : {})
    }
  }
})

const entriesOf = Effect.fnUntraced(function* ({ column, file, idColumn }: SubmitFlags) {
  if (Option.isSome(idColumn) && Option.isNone(column)) return yield* wrongUsage("--id-column goes with --csv-column.")
  if (Option.isNone(file) && process.stdin.isTTY === true) {
    return yield* wrongUsage("Name a file with addresses, pipe them in, or give --crawl or --sitemap.")
  }
  const path = Option.getOrElse(file, () => "-")
  const entries = yield* readEntries({
    path: path === "-" ? null : path,
    column: Option.getOrNull(column),
    idColumn: Option.getOrNull(idColumn)
  })
  if (entries.length > 0) return entries
  const where = Option.match(column, { onNone: () => "", onSome: (name) => ` in its column "${name}"` })
  return yield* wrongUsage(
    `${path === "-" ? "Standard input" : path} has no address${where}, so there is nothing to submit.`
  )
})

const webhookOf = ({ once, webhook }: SubmitFlags) =>
  Option.isNone(webhook) ? {} : { webhook: { url: webhook.value, ...(once ? {} : { retry: {} }) } }

const isKey = Schema.is(IdempotencyKey)

const keyOf = Effect.fnUntraced(function* ({ key }: SubmitFlags) {
  if (Option.isNone(key)) return {}
  return isKey(key.value)
    ? { "idempotency-key": key.value }
    : yield* wrongUsage("--idempotency-key is 1 to 200 printable ASCII characters, such as a UUID.")
})

/** The submission that the flags ask for. */
export const submittedPayload = Effect.fnUntraced(function* (flags: SubmitFlags) {
  const sources = [flags.file, flags.crawl, flags.sitemap].filter(Option.isSome)
  if (sources.length > 1)
    return yield* wrongUsage("A file, --crawl and --sitemap exclude each other: give one of them.")
  if (flags.once && Option.isNone(flags.webhook)) return yield* wrongUsage("--once goes with --webhook.")
  if (flags.html && (flags.withHtml || flags.noLinks || flags.withImages)) {
    return yield* wrongUsage("--with-html, --no-links and --with-images are about Markdown, and do not go with --html.")
  }
  const source = yield* sourceOf(flags)
  const made = { options: optionsOf(flags) }
  const format = flags.html ? ("html" as const) : ("markdown" as const)
  const input =
    source === null
      ? { mode: "scrape" as const, data: { format, urls: yield* entriesOf(flags), ...made } }
      : { mode: "crawl" as const, data: { format, source, ...made } }
  return {
    headers: yield* keyOf(flags),
    payload: { input, ...(flags.tag.length === 0 ? {} : { tags: flags.tag }), ...webhookOf(flags) }
  }
})
