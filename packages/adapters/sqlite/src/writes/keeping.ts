/** Writes that keep an answer with what it tells of. */
import type { Connection } from "../Connection.ts"
import { type KeptRow, keepAnswer } from "./idempotency.ts"

/** The key has an answer already. Nothing was written. */
export interface KeyTaken {
  readonly _tag: "KeyTaken"
}

const keyTaken: KeyTaken = { _tag: "KeyTaken" }

const isTaken = (db: Connection, kept: KeptRow | null): boolean =>
  kept !== null &&
  kept.replaces !== true &&
  db.get(
    `select 1 from idempotency_keys
    where organization_id = ? and operation = ? and key = ? and (expires_at is null or expires_at > ?)`,
    kept.organizationId,
    kept.operation,
    kept.key,
    kept.keptAt
  ) !== undefined

/**
 * Does `write` and keeps the answer with it. `refuse` comes first and writes nothing: it gives what is refused, or null.
 * A key that is taken outdoes a refusal.
 */
export const keeping = <Refused>(
  db: Connection,
  kept: KeptRow | null,
  refuse: () => Refused | null,
  write: () => void
): Refused | KeyTaken | null => {
  const refused = refuse()
  if (refused !== null) return isTaken(db, kept) ? keyTaken : refused
  if (!keepAnswer(db, kept)) return keyTaken
  write()
  return null
}
