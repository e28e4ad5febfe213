/** Whose turn it is to write: owners one after the other, and so the works of each; few writes are under way at once. */

/** Whose an item is, and of which of their works. Items of two works are never written together. */
export interface Whose {
  readonly owner: string
  readonly work: string
}

/** The items of one work. */
interface Line<A> {
  readonly waiting: Array<A>
  /** What comes in this moment goes with the write that is about to begin. */
  isGathering: boolean
  /** Whether the write is under way that waits for no company. */
  isBegun: boolean
  writes: number
}

interface Owner<A> {
  readonly lines: Map<string, Line<A>>
  writes: number
}

interface Options<A> {
  /** Takes up to `max` of what waits; in its order unless given. */
  readonly pick?: (waiting: Array<A>, max: number) => ReadonlyArray<A>
  /** Most items in one write, and writes under way at once. */
  readonly max: number
  readonly lanes: number
  /** Whether there are several owners. */
  readonly isShared: boolean
}

/** A write that begins. */
export interface WriteTurn<A> {
  /** Gives what goes with it. */
  readonly take: () => ReadonlyArray<A>
  /** Is called when it has ended. */
  readonly end: () => void
}

const toTheEnd = <A>(of: Map<string, A>, name: string, one: A): void => {
  of.delete(name)
  of.set(name, one)
}

/** Of those that have something, the one with the fewest writes under way; of several the one whose turn was longest ago. */
const fewest = <A extends { readonly writes: number }, B>(
  of: ReadonlyMap<string, A>,
  find: (one: A) => B | undefined
): readonly [name: string, one: A, found: B] | undefined => {
  let first: readonly [name: string, one: A, found: B] | undefined
  for (const [name, one] of of) {
    if (first !== undefined && first[1].writes <= one.writes) continue
    const found = find(one)
    if (found !== undefined) first = [name, one, found]
  }
  return first
}

const inOrder = <A>(waiting: Array<A>, max: number): ReadonlyArray<A> => waiting.splice(0, max)

/**
 * Lines of what is to be written. Nothing waits for company: where no write of a work is under way one begins with what there is, and
 * another only when half of a write waits. Where there are several owners one lane is for whoever has none, and of those that one owner
 * may have, one is for another work of it than that which has the others.
 */
export const makeWriteLines = <A>({ isShared, lanes, max, pick = inOrder }: Options<A>) => {
  const owners = new Map<string, Owner<A>>()
  const kept = isShared ? 1 : 0
  let underWay = 0

  const mayBegin = (owner: Owner<A>, { isBegun, isGathering, waiting, writes }: Line<A>): boolean => {
    if (waiting.length === 0 || isGathering) return false
    if (isBegun && waiting.length < Math.ceil(max / 2)) return false
    return writes === 0 || owner.writes + 2 * kept < lanes
  }

  const nextOf = (owner: Owner<A>) =>
    owner.writes > 0 && underWay + kept >= lanes
      ? undefined
      : fewest(owner.lines, (line) => (mayBegin(owner, line) ? line : undefined))

  const end = (whose: Whose, owner: Owner<A>, line: Line<A>, isFirst: boolean): void => {
    underWay -= 1
    owner.writes -= 1
    line.writes -= 1
    if (isFirst) line.isBegun = false
    if (line.writes === 0 && line.waiting.length === 0) owner.lines.delete(whose.work)
    if (owner.lines.size === 0) owners.delete(whose.owner)
  }

  return {
    add: (one: A, whose: Whose): void => {
      const owner = owners.get(whose.owner) ?? { lines: new Map<string, Line<A>>(), writes: 0 }
      owners.set(whose.owner, owner)
      const line = owner.lines.get(whose.work)
      if (line !== undefined) line.waiting.push(one)
      else owner.lines.set(whose.work, { waiting: [one], isGathering: false, isBegun: false, writes: 0 })
    },

    /** Begins the next write, if there is one. */
    begin: (): WriteTurn<A> | undefined => {
      const found = underWay >= lanes ? undefined : fewest(owners, nextOf)
      if (found === undefined) return undefined
      const [name, owner, [work, line]] = found
      const isFirst = !line.isBegun
      toTheEnd(owners, name, owner)
      toTheEnd(owner.lines, work, line)
      line.isGathering = true
      line.isBegun = true
      line.writes += 1
      owner.writes += 1
      underWay += 1
      const take = () => {
        line.isGathering = false
        return pick(line.waiting, max)
      }
      return { take, end: () => end({ owner: name, work }, owner, line, isFirst) }
    }
  }
}
