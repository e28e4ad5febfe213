/**
 * Turns at something of which there are few, shared between owners: whoever has sent a thousand pieces of work holds up
 * another's one by the end of one of them at most, and by nothing where there are three turns or more and two who send as much: nobody has
 * the last one but who has none.
 */
import { Deferred, type Duration, Effect, Schema } from "effect"

export interface TurnLimits {
  /** Turns at once, and how many of them one owner may have. */
  readonly atOnce: number
  readonly atOncePerOwner: number
  /** How many may wait, overall and of one owner, of whom no more wait than there is room left for others. */
  readonly waiting: number
  readonly waitingPerOwner: number
}

/** Too many wait, the wait was too long, or no child could be started. Nothing was begun; try again later. */
export class NoTurn extends Schema.TaggedError<NoTurn>()("NoTurn", {
  reason: Schema.Literals(["too_many", "too_long", "no_child"])
}) {}

export interface FairTurns {
  /** Does the work when it is its owner's turn, which comes within `wait` or never. */
  readonly withTurn: (
    owner: string,
    wait: Duration.Duration
  ) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | NoTurn, R>
}

/** One who has asked for a turn. */
interface Ticket {
  readonly owner: string
  readonly turn: Deferred.Deferred<void>
  hasTurn: boolean
}

/** Who has turns, and who waits for one. Whoever stands first in `waiting` is next; after a turn an owner stands last. */
export const makeFairTurns = (limits: TurnLimits): FairTurns => {
  const waiting = new Map<string, Array<Ticket>>()
  const taken = new Map<string, number>()
  let takenCount = 0
  let waitingCount = 0

  const takenBy = (owner: string) => taken.get(owner) ?? 0

  /** Turns that nobody has who has one already, where one owner may not have them all. */
  const kept = limits.atOncePerOwner < limits.atOnce ? 1 : 0

  /** Whether an owner may have one more of the turns that are free. */
  const mayBegin = (owner: string): boolean => {
    const free = limits.atOnce - takenCount
    const held = takenBy(owner)
    return held === 0 ? free > 0 : held < limits.atOncePerOwner && free > kept
  }

  const leave = (ticket: Ticket): void => {
    const own = waiting.get(ticket.owner) ?? []
    own.splice(own.indexOf(ticket), 1)
    waitingCount -= 1
    if (own.length === 0) waiting.delete(ticket.owner)
  }

  const begin = (ticket: Ticket): void => {
    const { owner, turn } = ticket
    leave(ticket)
    const own = waiting.get(owner)
    if (own !== undefined) {
      waiting.delete(owner)
      waiting.set(owner, own)
    }
    taken.set(owner, takenBy(owner) + 1)
    takenCount += 1
    ticket.hasTurn = true
    Deferred.doneUnsafe(turn, Effect.void)
  }

  /** Whose turn is next. */
  const first = (): Ticket | undefined => {
    for (const [owner, [ticket]] of waiting) if (mayBegin(owner)) return ticket
    return undefined
  }

  /** Gives the turns that are free to those whose they are. */
  const share = (): void => {
    while (takenCount < limits.atOnce) {
      const next = first()
      if (next === undefined) return
      begin(next)
    }
  }

  const giveBack = (owner: string): void => {
    const left = takenBy(owner) - 1
    if (left === 0) taken.delete(owner)
    else taken.set(owner, left)
    takenCount -= 1
    share()
  }

  const hasRoom = (owner: string): boolean =>
    mayBegin(owner) ||
    (waiting.get(owner)?.length ?? 0) < Math.min(limits.waitingPerOwner, limits.waiting - waitingCount)

  const ask = (owner: string) =>
    Effect.suspend(() => {
      if (!hasRoom(owner)) return Effect.fail(new NoTurn({ reason: "too_many" }))
      const ticket: Ticket = { owner, turn: Deferred.makeUnsafe(), hasTurn: false }
      const own = waiting.get(owner)
      if (own === undefined) waiting.set(owner, [ticket])
      else own.push(ticket)
      waitingCount += 1
      share()
      return Effect.succeed(ticket)
    })

  const end = (ticket: Ticket) =>
    Effect.sync(() => {
      if (ticket.hasTurn) giveBack(ticket.owner)
      else leave(ticket)
    })

  return {
    withTurn: (owner, wait) => (work) =>
      Effect.acquireUseRelease(
        ask(owner),
        ({ turn }) =>
          Effect.timeoutOrElse(Deferred.await(turn), {
            duration: wait,
            orElse: () => Effect.fail(new NoTurn({ reason: "too_long" }))
          }).pipe(Effect.andThen(work)),
        end
      )
  }
}
