/** Pieces of work that wait for the thread. */
import { LatestTurns } from "@kittiwake/core/internal/LatestTurns"

export type Piece = () => void

const workName = (owner: string, work: string): string => `${owner} ${work}`

/** Lets what stands first stand last, unless nothing is left of it. */
const toTheEnd = <A>(line: Map<string, A>, name: string, left: number): void => {
  const one = line.get(name)!
  line.delete(name)
  if (left > 0) line.set(name, one)
}

/** Who of those that wait comes next, if anybody does. */
type NextOwner = (waiting: ReadonlyMap<string, unknown>) => string | undefined

/**
 * Pieces that wait, by whose they are and by which of their works they are of. Whose comes next is said from outside; of the works of
 * each, that one does which had the fewest lately, and of those which had as many the one that waits for longest: ten pieces wait for no
 * hundred of another.
 */
export const makeWaitingPieces = () => {
  const waiting = new Map<string, Map<string, Array<Piece>>>()
  const latest = new LatestTurns()

  return {
    isEmpty: () => waiting.size === 0,
    /** Who would come next. */
    owner: (nextOwner: NextOwner) => nextOwner(waiting),
    /** Lets a piece count that did not wait. */
    count: (owner: string, work: string) => latest.add(workName(owner, work)),
    add: (piece: Piece, owner: string, work: string) => {
      const works = waiting.get(owner) ?? new Map<string, Array<Piece>>()
      waiting.set(owner, works)
      const own = works.get(work)
      if (own === undefined) works.set(work, [piece])
      else own.push(piece)
    },
    next: (nextOwner: NextOwner): readonly [owner: string, piece: Piece] | undefined => {
      const owner = nextOwner(waiting)
      if (owner === undefined) return undefined
      const works = waiting.get(owner)!
      const [work, pieces] = latest.fewest(works, (one) => workName(owner, one))!
      const piece = pieces.shift()!
      latest.add(workName(owner, work))
      toTheEnd(works, work, pieces.length)
      toTheEnd(waiting, owner, works.size)
      return [owner, piece]
    }
  }
}
