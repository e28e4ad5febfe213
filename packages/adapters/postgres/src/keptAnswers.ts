/** The answers of idempotency keys, as the stores keep them together with what they tell of. */
import type { KeptAnswer } from "@kittiwake/core/idempotency/domain/KeptAnswer"
import { IdempotencyKeyTaken } from "@kittiwake/core/idempotency/errors"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/**
 * Keeps an answer under its key; fails when the key has one that it does not replace. It comes first in the transaction of what the answer tells of.
 *
 * **Details**
 *
 * The row is what callers with one key meet at: while the transaction of one is open, the insert of the others waits, and
 * afterwards it finds the key taken, or free when that transaction was rolled back. Nothing else is locked by then, so
 * waiting here cannot be part of a deadlock.
 */
export const keepAnswer = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, kept: KeptAnswer | null) {
  if (kept === null) return
  const { answer, digest, expiresAt, keptAt, key, operation, organizationId, replaces = false } = kept
  const taken = yield* sql`
    insert into idempotency_keys as k (organization_id, operation, key, digest, answer, expires_at)
    values (${organizationId}, ${operation}, ${key}, ${digest}, ${answer}, ${expiresAt})
    on conflict (organization_id, operation, key) do update
      set digest = excluded.digest, answer = excluded.answer, expires_at = excluded.expires_at
      where k.expires_at <= ${keptAt} or ${replaces}::boolean
    returning 1`
  if (taken.length === 0) return yield* new IdempotencyKeyTaken()
})
