/** The backends keep what the port promises, whatever the servers behind them do. */
import { type SearchReply, suite } from "@kittiwake/core/testing/searchBackendSuite"
import { Effect, Redacted } from "effect"
import * as Brave from "../src/Brave.ts"
import * as Searxng from "../src/Searxng.ts"
import * as Wikipedia from "../src/Wikipedia.ts"
import { key, made, replyOf, serve } from "./searchServer.ts"

type Found = Extract<SearchReply, { readonly finds: unknown }>["finds"]

/** As SearXNG 2026 writes it. */
const searxng = (found: Found) => ({
  query: "tea",
  number_of_results: 0,
  results: found.map(({ about, title, url }) => ({
    ...{ url, title, content: about, thumbnail: "", engine: "duckduckgo", template: "default.html" },
    ...{ parsed_url: ["https", "x", "/", "", "", ""], img_src: "", priority: "", engines: ["duckduckgo"] },
    ...{ positions: [1], score: 1, category: "general", publishedDate: null }
  })),
  ...{ answers: [], corrections: [], infoboxes: [], suggestions: [], unresponsive_engines: [] }
})

/** As version 1 of Brave's API writes it. */
const brave = (found: Found) => ({
  type: "search",
  query: { original: "tea", more_results_available: false },
  web: {
    type: "search",
    results: found.map(({ about, title, url }) => ({
      ...{ title, url, description: about, is_source_local: false, is_source_both: false, language: "en" },
      ...{ family_friendly: true, type: "search_result", subtype: "generic", meta_url: { scheme: "https" } }
    }))
  }
})

/** As MediaWiki writes it, formatversion 2. */
const wikipedia = (found: Found) => ({
  batchcomplete: true,
  query: {
    searchinfo: { totalhits: found.length },
    search: found
      .filter(({ url }) => url.startsWith("https:"))
      .map(({ about, title }, index) => ({ ns: 0, title, pageid: index + 1, snippet: about }))
  }
})

suite("searxng", ([first, ...rest]) =>
  Effect.gen(function* () {
    const { asked, url } = yield* serve(replyOf(searxng)(first), ...rest.map(replyOf(searxng)))
    const backend = yield* made(Searxng.make({ url }))
    return { backend, asked: Effect.sync(() => asked.length), secrets: [url, key] }
  }))

suite("brave", ([first, ...rest]) =>
  Effect.gen(function* () {
    const { asked, url } = yield* serve(replyOf(brave)(first), ...rest.map(replyOf(brave)))
    const backend = yield* made(Brave.make({ url, key: Redacted.make(key) }))
    return { backend, asked: Effect.sync(() => asked.length), secrets: [url, key] }
  }))

suite("wikipedia", ([first, ...rest]) =>
  Effect.gen(function* () {
    const { asked, url } = yield* serve(replyOf(wikipedia)(first), ...rest.map(replyOf(wikipedia)))
    const backend = yield* made(Wikipedia.make({ url: () => url }))
    return { backend, asked: Effect.sync(() => asked.length), secrets: [url, key] }
  }))
