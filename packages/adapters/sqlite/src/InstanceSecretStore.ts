import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { Effect, Layer } from "effect"
import { Sqlite } from "./Sqlite.ts"

/** `InstanceSecretStore` on SQLite. */
export const layer: Layer.Layer<InstanceSecretStore, never, Sqlite> = Layer.effect(
  InstanceSecretStore,
  Effect.map(Sqlite, ({ read, write }) => {
    const get = (name: string) =>
      read(
        "InstanceSecretStore.get",
        (db) =>
          db.get<{ readonly secret: string }>("select secret from instance_secrets where name = ?", name)?.secret ??
          null
      )
    return InstanceSecretStore.of({
      getOrKeep: (name, candidate) =>
        Effect.flatMap(get(name), (kept) =>
          kept === null ? write("InstanceSecretStore.getOrKeep", { name, candidate }) : Effect.succeed(kept)
        ),
      get,
      replace: (name, secret, next) => write("InstanceSecretStore.replace", { name, secret, next })
    })
  })
)
