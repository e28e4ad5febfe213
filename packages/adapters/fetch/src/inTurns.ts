/** What follows an answer, in pieces that leave the thread to others in between. */

/** How long pieces may take together before whoever else waits for the thread gets it. */
const turnMillis = 4

/**
 * Turns of the event loop that are left to others after one that pieces filled. A call is read in one turn and its answer is
 * written in the next, and it would wait for pieces in each. Where nobody waits for anything, turns take no time.
 */
const turnsOfOthers = 3

/**
 * Gives a function that runs a piece: at once, as long as the pieces of the same turn of the event loop have taken less
 * than `turnMillis`, and in order in later turns from then on. Answers that arrive together would otherwise be followed up
 * one after the other before the thread looks at anything else, and what follows is the reading of a page.
 */
export const makeInTurns = (): ((piece: () => void) => void) => {
  const waiting: Array<() => void> = []
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
    const began = performance.now()
    try {
      piece()
    } finally {
      takenMillis += performance.now() - began
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
    while (waiting.length > 0 && takenMillis < turnMillis) take(waiting.shift()!)
    if (waiting.length > 0) askForNextTurn()
  }

  return (piece) => {
    if (waiting.length === 0 && takenMillis < turnMillis) take(piece)
    else waiting.push(piece)
  }
}
