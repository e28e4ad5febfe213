import { BillingLedger } from "@kittiwake/core/credits/BillingLedger"
import { topUpReserve } from "@kittiwake/core/credits/domain/Supply"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Effect, Layer } from "effect"
import { millisOf } from "./moments.ts"
import type { DuePart, DueWanted } from "./reads/credits.ts"
import { Sqlite } from "./Sqlite.ts"
import { findTerms, toBillingAccount, toSupplied, untilApplied } from "./supply.ts"
import { billingAccountOf } from "./writes/supply.ts"

/** `BillingLedger` on SQLite. */
export const layer: Layer.Layer<BillingLedger, never, Sqlite> = Layer.effect(
  BillingLedger,
  Effect.map(Sqlite, ({ read, readLong, write }) =>
    BillingLedger.of({
      account: (organizationId) =>
        read("BillingLedger.account", (db) => toBillingAccount(billingAccountOf(db, organizationId))),

      due: Effect.fnUntraced(function* (at, limit) {
        const due = new Set<string>()
        for (let after: string | null = null; due.size < limit; ) {
          const wanted: DueWanted = { at: millisOf(at), limit: limit - due.size, reserve: topUpReserve, after }
          const { endedAt, ids }: DuePart = yield* readLong("BillingLedger.due", "BillingLedger", wanted)
          for (const id of ids) due.add(id)
          if (endedAt === null) break
          after = endedAt
        }
        return [...due].map((id) => OrganizationId.make(id))
      }),

      ahead: (after, last, limit) =>
        Effect.map(
          readLong("BillingLedger.ahead", "BillingLedger", { after: millisOf(after), last: last ?? "", limit }),
          (ids) => ids.map((id) => OrganizationId.make(id))
        ),

      supply: (organizationId, options) =>
        untilApplied(
          "BillingLedger.supply",
          Effect.gen(function* () {
            const found = yield* read("BillingLedger.supply", (db) => ({
              terms: findTerms(db, organizationId, options),
              account: billingAccountOf(db, organizationId)
            }))
            const unchanged = { account: found.account, entries: [] }
            const rows = found.terms === null ? unchanged : yield* write("BillingLedger.supply", found.terms)
            return rows === null ? null : toSupplied(rows)
          })
        )
    })
  )
)
