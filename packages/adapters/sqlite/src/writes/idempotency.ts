/** The answers of idempotency keys, kept together with what they tell of. */
import type { Connection } from "../Connection.ts"

/** An answer as a row of `idempotency_keys`. */
export interface KeptRow {
  readonly organizationId: string
  readonly operation: string
  readonly key: string
  readonly digest: string
  readonly answer: string
  readonly expiresAt: number | null
  /** When it is kept: an older answer that has expired by then makes room. */
  readonly keptAt: number
  /** Takes the place of an answer that the key still stands for. */
  readonly replaces?: boolean
}

/** Keeps an answer under its key, if there is one to keep; tells whether the key was free for it. */
export const keepAnswer = (db: Connection, kept: KeptRow | null): boolean =>
  kept === null ||
  db.run(
    `insert into idempotency_keys as k (organization_id, operation, key, digest, answer, expires_at)
    values (?, ?, ?, ?, ?, ?)
    on conflict (organization_id, operation, key) do update
      set digest = excluded.digest, answer = excluded.answer, expires_at = excluded.expires_at
      where k.expires_at <= ? or ?`,
    kept.organizationId,
    kept.operation,
    kept.key,
    kept.digest,
    kept.answer,
    kept.expiresAt,
    kept.keptAt,
    kept.replaces === true ? 1 : 0
  ) > 0

export const idempotencyWrites = {
  /** Drops up to `limit` answers that have expired, oldest first; tells how many. */
  "IdempotencyStore.prune": (db: Connection, { at, limit }: { readonly at: number; readonly limit: number }): number =>
    db.run(
      `delete from idempotency_keys where rowid in (
        select rowid from idempotency_keys where expires_at <= ? order by expires_at limit ?
      )`,
      at,
      limit
    )
}
