/** What somebody searches the web for (contract/crawl-search.md §2). */
import type { DateTime } from "effect"

/** Words as they were written; several in one are a phrase, whose words follow one another. */
export type Phrase = string

/** A query after its operators were read. */
export interface SearchQuery {
  /** As it was written, for backends that read operators themselves. */
  readonly text: string
  /** Plain words: the more of them a page has, and the closer together, the better it fits. */
  readonly words: ReadonlyArray<string>
  /** What was quoted: a page has each of them. */
  readonly phrases: ReadonlyArray<Phrase>
  /** What `OR` joins: a page has one of each list. */
  readonly anyOf: ReadonlyArray<ReadonlyArray<Phrase>>
  /** What a minus stands before: a page has none of them. */
  readonly without: ReadonlyArray<Phrase>
  /** `intitle:`; each is in the title. */
  readonly inTitle: ReadonlyArray<Phrase>
  /** `inurl:`; each is in the address. */
  readonly inUrl: ReadonlyArray<string>
  /** `site:` and the domains of the request: a page is of one of them or below it; any page where there is none. */
  readonly includeDomains: ReadonlyArray<string>
  /** `-site:` and the domains of the request: a page is of none of them and below none. */
  readonly excludeDomains: ReadonlyArray<string>
  /** Ports of included domains, `host:port`: of a domain that has some only pages at these are meant; absent is none. */
  readonly atPorts?: ReadonlyArray<string>
  /** Ports that are left out, `host:port`; absent is none. */
  readonly notAtPorts?: ReadonlyArray<string>
}

/** A query with what narrows it. */
export interface SearchQuestion {
  readonly query: SearchQuery
  /** Nothing that is known to be older; what has no date stays. */
  readonly publishedSince: DateTime.Utc | null
  /** Two letters, lower case: a hint that moves results up and leaves none out. */
  readonly country: string | null
  /** Most results. */
  readonly count: number
}

/** A page that fits, as whoever found it tells it. */
export interface SearchHit {
  readonly url: string
  readonly title: string
  /** A passage that shows why; empty when there is none. */
  readonly description: string
  readonly publishedAt: DateTime.Utc | null
}
