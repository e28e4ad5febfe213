/** Places of which there are few, shared between owners, who have their turns one after the other. */
import { Deferred, Effect } from "effect"

/** Holds a place for an owner while the effect runs. Who is interrupted leaves the queue. */
export type SharedPlaces = (owner: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** For few places: none may have the last one but who has none. */
export const allButOne = (held: number, free: number): boolean => held === 0 || free > 1

interface Ticket {
  readonly owner: string
  readonly turn: Deferred.Deferred<void>
  hasPlace: boolean
}

/** A place that was asked for, to be left in any case. */
export interface Place {
  /** Waits until it is the asker's turn. */
  readonly turn: Effect.Effect<void>
  readonly leave: () => void
}

/** Gives a function that asks for one of so many places. `mayHoldMore` is asked as `makeSharedPlaces` says. */
export const makePlaces = (
  count: number,
  mayHoldMore: (held: number, free: number) => boolean = () => true
): ((owner: string) => Place) => {
  /** Whoever stands first is next; with a place, an owner stands last. */
  const waiting = new Map<string, Set<Ticket>>()
  const held = new Map<string, number>()
  let free = count

  const leave = (ticket: Ticket): void => {
    const own = waiting.get(ticket.owner)!
    own.delete(ticket)
    if (own.size === 0) waiting.delete(ticket.owner)
  }

  const stepBack = (owner: string): void => {
    const own = waiting.get(owner)
    if (own === undefined) return
    waiting.delete(owner)
    waiting.set(owner, own)
  }

  /** Whose turn it is. */
  const next = (): Ticket | undefined => {
    for (const [owner, tickets] of waiting) {
      if (mayHoldMore(held.get(owner) ?? 0, free)) for (const ticket of tickets) return ticket
    }
    return undefined
  }

  const share = (): void => {
    while (free > 0) {
      const ticket = next()
      if (ticket === undefined) return
      leave(ticket)
      stepBack(ticket.owner)
      held.set(ticket.owner, (held.get(ticket.owner) ?? 0) + 1)
      free -= 1
      ticket.hasPlace = true
      Deferred.doneUnsafe(ticket.turn, Effect.void)
    }
  }

  const ask = (owner: string): Ticket => {
    const ticket: Ticket = { owner, turn: Deferred.makeUnsafe(), hasPlace: false }
    const own = waiting.get(owner)
    if (own === undefined) waiting.set(owner, new Set([ticket]))
    else own.add(ticket)
    share()
    return ticket
  }

  const end = (ticket: Ticket): void => {
    const { hasPlace, owner } = ticket
    if (!hasPlace) {
      leave(ticket)
      return
    }
    const left = held.get(owner)! - 1
    if (left === 0) held.delete(owner)
    else held.set(owner, left)
    free += 1
    share()
  }

  return (owner) => {
    const ticket = ask(owner)
    return { turn: ticket.hasPlace ? Effect.void : Deferred.await(ticket.turn), leave: () => end(ticket) }
  }
}

/** So many places. `mayHoldMore` says whether an owner may have one more than it holds while so many are free. */
export const makeSharedPlaces = (
  count: number,
  mayHoldMore?: (held: number, free: number) => boolean
): SharedPlaces => {
  const ask = makePlaces(count, mayHoldMore)
  return (owner) => (effect) =>
    Effect.acquireUseRelease(
      Effect.sync(() => ask(owner)),
      ({ turn }) => Effect.andThen(turn, effect),
      ({ leave }) => Effect.sync(leave)
    )
}
