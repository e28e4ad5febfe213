/** Room for bodies in the memory that requests may take together. */
import { CurrentLease, type MemoryLease, neverFitsMessage, noRoomMessage } from "@kittiwake/core/budget/MemoryBudget"
import { countedBodyBytes } from "@kittiwake/core/web/HttpFetcher"
import { Effect } from "effect"
import { type ExchangeFailed, failed } from "./ExchangeFailed.ts"

/** Memory for a body of unknown length is taken in steps of this size. */
export const leaseStepBytes = 64 * 1024

const busy = failed("busy", noRoomMessage)

/** Why there is no room for so many bytes more: others have it, or all of it would not be enough. */
export const noRoom = (lease: MemoryLease, bytes: number, enoughBytes: number | null = null): ExchangeFailed =>
  lease.fits(bytes) ? busy : failed("too_large", neverFitsMessage(enoughBytes))

/** Counts a body that comes in pieces, in steps. */
export class RoomInSteps {
  readonly #lease: MemoryLease
  #leasedBytes = 0

  constructor(lease: MemoryLease) {
    this.#lease = lease
  }

  /** Counts as many as were announced. */
  announce(bytes: number): ExchangeFailed | null {
    if (bytes <= leaseStepBytes || this.#takes(bytes)) return null
    return noRoom(this.#lease, bytes, this.#lease.enoughFor?.(bytes))
  }

  /** Counts more where there are `bytes` of it now. */
  grow(bytes: number): ExchangeFailed | null {
    const steps = Math.ceil(Math.max(0, bytes - this.#leasedBytes) / leaseStepBytes)
    return steps === 0 || this.#takes(steps * leaseStepBytes) ? null : noRoom(this.#lease, leaseStepBytes)
  }

  #takes(bytes: number): boolean {
    this.#leasedBytes += bytes
    return this.#lease.take(bytes)
  }
}

/** Counts what a body becomes before it does; a small one is not worth it. */
export const takeRoom = (bytes: number): Effect.Effect<void, ExchangeFailed> =>
  Effect.flatMap(CurrentLease, (lease) =>
    bytes < countedBodyBytes || lease.take(bytes)
      ? Effect.void
      : Effect.fail(noRoom(lease, bytes, lease.enoughFor?.(bytes)))
  )
