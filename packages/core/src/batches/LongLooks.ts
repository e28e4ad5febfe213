/**
 * Batches whose pages wait at very many hosts without room, such as all names of a site that throttles: they are looked through again after a
 * while that grows with their hosts, so that claims of pages of all others do not wait for it each time.
 */

/** Hosts that are passed over each time. */
const fewHosts = 200

/** How long a batch waits for each host that was passed over, and at most. */
const millisPerHost = 1
const mostMillis = 10_000

/** Batches that are known: those that are forgotten first are looked through once more. */
const maxBatches = 1_000

export class LongLooks {
  readonly #nextMillis = new Map<string, number>()

  /** So many hosts of a batch were passed over. */
  note(batchId: string, hosts: number, nowMillis: number): void {
    this.#nextMillis.delete(batchId)
    if (hosts <= fewHosts) return
    this.#nextMillis.set(batchId, nowMillis + Math.min(hosts * millisPerHost, mostMillis))
    if (this.#nextMillis.size > maxBatches) this.#nextMillis.delete(this.#nextMillis.keys().next().value!)
  }

  /** Whether a batch is worth a look. A clock that was set back lets none wait for longer. */
  isDue(batchId: string, nowMillis: number): boolean {
    const next = this.#nextMillis.get(batchId)
    return next === undefined || next <= nowMillis || next > nowMillis + mostMillis
  }

  /** The candidates, of which those have nothing left that are not worth a look. */
  dueOf<A extends { readonly id: string; readonly left: number }>(
    candidates: ReadonlyArray<A>,
    nowMillis: number
  ): ReadonlyArray<A> {
    if (this.#nextMillis.size === 0) return candidates
    return candidates.map((one) => (this.isDue(one.id, nowMillis) ? one : { ...one, left: 0 }))
  }
}
