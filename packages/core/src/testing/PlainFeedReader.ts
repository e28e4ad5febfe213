/**
 * Reads RSS that a test wrote, without a parser.
 *
 * **Gotchas**
 *
 * It is no adapter of `FeedReader` and passes no suite: it knows `<item>` with a title, a link, a description and a date. For real feeds give
 * the kit the reader of `@kittiwake/documents`.
 */
import { Effect, Layer } from "effect"
import { listedFeed } from "../news/domain/ListedFeed.ts"
import type { ReportedItem } from "../news/domain/ReportedFeed.ts"
import { FeedReader, FeedUnreadable, maxFeedItems, maxOutlines } from "../news/FeedReader.ts"

const decoded = (text: string): string =>
  text
    .replace(/^<!\[CDATA\[([\s\S]*)\]\]>$/, "$1")
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"' })[name] ?? "")

/** What stands in the first element of that name; null where there is none. */
const textIn = (xml: string, name: string): string | null => {
  const [, text] = new RegExp(`<${name}>\\s*([\\s\\S]*?)\\s*</${name}>`).exec(xml) ?? []
  return text === undefined ? null : decoded(text)
}

const itemOf = (xml: string, base: string): ReadonlyArray<ReportedItem> => {
  const [title, link] = [textIn(xml, "title"), textIn(xml, "link")]
  if (title === null || link === null || !URL.canParse(link, base)) return []
  const publishedAtMillis = Date.parse(textIn(xml, "pubDate") ?? "")
  return [
    {
      url: new URL(link, base).href,
      title,
      excerpt: textIn(xml, "description"),
      publishedAtMillis: Number.isNaN(publishedAtMillis) ? null : publishedAtMillis,
      ...{ language: null, imageUrl: null, authors: [], labels: [], linkedHosts: [], publication: null }
    }
  ]
}

const noFeed = new FeedUnreadable({ reason: "no_feed", message: "What stands there is no feed." })

/** The layer. */
export const layer = Layer.succeed(
  FeedReader,
  FeedReader.of({
    read: ({ bytes, url }) => {
      const xml = new TextDecoder().decode(bytes)
      if (!/<rss\b/.test(xml)) return Effect.fail(noFeed)
      const head = xml.split("<item>", 1)[0]!
      const items = [...xml.matchAll(/<item>([\s\S]*?)<\/item>/g)].flatMap(([, item = ""]) => itemOf(item, url))
      return Effect.succeed({
        form: "rss",
        title: textIn(head, "title") ?? "",
        homeUrl: textIn(head, "link"),
        language: textIn(head, "language"),
        country: null,
        ttlMinutes: null,
        items: items.slice(0, maxFeedItems)
      })
    },
    readList: (bytes) => {
      const xml = new TextDecoder().decode(bytes)
      const feeds = [...xml.matchAll(/<outline\b[^>]*\bxmlUrl="([^"]*)"/g)].map(([, url = ""]) =>
        listedFeed(decoded(url))
      )
      return /<opml\b/.test(xml) ? Effect.succeed(feeds.slice(0, maxOutlines)) : Effect.fail(noFeed)
    }
  })
)
