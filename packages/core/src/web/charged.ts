/** Work of a call, paid for when somebody still waits for it. */
import { DateTime, Effect } from "effect"
import type { PriceRange } from "../credits/domain/PriceRange.ts"
import { type Charged, withCharge } from "../credits/withCharge.ts"
import { WorksFor } from "../organizations/WorksFor.ts"
import type { Call } from "./domain/Call.ts"
import { CallAbandoned } from "./errors.ts"

/** Runs `work` against a hold within `price` and charges what it cost, unless everybody who asked has left. */
export const charged =
  (call: Call, price: PriceRange) =>
  <A, E, R>(work: (held: number) => Effect.Effect<Charged<A>, E, R>) =>
    withCharge(
      {
        organizationId: call.organizationId,
        cause: { kind: "request", id: call.requestId },
        origin: { route: call.route, caller: call.caller }
      },
      price,
      DateTime.makeUnsafe(call.deadline.atMillis)
    )((held) =>
      Effect.filterOrFail(
        Effect.provideService(work(held), WorksFor, call.organizationId),
        () => call.isWanted(),
        () => new CallAbandoned()
      )
    )
