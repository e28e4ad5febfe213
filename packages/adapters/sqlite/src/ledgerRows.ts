/** Entries and holds as rows. */
import type { Account, Entry, Hold } from "@kittiwake/core/credits/domain/Ledger"
import { storableText } from "@kittiwake/storage/storable"
import { millisOf, momentOf } from "./moments.ts"
import type { AccountRow, EntryRow, HoldRow } from "./writes/accounts.ts"

/** The account of a row. */
export const toAccount = ({ balance, held }: AccountRow): Account => ({ balance, held, available: balance - held })

/** The row of an entry. */
export const entryRow = ({ at, cause, credits, id, organizationId, reason }: Entry): EntryRow => ({
  id,
  organizationId,
  causeKind: cause.kind,
  causeId: storableText(cause.id),
  credits,
  at: millisOf(at),
  reason: reason === undefined ? null : storableText(reason)
})

/** The entry of a row. */
export const toEntry = ({ at, causeId, causeKind, credits, id, organizationId, reason }: EntryRow): Entry => ({
  id,
  organizationId: organizationId as Entry["organizationId"],
  cause: { kind: causeKind as Entry["cause"]["kind"], id: causeId },
  credits,
  at: momentOf(at),
  ...(reason === null ? {} : { reason })
})

/** The row of a hold. */
export const holdRow = ({ cause, credits, expiresAt, id, organizationId }: Hold): HoldRow => ({
  id,
  organizationId,
  causeKind: cause.kind,
  causeId: storableText(cause.id),
  credits,
  expiresAt: millisOf(expiresAt)
})

/** The hold of a row. */
export const toHold = ({ causeId, causeKind, credits, expiresAt, id, organizationId }: HoldRow): Hold => ({
  id,
  organizationId: organizationId as Hold["organizationId"],
  cause: { kind: causeKind as Hold["cause"]["kind"], id: causeId },
  credits,
  expiresAt: momentOf(expiresAt)
})
