/**
 * What takes turns by the day: a run takes a share of what costs more than it finds in most runs, and another day's run the next.
 *
 * `KITTIWAKE_TURN` names the turn of another day, and `KITTIWAKE_ALL_TURNS=1` takes everything, as before a release.
 */

const dayMillis = 86_400_000

/** The turn of this run, a whole number. */
export const turn = Number(process.env.KITTIWAKE_TURN ?? Math.floor(Date.now() / dayMillis))

/** Whether nothing is left to another turn. */
export const takesAll = process.env.KITTIWAKE_ALL_TURNS !== undefined

/** Every so many days a file of `filesInTurn.ts` is run. */
export const daysOfFiles = 4

/** Which of two a turn takes: on most days the other one, and at each run of a file that is run every fourth day, so that eight days have both. */
export const sideOf = (turn: number): number => (turn + Math.floor(turn / daysOfFiles)) % 2

/** That of this run. */
export const sideInTurn = sideOf(turn)

/** Of cases of one kind those of this run: one of `of` that stand side by side, and on other days the others. */
export const casesInTurn = <A>(cases: ReadonlyArray<A>, of: number): ReadonlyArray<A> =>
  takesAll ? cases : cases.filter((_, index) => (index + turn) % of === 0)
