/** Counts those who read large things now, by names of which each may have so many. */

/** A name, and most readers of it. */
export type ReadersOf = readonly [name: string, most: number]

export class Readers {
  readonly #open = new Map<string, number>()

  of(name: string): number {
    return this.#open.get(name) ?? 0
  }

  /** Counts one more of each name, until what this gives is called; null, and counts nothing, where there are as many of one as there may be. */
  enter(names: ReadonlyArray<ReadersOf>): (() => void) | null {
    if (names.some(([name, most]) => this.of(name) >= most)) return null
    this.#add(names, 1)
    return () => this.#add(names, -1)
  }

  #add(names: ReadonlyArray<ReadersOf>, readers: number): void {
    for (const [name] of names) {
      const open = this.of(name) + readers
      if (open > 0) this.#open.set(name, open)
      else this.#open.delete(name)
    }
  }
}
