import { Clock, DateTime, Effect, Layer } from "effect"
import { CollectionPaused, CreditLedger, HoldGone, mostReleased, OutOfCredits } from "../credits/CreditLedger.ts"
import type { Hold } from "../credits/domain/Ledger.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { chargeUsage } from "../usage/domain/UsageCount.ts"
import { Database } from "./Database.ts"
import {
  accountOf,
  addEntry,
  endExpired,
  endHold,
  isPosted,
  openHold,
  openHoldOf,
  pauseOf,
  supplyNow
} from "./ledger.ts"
import { sliceOf } from "./sliceOf.ts"
import { addCharge } from "./UsageStore.ts"

/** `CreditLedger` in memory. */
export const layer: Layer.Layer<CreditLedger, never, Database> = Layer.effect(
  CreditLedger,
  Effect.gen(function* () {
    const tables = yield* Database

    const account = (organizationId: OrganizationId) => Effect.sync(() => accountOf(tables, organizationId))

    return CreditLedger.of({
      account,
      recentAccount: account,

      post: (entry) =>
        Effect.suspend(() => {
          const { organizationId, cause, credits } = entry
          const { available } = accountOf(tables, organizationId)
          if (!isPosted(tables, organizationId, cause)) {
            if (available + credits < 0) return Effect.fail(new OutOfCredits({ available, needed: -credits }))
            addEntry(tables, entry)
          }
          return Effect.succeed(accountOf(tables, organizationId))
        }),

      hold: (hold, atLeast = hold.credits) =>
        Clock.clockWith((clock): Effect.Effect<Hold, CollectionPaused | OutOfCredits> => {
          const open = openHoldOf(tables, hold)
          if (open !== undefined) return Effect.succeed(open)
          // Its credits are spent: the hold given back has ended before it began.
          if (isPosted(tables, hold.organizationId, hold.cause)) return Effect.succeed(hold)
          const at = DateTime.makeUnsafe(clock.currentTimeMillisUnsafe())
          const pause = pauseOf(tables, hold.organizationId, at)
          if (pause !== null) return Effect.fail(new CollectionPaused(pause))
          if (accountOf(tables, hold.organizationId).available < hold.credits) {
            endExpired(tables, { at, limit: mostReleased, organizationId: hold.organizationId })
          }
          if (accountOf(tables, hold.organizationId).available < hold.credits) {
            supplyNow(tables, hold.organizationId, { at, wanted: hold.credits, atLeast })
          }
          const { available } = accountOf(tables, hold.organizationId)
          if (available < atLeast) return Effect.fail(new OutOfCredits({ available, needed: atLeast }))
          const opened = { ...hold, credits: Math.min(hold.credits, available) }
          openHold(tables, opened)
          return Effect.succeed(opened)
        }),

      settle: (holdId, entry, origin) =>
        Effect.suspend(() => {
          const hold = tables.holds.get(holdId)
          if (hold === undefined || hold.organizationId !== entry.organizationId) {
            return Effect.fail(new HoldGone({ holdId }))
          }
          if (entry.credits > 0 || -entry.credits > hold.credits) {
            return Effect.die(new Error(`a hold of ${hold.credits} credits cannot be settled with ${entry.credits}`))
          }
          endHold(tables, hold)
          if (addEntry(tables, entry) && entry.credits < 0) addCharge(tables, chargeUsage(entry, origin))
          return Effect.succeed(accountOf(tables, hold.organizationId))
        }),

      release: (holdId) =>
        Effect.suspend(() => {
          const hold = tables.holds.get(holdId)
          if (hold === undefined) return Effect.fail(new HoldGone({ holdId }))
          endHold(tables, hold)
          return Effect.succeed(accountOf(tables, hold.organizationId))
        }),

      expire: (now, limit) => Effect.sync(() => endExpired(tables, { at: now, limit })),

      entries: (organizationId, slice, { cause, kind } = {}) =>
        Effect.sync(() =>
          sliceOf(tables.ledgers.get(organizationId)?.entries ?? [], slice, {
            shown: (entry) =>
              (kind === undefined || entry.cause.kind === kind) &&
              (cause === undefined || (entry.cause.kind === cause.kind && entry.cause.id === cause.id)),
            position: (entry) => ({ at: entry.at, id: entry.id })
          })
        )
    })
  })
)
