import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Exit, Option } from "effect"
import { BillingLedger } from "../credits/BillingLedger.ts"
import { CreditLedger } from "../credits/CreditLedger.ts"
import { ApiKeyStore } from "../organizations/ApiKeyStore.ts"
import { ApiKey } from "../organizations/domain/ApiKey.ts"
import { newOrganization, Organization, OrganizationId } from "../organizations/domain/Organization.ts"
import { OrganizationStore } from "../organizations/OrganizationStore.ts"
import { wholePart } from "../paging/domain/Page.ts"
import { assertSame, idsNewestFirst, readInSlices } from "./arrangements.ts"
import { epoch, freshId, keyOf, organizationOf } from "./builders.ts"
import { buildTimeout, type EmptyStores } from "./Stores.ts"

/** An organization whose months begin with it. */
const billedOf = (): Organization =>
  newOrganization({ id: OrganizationId.make(freshId("org")), name: "Default", plan: "developer", createdAt: epoch })

const firstOf = () => {
  const organization = billedOf()
  return { organization, key: keyOf(organization.id) }
}

const newest = { limit: 10, after: null }

/** Asserts that the organization has the credits of its first month, and nothing else. */
const assertFirstMonth = Effect.fnUntraced(function* (organization: Organization) {
  const account = yield* (yield* BillingLedger).account(organization.id)
  assert.deepInclude(account, { balance: 10_000, held: 0, available: 10_000, lasting: 0, refilled: 10_000 })
  assert.strictEqual(account.periodStart?.epochMilliseconds, organization.createdAt.epochMilliseconds)
  const [refill, ...more] = yield* (yield* CreditLedger).entries(organization.id, newest)
  assert.strictEqual(more.length, 0)
  assert.deepInclude(refill, { credits: 10_000, cause: { kind: "refill", id: DateTime.formatIso(epoch) } })
})

/** What `OrganizationStore` promises, run against any adapter. */
export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`OrganizationStore (${name})`, (it) => {
    // Stands first: it alone needs an installation that has no organization yet.
    it.effect("makes the first organization once, with its key and credits, however many processes start", () =>
      Effect.gen(function* () {
        const organizations = yield* OrganizationStore
        const keys = yield* ApiKeyStore
        const ledger = yield* CreditLedger
        assert.deepStrictEqual(yield* organizations.list(newest), [])

        const offered = Array.from({ length: 50 }, firstOf)
        const created = yield* Effect.forEach(offered, organizations.createFirst, { concurrency: "unbounded" })
        assert.strictEqual(created.filter(Boolean).length, 1)
        const winner = offered[created.indexOf(true)]!

        const [only, ...others] = yield* organizations.list(newest)
        assert.strictEqual(others.length, 0)
        assertSame(Organization, only!, winner.organization)
        const found = Option.getOrThrow(yield* keys.find(winner.key.digest))
        assertSame(ApiKey, found.key, winner.key)
        yield* assertFirstMonth(winner.organization)

        for (const loser of offered.filter((one) => one !== winner)) {
          assert.isTrue(Option.isNone(yield* keys.find(loser.key.digest)))
          assert.strictEqual((yield* ledger.account(loser.organization.id)).balance, 0)
        }
        assert.isFalse(yield* organizations.createFirst(firstOf()))
      })
    )

    it.effect("makes an organization once under an id, with the credits of its first month", () =>
      Effect.gen(function* () {
        const organizations = yield* OrganizationStore
        const organization = billedOf()
        const offered = Array.from({ length: 20 }, (_, index) => ({ ...organization, name: `${index}` }))
        const created = yield* Effect.forEach(offered, organizations.create, { concurrency: "unbounded" })
        assert.strictEqual(created.filter(Boolean).length, 1)
        const stored = Option.getOrThrow(yield* organizations.get(organization.id))
        assertSame(Organization, stored.organization, offered[created.indexOf(true)]!)
        yield* assertFirstMonth(organization)
      })
    )

    it.effect("gives an organization without billing no credits", () =>
      Effect.gen(function* () {
        const organization = organizationOf()
        assert.isTrue(yield* (yield* OrganizationStore).create(organization))
        assert.strictEqual((yield* (yield* CreditLedger).account(organization.id)).balance, 0)
        assert.isNull((yield* (yield* BillingLedger).account(organization.id)).dueAt)
      })
    )

    it.effect("replaces the organization stored under an id, with all its settings", () =>
      Effect.gen(function* () {
        const organizations = yield* OrganizationStore
        const organization = organizationOf()
        yield* organizations.put(organization)
        const changed: Organization = {
          ...organization,
          name: "Renamed",
          plan: "free",
          limitScheme: "concurrency",
          disabled: true,
          overrides: { monitors: 3, unlimitedRequests: true, concurrentBatches: 4, monthlyCredits: 0 },
          zeroDataRetention: true,
          billing: { anchorAt: epoch, pausedAt: DateTime.add(epoch, { days: 3 }), resumesAt: null },
          autoTopup: { enabled: true, blockCredits: 500, monthlyBudgetCredits: 5_000 }
        }
        yield* organizations.put(changed)
        assertSame(Organization, Option.getOrThrow(yield* organizations.get(organization.id)).organization, changed)
        assert.isTrue(Option.isNone(yield* organizations.get(organizationOf().id)))
      })
    )

    it.effect("writes no change that was decided on an older revision, and loses none of many made at once", () =>
      Effect.gen(function* () {
        const organizations = yield* OrganizationStore
        const organization = organizationOf({ overrides: { monitors: 0 } })
        yield* organizations.put(organization)
        const first = Option.getOrThrow(yield* organizations.get(organization.id))
        yield* organizations.update(first, { ...organization, name: "Renamed" })
        const late = yield* Effect.flip(organizations.update(first, { ...organization, disabled: true }))
        assert.strictEqual(late._tag, "OrganizationOutdated")
        const unknown = yield* Effect.exit(
          organizations.update({ organization: organizationOf(), revision: 1 }, organization)
        )
        assert.isTrue(Exit.isFailure(unknown))

        const addMonitor = Effect.gen(function* () {
          const stored = Option.getOrThrow(yield* organizations.get(organization.id))
          const monitors = (stored.organization.overrides.monitors ?? 0) + 1
          yield* organizations.update(stored, { ...stored.organization, overrides: { monitors } })
        }).pipe(Effect.retry({ while: ({ _tag }) => _tag === "OrganizationOutdated" }))
        yield* Effect.all(
          Array.from({ length: 10 }, () => addMonitor),
          { concurrency: "unbounded" }
        )
        const { organization: last } = Option.getOrThrow(yield* organizations.get(organization.id))
        assertSame(Organization, last, { ...organization, name: "Renamed", overrides: { monitors: 10 } })
      })
    )

    it.effect("lists organizations newest first, in slices that neither repeat nor leave out", () =>
      Effect.gen(function* () {
        const organizations = yield* OrganizationStore
        const made = [3, 1, 2, 2].map((days) => organizationOf({ createdAt: DateTime.add(epoch, { days }) }))
        yield* Effect.forEach(made, organizations.put)
        const position = ({ createdAt, id }: Organization) => ({ at: createdAt, id })
        const read = yield* readInSlices((slice) => Effect.map(organizations.list(slice), wholePart), position)
        const ids = read.map(({ id }) => id).filter((id) => made.some((one) => one.id === id))
        assert.deepStrictEqual(ids, idsNewestFirst(made, position))
      })
    )
  })
