/**
 * Which rows of kills a run takes: each row takes both cores for seconds, so that some are always taken, and of the others as
 * many as there is time for. Those take turns by the day (`test/setup/turns.ts`), and the two storages are apart in it.
 */
import { takesAll, turn } from "../setup/turns.ts"

export interface Share {
  /** How many of the first rows every run takes. */
  readonly always: number
  /** How many of the others a turn has time for. */
  readonly inTurn: number
}

export type Row = readonly [words: string, ...rest: ReadonlyArray<unknown>]

/** The rows that a turn takes. After as many turns as it takes to go round, each has been taken on each storage. */
export const shareOf = <A>(
  rows: ReadonlyArray<A>,
  { always, inTurn }: Share,
  { isSecond, turn }: { readonly isSecond: boolean; readonly turn: number }
): ReadonlyArray<A> => {
  const others = rows.slice(always)
  const first = turn * inTurn + (isSecond ? Math.ceil(others.length / 2) : 0)
  const taken = new Set(Array.from({ length: inTurn }, (_, n) => (first + n) % others.length))
  return [...rows.slice(0, always), ...others.filter((_, index) => taken.has(index))]
}

/** The rows of this run on a storage; says which they are. */
export const rowsInTurn = <A extends Row>(storage: string, rows: ReadonlyArray<A>, share: Share): ReadonlyArray<A> => {
  if (takesAll) return rows
  const taken = shareOf(rows, share, { isSecond: storage === "Postgres", turn })
  const words = taken.map(([words]) => words).join("; ")
  console.log(`KITTIWAKE_TURN=${turn} takes ${taken.length} of ${rows.length} rows with ${storage}: ${words}`)
  return taken
}
