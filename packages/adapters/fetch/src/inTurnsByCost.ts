/** Pieces of work whose cost is the other side's to choose, so that whoever asks for dear ones waits for them, and nobody else does. */
import { turnMillis, turnsOfOthers } from "./inTurns.ts"
import { LatestCosts } from "./LatestCosts.ts"
import { makeWaitingPieces, type Piece } from "./waitingPieces.ts"

export interface Machine {
  /** Only ever rises. */
  readonly nowMillis: () => number
  /** What the thread has worked: it does not rise while another process has the processor. */
  readonly workedMillis: () => number
}

/** Runs a piece of an owner when its turn comes, and of a work of his. */
export type InTurnsByCost = (piece: Piece, owner: string, work: string) => void

/** What an honest piece takes is some milliseconds. */
const longMillis = 10

/** Whoever took more lately is one with dear pieces. */
const dearMillis = 50

/** After a long piece those with dear ones rest for so many times what it took: together they have a third of the thread. */
const restsPerLong = 2

/** A process that was stopped in the middle of a piece does not rest for as long. */
const mostRestMillis = 5_000

/**
 * Gives a function that runs a piece of an owner: at once, as long as the pieces of the same turn of the event loop took less than
 * `turnMillis`, and in later turns from then on, first of who cost the least lately. Of an owner the works have their turns one after
 * the other. Owners with dear pieces rest after every long one; to all others those rests are nothing.
 */
export const makeInTurnsByCost = (machine: Machine): InTurnsByCost => {
  const waiting = makeWaitingPieces()
  const costs = new LatestCosts()
  let takenMillis = 0
  let turnsLeft = 0
  let restsUntil = Number.NEGATIVE_INFINITY
  let isNextTurnAsked = false
  let endOfRest: NodeJS.Timeout | undefined

  /** Owners of which a piece may begin now. */
  const mayBegin = () => {
    const now = machine.nowMillis()
    return { now, may: (owner: string) => now >= restsUntil || costs.of(owner, now) < dearMillis }
  }

  const nextOwner = (owners: ReadonlyMap<string, unknown>) => {
    const { may, now } = mayBegin()
    return costs.least(owners, now, may)
  }

  const askForNextTurn = () => {
    if (isNextTurnAsked) return
    isNextTurnAsked = true
    setImmediate(beginTurn)
  }

  const take = (piece: Piece, owner: string) => {
    askForNextTurn()
    const [began, worked] = [machine.nowMillis(), machine.workedMillis()]
    try {
      piece()
    } finally {
      const cost = machine.workedMillis() - worked
      const now = machine.nowMillis()
      takenMillis += cost
      costs.add(owner, cost, now)
      // Others waited for as long as it took, whatever the processor did meanwhile.
      if (cost >= longMillis)
        restsUntil = Math.max(restsUntil, now + Math.min(mostRestMillis, restsPerLong * (now - began)))
    }
  }

  const beginTurn = () => {
    isNextTurnAsked = false
    if (takenMillis >= turnMillis && turnsLeft < turnsOfOthers) {
      turnsLeft += 1
      return askForNextTurn()
    }
    turnsLeft = 0
    takenMillis = 0
    while (takenMillis < turnMillis) {
      const next = waiting.next(nextOwner)
      if (next === undefined) break
      const [owner, piece] = next
      take(piece, owner)
    }
    if (waiting.isEmpty()) return
    if (takenMillis >= turnMillis) return askForNextTurn()
    // Whoever waits now rests.
    clearTimeout(endOfRest)
    endOfRest = setTimeout(askForNextTurn, Math.max(1, restsUntil - machine.nowMillis()))
  }

  /** Whether nobody waits who could have begun. */
  const isFree = () => waiting.isEmpty() || waiting.owner(nextOwner) === undefined

  return (piece, owner, work) => {
    if (takenMillis < turnMillis && mayBegin().may(owner) && isFree()) {
      waiting.count(owner, work)
      return take(piece, owner)
    }
    waiting.add(piece, owner, work)
    askForNextTurn()
  }
}
