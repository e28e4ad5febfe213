/** Places of which there are few, shared between owners, of whom the one that had the fewest lately comes first, and so with the works of each. */
import { Deferred, Effect } from "effect"
import { LatestTurns } from "./LatestTurns.ts"

/** Holds a place for an owner, and for one of its works, while the effect runs. Who is interrupted leaves the queue. */
export type SharedPlaces = (
  owner: string,
  work?: string
) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** For few places: none may have the last one but who has none. */
export const allButOne = (held: number, free: number): boolean => held === 0 || free > 1

interface Ticket {
  readonly owner: string
  readonly work: string
  readonly turn: Deferred.Deferred<void>
  hasPlace: boolean
}

/** A place that was asked for, to be left in any case. */
export interface Place {
  /** Waits until it is the asker's turn. */
  readonly turn: Effect.Effect<void>
  readonly leave: () => void
}

const toTheEnd = <A>(line: Map<string, A>, name: string): void => {
  const one = line.get(name)
  if (one === undefined) return
  line.delete(name)
  line.set(name, one)
}

const itself = (name: string): string => name

const workName = (owner: string, work: string): string => `${owner} ${work}`

/** Gives a function that asks for one of so many places. `mayHoldMore` is asked as `makeSharedPlaces` says. */
export const makePlaces = (
  count: number,
  mayHoldMore: (held: number, free: number) => boolean = () => true
): ((owner: string, work?: string) => Place) => {
  /** Of those who had as many places lately whoever stands first is next; with a place, an owner stands last, and so does its work. */
  const waiting = new Map<string, Map<string, Set<Ticket>>>()
  const held = new Map<string, number>()
  const latest = { owners: new LatestTurns(), works: new LatestTurns() }
  let free = count

  const leave = (ticket: Ticket): void => {
    const works = waiting.get(ticket.owner)!
    const own = works.get(ticket.work)!
    own.delete(ticket)
    if (own.size === 0) works.delete(ticket.work)
    if (works.size === 0) waiting.delete(ticket.owner)
  }

  const stepBack = ({ owner, work }: Ticket): void => {
    latest.owners.add(owner)
    latest.works.add(workName(owner, work))
    const works = waiting.get(owner)
    if (works === undefined) return
    toTheEnd(works, work)
    toTheEnd(waiting, owner)
  }

  /** Whose turn it is. */
  const next = (): Ticket | undefined => {
    const first = latest.owners.fewest(waiting, itself, (_, owner) => mayHoldMore(held.get(owner) ?? 0, free))
    if (first === undefined) return undefined
    const [owner, works] = first
    const [, tickets] = latest.works.fewest(works, (work) => workName(owner, work))!
    return tickets.values().next().value
  }

  const share = (): void => {
    while (free > 0) {
      const ticket = next()
      if (ticket === undefined) return
      leave(ticket)
      stepBack(ticket)
      held.set(ticket.owner, (held.get(ticket.owner) ?? 0) + 1)
      free -= 1
      ticket.hasPlace = true
      Deferred.doneUnsafe(ticket.turn, Effect.void)
    }
  }

  const ask = (owner: string, work: string): Ticket => {
    const ticket: Ticket = { owner, work, turn: Deferred.makeUnsafe(), hasPlace: false }
    const works = waiting.get(owner) ?? new Map<string, Set<Ticket>>()
    waiting.set(owner, works)
    const own = works.get(work)
    if (own === undefined) works.set(work, new Set([ticket]))
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

  return (owner, work = "") => {
    const ticket = ask(owner, work)
    return { turn: ticket.hasPlace ? Effect.void : Deferred.await(ticket.turn), leave: () => end(ticket) }
  }
}

/** So many places. `mayHoldMore` says whether an owner may have one more than it holds while so many are free. */
export const makeSharedPlaces = (
  count: number,
  mayHoldMore?: (held: number, free: number) => boolean
): SharedPlaces => {
  const ask = makePlaces(count, mayHoldMore)
  return (owner, work) => (effect) =>
    Effect.acquireUseRelease(
      Effect.sync(() => ask(owner, work)),
      ({ turn }) => Effect.andThen(turn, effect),
      ({ leave }) => Effect.sync(leave)
    )
}
