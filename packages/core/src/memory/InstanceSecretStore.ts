import { Effect, Layer } from "effect"
import { InstanceSecretStore } from "../security/InstanceSecretStore.ts"
import { Database } from "./Database.ts"

/** `InstanceSecretStore` in memory. */
export const layer: Layer.Layer<InstanceSecretStore, never, Database> = Layer.effect(
  InstanceSecretStore,
  Effect.gen(function* () {
    const { secrets } = yield* Database
    return InstanceSecretStore.of({
      getOrKeep: (name, candidate) =>
        Effect.sync(() => {
          const kept = secrets.get(name) ?? candidate
          secrets.set(name, kept)
          return kept
        }),

      get: (name) => Effect.sync(() => secrets.get(name) ?? null),

      replace: (name, secret, next) =>
        Effect.sync(() => {
          if (secrets.get(name) !== secret) return false
          if (next === null) secrets.delete(name)
          else secrets.set(name, next)
          return true
        })
    })
  })
)
