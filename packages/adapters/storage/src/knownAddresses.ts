/**
 * Addresses that are known to be in a crawl.
 *
 * Most links of a page lead to where others led: to the start, the imprint, the next page. An address stays in its crawl
 * until all of it is forgotten, so what was added once need not be looked up again. What is known goes with the crawl's
 * number, which a crawl that begins anew does not have.
 */
/** A crawl by its names. */
export interface CrawlKey {
  readonly organizationId: string
  readonly crawlId: string
}

/** Most characters of names and identities that are remembered, of all crawls together. */
const maxLength = 4_000_000

/** What is known of a crawl. */
export interface KnownCrawl {
  readonly crawl: number
  /** Addresses that it has at least. */
  readonly entries: number
  readonly identities: ReadonlySet<string>
}

interface Known {
  readonly crawl: number
  entries: number
  readonly identities: Set<string>
  length: number
}

/** What is remembered of crawls; of too many, those are forgotten first that were written to longest ago. */
export interface KnownAddresses {
  readonly of: (key: CrawlKey) => KnownCrawl | undefined
  /** Takes in how many addresses a crawl has, and some that it has. */
  readonly learn: (key: CrawlKey, crawl: number, entries: number, identities: Iterable<string>) => void
  readonly forget: (key: CrawlKey) => void
}

/** A memory with nothing in it. */
export const makeKnownAddresses = (): KnownAddresses => {
  const crawls = new Map<string, Known>()
  let length = 0

  const nameOf = ({ crawlId, organizationId }: CrawlKey) => `${organizationId} ${crawlId}`

  const drop = (name: string) => {
    length -= crawls.get(name)?.length ?? 0
    crawls.delete(name)
  }

  return {
    of: (key) => crawls.get(nameOf(key)),
    forget: (key) => drop(nameOf(key)),
    learn: (key, crawl, entries, identities) => {
      const name = nameOf(key)
      const before = crawls.get(name)
      const known: Known =
        before?.crawl === crawl ? before : { crawl, entries, identities: new Set(), length: name.length }
      if (known !== before) {
        drop(name)
        length += known.length
      }
      // Set anew, so that it stands last.
      crawls.delete(name)
      crawls.set(name, known)
      known.entries = Math.max(known.entries, entries)
      for (const identity of identities) {
        if (known.identities.has(identity)) continue
        known.identities.add(identity)
        known.length += identity.length
        length += identity.length
      }
      for (const oldest of crawls.keys()) {
        if (length <= maxLength) break
        drop(oldest)
      }
    }
  }
}
