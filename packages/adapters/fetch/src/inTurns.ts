/** What follows an answer, in pieces that leave the thread to others in between. */
import { LatestTurns } from "@kittiwake/core/internal/LatestTurns"
import { makeWaitingPieces } from "./waitingPieces.ts"

/** How long pieces may take together before whoever else waits for the thread gets it. */
export const turnMillis = 4

/**
 * Turns of the event loop that are left to others after one that pieces filled. A call is read in one turn and its answer is
 * written in the next, and it would wait for pieces in each. Where nobody waits for anything, turns take no time.
 */
export const turnsOfOthers = 3

/**
 * Gives a function that runs a piece of an owner: at once, as long as the pieces of the same turn of the event loop have taken less
 * than `turnMillis`, and in later turns from then on, first of who had the fewest lately, and in the order of these. Answers that arrive together would otherwise be followed up
 * one after the other before the thread looks at anything else, and what follows is the reading of a page. `nowMillis` only ever rises.
 */
export const makeInTurns = (nowMillis: () => number): ((piece: () => void, owner?: string, work?: string) => void) => {
  const waiting = makeWaitingPieces()
  const latest = new LatestTurns()
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

  const beginTurn = () => {
    isNextTurnAsked = false
    if (takenMillis >= turnMillis && turnsLeft < turnsOfOthers) {
      turnsLeft += 1
      return askForNextTurn()
    }
    turnsLeft = 0
    takenMillis = 0
    while (takenMillis < turnMillis) {
      const next = waiting.next((owners) => latest.fewest(owners, (owner) => owner)?.[0])
      if (next === undefined) break
      const [owner, piece] = next
      latest.add(owner)
      take(piece)
    }
    if (!waiting.isEmpty()) askForNextTurn()
  }

  return (piece, owner = "", work = "") => {
    if (!waiting.isEmpty() || takenMillis >= turnMillis) return waiting.add(piece, owner, work)
    waiting.count(owner, work)
    latest.add(owner)
    take(piece)
  }
}
