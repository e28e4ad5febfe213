import { Effect, Layer, Option } from "effect"
import { IdempotencyStore } from "../idempotency/IdempotencyStore.ts"
import { Database } from "./Database.ts"
import { findAnswer, hasExpired } from "./keptAnswers.ts"

/** `IdempotencyStore` in memory. */
export const layer: Layer.Layer<IdempotencyStore, never, Database> = Layer.effect(
  IdempotencyStore,
  Effect.gen(function* () {
    const tables = yield* Database

    return IdempotencyStore.of({
      find: (place, at) => Effect.sync(() => Option.fromUndefinedOr(findAnswer(tables, place, at.epochMilliseconds))),

      prune: (at, limit) =>
        Effect.sync(() => {
          const expired = [...tables.keptAnswers]
            .filter(([, kept]) => hasExpired(kept, at.epochMilliseconds))
            .sort(([, a], [, b]) => a.expiresAt!.epochMilliseconds - b.expiresAt!.epochMilliseconds)
            .slice(0, limit)
          for (const [place] of expired) tables.keptAnswers.delete(place)
          return expired.length
        })
    })
  })
)
