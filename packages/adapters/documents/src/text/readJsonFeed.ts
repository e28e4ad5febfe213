/** JSON Feed (jsonfeed.org). */
import { asBase, under } from "../reading/addresses.ts"
import { outputCharacters } from "../reading/limits.ts"
import { escapeHtml, oneLine } from "../reading/Markup.ts"
import { type Feed, type FeedItem, labelsOf, mostItems, mostText } from "./Feed.ts"
import { jsonFeedMark } from "./jsonFeedMark.ts"

const string = (of: unknown, ...keys: ReadonlyArray<string>): string => {
  if (typeof of !== "object" || of === null) return ""
  for (const key of keys) {
    const found = (of as Record<string, unknown>)[key]
    if (typeof found === "string" && found !== "") return found
  }
  return ""
}

const listOf = (of: unknown, key: string): ReadonlyArray<unknown> => {
  const found = typeof of === "object" && of !== null ? (of as Record<string, unknown>)[key] : null
  return Array.isArray(found) ? found.slice(0, mostItems) : []
}

const authorsOf = (of: unknown): ReadonlyArray<string> => {
  const alone = typeof of === "object" && of !== null ? (of as Record<string, unknown>).author : null
  const named = [...listOf(of, "authors"), alone].map((one) => string(one, "name"))
  return named.filter((name) => name !== "").slice(0, 20)
}

const pictureOf = (item: unknown): string | null => {
  const said = string(item, "image", "banner_image")
  if (said !== "") return said
  const attached = listOf(item, "attachments").find((one) => string(one, "mime_type").startsWith("image/"))
  return string(attached, "url") || null
}

const readItem =
  (ofFeed: ReadonlyArray<string>, base: string | null, mostMarkup: number) =>
  (item: unknown): FeedItem => {
    const said = (key: string) => string(item, key).slice(0, mostMarkup)
    const text = escapeHtml(said("content_text"))
    const authors = authorsOf(item)
    const address = string(item, "url", "external_url")
    const picture = pictureOf(item)
    return {
      title: oneLine(string(item, "title").slice(0, mostText)),
      address: address === "" ? null : under(base, address),
      date: string(item, "date_published", "date_modified").slice(0, mostText),
      summary: { markup: said("summary") || said("content_html") || text, base },
      short: { markup: escapeHtml(said("summary")) || said("content_html") || text, base },
      long: { markup: said("content_html") || text, base },
      authors: authors.length > 0 ? authors : ofFeed,
      picture: picture === null ? null : under(base, picture),
      labels: labelsOf(listOf(item, "tags").filter((tag): tag is string => typeof tag === "string")),
      language: string(item, "language"),
      publication: ""
    }
  }

/** Reads JSON Feed, which came from `url`, where that is known, with so many characters of each markup; null for other JSON. */
export const readJsonFeed = (
  source: string,
  url: string | null = null,
  mostMarkup: number = outputCharacters
): Feed | null => {
  if (!source.includes(jsonFeedMark)) return null
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    return null
  }
  const items = (value as { readonly items?: unknown } | null)?.items
  if (!Array.isArray(items) || !string(value, "version").includes("jsonfeed.org")) return null
  const around = asBase(null, url) ?? asBase(null, string(value, "feed_url"))
  const home = string(value, "home_page_url")
  const base = asBase(around, home) ?? around
  return {
    form: "json",
    title: string(value, "title"),
    author: null,
    description: { markup: string(value, "description"), base },
    home: home === "" ? null : under(around, home),
    language: string(value, "language"),
    ttlMinutes: null,
    items: items.slice(0, mostItems).map(readItem(authorsOf(value), base, mostMarkup))
  }
}
