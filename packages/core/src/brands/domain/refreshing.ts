/** When a brand is read again (decision 0078). It loads nothing, so that threads may use it. */

/** Tries after which a brand that nobody asks for is left alone. */
export const mostTries = 5

/** Days until a brand is tried again that could not be read once, twice and so on in a row. */
const daysAfterFailures = [1, 3, 7, 14, 30, 60] as const

/** Time until a brand is tried again that could not be read for a reason of ours. */
const postponedMillis = 3_600_000

const dayMillis = 86_400_000

/** How a reading ended: with a profile, without one, or without one for a reason of ours. */
export type RefreshEnd =
  | { readonly _tag: "Read"; readonly readAtMillis: number }
  | { readonly _tag: "Failed" }
  | { readonly _tag: "Postponed" }

/** From when on the age of a brand counts after a reading, so that its next turn comes in time, and how many have failed in a row. */
export const afterReading = (
  end: RefreshEnd,
  failures: number,
  { ageMillis, nowMillis }: { readonly ageMillis: number; readonly nowMillis: number }
): { readonly agesFromMillis: number; readonly failures: number } => {
  switch (end._tag) {
    case "Read":
      return { agesFromMillis: end.readAtMillis, failures: 0 }
    case "Failed": {
      const days = daysAfterFailures[Math.min(failures, daysAfterFailures.length - 1)]!
      return { agesFromMillis: nowMillis + days * dayMillis - ageMillis, failures: failures + 1 }
    }
    case "Postponed":
      return { agesFromMillis: nowMillis + postponedMillis - ageMillis, failures }
  }
}

/** Whether a turn has come since the last one. One that was taken far in the future was taken by a clock that was wrong. */
export const isTurn = (takenMillis: number | null, nowMillis: number, everyMillis: number): boolean =>
  takenMillis === null || Math.abs(nowMillis - takenMillis) >= everyMillis
