/** Holds credits while work runs whose price is known only when it is done. */
import { DateTime, Effect, Exit, Schedule } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Ids } from "../security/Ids.ts"
import { CreditLedger } from "./CreditLedger.ts"
import type { Cause, Entry, Origin } from "./domain/Ledger.ts"
import type { PriceRange } from "./domain/PriceRange.ts"
import { holdLifetime } from "./holdLifetime.ts"
import { release, releaseOwed } from "./owedReleases.ts"
import { withinBudget } from "./SpendingBudget.ts"

/** What a charge stands on. */
export type ChargePorts = CreditLedger | Ids

/** Work that is charged: once for its cause, and counted as of its origin. */
export interface Paid {
  readonly organizationId: OrganizationId
  readonly cause: Cause
  readonly origin: Origin
}

/** What work gave, and what it costs: never more than was held. */
export interface Charged<A> {
  readonly value: A
  readonly credits: number
  /** What the organization had left right after the charge; absent when nobody told. */
  readonly available?: number
}

/** How often a settlement that nobody answered is sent again: it may have been written, and a hold ends only once. */
const settleAgain = {
  schedule: Schedule.exponential("100 millis"),
  times: 3,
  while: (error: { readonly _tag: string }) => error._tag === "StoreUnavailable"
}

/** Ends the hold with the charge; gives what was charged. */
const settle = Effect.fnUntraced(function* (holdId: string, entry: Entry, origin: Origin) {
  const ledger = yield* CreditLedger
  const { organizationId, cause } = entry
  return yield* ledger.settle(holdId, entry, origin).pipe(
    Effect.map(({ available }) => ({ credits: 0 - entry.credits, available })),
    // Settled before, without an answer; or the sweep gave it back, and what took longer than a hold lives is free.
    Effect.catchTag("HoldGone", () =>
      Effect.map(ledger.entries(organizationId, { limit: 1, after: null }, { cause }), ([written]) => ({
        credits: 0 - (written?.credits ?? 0)
      }))
    )
  )
}, Effect.retry(settleAgain))

const holdWithin = Effect.fnUntraced(function* (
  { cause, organizationId }: Paid,
  price: PriceRange,
  endsAt: DateTime.Utc | null
) {
  const ledger = yield* CreditLedger
  const id = yield* (yield* Ids).next("hold")
  const now = yield* DateTime.now
  const expiresAt = DateTime.addDuration(endsAt === null ? now : DateTime.max(now, endsAt), holdLifetime)
  // What the account shows is not what there is: a month may have begun, and a block may be bought.
  const credits = Math.max(price.atLeast, price.atMost)
  return yield* ledger.hold({ id, organizationId, cause, credits, expiresAt }, price.atLeast)
})

/** Holds that could not be given back which a charge takes up: some statements more, for one that comes after an outage. */
const owedAtOnce = 5

const chargeWithin = <A, E, R>(
  work: Paid,
  price: PriceRange,
  endsAt: DateTime.Utc | null,
  run: (held: number) => Effect.Effect<Charged<A>, E, R>
) =>
  Effect.gen(function* () {
    const entryId = yield* (yield* Ids).next("ent")
    let paid: Omit<Charged<A>, "value"> = { credits: 0 }
    const done = yield* Effect.acquireUseRelease(
      // A storage that wrote the hold writes what is owed, too.
      Effect.tap(holdWithin(work, price, endsAt), () => Effect.ignore(releaseOwed(owedAtOnce))),
      (hold) => Effect.map(run(hold.credits), (done) => ({ ...done, credits: Math.min(done.credits, hold.credits) })),
      (hold, exit) => {
        if (!Exit.isSuccess(exit)) return release(hold.id)
        return Effect.gen(function* () {
          const { cause, organizationId, origin } = work
          const at = yield* DateTime.now
          const credits = 0 - exit.value.credits
          const entry = { id: entryId, organizationId, cause, credits, at }
          // Who is told that it failed is not charged: unless it was written without an answer, the hold goes back.
          paid = yield* Effect.tapError(settle(hold.id, entry, origin), () => Effect.exit(release(hold.id)))
        })
      }
    )
    return { ...done, ...paid }
  })

/**
 * Holds credits within `price` while `run` runs, which is told how many are held: what it costs is spent if it succeeds,
 * and all is given back if it fails or is interrupted. What it gives says what was charged, as the ledger has it. A price of
 * nothing holds nothing. Whoever asked may have a budget (`SpendingBudget`), which is taken from first. Work that may last until `endsAt` keeps its hold as long.
 */
export const withCharge =
  (work: Paid, price: PriceRange, endsAt: DateTime.Utc | null = null) =>
  <A, E, R>(run: (held: number) => Effect.Effect<Charged<A>, E, R>) =>
    price.atMost === 0
      ? run(0)
      : withinBudget(
          price,
          (within) => chargeWithin(work, within, endsAt, run),
          ({ credits }) => credits
        )
