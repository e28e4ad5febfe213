import { Effect, Layer, Option } from "effect"
import { ApiKeyStore } from "../organizations/ApiKeyStore.ts"
import type { ApiKey } from "../organizations/domain/ApiKey.ts"
import { Database, type Tables } from "./Database.ts"

const oldestFirst = (a: ApiKey, b: ApiKey) =>
  a.createdAt.epochMilliseconds - b.createdAt.epochMilliseconds || (a.id < b.id ? -1 : 1)

/** Stores a key under its id and its digest. */
export const storeKey = (tables: Tables, key: ApiKey) => {
  const replaced = tables.keys.get(key.id)
  if (replaced !== undefined) tables.keyIds.delete(replaced.digest)
  tables.keys.set(key.id, key)
  tables.keyIds.set(key.digest, key.id)
}

/** `ApiKeyStore` in memory. */
export const layer: Layer.Layer<ApiKeyStore, never, Database> = Layer.effect(
  ApiKeyStore,
  Effect.gen(function* () {
    const tables = yield* Database
    const { keys, organizations } = tables

    return ApiKeyStore.of({
      put: (key) => Effect.sync(() => storeKey(tables, key)),

      find: (digest) =>
        Effect.sync(() => {
          const id = tables.keyIds.get(digest)
          const key = id === undefined ? undefined : keys.get(id)
          const stored = key === undefined ? undefined : organizations.get(key.organizationId)
          if (key === undefined || stored === undefined) return Option.none()
          return Option.some({ key, organization: stored.organization })
        }),

      list: (organizationId) =>
        Effect.sync(() => [...keys.values()].filter((key) => key.organizationId === organizationId).sort(oldestFirst)),

      revoke: (organizationId, keyId, at) =>
        Effect.sync(() => {
          const key = keys.get(keyId)
          if (key === undefined || key.organizationId !== organizationId) return Option.none()
          const revoked: ApiKey = { ...key, revokedAt: key.revokedAt ?? at }
          keys.set(keyId, revoked)
          return Option.some(revoked)
        })
    })
  })
)
