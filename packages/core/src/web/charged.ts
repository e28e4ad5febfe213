/** Work of a call, paid for when somebody still waits for it. */
import { Clock, DateTime, Effect } from "effect"
import type { PriceRange } from "../credits/domain/PriceRange.ts"
import { type Charged, withCharge } from "../credits/withCharge.ts"
import { WorksFor } from "../organizations/WorksFor.ts"
import type { Call } from "./domain/Call.ts"
import { CallAbandoned, DeadlinePassed } from "./errors.ts"
import { steadyMillis, tallied } from "./TurnWaits.ts"

/** Says of a deadline that passed when most of the time went by in a line. */
const tellingOfWaits = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  tallied((tally) =>
    Effect.catchIf(
      work,
      (error) => error instanceof DeadlinePassed,
      (error) =>
        Clock.clockWith((clock): Effect.Effect<never, E> => {
          const now = steadyMillis(clock)
          const waited = tally.waited(now)
          const isMost = waited !== null && waited.seconds * 2_000 >= now - tally.sinceMillis
          // It is the same error, with more to say.
          return Effect.fail(isMost ? (new DeadlinePassed({ waited }) as E & DeadlinePassed) : error)
        })
    )
  )

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
        Effect.provideService(tellingOfWaits(work(held)), WorksFor, call.organizationId),
        () => call.isWanted(),
        () => new CallAbandoned()
      )
    )
