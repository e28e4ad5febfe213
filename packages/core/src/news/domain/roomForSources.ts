/** Whose sources make room for another, where there is none. */

/** Most sources of one site, by its registered name, that were found: as many as two looks through it find. */
export const mostOfSite = 16

/** Whose source goes; with `isBarrenOnly` none but one that never gave an article. */
export interface Yielding {
  readonly broughtBy: string
  readonly isBarrenOnly: boolean
}

const greatestOf = (held: ReadonlyMap<string, number>, isOne: (who: string) => boolean): readonly [string, number] => {
  let greatest: readonly [string, number] = ["", 0]
  for (const [who, count] of held) {
    if (isOne(who) && (count > greatest[1] || (count === greatest[1] && who < greatest[0]))) greatest = [who, count]
  }
  return greatest
}

/**
 * Whoever brought most gives room to those who have less, and to what an operator chooses; who has most himself gives what was of no use to
 * him. Where most are nobody's, which many asked for before it was kept who did, those that never gave an article go, and where there are
 * none the same holds among the others. They are tried in their order, and nobody is where nothing gives room. `held` counts the sources
 * that were found, by who brought them; `broughtBy` is null for what an operator chose.
 *
 * @internal
 */
export const whoYields = (held: ReadonlyMap<string, number>, broughtBy: string | null): ReadonlyArray<Yielding> => {
  const [holder, most] = greatestOf(held, () => true)
  if (most === 0) return []
  if (broughtBy === null) return [{ broughtBy: holder, isBarrenOnly: false }]
  const own = held.get(broughtBy) ?? 0
  const nobodys = holder === "" && broughtBy !== "" && most > own + 1 ? [{ broughtBy: "", isBarrenOnly: true }] : []
  const [somebody, has] = greatestOf(held, (who) => who !== "")
  // By one alone it would go to and fro between the two.
  if (has > own + 1) return [...nobodys, { broughtBy: somebody, isBarrenOnly: false }]
  return own === 0 ? nobodys : [...nobodys, { broughtBy, isBarrenOnly: true }]
}
