/**
 * The memory for calls that wait to be written into the log, shared between organizations.
 *
 * **Invariant.** No organization has more of it than it leaves to others (`leavesRoom`): the calls of one keep those of nobody else from being
 * kept, and make nobody else wait.
 */
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { leavesRoom } from "../SharedPlaces.ts"

interface Held {
  calls: number
  bytes: number
}

export class LogRoom {
  readonly #limits: Readonly<Held>
  readonly #all: Held = { calls: 0, bytes: 0 }
  readonly #held = new Map<OrganizationId, Held>()

  constructor(limits: Readonly<Held>) {
    this.#limits = limits
  }

  get calls(): number {
    return this.#all.calls
  }

  /** Whether one more call of it is kept. */
  hasPlace(owner: OrganizationId): boolean {
    return this.#leaves(owner, "calls", 1)
  }

  /** Whether what its next call sent and was answered is kept as well. */
  hasBytes(owner: OrganizationId): boolean {
    return this.#leaves(owner, "bytes", 1)
  }

  /** Whether it has so little that nobody who brings more of it needs to wait: at most half of what it may have. */
  isAmple(owner: OrganizationId): boolean {
    return this.#leaves(owner, "calls", 2) && this.#leaves(owner, "bytes", 2)
  }

  take(owner: OrganizationId, bytes: number): void {
    this.#change(owner, 1, bytes)
  }

  leave(owner: OrganizationId, bytes: number): void {
    this.#change(owner, -1, -bytes)
  }

  #leaves(owner: OrganizationId, what: keyof Held, times: number): boolean {
    return leavesRoom((this.#held.get(owner)?.[what] ?? 0) * times, this.#limits[what] - this.#all[what])
  }

  #change(owner: OrganizationId, calls: number, bytes: number): void {
    const own = this.#held.get(owner) ?? { calls: 0, bytes: 0 }
    for (const held of [own, this.#all]) {
      held.calls += calls
      held.bytes += bytes
    }
    if (own.calls === 0) this.#held.delete(owner)
    else this.#held.set(owner, own)
  }
}
