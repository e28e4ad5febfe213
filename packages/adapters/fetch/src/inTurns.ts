/** What follows an answer, in pieces that leave the thread to others in between. */

/** How long pieces may take together before whoever else waits for the thread gets it. */
const turnMillis = 4

/**
 * Turns of the event loop that are left to others after one that pieces filled. A call is read in one turn and its answer is
 * written in the next, and it would wait for pieces in each. Where nobody waits for anything, turns take no time.
 */
const turnsOfOthers = 3

/** Pieces that wait, by whose they are. Who had a piece stands last then, so that one piece waits for no hundred of another. */
const makeLine = () => {
  const waiting = new Map<string, Array<() => void>>()
  return {
    isEmpty: () => waiting.size === 0,
    add: (piece: () => void, owner: string) => {
      const own = waiting.get(owner)
      if (own === undefined) waiting.set(owner, [piece])
      else own.push(piece)
    },
    next: (): (() => void) | undefined => {
      for (const [owner, pieces] of waiting) {
        waiting.delete(owner)
        const piece = pieces.shift()
        if (pieces.length > 0) waiting.set(owner, pieces)
        return piece
      }
      return undefined
    }
  }
}

/**
 * Gives a function that runs a piece of an owner: at once, as long as the pieces of the same turn of the event loop have taken less
 * than `turnMillis`, and in later turns from then on, owner by owner and in the order of each. Answers that arrive together would otherwise be followed up
 * one after the other before the thread looks at anything else, and what follows is the reading of a page. `nowMillis` only ever rises.
 */
export const makeInTurns = (nowMillis: () => number): ((piece: () => void, owner?: string) => void) => {
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

  const beginTurn = () => {
    isNextTurnAsked = false
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

  return (piece, owner = "") => {
    if (waiting.isEmpty() && takenMillis < turnMillis) take(piece)
    else waiting.add(piece, owner)
  }
}
