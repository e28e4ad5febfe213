/** What follows an answer, and handshakes, in pieces that leave the thread to others in between. */
import { LatestTurns } from "@kittiwake/core/internal/LatestTurns"

/** How long pieces may take together before whoever else waits for the thread gets it. */
const turnMillis = 4

/**
 * Turns of the event loop that are left to others after one that pieces filled. A call is read in one turn and its answer is
 * written in the next, and it would wait for pieces in each. Where nobody waits for anything, turns take no time.
 */
const turnsOfOthers = 3

const workName = (owner: string, work: string): string => `${owner} ${work}`

/** Lets what stands first stand last, unless nothing is left of it. */
const toTheEnd = <A>(line: Map<string, A>, name: string, left: number): void => {
  const one = line.get(name)!
  line.delete(name)
  if (left > 0) line.set(name, one)
}

/**
 * Pieces that wait, by whose they are and by which of their works they are of. Whoever had the fewest lately comes first, and of those
 * who had as many whoever waits for longest; so with the works of each: ten pieces wait for no hundred of another.
 */
const makeLine = () => {
  const waiting = new Map<string, Map<string, Array<() => void>>>()
  const latest = { owners: new LatestTurns(), works: new LatestTurns() }

  /** Lets a piece have its turn. */
  const count = (owner: string, work: string) => {
    latest.owners.add(owner)
    latest.works.add(workName(owner, work))
  }

  return {
    isEmpty: () => waiting.size === 0,
    count,
    add: (piece: () => void, owner: string, work: string) => {
      const works = waiting.get(owner) ?? new Map<string, Array<() => void>>()
      waiting.set(owner, works)
      const own = works.get(work)
      if (own === undefined) works.set(work, [piece])
      else own.push(piece)
    },
    next: (): (() => void) | undefined => {
      const first = latest.owners.fewest(waiting, (owner) => owner)
      if (first === undefined) return undefined
      const [owner, works] = first
      const [work, pieces] = latest.works.fewest(works, (one) => workName(owner, one))!
      const piece = pieces.shift()
      count(owner, work)
      toTheEnd(works, work, pieces.length)
      toTheEnd(waiting, owner, works.size)
      return piece
    }
  }
}

/**
 * Gives a function that runs a piece of an owner: at once, as long as the pieces of the same turn of the event loop have taken less
 * than `turnMillis`, and in later turns from then on, first of who had the fewest lately, and in the order of these. Answers that arrive together would otherwise be followed up
 * one after the other before the thread looks at anything else, and what follows is the reading of a page. `nowMillis` only ever rises.
 *
 * A turn that took `longMillis` is followed by as long a rest: a call of somebody else takes several turns. No turn is unless that is given.
 */
export const makeInTurns = (
  nowMillis: () => number,
  longMillis = Number.POSITIVE_INFINITY
): ((piece: () => void, owner?: string, work?: string) => void) => {
  const waiting = makeLine()
  let takenMillis = 0
  let turnsLeft = 0
  let isNextTurnAsked = false

  const askForNextTurn = () => {
    if (isNextTurnAsked) return
    isNextTurnAsked = true
    setImmediate(beginTurn)
  }

  const take = (piece: () => void) => {
    askForNextTurn()
    const began = nowMillis()
    try {
      piece()
    } finally {
      takenMillis += nowMillis() - began
    }
  }

  /** The turn counts as used up until the rest is over. */
  const rest = () => {
    isNextTurnAsked = true
    setTimeout(beginTurn, takenMillis)
    takenMillis = turnMillis
    turnsLeft = turnsOfOthers
  }

  const beginTurn = () => {
    isNextTurnAsked = false
    if (takenMillis >= longMillis) return rest()
    if (takenMillis >= turnMillis && turnsLeft < turnsOfOthers) {
      turnsLeft += 1
      return askForNextTurn()
    }
    turnsLeft = 0
    takenMillis = 0
    while (takenMillis < turnMillis) {
      const piece = waiting.next()
      if (piece === undefined) break
      take(piece)
    }
    if (!waiting.isEmpty()) askForNextTurn()
  }

  return (piece, owner = "", work = "") => {
    if (!waiting.isEmpty() || takenMillis >= turnMillis) return waiting.add(piece, owner, work)
    waiting.count(owner, work)
    take(piece)
  }
}
