/**
 * Addresses that this process knows to be in a crawl.
 *
 * Most links of a page lead to where others led: to the start, the imprint, the next page. An address stays in its crawl
 * until all of it is forgotten, so what was added once need not be sent again. What is known goes with the crawl's number,
 * which a crawl that begins anew does not have.
 */
import type { CrawlKey } from "./frontierRows.ts"

/** Most characters of identities that are remembered, of all crawls together. */
const maxLength = 4_000_000

interface Known {
  readonly crawl: number
  readonly identities: Set<string>
  length: number
}

/** What a process remembers of crawls; of too many, those are forgotten first that it wrote to longest ago. */
export interface KnownAddresses {
  /** Number of the crawl and what is known of it, or nothing. */
  readonly of: (key: CrawlKey) => { readonly crawl: number; readonly identities: ReadonlySet<string> } | undefined
  readonly learn: (key: CrawlKey, crawl: number, identities: Iterable<string>) => void
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
    learn: (key, crawl, identities) => {
      const name = nameOf(key)
      const before = crawls.get(name)
      const known: Known = before?.crawl === crawl ? before : { crawl, identities: new Set(), length: 0 }
      if (known !== before) drop(name)
      // Set anew, so that it stands last.
      crawls.delete(name)
      crawls.set(name, known)
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
