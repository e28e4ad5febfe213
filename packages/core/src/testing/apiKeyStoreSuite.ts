import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { ApiKeyStore } from "../organizations/ApiKeyStore.ts"
import { ApiKey } from "../organizations/domain/ApiKey.ts"
import { Organization } from "../organizations/domain/Organization.ts"
import { OrganizationStore } from "../organizations/OrganizationStore.ts"
import { assertSame } from "./arrangements.ts"
import { epoch, keyOf, organizationOf } from "./builders.ts"
import { buildTimeout, type EmptyStores } from "./Stores.ts"

/** What `ApiKeyStore` promises, run against any adapter. */
export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`ApiKeyStore (${name})`, (it) => {
    it.effect("replaces the key stored under an id", () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeyStore
        const organization = organizationOf()
        yield* (yield* OrganizationStore).put(organization)
        const key = keyOf(organization.id)
        yield* keys.put(key)
        const moved: ApiKey = { ...keyOf(organization.id), id: key.id, scopes: ["monitors:read", "logs:read"] }
        yield* keys.put(moved)
        assert.isTrue(Option.isNone(yield* keys.find(key.digest)))
        assertSame(ApiKey, Option.getOrThrow(yield* keys.find(moved.digest)).key, moved)
      })
    )

    it.effect("finds a key by its digest with its owner, revoked or not", () =>
      Effect.gen(function* () {
        const organizations = yield* OrganizationStore
        const keys = yield* ApiKeyStore
        const organization = organizationOf()
        const live = keyOf(organization.id)
        const revoked = keyOf(organization.id, { revokedAt: epoch })
        yield* organizations.put(organization)
        yield* Effect.forEach([live, revoked], keys.put)
        for (const key of [live, revoked]) {
          const found = Option.getOrThrow(yield* keys.find(key.digest))
          assertSame(ApiKey, found.key, key)
          assertSame(Organization, found.organization, organization)
        }
        assert.isTrue(Option.isNone(yield* keys.find(keyOf(organization.id).digest)))
      })
    )

    it.effect("lists the keys of one organization oldest first, revoked ones included", () =>
      Effect.gen(function* () {
        const organizations = yield* OrganizationStore
        const keys = yield* ApiKeyStore
        const [organization, other] = [organizationOf(), organizationOf()]
        yield* Effect.forEach([organization, other], organizations.put)
        const late = keyOf(organization.id, { createdAt: DateTime.add(epoch, { hours: 2 }), revokedAt: epoch })
        const early = keyOf(organization.id, { createdAt: DateTime.add(epoch, { hours: 1 }) })
        yield* Effect.forEach([late, early, keyOf(other.id)], keys.put)
        const ids = (yield* keys.list(organization.id)).map((key) => key.id)
        assert.deepStrictEqual(ids, [early.id, late.id])
      })
    )

    it.effect("revokes a key of its own organization only, and keeps the moment of the first time", () =>
      Effect.gen(function* () {
        const organizations = yield* OrganizationStore
        const keys = yield* ApiKeyStore
        const [organization, other] = [organizationOf(), organizationOf()]
        yield* Effect.forEach([organization, other], organizations.put)
        const key = keyOf(organization.id)
        yield* keys.put(key)

        assert.isTrue(Option.isNone(yield* keys.revoke(other.id, key.id, epoch)))
        assertSame(ApiKey, Option.getOrThrow(yield* keys.find(key.digest)).key, key)

        const first = DateTime.add(epoch, { hours: 1 })
        const revoked = { ...key, revokedAt: first }
        assertSame(ApiKey, Option.getOrThrow(yield* keys.revoke(organization.id, key.id, first)), revoked)
        const again = yield* keys.revoke(organization.id, key.id, DateTime.add(epoch, { hours: 2 }))
        assertSame(ApiKey, Option.getOrThrow(again), revoked)
        assertSame(ApiKey, Option.getOrThrow(yield* keys.find(key.digest)).key, revoked)
      })
    )
  })
