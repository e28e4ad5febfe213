/** The memory that requests may take together: bodies as they arrive, pages while they are read, answers until they are sent. */
import { Context, Effect, Exit } from "effect"
import { littleOf, roomFor, roomForLittle } from "./domain/MemoryShare.ts"

/** What one piece of work has of the budget. */
export interface MemoryLease {
  /** Counts `bytes` more; false, and nothing is counted, when there is no room for them. */
  readonly take: (bytes: number) => boolean
  /** Counts `bytes` more, or as many as there is room for where that is `least` or more; false, and nothing is counted, else. */
  readonly takeUpTo: (bytes: number, least: number) => boolean
  /** Whether `bytes` more would find room if nothing but this lease, and what it is a part of, took any: what does not fit then never does. */
  readonly fits: (bytes: number) => boolean
  /** Whether `bytes` would find room if nothing at all were held, by this lease either; what counts nothing has none. */
  readonly fitsAlone?: (bytes: number) => boolean
  /** The least budget in which `bytes` more would find room beside what this lease holds; what counts nothing has none. */
  readonly enoughFor?: (bytes: number) => number
  /** Counts `bytes` that are there already, whether or not there is room. */
  readonly keep: (bytes: number) => void
  /** Gives `bytes` back. */
  readonly give: (bytes: number) => void
  /** Gives back what is left. What is taken afterwards is not counted any more. */
  readonly close: () => void
  /** A lease of the same owner that ends by itself, and with this one at the latest; a lease that counts nothing has none. */
  readonly part?: () => MemoryLease
  /** Bytes that leave it no room while it lasts: its own, and those of what it is a part of; what counts nothing has none. */
  readonly heldBytes?: () => number
  /**
   * A lease of the same owner that goes on when this one ends, with what the work then has beside it, which is what this one holds unless it is
   * told; a lease that counts nothing has none.
   */
  readonly apart?: (beside?: () => number) => LeaseApart
}

/** A lease that may end before what it counted does. */
export interface LeaseApart extends MemoryLease {
  /** Ends it, and counts what is left as the heir's, whether or not there is room. */
  readonly leaveTo: (heir: MemoryLease) => void
}

export interface MemoryBudgetOptions {
  /** Most bytes in use by all together. */
  readonly capacityBytes: number
  /** Whether the process is short of memory, whoever took it. */
  readonly isShort?: () => boolean
}

/** 128 MB: what is counted costs the process two to four times as much, as text, as a tree and as an answer. @internal */
export const defaultCapacityBytes = 128 * 1024 * 1024

/** A lease of work that is bounded in another way. @internal */
export const uncounted: MemoryLease = {
  take: () => true,
  takeUpTo: () => true,
  fits: () => true,
  keep: () => {},
  give: () => {},
  close: () => {}
}

/** The lease of the work that is under way; what nobody counts has none. */
export const CurrentLease = Context.Reference<MemoryLease>("@kittiwake/core/budget/CurrentLease", {
  defaultValue: () => uncounted
})

/** What is told to who finds no room for what he sent, or for what he wants done. @internal */
export const noRoomMessage =
  "This installation holds as much as it may of answers that wait to be read, uploads and pages. Try again."

/**
 * What is told to who would find no room if nobody else held anything: to try again would end the same way. `enoughBytes` is the least
 * budget that holds what is known of it so far; null where less is known than that, as of a body whose end nobody told.
 */
export const neverFitsMessage = (enoughBytes: number | null): string => {
  const atLeast = enoughBytes === null ? "" : `, of which this takes at least ${Math.ceil(enoughBytes / 1024 / 1024)}MB`
  return `What was sent or asked for is too large for the memory that this installation may use. Whoever operates it can give it more with KITTIWAKE_MEMORY_BUDGET${atLeast}.`
}

/**
 * Gives back what `effect` took of the lease that is under way once it ends, but for what came of it: as many bytes as `bytesOf` says are counted
 * on, until the lease ends.
 */
export const leaving =
  <A>(bytesOf: (value: A) => number) =>
  <E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(CurrentLease, (lease) => {
      if (lease.part === undefined) return effect
      const part = lease.part()
      return Effect.onExit(Effect.provideService(effect, CurrentLease, part), (exit) =>
        Effect.sync(() => {
          part.close()
          if (Exit.isSuccess(exit)) lease.keep(bytesOf(exit.value))
        })
      )
    })

/** Gives back what `effect` took of the lease that is under way, once it ends. */
export const borrowing = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  leaving<A>(() => 0)(effect)

/** Counts what is in use, by whom. */
export class MemoryCounter {
  readonly #options: MemoryBudgetOptions
  readonly #held = new Map<string, number>()
  #used = 0
  /** Held by those who hold little each. */
  #little = 0

  constructor(options: MemoryBudgetOptions) {
    this.#options = options
  }

  /** Most bytes in use by all together. */
  get capacityBytes(): number {
    return this.#options.capacityBytes
  }

  /** In use by all. */
  get usedBytes(): number {
    return this.#used
  }

  /** Whether no new work should begin, whoever asks. */
  get isShort(): boolean {
    return this.#options.isShort?.() ?? false
  }

  /** How many bytes more `owner` may take. */
  roomFor(owner: string): number {
    const { capacityBytes } = this.#options
    const heldBytes = this.#held.get(owner) ?? 0
    return Math.max(
      roomFor({ capacityBytes, usedBytes: this.#used, heldBytes }),
      // Whoever holds too much has no room, however far he is beyond it.
      heldBytes > littleOf(capacityBytes)
        ? Number.NEGATIVE_INFINITY
        : roomForLittle({ capacityBytes, heldBytes, littleBytes: this.#little })
    )
  }

  /** Whether `owner` may take `bytes` more. */
  hasRoom(owner: string, bytes: number): boolean {
    return bytes <= this.roomFor(owner)
  }

  /** Whether `owner` has at most this part of the budget with `bytes` more. */
  isWithin(owner: string, bytes: number, part: number): boolean {
    return (this.#held.get(owner) ?? 0) + bytes <= this.#options.capacityBytes * part
  }

  /** A lease for `owner`. */
  open(owner: string): LeaseApart {
    return this.#open(owner, () => 0)
  }

  /** A lease beside which the same work holds what `beside` tells. */
  #open(owner: string, beside: () => number): LeaseApart {
    const { capacityBytes } = this.#options
    const parts = new Set<MemoryLease>()
    let taken = 0
    let isClosed = false
    const count = (bytes: number) => {
      if (isClosed) return
      taken += bytes
      this.#count(owner, bytes)
    }
    const takeUpTo = (bytes: number, least: number) => {
      const room = isClosed ? bytes : this.roomFor(owner)
      if (room < least) return false
      count(Math.min(bytes, room))
      return true
    }
    const close = () => {
      for (const part of parts) part.close()
      count(-taken)
      isClosed = true
    }
    const heldBytes = () => taken + beside()
    const fitsBeside = (bytes: number, held: number) =>
      isClosed || bytes <= roomFor({ capacityBytes, usedBytes: held, heldBytes: held })
    return {
      take: (bytes) => takeUpTo(bytes, bytes),
      takeUpTo,
      fits: (bytes) => fitsBeside(bytes, heldBytes()),
      fitsAlone: (bytes) => fitsBeside(bytes, 0),
      enoughFor: (bytes) => 2 * heldBytes() + bytes,
      heldBytes,
      keep: count,
      give: (bytes) => count(-Math.min(bytes, taken)),
      close,
      part: () => {
        // What the whole holds is not given back while a part of it waits for room.
        const part = isClosed ? uncounted : this.#open(owner, heldBytes)
        parts.add(part)
        const close = () => {
          parts.delete(part)
          part.close()
        }
        return { ...part, close }
      },
      apart: (besideIt = heldBytes) => this.#open(owner, besideIt),
      leaveTo: (heir) => {
        const left = taken
        close()
        heir.keep(left)
      }
    }
  }

  #count(owner: string, bytes: number) {
    this.#used += bytes
    const before = this.#held.get(owner) ?? 0
    const held = before + bytes
    const little = littleOf(this.capacityBytes)
    this.#little += (held > little ? 0 : held) - (before > little ? 0 : before)
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
