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
      }, orUnavailable("InstanceSecretStore.getOrKeep"))
    })
  })
)
