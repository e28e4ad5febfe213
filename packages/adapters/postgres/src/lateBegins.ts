/** Batches whose row somebody held when their first pages were claimed: when that was, until it can be written. */
import type { DateTime } from "effect"

/** Who holds more rows than that holds up everything else first; those that were noted first are forgotten. */
const most = 1_000

/** What this process has to write: pages of a batch are recorded by who claimed them. */
export class LateBegins {
  readonly #at = new Map<string, DateTime.Utc>()

  /** Notes of batches that were claimed from whether that could be written. */
  note(claimed: ReadonlyArray<{ readonly id: string; readonly hasBegun: boolean }>, at: DateTime.Utc): void {
    for (const { hasBegun, id } of claimed) {
      if (hasBegun) this.#at.delete(id)
      else if (!this.#at.has(id)) this.#at.set(id, at)
    }
    for (const oldest of this.#at.keys()) {
      if (this.#at.size <= most) break
      this.#at.delete(oldest)
    }
  }

  /** When the first pages of a batch were claimed, where that is still to be written; else null. */
  of(id: string): DateTime.Utc | null {
    return this.#at.get(id) ?? null
  }

  written(id: string): void {
    this.#at.delete(id)
  }
}
