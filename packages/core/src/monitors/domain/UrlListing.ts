/** What one reading of a sitemap lists, held to what a monitor tracks however much that is (contract/monitors.md §2). */

import { identityOf } from "../../sites/domain/UrlSelection.ts"
import { DistinctCount } from "./DistinctCount.ts"

/** Most characters of new addresses that are held, whatever their number. */
const maxCharacters = 4 * 1024 * 1024

/**
 * A listing as it comes, one sitemap after the other and in any order. Held are the tracked addresses that it lists and the
 * first new ones in the order of the alphabet: the same ones however the sitemaps came. How many new ones there is room for is known
 * only when all was read: what went makes room for what came.
 */
export class UrlListing {
  readonly #tracked: ReadonlySet<string>
  readonly #present = new Set<string>()
  readonly #most: number
  #fresh = new Set<string>()
  /** Of those, all together. */
  #characters = 0
  /** Where the room ended when it was last full: nothing from there on is among the first any more. */
  #end: string | null = null
  readonly #beyond = new DistinctCount()
  #isWhole = true
  #unread = 0

  /** At most `most` addresses are to be tracked; more are noticed. */
  constructor(tracked: ReadonlySet<string>, most: number) {
    this.#tracked = tracked
    this.#most = most
  }

  /** Most addresses that are to be tracked. */
  get most(): number {
    return this.#most
  }

  /** New addresses that can be tracked beside what stays. Of a listing that was not read to its end nothing is known to be gone. */
  get #room(): number {
    return Math.max(0, this.#most - (this.#isWhole ? this.#present : this.#tracked).size)
  }

  /** Tracked addresses that are listed. */
  get present(): ReadonlySet<string> {
    return this.#present
  }

  /** New addresses in the order of the alphabet, as far as there is room. */
  get fresh(): ReadonlyArray<string> {
    this.#prune()
    return [...this.#fresh].sort().slice(0, this.#room)
  }

  /** Whether it lists more new addresses than there is room for, or more than was read of it. */
  get isCut(): boolean {
    this.#prune()
    return this.beyond > 0 || !this.#isWhole
  }

  /** New addresses for which there is no room, each once; of many, about so many. */
  get beyond(): number {
    this.#prune()
    return this.#beyond.count + Math.max(0, this.#fresh.size - this.#room)
  }

  /** Whether all of it was read, so that what it does not list is gone. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  /** Entries that were counted and not read. */
  get unread(): number {
    return this.#unread
  }

  add(urls: ReadonlyArray<string>): void {
    for (const url of urls) {
      if (this.#tracked.has(url)) this.#present.add(url)
      else if (this.#end === null || url < this.#end) this.#hold(url)
      // Sorting is for what may still be among the first.
      else if (!this.#fresh.has(url)) this.#beyond.add(url)
      // Pruning sorts what is held, so it waits until that has doubled.
      if (this.#fresh.size > 2 * this.#most + 1_000 || this.#characters > 2 * maxCharacters) this.#prune()
    }
  }

  /**
   * Takes spellings of one address for one, once all was read: of a tracked address it is listed, and of new ones the first counts. Tracked
   * addresses stay as they are written, so that nothing is told when a site writes them another way. Yields while it goes on: where nothing
   * came or went nothing is looked at.
   */
  *settle(): Generator<void, void> {
    this.#prune()
    if (this.#fresh.size === 0 && this.#present.size === this.#tracked.size) return
    const listed = new Set<string>()
    const tracked = new Map<string, string>()
    for (const url of this.#tracked) {
      yield
      const identity = identityOf(url)
      tracked.set(url, identity)
      if (this.#present.has(url)) listed.add(identity)
    }
    const known = new Set(tracked.values())
    const fresh = [...this.#fresh].sort()
    for (const url of fresh) {
      yield
      const identity = identityOf(url)
      if (known.has(identity) || listed.has(identity)) this.#drop(url)
      listed.add(identity)
    }
    for (const [url, identity] of tracked) if (listed.has(identity)) this.#present.add(url)
  }

  #drop(url: string): void {
    this.#fresh.delete(url)
    this.#characters -= url.length
  }

  #hold(url: string): void {
    if (this.#fresh.has(url)) return
    this.#fresh.add(url)
    this.#characters += url.length
  }

  /** Some of what is listed was not read: so many entries, where they were counted. */
  cut(entries = 0): void {
    this.#isWhole = false
    this.#unread += entries
  }

  #prune(): void {
    if (this.#fresh.size <= this.#most && this.#characters <= maxCharacters) return
    let characters = 0
    let kept = 0
    const sorted = [...this.#fresh].sort()
    for (const url of sorted) {
      if (kept >= this.#most || characters + url.length > maxCharacters) break
      characters += url.length
      kept += 1
    }
    for (const url of sorted.slice(kept)) this.#beyond.add(url)
    this.#end = sorted[kept]!
    this.#fresh = new Set(sorted.slice(0, kept))
    this.#characters = characters
  }
}
