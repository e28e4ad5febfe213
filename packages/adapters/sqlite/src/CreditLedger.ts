import {
  CollectionPaused,
  CreditLedger,
  HoldGone,
  mostReleased,
  OutOfCredits
} from "@kittiwake/core/credits/CreditLedger"
import { CauseKind, type EntryFilter, type Hold, isUse } from "@kittiwake/core/credits/domain/Ledger"
import type { Slice } from "@kittiwake/core/paging/domain/Page"
import { storableText } from "@kittiwake/storage/storable"
import { DateTime, Effect, Layer } from "effect"
import type { Connection } from "./Connection.ts"
import { entryRow, holdRow, toAccount, toEntry, toHold } from "./ledgerRows.ts"
import { millisOf, momentOrNull } from "./moments.ts"
import { remembered } from "./remembered.ts"
import { Sqlite } from "./Sqlite.ts"
import { findTerms, untilApplied } from "./supply.ts"
import { chargedUsage } from "./usageRows.ts"
import { accountOf, type EntryRow } from "./writes/accounts.ts"
import type { Gone, Held, Moved } from "./writes/credits.ts"

/** Later than every moment. */
const theEnd = 9e15

const columns = `
  id, organization_id as organizationId, cause_kind as causeKind, cause_id as causeId, credits, at, reason`

const newestOfKind = `
  select ${columns} from ledger_entries where organization_id = ? and cause_kind = ? and (at, id) < (?, ?)
  order by at desc, id desc limit ?`

const ofCause = `
  select ${columns} from ledger_entries where organization_id = ? and cause_kind = ? and cause_id = ?
    and (at, id) < (?, ?) limit ?`

const newestFirst = (a: EntryRow, b: EntryRow) => b.at - a.at || (a.id < b.id ? 1 : -1)

/** Entries as an index by kind gives them: those of all kinds are put together from a slice of each. */
const entriesOf = (db: Connection, organizationId: string, { after, limit }: Slice, { cause, kind }: EntryFilter) => {
  const place = [after === null ? theEnd : millisOf(after.at), after?.id ?? "", limit] as const
  if (cause !== undefined) {
    // A cause of another kind than the one that is wanted stands in no list.
    if (kind !== undefined && kind !== cause.kind) return []
    return db.all<EntryRow>(ofCause, organizationId, cause.kind, storableText(cause.id), ...place)
  }
  const kinds = kind === undefined ? CauseKind.literals : [kind]
  return kinds
    .flatMap((one) => db.all<EntryRow>(newestOfKind, organizationId, one, ...place))
    .sort(newestFirst)
    .slice(0, limit)
}

/** Accounts that are kept to be shown. */
const maxKept = 10_000

/** Holds that one call gives back; many more would keep others waiting. */
const expiredAtOnce = 1_000

const make = Effect.gen(function* () {
  const { read, write, writesBut } = yield* Sqlite

  const account = (organizationId: string) =>
    read("CreditLedger.account", (db) => toAccount(accountOf(db, organizationId)))

  // What is left is told with every call. Many ports move credits; the log of calls, written all the time, does not.
  const findRecent = remembered({
    writes: writesBut("UsageStore", "Sqlite"),
    find: (db, organizationId) => toAccount(accountOf(db, organizationId)),
    most: maxKept
  })

  const answer = (held: Held, needed: number): Effect.Effect<Hold, CollectionPaused | OutOfCredits> => {
    switch (held._tag) {
      case "Held":
        return Effect.succeed(toHold(held.hold))
      case "Paused":
        return Effect.fail(new CollectionPaused({ resumesAt: momentOrNull(held.pause.resumesAt) }))
      case "OutOfCredits":
        return Effect.fail(new OutOfCredits({ available: held.available, needed }))
    }
  }

  /** Opens the hold, with what is due when credits are short; null when the organization changed meanwhile. */
  const tryHold = Effect.fnUntraced(function* (hold: Hold, atLeast: number, at: DateTime.Utc) {
    const wanted = { hold: holdRow(hold), atLeast, at: millisOf(at), mostReleased }
    // What serves too is taken only after what is due was brought.
    const held = yield* write("CreditLedger.hold", { ...wanted, atLeast: hold.credits })
    if (held._tag !== "OutOfCredits") return held
    const terms = yield* read("CreditLedger.hold", (db) =>
      findTerms(db, hold.organizationId, { at, wanted: hold.credits, atLeast })
    )
    return terms === null
      ? yield* write("CreditLedger.hold", wanted)
      : yield* write("CreditLedger.supplyAndHold", { ...wanted, terms })
  })

  const ended = (holdId: string) => (moved: Moved | Gone) =>
    moved._tag === "Moved" ? Effect.succeed(toAccount(moved.account)) : Effect.fail(new HoldGone({ holdId }))

  return CreditLedger.of({
    account,
    recentAccount: (organizationId) => read("CreditLedger.recentAccount", (db) => findRecent(db, organizationId)),

    post: (entry) =>
      write("CreditLedger.post", { entry: entryRow(entry), supplied: isUse(entry.cause) ? 0 : entry.credits }).pipe(
        Effect.flatMap((moved) =>
          moved._tag === "Moved"
            ? Effect.succeed(toAccount(moved.account))
            : Effect.fail(new OutOfCredits({ available: moved.available, needed: -entry.credits }))
        )
      ),

    hold: (hold, atLeast = hold.credits) =>
      Effect.flatMap(DateTime.now, (at) => untilApplied("CreditLedger.hold", tryHold(hold, atLeast, at))).pipe(
        Effect.flatMap((held) => answer(held, atLeast))
      ),

    settle: (holdId, entry, origin) =>
      Effect.flatMap(
        write("CreditLedger.settle", { holdId, entry: entryRow(entry), usage: chargedUsage(entry, origin) }),
        ended(holdId)
      ),

    release: (holdId) => Effect.flatMap(write("CreditLedger.release", holdId), ended(holdId)),

    expire: Effect.fnUntraced(function* (now, limit) {
      for (let expired = 0; ; ) {
        const wanted = Math.min(limit - expired, expiredAtOnce)
        const more = yield* write("CreditLedger.expire", { now: millisOf(now), limit: wanted })
        expired += more
        if (more < wanted || expired >= limit) return expired
      }
    }),

    entries: (organizationId, slice, filter = {}) =>
      read("CreditLedger.entries", (db) => entriesOf(db, organizationId, slice, filter).map(toEntry))
  })
})

/** `CreditLedger` on SQLite. */
export const layer: Layer.Layer<CreditLedger, never, Sqlite> = Layer.effect(CreditLedger, make)
