/** How many turns most are remembered: so many pieces of work take a second at most. */
const someTurns = 64

const always = () => true

/**
 * Who had the latest turns of many. Whoever had the fewest of these comes first: one who comes with little is served at once, beside
 * another who was served all the time, and two who always want some get as much.
 */
export class LatestTurns {
  readonly #names: Array<string> = []
  readonly #counts = new Map<string, number>()
  readonly #remembered: number
  #at = 0

  constructor(remembered = someTurns) {
    this.#remembered = remembered
  }

  /** Turns of these that it had. */
  of(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  add(name: string): void {
    const oldest = this.#names[this.#at]
    if (oldest !== undefined) this.#forget(oldest)
    this.#names[this.#at] = name
    this.#at = (this.#at + 1) % this.#remembered
    this.#counts.set(name, this.of(name) + 1)
  }

  /** Of those that wait and `may`, in their order, the first that had no more than any other. */
  fewest<A>(
    waiting: ReadonlyMap<string, A>,
    nameOf: (key: string) => string,
    may: (one: A, key: string) => boolean = always
  ): readonly [key: string, one: A] | undefined {
    let first: readonly [key: string, one: A] | undefined
    let least = Number.POSITIVE_INFINITY
    for (const [key, one] of waiting) {
      const turns = this.of(nameOf(key))
      if (turns >= least || !may(one, key)) continue
      first = [key, one]
      least = turns
    }
    return first
  }

  #forget(name: string): void {
    const left = this.of(name) - 1
    if (left === 0) this.#counts.delete(name)
    else this.#counts.set(name, left)
  }
}
