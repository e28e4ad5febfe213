import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { orUnavailable } from "./storeFailure.ts"

/** `InstanceSecretStore` on Postgres. */
export const layer: Layer.Layer<InstanceSecretStore, never, SqlClient.SqlClient> = Layer.effect(
  InstanceSecretStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return InstanceSecretStore.of({
      getOrKeep: Effect.fn("InstanceSecretStore.getOrKeep")(function* (name, candidate) {
        const kept = yield* sql<{ secret: string }>`select secret from instance_secrets where name = ${name}`
        if (kept[0] !== undefined) return kept[0].secret
        // Writing the row as it is makes a conflict answer with what the winner stored.
        const [row] = yield* sql<{ secret: string }>`
          insert into instance_secrets (name, secret) values (${name}, ${candidate})
          on conflict (name) do update set secret = instance_secrets.secret
          returning secret`
        return row!.secret
      }, orUnavailable("InstanceSecretStore.getOrKeep")),

      get: Effect.fn("InstanceSecretStore.get")(function* (name) {
        const [row] = yield* sql<{ secret: string }>`select secret from instance_secrets where name = ${name}`
        return row?.secret ?? null
      }, orUnavailable("InstanceSecretStore.get")),

      replace: Effect.fn("InstanceSecretStore.replace")(function* (name, secret, next) {
        const replaced =
          next === null
            ? yield* sql`delete from instance_secrets where name = ${name} and secret = ${secret} returning 1`
            : yield* sql`
              update instance_secrets set secret = ${next} where name = ${name} and secret = ${secret} returning 1`
        return replaced.length > 0
      }, orUnavailable("InstanceSecretStore.replace"))
    })
  })
)
