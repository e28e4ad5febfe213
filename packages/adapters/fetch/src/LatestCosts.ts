/** After so long half of what was spent is forgotten. */
const halfLifeMillis = 10_000

/** What is left of a cost when it is no more told from none. */
const leastMillis = 0.5

/** What the work of each took of the thread lately. Time is handed in, and only ever rises. */
export class LatestCosts {
  /** With the latest last. */
  readonly #costs = new Map<string, { readonly millis: number; readonly at: number }>()

  of(name: string, now: number): number {
    const cost = this.#costs.get(name)
    return cost === undefined ? 0 : cost.millis * 2 ** ((cost.at - now) / halfLifeMillis)
  }

  add(name: string, millis: number, now: number): void {
    const sum = this.of(name, now) + millis
    this.#costs.delete(name)
    this.#costs.set(name, { millis: sum, at: now })
    for (const oldest of this.#costs.keys()) {
      if (this.of(oldest, now) >= leastMillis) return
      this.#costs.delete(oldest)
    }
  }

  /** Of those that wait and `may`, in their order, the first that cost no more than any other. */
  least<A>(waiting: ReadonlyMap<string, A>, now: number, may: (name: string) => boolean): string | undefined {
    let first: string | undefined
    let least = Number.POSITIVE_INFINITY
    for (const name of waiting.keys()) {
      const cost = this.of(name, now)
      if (cost >= least || !may(name)) continue
      first = name
      least = cost
    }
    return first
  }
}
