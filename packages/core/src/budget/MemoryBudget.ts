/** The memory that requests may take together: bodies as they arrive, pages while they are read, answers until they are sent. */
import { Context, Effect } from "effect"
import { mayTake } from "./domain/MemoryShare.ts"

/** What one piece of work has of the budget. */
export interface MemoryLease {
  /** Counts `bytes` more; false, and nothing is counted, when there is no room for them. */
  readonly take: (bytes: number) => boolean
  /** Counts `bytes` that are there already, whether or not there is room. */
  readonly keep: (bytes: number) => void
  /** Gives `bytes` back. */
  readonly give: (bytes: number) => void
  /** Gives back what is left. What is taken afterwards is not counted any more. */
  readonly close: () => void
}

export interface MemoryBudgetOptions {
  /** Most bytes in use by all together. */
  readonly capacityBytes: number
  /** Whether the process is short of memory, whoever took it. */
  readonly isShort?: () => boolean
}

/** 128 MB: what is counted costs the process two to four times as much, as text, as a tree and as an answer. */
export const defaultCapacityBytes = 128 * 1024 * 1024

/** A lease of work that is bounded in another way. */
export const uncounted: MemoryLease = { take: () => true, keep: () => {}, give: () => {}, close: () => {} }

/** The lease of the work that is under way; what nobody counts has none. */
export const CurrentLease = Context.Reference<MemoryLease>("@kittiwake/core/budget/CurrentLease", {
  defaultValue: () => uncounted
})

/** What is told to who finds no room for what he sent, or for what he wants done. */
export const noRoomMessage =
  "This installation holds as much as it may of answers that wait to be read, uploads and pages. Try again."

/** Gives back what `effect` took of the lease that is under way, once it ends. */
export const borrowing = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(CurrentLease, (lease) => {
    if (lease === uncounted) return effect
    let borrowed = 0
    const part: MemoryLease = {
      take: (bytes) => {
        const isAdmitted = lease.take(bytes)
        if (isAdmitted) borrowed += bytes
        return isAdmitted
      },
      keep: (bytes) => {
        lease.keep(bytes)
        borrowed += bytes
      },
      give: (bytes) => {
        lease.give(Math.min(bytes, borrowed))
        borrowed -= Math.min(bytes, borrowed)
      },
      close: () => part.give(borrowed)
    }
    return Effect.ensuring(Effect.provideService(effect, CurrentLease, part), Effect.sync(part.close))
  })

/** Counts what is in use, by whom. */
export class MemoryCounter {
  readonly #options: MemoryBudgetOptions
  readonly #held = new Map<string, number>()
  #used = 0

  constructor(options: MemoryBudgetOptions) {
    this.#options = options
  }

  /** In use by all. */
  get usedBytes(): number {
    return this.#used
  }

  /** Whether no new work should begin, whoever asks. */
  get isShort(): boolean {
    return this.#options.isShort?.() ?? false
  }

  /** Whether `owner` may take `bytes` more. */
  hasRoom(owner: string, bytes: number): boolean {
    const { capacityBytes } = this.#options
    return mayTake({ capacityBytes, usedBytes: this.#used, heldBytes: this.#held.get(owner) ?? 0 }, bytes)
  }

  /** A lease for `owner`. */
  open(owner: string): MemoryLease {
    let taken = 0
    let isClosed = false
    const count = (bytes: number) => {
      if (isClosed) return
      taken += bytes
      this.#count(owner, bytes)
    }
    return {
      take: (bytes) => {
        const isAdmitted = isClosed || this.hasRoom(owner, bytes)
        if (isAdmitted) count(bytes)
        return isAdmitted
      },
      keep: count,
      give: (bytes) => count(-Math.min(bytes, taken)),
      close: () => {
        count(-taken)
        isClosed = true
      }
    }
  }

  #count(owner: string, bytes: number) {
    this.#used += bytes
    const held = (this.#held.get(owner) ?? 0) + bytes
    if (held > 0) this.#held.set(owner, held)
    else this.#held.delete(owner)
  }
}

/**
 * The budget of the process. Applications that are composed side by side share it, as they share the memory, unless each is
 * given its own.
 */
export const MemoryBudget = Context.Reference<MemoryCounter>("@kittiwake/core/budget/MemoryBudget", {
  defaultValue: () => new MemoryCounter({ capacityBytes: defaultCapacityBytes })
})
