/** How often pages were refused by hosts that are asked too often, in this process. */
import type { ItemClaim } from "./BatchWorkStore.ts"

/** How often a page is asked for whose host is asked too often. */
export const mostTries = 3

/** Pages of which it is remembered; those that are forgotten first may be tried once more. */
const maxPages = 100_000

export interface Refusals {
  /** A page was refused: tells how often by now. */
  readonly note: (claim: ItemClaim) => number
  /** A page has come to its end. */
  readonly forget: (claim: ItemClaim) => void
}

const keyOf = ({ batch: { id }, n }: ItemClaim): string => `${id} ${n}`

export const makeRefusals = (): Refusals => {
  const counts = new Map<string, number>()
  return {
    note: (claim) => {
      const key = keyOf(claim)
      const count = (counts.get(key) ?? 0) + 1
      counts.delete(key)
      counts.set(key, count)
      if (counts.size > maxPages) counts.delete(counts.keys().next().value!)
      return count
    },
    forget: (claim) => {
      if (counts.size > 0) counts.delete(keyOf(claim))
    }
  }
}
