import { IdempotencyStore } from "@kittiwake/core/idempotency/IdempotencyStore"
import { Effect, Layer, Option } from "effect"
import { millisOf } from "./moments.ts"
import { Sqlite } from "./Sqlite.ts"

const find = `
  select digest, answer from idempotency_keys
  where organization_id = ? and operation = ? and key = ? and (expires_at > ? or expires_at is null)`

/** `IdempotencyStore` on SQLite. */
export const layer: Layer.Layer<IdempotencyStore, never, Sqlite> = Layer.effect(
  IdempotencyStore,
  Effect.map(Sqlite, ({ read, write }) =>
    IdempotencyStore.of({
      find: ({ key, operation, organizationId }, at) =>
        read("IdempotencyStore.find", (db) =>
          Option.fromUndefinedOr(
            db.get<{ readonly digest: string; readonly answer: string }>(
              find,
              organizationId,
              operation,
              key,
              millisOf(at)
            )
          )
        ),
      prune: (at, limit) => write("IdempotencyStore.prune", { at: millisOf(at), limit })
    })
  )
)
