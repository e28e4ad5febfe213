/** Holds credits while work runs. */
import { DateTime, Duration, Effect, Exit } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Ids } from "../security/Ids.ts"
import { CreditLedger } from "./CreditLedger.ts"
import type { Cause } from "./domain/Ledger.ts"

/** How long credits stay held when the process that held them dies. */
export const holdLifetime = Duration.minutes(15)

/** Holds `credits` while `work` runs: spent if it succeeds, given back if it fails or is interrupted. */
export const withHold = (organizationId: OrganizationId, cause: Cause, credits: number) =>
  Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
    const ledger = yield* CreditLedger
    const ids = yield* Ids
    const id = yield* ids.next("hold")
    const entryId = yield* ids.next("ent")
    const now = yield* DateTime.now
    return yield* Effect.acquireUseRelease(
      ledger.hold({ id, organizationId, cause, credits, expiresAt: DateTime.addDuration(now, holdLifetime) }),
      () => work,
      (hold, exit) =>
        Exit.isSuccess(exit)
          ? DateTime.now.pipe(
              Effect.flatMap((at) =>
                ledger.settle(hold.id, { id: entryId, organizationId, cause, credits: -credits, at })
              )
            )
          : ledger.release(hold.id)
    )
  })
