/** Claims that take only so much for one organization and one host. */
import { type Counted, fullIn, type Shares, sharesAfter } from "@kittiwake/core/Shares"
import { Effect } from "effect"
import { noBound } from "./inShares.ts"

/** One look of a claim. */
export interface Look {
  readonly limit: number
  readonly shares: Shares | undefined
  /** What the looks before this one claimed. */
  readonly claimed: number
}

/** What a look found. */
export interface Found<A> {
  readonly taken: ReadonlyArray<A>
  /** Organizations of which nothing could be taken now. */
  readonly passedOver: ReadonlyArray<string>
}

const isAnyoneFull = ({ hosts, organizations }: Shares): boolean =>
  fullIn(organizations).length + fullIn(hosts).length > 0

/** The shares of a claim that has none. */
const boundless: Shares = { organizations: { each: noBound, of: new Map() }, hosts: { each: noBound, of: new Map() } }

const without = (shares: Shares, organizationIds: ReadonlyArray<string>): Shares => {
  const { each, of } = shares.organizations
  return { ...shares, organizations: { each, of: new Map([...of, ...organizationIds.map((id) => [id, 0] as const)]) } }
}

/** Looks; and again, for others, as long as that finds something and somebody had no room left or was passed over. */
export const claimInShares = Effect.fnUntraced(function* <A extends Counted, E, R>(
  limit: number,
  shares: Shares | undefined,
  claim: (look: Look) => Effect.Effect<Found<A>, E, R>
) {
  const claimed: Array<A> = []
  let left = shares
  while (claimed.length < limit) {
    const { passedOver, taken } = yield* claim({
      limit: limit - claimed.length,
      shares: left,
      claimed: claimed.length
    })
    claimed.push(...taken)
    if (taken.length + passedOver.length === 0) break
    if (left === undefined && passedOver.length === 0) break
    left = without(sharesAfter(left ?? boundless, taken), passedOver)
    if (!isAnyoneFull(left)) break
  }
  return claimed
})
