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

/**
 * Whether who holds `held` places may hold one more while `free` are free, where nobody waits for a place and who finds none is refused:
 * while he holds fewer than are left. Alone he gets half of all, and beside others an equal share of what all may have, so that whoever
 * comes next finds room.
 */
export const leavesRoom = (held: number, free: number): boolean => held < free

interface Ticket {
  readonly owner: string
  readonly work: string
  readonly line: Line
  readonly turn: Deferred.Deferred<void>
  hasPlace: boolean
}

/** Those who wait, by owner and work. */
type Line = Map<string, Map<string, Set<Ticket>>>

/** A place that was asked for, to be left in any case. */
export interface Place {
  /** Waits until it is the asker's turn. */
  readonly turn: Effect.Effect<void>
  /** Whether it has come, for who would do something else than wait. */
  readonly hasTurn: () => boolean
  readonly leave: () => void
}

const toTheEnd = <A>(line: Map<string, A>, name: string): void => {
  const one = line.get(name)
  if (one === undefined) return
  line.delete(name)
  line.set(name, one)
}

/** Changes a count; one of nothing is not kept. */
const addTo = (counts: Map<string, number>, name: string, change: number): void => {
  const count = (counts.get(name) ?? 0) + change
  if (count === 0) counts.delete(name)
  else counts.set(name, count)
}

const itself = (name: string): string => name

const workName = (owner: string, work: string): string => `${owner} ${work}`

/**
 * Gives a function that asks for one of so many places. `mayHoldMore` is asked as `makeSharedPlaces` says. Who `givesWay` has its turn
 * after those who do not, but never waits for two of them in a row; such hold no more than `mostBehind` of the places together, which
 * `mayHoldMore` is asked of as well.
 *
 * **Details.** Who needs two rights, to a place and to be one of so few, gets both at once: who had one and waited for the other would
 * keep it from all who need nothing else.
 */
export const makePlaces = (
  count: number,
  mayHoldMore: (held: number, free: number, owner: string) => boolean = () => true,
  mostBehind = Number.POSITIVE_INFINITY
): ((owner: string, work?: string, givesWay?: boolean) => Place) => {
  /** Of those who had as many places lately whoever stands first is next; with a place, an owner stands last, and so does its work. */
  const ahead: Line = new Map()
  const behind: Line = new Map()
  const lines = { aheadFirst: [ahead, behind], behindFirst: [behind, ahead] } as const
  /** Whether somebody was just let in before others who gave way, and it is their turn now. */
  let hasPassed = false
  const held = new Map<string, number>()
  /** Of these, places of those who give way. */
  const heldBehind = new Map<string, number>()
  let freeBehind = mostBehind
  const latest = { owners: new LatestTurns(), works: new LatestTurns() }
  let free = count

  const leave = (ticket: Ticket): void => {
    const works = ticket.line.get(ticket.owner)!
    const own = works.get(ticket.work)!
    own.delete(ticket)
    if (own.size === 0) works.delete(ticket.work)
    if (works.size === 0) ticket.line.delete(ticket.owner)
  }

  const stepBack = ({ owner, work }: Ticket): void => {
    latest.owners.add(owner)
    latest.works.add(workName(owner, work))
    for (const line of lines.aheadFirst) {
      const works = line.get(owner)
      if (works === undefined) continue
      toTheEnd(works, work)
      toTheEnd(line, owner)
    }
  }

  /** Whose turn it is of a line. */
  const firstOf = (line: Line): Ticket | undefined => {
    if (line.size === 0) return undefined
    if (line === behind && freeBehind <= 0) return undefined
    const first = latest.owners.fewest(
      line,
      itself,
      (_, owner) =>
        mayHoldMore(held.get(owner) ?? 0, free, owner) &&
        (line === ahead || mayHoldMore(heldBehind.get(owner) ?? 0, freeBehind, owner))
    )
    if (first === undefined) return undefined
    const [owner, works] = first
    const [, tickets] = latest.works.fewest(works, (work) => workName(owner, work))!
    return tickets.values().next().value
  }

  /** Whose turn it is. */
  const next = (): Ticket | undefined => {
    const [one, other] = hasPassed ? lines.behindFirst : lines.aheadFirst
    return firstOf(one) ?? firstOf(other)
  }

  const share = (): void => {
    while (free > 0) {
      const ticket = next()
      if (ticket === undefined) return
      leave(ticket)
      stepBack(ticket)
      hasPassed = ticket.line === ahead && behind.size > 0
      addTo(held, ticket.owner, 1)
      free -= 1
      if (ticket.line === behind) {
        addTo(heldBehind, ticket.owner, 1)
        freeBehind -= 1
      }
      ticket.hasPlace = true
      Deferred.doneUnsafe(ticket.turn, Effect.void)
    }
  }

  const ask = (owner: string, work: string, line: Line): Ticket => {
    const ticket: Ticket = { owner, work, line, turn: Deferred.makeUnsafe(), hasPlace: false }
    const works = line.get(owner) ?? new Map<string, Set<Ticket>>()
    line.set(owner, works)
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
    addTo(held, owner, -1)
    free += 1
    if (ticket.line === behind) {
      addTo(heldBehind, owner, -1)
      freeBehind += 1
    }
    share()
  }

  return (owner, work = "", givesWay = false) => {
    const ticket = ask(owner, work, givesWay ? behind : ahead)
    return {
      turn: ticket.hasPlace ? Effect.void : Deferred.await(ticket.turn),
      hasTurn: () => ticket.hasPlace,
      leave: () => end(ticket)
    }
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
