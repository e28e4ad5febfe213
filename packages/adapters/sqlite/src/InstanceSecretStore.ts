import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { Effect, Layer } from "effect"
import { Sqlite } from "./Sqlite.ts"

/** `InstanceSecretStore` on SQLite. */
export const layer: Layer.Layer<InstanceSecretStore, never, Sqlite> = Layer.effect(
  InstanceSecretStore,
  Effect.map(Sqlite, ({ read, write }) =>
    InstanceSecretStore.of({
      getOrKeep: (name, candidate) =>
        read("InstanceSecretStore.getOrKeep", (db) =>
          db.get<{ readonly secret: string }>("select secret from instance_secrets where name = ?", name)
        ).pipe(
          Effect.flatMap((kept) =>
            kept === undefined
              ? write("InstanceSecretStore.getOrKeep", { name, candidate })
              : Effect.succeed(kept.secret)
          )
        )
    })
  )
)
