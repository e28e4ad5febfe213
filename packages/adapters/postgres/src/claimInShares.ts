/** Claims that take only so much for one organization and one host. */
import { type Counted, fullIn, type Shares, sharesAfter } from "@kittiwake/core/Shares"
import { Effect } from "effect"
import type { Way } from "./dueRows.ts"

/** One look of a claim. */
export interface Look {
  readonly limit: number
  readonly shares: Shares | undefined
  readonly way: Way
  /** What the looks before this one claimed. */
  readonly claimed: number
}

const isAnyoneFull = ({ hosts, organizations }: Shares): boolean =>
  fullIn(organizations).length + fullIn(hosts).length > 0

/** Looks in order first; and line by line, until that finds nothing more, when somebody has no room left. */
export const claimInShares = Effect.fnUntraced(function* <A extends Counted, E, R>(
  limit: number,
  shares: Shares | undefined,
  claim: (look: Look) => Effect.Effect<ReadonlyArray<A>, E, R>
) {
  const claimed = [...(yield* claim({ limit, shares, way: "inOrder", claimed: 0 }))]
  if (shares === undefined) return claimed
  let left = sharesAfter(shares, claimed)
  while (claimed.length < limit && isAnyoneFull(left)) {
    const taken = yield* claim({ limit: limit - claimed.length, shares: left, way: "byLine", claimed: claimed.length })
    if (taken.length === 0) break
    claimed.push(...taken)
    left = sharesAfter(left, taken)
  }
  return claimed
})
