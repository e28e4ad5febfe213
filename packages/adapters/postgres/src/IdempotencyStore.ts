import { IdempotencyStore } from "@kittiwake/core/idempotency/IdempotencyStore"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { orUnavailable } from "./storeFailure.ts"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  return IdempotencyStore.of({
    find: ({ key, operation, organizationId }, at) =>
      sql<{ digest: string; answer: string }>`
        select digest, answer from idempotency_keys
        where organization_id = ${organizationId} and operation = ${operation} and key = ${key}
          and (expires_at > ${at} or expires_at is null)`.pipe(
        Effect.map(([row]) => Option.fromUndefinedOr(row)),
        orUnavailable("IdempotencyStore.find")
      ),

    // Several processes may do so at once: each removes rows that the others leave.
    prune: (at, limit) =>
      sql`
        delete from idempotency_keys where ctid = any (array(
          select ctid from idempotency_keys where expires_at <= ${at}
          order by expires_at limit ${limit} for update skip locked
        ))
        returning 1`.pipe(
        Effect.map((removed) => removed.length),
        orUnavailable("IdempotencyStore.prune")
      )
  })
})

/** `IdempotencyStore` on Postgres. */
export const layer: Layer.Layer<IdempotencyStore, never, SqlClient.SqlClient> = Layer.effect(IdempotencyStore, make)
