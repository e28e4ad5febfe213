/** What follows an answer, in pieces that leave the thread to others in between. */

/** How long pieces may take together before whoever else waits for the thread gets it. */
const turnMillis = 4

/**
 * Turns of the event loop that are left to others after one that pieces filled. A call is read in one turn and its answer is
 * written in the next, and it would wait for pieces in each. Where nobody waits for anything, turns take no time.
 */
const turnsOfOthers = 3

/** Takes what stands first, and lets what is left of it stand last. */
const takeTurn = <A, B>(line: Map<string, A>, take: (first: A) => readonly [taken: B, rest: number]): B | undefined => {
  for (const [name, first] of line) {
    line.delete(name)
    const [taken, rest] = take(first)
    if (rest > 0) line.set(name, first)
    return taken
  }
  return undefined
}

/**
 * Pieces that wait, by whose they are and by which of their works they are of. Who had a piece stands last then, and so does the work
 * among theirs: one piece waits for no hundred of another.
 */
const makeLine = () => {
  const waiting = new Map<string, Map<string, Array<() => void>>>()
  return {
    isEmpty: () => waiting.size === 0,
    add: (piece: () => void, owner: string, work: string) => {
      const works = waiting.get(owner) ?? new Map<string, Array<() => void>>()
      waiting.set(owner, works)
      const own = works.get(work)
      if (own === undefined) works.set(work, [piece])
      else own.push(piece)
    },
    next: (): (() => void) | undefined =>
      takeTurn(waiting, (works) => [takeTurn(works, (pieces) => [pieces.shift(), pieces.length]), works.size])
  }
}

/**
 * Gives a function that runs a piece of an owner: at once, as long as the pieces of the same turn of the event loop have taken less
 * than `turnMillis`, and in later turns from then on, owner by owner, of each work by work, and in the order of these. Answers that arrive together would otherwise be followed up
 * one after the other before the thread looks at anything else, and what follows is the reading of a page. `nowMillis` only ever rises.
 */
export const makeInTurns = (nowMillis: () => number): ((piece: () => void, owner?: string, work?: string) => void) => {
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

  return (piece, owner = "", work = "") => {
    if (waiting.isEmpty() && takenMillis < turnMillis) take(piece)
    else waiting.add(piece, owner, work)
  }
}
