import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { CreditLedger } from "../credits/CreditLedger.ts"
import { ApiKey } from "../organizations/domain/ApiKey.ts"
import { Organization } from "../organizations/domain/Organization.ts"
import { OrganizationStore } from "../organizations/OrganizationStore.ts"
import { assertSame } from "./arrangements.ts"
import { epoch, freshId, keyOf, organizationOf } from "./builders.ts"
import { buildTimeout, type EmptyStores } from "./Stores.ts"

const firstOf = () => {
  const organization = organizationOf({ name: "Default" })
  return { organization, key: keyOf(organization.id), credits: 500, entryId: freshId("ent") }
}

/** What `OrganizationStore` promises, run against any adapter. */
export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`OrganizationStore (${name})`, (it) => {
    // Stands first: it alone needs an installation that has no organization yet.
    it.effect("makes the first organization once, with its key and credits, however many processes start", () =>
      Effect.gen(function* () {
        const organizations = yield* OrganizationStore
        const ledger = yield* CreditLedger
        assert.deepStrictEqual(yield* organizations.list, [])

        const offered = Array.from({ length: 50 }, firstOf)
        const created = yield* Effect.forEach(offered, organizations.createFirst, { concurrency: "unbounded" })
        assert.strictEqual(created.filter(Boolean).length, 1)
        const winner = offered[created.indexOf(true)]!

        const [only, ...others] = yield* organizations.list
        assert.strictEqual(others.length, 0)
        assertSame(Organization, only!, winner.organization)
        const found = Option.getOrThrow(yield* organizations.findKey(winner.key.digest))
        assertSame(ApiKey, found.key, winner.key)
        assert.deepStrictEqual(yield* ledger.account(winner.organization.id), {
          balance: 500,
          held: 0,
          available: 500
        })
        const [grant, ...more] = yield* ledger.entries(winner.organization.id, { limit: 10, after: null })
        assert.strictEqual(more.length, 0)
        assert.strictEqual(grant?.id, winner.entryId)
        assert.strictEqual(grant?.cause.kind, "grant")

        for (const loser of offered.filter((one) => one !== winner)) {
          assert.isTrue(Option.isNone(yield* organizations.findKey(loser.key.digest)))
          assert.strictEqual((yield* ledger.account(loser.organization.id)).balance, 0)
        }
        assert.isFalse(yield* organizations.createFirst(firstOf()))
      })
    )

    it.effect("replaces the organization and the key stored under an id", () =>
      Effect.gen(function* () {
        const organizations = yield* OrganizationStore
        const organization = organizationOf()
        yield* organizations.put(organization)
        const changed: Organization = {
          ...organization,
          name: "Renamed",
          plan: "free",
          disabled: true,
          overrides: { monitors: 3, unlimitedRequests: true }
        }
        yield* organizations.put(changed)
        const key = keyOf(organization.id)
        yield* organizations.putKey(key)
        const moved: ApiKey = { ...keyOf(organization.id), id: key.id, scopes: ["monitors:read", "logs:read"] }
        yield* organizations.putKey(moved)

        const stored = (yield* organizations.list).filter((one) => one.id === organization.id)
        assert.strictEqual(stored.length, 1)
        assertSame(Organization, stored[0]!, changed)
        assert.isTrue(Option.isNone(yield* organizations.findKey(key.digest)))
        assertSame(ApiKey, Option.getOrThrow(yield* organizations.findKey(moved.digest)).key, moved)
      })
    )

    it.effect("lists organizations oldest first", () =>
      Effect.gen(function* () {
        const organizations = yield* OrganizationStore
        const made = [3, 1, 2].map((days) => organizationOf({ createdAt: DateTime.add(epoch, { days }) }))
        yield* Effect.forEach(made, organizations.put)
        const ids = (yield* organizations.list).map((one) => one.id).filter((id) => made.some((one) => one.id === id))
        assert.deepStrictEqual(ids, [made[1]!.id, made[2]!.id, made[0]!.id])
      })
    )

    it.effect("finds a key by its digest with its owner, revoked or not", () =>
      Effect.gen(function* () {
        const organizations = yield* OrganizationStore
        const organization = organizationOf()
        const live = keyOf(organization.id)
        const revoked = keyOf(organization.id, { revokedAt: epoch })
        yield* organizations.put(organization)
        yield* Effect.forEach([live, revoked], organizations.putKey)
        for (const key of [live, revoked]) {
          const found = Option.getOrThrow(yield* organizations.findKey(key.digest))
          assertSame(ApiKey, found.key, key)
          assertSame(Organization, found.organization, organization)
        }
        assert.isTrue(Option.isNone(yield* organizations.findKey(keyOf(organization.id).digest)))
      })
    )

    it.effect("lists the keys of one organization oldest first, revoked ones included", () =>
      Effect.gen(function* () {
        const organizations = yield* OrganizationStore
        const [organization, other] = [organizationOf(), organizationOf()]
        yield* Effect.forEach([organization, other], organizations.put)
        const late = keyOf(organization.id, { createdAt: DateTime.add(epoch, { hours: 2 }), revokedAt: epoch })
        const early = keyOf(organization.id, { createdAt: DateTime.add(epoch, { hours: 1 }) })
        yield* Effect.forEach([late, early, keyOf(other.id)], organizations.putKey)
        const ids = (yield* organizations.listKeys(organization.id)).map((key) => key.id)
        assert.deepStrictEqual(ids, [early.id, late.id])
      })
    )

    it.effect("revokes a key of its own organization only, and keeps the moment of the first time", () =>
      Effect.gen(function* () {
        const organizations = yield* OrganizationStore
        const [organization, other] = [organizationOf(), organizationOf()]
        yield* Effect.forEach([organization, other], organizations.put)
        const key = keyOf(organization.id)
        yield* organizations.putKey(key)

        assert.isTrue(Option.isNone(yield* organizations.revokeKey(other.id, key.id, epoch)))
        assertSame(ApiKey, Option.getOrThrow(yield* organizations.findKey(key.digest)).key, key)

        const first = DateTime.add(epoch, { hours: 1 })
        const revoked = { ...key, revokedAt: first }
        assertSame(ApiKey, Option.getOrThrow(yield* organizations.revokeKey(organization.id, key.id, first)), revoked)
        const again = yield* organizations.revokeKey(organization.id, key.id, DateTime.add(epoch, { hours: 2 }))
        assertSame(ApiKey, Option.getOrThrow(again), revoked)
        assertSame(ApiKey, Option.getOrThrow(yield* organizations.findKey(key.digest)).key, revoked)
      })
    )
  })
