/** Steps on the answers of idempotency keys that every store takes the same way. */
import { Effect } from "effect"
import type { KeptAnswer, KeyPlace } from "../idempotency/domain/KeptAnswer.ts"
import { IdempotencyKeyTaken } from "../idempotency/errors.ts"
import type { Tables } from "./Database.ts"

/** Where the answer of a key stands in the table. */
export const keyPlace = ({ key, operation, organizationId }: KeyPlace): string =>
  `${organizationId}\n${operation}\n${key}`

/** Whether a key is free again at a moment. */
export const hasExpired = ({ expiresAt }: KeptAnswer, atMillis: number): boolean =>
  expiresAt !== null && expiresAt.epochMilliseconds <= atMillis

/** What a key stands for at a moment. */
export const findAnswer = (tables: Tables, place: KeyPlace, atMillis: number): KeptAnswer | undefined => {
  const found = tables.keptAnswers.get(keyPlace(place))
  return found === undefined || hasExpired(found, atMillis) ? undefined : found
}

/**
 * Does `write` and keeps the answer with it, in one synchronous step. `write` gives what it refuses with, having written
 * nothing, or null.
 */
export const keeping = <E>(
  tables: Tables,
  kept: KeptAnswer | null,
  write: () => E | null
): Effect.Effect<void, E | IdempotencyKeyTaken> =>
  Effect.suspend((): Effect.Effect<void, E | IdempotencyKeyTaken> => {
    if (kept !== null && kept.replaces !== true) {
      const standing = findAnswer(tables, kept, kept.keptAt.epochMilliseconds)
      if (standing !== undefined) return Effect.fail(new IdempotencyKeyTaken())
    }
    const refused = write()
    if (refused !== null) return Effect.fail(refused)
    if (kept !== null) tables.keptAnswers.set(keyPlace(kept), kept)
    return Effect.void
  })
