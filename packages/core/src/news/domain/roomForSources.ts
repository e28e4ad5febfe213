/** Whose sources make room for another, where there is none. */

/** Most sources of one site, by its registered name, that were found: as many as two looks through it find. */
export const mostOfSite = 16

/** Whose source goes; with `isBarrenOnly` none but one that never gave an article. */
export interface Yielding {
  readonly broughtBy: string
  readonly isBarrenOnly: boolean
}

/**
 * Whoever brought most gives room to those who have less, and to what an operator chooses; who has most himself gives what was of no use to
 * him. Of those that are nobody's, which many asked for before it was kept who did, none that gave articles goes for whoever asks.
 * `held` counts the sources that were found, by who brought them; `broughtBy` is null for what an operator chose.
 *
 * @internal
 */
export const whoYields = (held: ReadonlyMap<string, number>, broughtBy: string | null): Yielding | null => {
  let greatest: readonly [string, number] = ["", 0]
  for (const [who, count] of held) {
    if (count > greatest[1] || (count === greatest[1] && who < greatest[0])) greatest = [who, count]
  }
  const [holder, most] = greatest
  if (most === 0) return null
  if (broughtBy === null) return { broughtBy: holder, isBarrenOnly: false }
  const own = held.get(broughtBy) ?? 0
  // By one alone it would go to and fro between the two.
  if (most > own + 1) return { broughtBy: holder, isBarrenOnly: holder === "" }
  return own === 0 ? null : { broughtBy, isBarrenOnly: true }
}
