import { Effect, Layer, Option } from "effect"
import type { ApiKey } from "../organizations/domain/ApiKey.ts"
import { OrganizationStore } from "../organizations/OrganizationStore.ts"
import { Database, type Tables } from "./Database.ts"
import { addEntry } from "./ledger.ts"

const oldestFirst = <A extends { readonly id: string; readonly createdAt: ApiKey["createdAt"] }>(
  rows: Iterable<A>
): ReadonlyArray<A> =>
  [...rows].sort((a, b) => a.createdAt.epochMilliseconds - b.createdAt.epochMilliseconds || (a.id < b.id ? -1 : 1))

const storeKey = (tables: Tables, key: ApiKey) => {
  const replaced = tables.keys.get(key.id)
  if (replaced !== undefined) tables.keyIds.delete(replaced.digest)
  tables.keys.set(key.id, key)
  tables.keyIds.set(key.digest, key.id)
}

/** `OrganizationStore` in memory. */
export const layer: Layer.Layer<OrganizationStore, never, Database> = Layer.effect(
  OrganizationStore,
  Effect.gen(function* () {
    const tables = yield* Database
    const { organizations, keys } = tables

    return OrganizationStore.of({
      createFirst: ({ organization, key, credits, entryId }) =>
        Effect.sync(() => {
          if (organizations.size > 0) return false
          organizations.set(organization.id, organization)
          storeKey(tables, key)
          addEntry(tables, {
            id: entryId,
            organizationId: organization.id,
            cause: { kind: "grant", id: organization.id },
            credits,
            at: organization.createdAt
          })
          return true
        }),

      put: (organization) => Effect.sync(() => void organizations.set(organization.id, organization)),

      list: Effect.sync(() => oldestFirst(organizations.values())),

      putKey: (key) => Effect.sync(() => storeKey(tables, key)),

      findKey: (digest) =>
        Effect.sync(() => {
          const id = tables.keyIds.get(digest)
          const key = id === undefined ? undefined : keys.get(id)
          const organization = key === undefined ? undefined : organizations.get(key.organizationId)
          return key === undefined || organization === undefined ? Option.none() : Option.some({ key, organization })
        }),

      listKeys: (organizationId) =>
        Effect.sync(() => oldestFirst([...keys.values()].filter((key) => key.organizationId === organizationId))),

      revokeKey: (organizationId, keyId, at) =>
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
