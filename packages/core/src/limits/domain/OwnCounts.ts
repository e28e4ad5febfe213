/** What one process counts of requests by itself. */

/** The windows that begin at one moment. */
interface Windows {
  readonly endMillis: number
  /** Units drawn from the window of each subject. */
  readonly used: Map<string, number>
}

interface Drawing {
  readonly subject: string
  readonly windowStartMillis: number
  readonly windowMillis: number
  readonly weight: number
  readonly limit: number
}

interface Entering {
  readonly subject: string
  readonly token: string
  readonly limit: number
  readonly leaseMillis: number
}

/** Counters in memory; `LimitStore` says what the methods mean. */
export class OwnCounts {
  // By their beginning. Those that have ended go when others begin, so that old subjects take no memory.
  readonly #windows = new Map<number, Windows>()
  // Ends of the leases of the slots of each subject, by token.
  readonly #slots = new Map<string, Map<string, number>>()

  draw({ limit, subject, weight, windowMillis, windowStartMillis }: Drawing, nowMillis: number) {
    const { used } = this.#windows.get(windowStartMillis) ?? this.#begin(windowStartMillis, windowMillis, nowMillis)
    const before = used.get(subject) ?? 0
    const admitted = before + weight <= limit
    if (admitted) used.set(subject, before + weight)
    return { admitted, used: admitted ? before + weight : before }
  }

  enter({ leaseMillis, limit, subject, token }: Entering, nowMillis: number) {
    const taken = this.#slots.get(subject) ?? new Map<string, number>()
    for (const [holder, endMillis] of taken) if (endMillis <= nowMillis) taken.delete(holder)
    if (!taken.has(token) && taken.size >= limit) return { admitted: false, taken: taken.size }
    taken.set(token, nowMillis + leaseMillis)
    this.#slots.set(subject, taken)
    return { admitted: true, taken: taken.size }
  }

  leave(subject: string, token: string) {
    const taken = this.#slots.get(subject)
    if (taken?.delete(token) === true && taken.size === 0) this.#slots.delete(subject)
  }

  #begin(startMillis: number, windowMillis: number, nowMillis: number): Windows {
    for (const [start, { endMillis }] of this.#windows) if (endMillis <= nowMillis) this.#windows.delete(start)
    const begun = { endMillis: startMillis + windowMillis, used: new Map<string, number>() }
    this.#windows.set(startMillis, begun)
    return begun
  }
}
