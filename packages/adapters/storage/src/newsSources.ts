/** Sources of news as both databases keep them. */
import { NewsSource, siteOfHost } from "@kittiwake/core/news/domain/NewsSource"
import { Schema } from "effect"
import { storableJson } from "./storable.ts"

const codec = Schema.toCodecJson(NewsSource)

const encode = Schema.encodeSync(codec)

/** What of a source is kept as one value. */
export const sourceEntry = (source: NewsSource): string => storableJson(encode(source))

/** What sources that were kept before it was do not say. */
const unsaid = (said: object) => {
  const { foundFor, host } = said as { readonly foundFor?: unknown; readonly host?: unknown }
  const site = siteOfHost(String(foundFor ?? host ?? ""))
  return { language: null, homeUrl: null, removedAt: null, broughtBy: "", site }
}

/** The source of an entry, as its JSON or what that says. One that cannot be read is a bug of ours. */
export const readSource = (entry: unknown): NewsSource => {
  const said: unknown = typeof entry === "string" ? JSON.parse(entry) : entry
  return Schema.decodeUnknownSync(codec)(
    typeof said === "object" && said !== null ? { ...unsaid(said), ...said } : said
  )
}
