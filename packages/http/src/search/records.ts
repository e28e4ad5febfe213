/** What a search answers (contract/crawl-search.md §2). */
import { hitCodes } from "@kittiwake/core/search/domain/HitMarkdown"
import type { SearchAnswer } from "@kittiwake/core/search/Search"
import { Schema } from "effect"
import { callFields } from "../Replies.ts"
import { CacheMetadata, cacheMetadata } from "../web/records.ts"
import { unreadField, unreadRecords } from "../web/unreadRecords.ts"

const HitRecord = Schema.Struct({
  url: Schema.String,
  title: Schema.String,
  description: Schema.String,
  relevance: Schema.Literals(["high", "medium", "low"]),
  markdown: Schema.Struct({
    code: Schema.Literals(hitCodes),
    markdown: Schema.NullOr(Schema.String),
    finalDOMState: Schema.optionalKey(Schema.Literals(["loaded", "still-loading"]))
  })
}).annotate({ identifier: "SearchResult" })

export const SearchRecord = Schema.Struct({
  query: Schema.String,
  results: Schema.Array(HitRecord),
  ...unreadField,
  partial: Schema.optionalKey(Schema.Literal(true)),
  cache_metadata: CacheMetadata,
  ...callFields
}).annotate({ identifier: "SearchResults" })

/** As it is answered. */
export const searchRecord = ({ cache, isPart, query, results, unread }: SearchAnswer) => ({
  query,
  results: results.map(({ description, markdown: { code, finalDomState, markdown }, relevance, title, url }) => ({
    url,
    title,
    description,
    relevance,
    markdown: { code, markdown, ...(finalDomState === null ? {} : { finalDOMState: finalDomState }) }
  })),
  ...unreadRecords(unread),
  ...(isPart ? { partial: true as const } : {}),
  cache_metadata: cacheMetadata(cache)
})
