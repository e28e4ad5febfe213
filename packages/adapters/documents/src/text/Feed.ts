/** What feeds of every form say. Addresses are whole where what they are relative to is known, and as they are written else. */
import type { FeedMarkup } from "./feedBase.ts"

export interface FeedItem {
  readonly title: string
  readonly address: string | null
  readonly date: string
  /** Markup of the feed's own, or text: what is shown of it. */
  readonly summary: FeedMarkup
  /** The same where a short one is wanted, and where a long one is. */
  readonly short: FeedMarkup
  readonly long: FeedMarkup
  readonly authors: ReadonlyArray<string>
  /** The picture that the feed names. */
  readonly picture: string | null
  readonly labels: ReadonlyArray<string>
  readonly language: string
  /** Who publishes it, where the item says so. */
  readonly publication: string
}

export interface Feed {
  readonly form: "rss" | "atom" | "json" | "sitemap"
  readonly title: string
  readonly author: string | null
  readonly description: FeedMarkup
  /** The page that it is of. */
  readonly home: string | null
  readonly language: string
  readonly ttlMinutes: number | null
  readonly items: ReadonlyArray<FeedItem>
}

/** A feed of more items is read up to here. */
export const mostItems = 1_000

/** Characters of what is no markup (a title, a date, an address, words in a list) that are looked at. */
export const mostText = 20_000

/** Labels of one item that are looked at. */
const mostLabels = 40

/** Words that stand in a list between commas. */
export const listed = (text: string): ReadonlyArray<string> => text.split(/[,;]/)

/** Each label once, as it is written. */
export const labelsOf = (...lists: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> =>
  [
    ...new Set(
      lists
        .flat()
        .slice(0, mostLabels * 4)
        .map((label) => label.replace(/\s+/g, " ").trim())
        .filter((label) => label !== "" && label.length <= 100)
    )
  ].slice(0, mostLabels)
