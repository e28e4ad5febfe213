/** A feed as it was read, before anything is made of what it reports. It loads nothing, so that it may cross to threads. */

/** One thing that a feed reports. Texts are plain, and addresses are absolute: `http` or `https`. */
export interface ReportedItem {
  readonly url: string
  readonly title: string
  readonly excerpt: string | null
  /** As the item says it, or its feed; null where neither does. */
  readonly language: string | null
  readonly imageUrl: string | null
  readonly authors: ReadonlyArray<string>
  /** Milliseconds since 1970; null where no date is given that can be one. */
  readonly publishedAtMillis: number | null
  readonly labels: ReadonlyArray<string>
  /** Hosts that what it says links to, each once. */
  readonly linkedHosts: ReadonlyArray<string>
  /** Who publishes it, where the item itself says so. */
  readonly publication: string | null
}

export interface ReportedFeed {
  readonly form: "rss" | "atom" | "json" | "sitemap"
  readonly title: string
  /** The page that the feed is of. */
  readonly homeUrl: string | null
  /** Of two letters; null where the feed says none. */
  readonly language: string | null
  /** Of two letters, where the language names a country, as `de-AT` does. */
  readonly country: string | null
  /** Minutes for which the feed asks not to be read again. */
  readonly ttlMinutes: number | null
  /** In the order of the feed. */
  readonly items: ReadonlyArray<ReportedItem>
}
