/**
 * When hosts that ask robots for a pause between two pages may be asked next, as far as this process knows.
 *
 * **Details.** A page waits for such a host among those that wait, and not as one that is under way: it would take a place of its host, and
 * of the worker, from pages that need no pause. All crawls of a host share its turns. Moments are told as `passedMillis` counts.
 */

/** After so long without a turn a host is forgotten: it may ask for no pause any more. */
const forgottenAfterMillis = 10 * 60_000

/** A host whose turn was so recently is one that is waited for. */
const recentMillis = 60_000

/** Hosts that are remembered. */
const maxHosts = 10_000

export class HostTurns {
  readonly #nextMillis = new Map<string, number>()

  /** Takes the turn of a host, when it has come: the next one comes after the pause. */
  take(host: string, pauseMillis: number, nowMillis: number): boolean {
    if (this.#nextOf(host) > nowMillis) return false
    this.#nextMillis.delete(host)
    this.#nextMillis.set(host, nowMillis + pauseMillis)
    if (this.#nextMillis.size > maxHosts) this.#nextMillis.delete(this.#nextMillis.keys().next().value!)
    return true
  }

  /** How many pages of crawls may be claimed of hosts that pause: none until the next turn, and one then. */
  rooms(nowMillis: number): ReadonlyMap<string, number> {
    const rooms = new Map<string, number>()
    for (const [host, next] of this.#nextMillis) {
      if (next + forgottenAfterMillis < nowMillis) this.#nextMillis.delete(host)
      else rooms.set(host, next > nowMillis ? 0 : 1)
    }
    return rooms
  }

  /** Whether pages wait for turns at the host. */
  isWaitedFor(host: string, nowMillis: number): boolean {
    return this.#nextOf(host) + recentMillis > nowMillis
  }

  /** Whether pages wait for turns at any of these hosts. */
  isAnyWaitedFor(isOne: (host: string) => boolean, nowMillis: number): boolean {
    for (const host of this.#nextMillis.keys()) if (this.isWaitedFor(host, nowMillis) && isOne(host)) return true
    return false
  }

  #nextOf(host: string): number {
    return this.#nextMillis.get(host) ?? Number.NEGATIVE_INFINITY
  }
}
