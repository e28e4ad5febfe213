/** All a caller may do with credits. */
import { Context, DateTime, Effect, Layer } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Ids } from "../security/Ids.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { CreditLedger, type OutOfCredits } from "./CreditLedger.ts"
import type { Account, Cause } from "./domain/Ledger.ts"

export class Credits extends Context.Service<Credits, {
  /** What the organization has now. */
  readonly account: (organizationId: OrganizationId) => Effect.Effect<Account, StoreUnavailable>

  /** Adds credits (or takes them, when negative) once for `cause`. */
  readonly post: (
    organizationId: OrganizationId,
    cause: Cause,
    credits: number
  ) => Effect.Effect<Account, OutOfCredits | StoreUnavailable>

  /** Gives back holds whose owner is gone; tells how many. */
  readonly expireHolds: (limit: number) => Effect.Effect<number, StoreUnavailable>
}>()("@kittiwake/core/credits/Credits") {
  static readonly layer = Layer.effect(
    Credits,
    Effect.gen(function* () {
      const ledger = yield* CreditLedger
      const ids = yield* Ids
      return Credits.of({
        account: ledger.account,
        post: Effect.fn("Credits.post")(function* (organizationId, cause, credits) {
          const id = yield* ids.next("ent")
          return yield* ledger.post({ id, organizationId, cause, credits, at: yield* DateTime.now })
        }),
        expireHolds: Effect.fn("Credits.expireHolds")(function* (limit) {
          return yield* ledger.expire(yield* DateTime.now, limit)
        })
      })
    })
  )
}
