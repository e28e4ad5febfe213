/** Notices when the clock, having been ahead, is set right, and has anew planned what it planned meanwhile. */
import { Credits } from "@kittiwake/core/credits/Credits"
import { ClockSkew, isTooFar } from "@kittiwake/core/internal/ClockSkew"
import { ordinaryStepMillis } from "@kittiwake/core/internal/leaseHorizon"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { Wakeups } from "@kittiwake/core/waking/Wakeups"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { Clock, Duration, Effect, Layer } from "effect"

export interface ClockKeeperOptions {
  /** Time between two looks at the clock. */
  readonly every: Duration.Duration
}

export const clockKeeperDefaults: ClockKeeperOptions = { every: Duration.seconds(10) }

/**
 * Looks in a row that find the clock back before it is believed: longer than a process takes to notice that the database's clock differs
 * from its machine's.
 */
const looksBack = 4

/** Looks after which all is read once more: what was under way or asked for by hand meanwhile kept its plan. */
const looksUntilAgain = 30

/** By how much the clock on the wall is ahead of the one that nobody sets, in milliseconds. */
const offset = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  return clock.currentTimeMillisUnsafe() - Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
})

/**
 * Ends with its scope. A process that begins knows of no step of the clock. It looks for deliveries that were put off, and for runs that
 * were made later than now, the newest of each organization; and reads all plans only where it finds some. Accounts in a period that begins
 * later than now are looked for each time.
 */
export const layer = (options: Partial<ClockKeeperOptions> = {}) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { every } = { ...clockKeeperDefaults, ...options }
      const { planAnew, runsAhead } = yield* Monitors
      const { recall } = yield* Webhooks
      const { leavePeriodsAhead } = yield* Credits
      const { wake } = yield* Wakeups
      const { offsetMillis } = yield* ClockSkew

      const recalled = Effect.tap(recall, (deliveries) => (deliveries > 0 ? wake("deliveries") : Effect.void))

      const mend = Effect.fnUntraced(function* (deliveries: number, accounts: number) {
        const monitors = yield* planAnew
        if (monitors > 0) yield* wake("runs")
        if (monitors + deliveries + accounts === 0) return
        yield* Effect.logWarning("the clock was ahead: planned anew").pipe(
          Effect.annotateLogs({ monitors, deliveries, accounts })
        )
      })

      let highest = yield* offset
      let back = 0
      let again = 0
      let isNew = true

      const look = Effect.gen(function* () {
        const now = yield* offset
        highest = Math.max(highest, now)
        const isBack = highest - now > ordinaryStepMillis
        back = isBack || isNew ? back + 1 : 0
        if (isTooFar(offsetMillis())) return
        if (back >= looksBack) {
          const deliveries = yield* recalled
          const accounts = yield* leavePeriodsAhead
          const wasAhead = isBack || deliveries + accounts > 0 || (yield* runsAhead)
          if (wasAhead) yield* mend(deliveries, accounts)
          again = wasAhead ? looksUntilAgain : again
          highest = now
          back = 0
          isNew = false
          return
        }
        if (again === 1) yield* mend(yield* recalled, yield* leavePeriodsAhead)
        // Last, so that a look that failed is taken again.
        if (again > 0) again -= 1
      })

      yield* look.pipe(
        Effect.catchCause((cause) => Effect.logError("clock keeper: look failed", cause)),
        Effect.delay(every),
        Effect.forever,
        Effect.forkScoped
      )
    })
  )
