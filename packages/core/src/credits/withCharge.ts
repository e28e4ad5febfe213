/** Holds credits while work runs whose price is known only when it is done. */
import { DateTime, Effect, Exit } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Ids } from "../security/Ids.ts"
import { CreditLedger } from "./CreditLedger.ts"
import type { Cause } from "./domain/Ledger.ts"
import type { PriceRange } from "./domain/PriceRange.ts"
import { holdLifetime } from "./withHold.ts"

/** What a charge stands on. */
export type ChargePorts = CreditLedger | Ids

/** What work gave, and what it costs: never more than was held. */
export interface Charged<A> {
  readonly value: A
  readonly credits: number
}

const holdWithin = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  cause: Cause,
  price: PriceRange,
  endsAt: DateTime.Utc | null
) {
  const ledger = yield* CreditLedger
  const id = yield* (yield* Ids).next("hold")
  const now = yield* DateTime.now
  const expiresAt = DateTime.addDuration(endsAt === null ? now : DateTime.max(now, endsAt), holdLifetime)
  const hold = (credits: number) => ledger.hold({ id, organizationId, cause, credits, expiresAt })
  if (price.atMost <= price.atLeast) return yield* hold(price.atLeast)
  const { available } = yield* ledger.account(organizationId)
  const wanted = Math.max(price.atLeast, Math.min(price.atMost, available))
  // Others may take what was available a moment ago: what the work needs at least is then enough.
  return yield* hold(wanted).pipe(
    Effect.catchTag("OutOfCredits", (error) => (wanted > price.atLeast ? hold(price.atLeast) : Effect.fail(error)))
  )
})

/**
 * Holds credits within `price` while `work` runs, which is told how many are held: what it costs is spent if it succeeds,
 * and all is given back if it fails or is interrupted. A price of nothing holds nothing. Work that may last until `endsAt`
 * keeps its hold as long.
 */
export const withCharge =
  (organizationId: OrganizationId, cause: Cause, price: PriceRange, endsAt: DateTime.Utc | null = null) =>
  <A, E, R>(work: (held: number) => Effect.Effect<Charged<A>, E, R>) =>
    price.atMost === 0
      ? work(0)
      : Effect.gen(function* () {
          const ledger = yield* CreditLedger
          const entryId = yield* (yield* Ids).next("ent")
          return yield* Effect.acquireUseRelease(
            holdWithin(organizationId, cause, price, endsAt),
            (hold) =>
              Effect.map(work(hold.credits), (done) => ({ ...done, credits: Math.min(done.credits, hold.credits) })),
            (hold, exit) => {
              const end = Exit.isSuccess(exit)
                ? Effect.flatMap(DateTime.now, (at) =>
                    ledger.settle(hold.id, { id: entryId, organizationId, cause, credits: 0 - exit.value.credits, at })
                  )
                : ledger.release(hold.id)
              // The sweep gave the hold back: what took longer than a hold lives is not charged.
              return Effect.catchTag(end, "HoldGone", () => Effect.void)
            }
          )
        })
