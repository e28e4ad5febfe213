/** Claims that take only so much for one organization and one host. */
import { type Counted, fullIn, type Shares, sharesAfter } from "@kittiwake/core/Shares"
import { Effect } from "effect"

/** One look of a claim. */
export interface Look {
  readonly limit: number
  readonly shares: Shares | undefined
  /** What the looks before this one claimed. */
  readonly claimed: number
}

const isAnyoneFull = ({ hosts, organizations }: Shares): boolean =>
  fullIn(organizations).length + fullIn(hosts).length > 0

/** Looks; and again, for others, as long as that finds something and somebody had no room left. */
export const claimInShares = Effect.fnUntraced(function* <A extends Counted, E, R>(
  limit: number,
  shares: Shares | undefined,
  claim: (look: Look) => Effect.Effect<ReadonlyArray<A>, E, R>
) {
  const claimed: Array<A> = []
  let left = shares
  while (claimed.length < limit) {
    const taken = yield* claim({ limit: limit - claimed.length, shares: left, claimed: claimed.length })
    claimed.push(...taken)
    if (left === undefined || taken.length === 0) break
    left = sharesAfter(left, taken)
    if (!isAnyoneFull(left)) break
  }
  return claimed
})
