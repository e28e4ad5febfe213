import { assert, describe, it } from "@effect/vitest"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import * as Memory from "@kittiwake/core/memory/Memory"
import { ApiKeyStore } from "@kittiwake/core/organizations/ApiKeyStore"
import { allScopes, covers, type Scope } from "@kittiwake/core/organizations/domain/Scope"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { Effect, Layer, Option, Redacted } from "effect"
import { scenario } from "../watching.ts"

const empty = Organizations.layer.pipe(Layer.provideMerge(Memory.layer))

const newKey = Effect.gen(function* () {
  const { organization } = yield* TestInstallation
  const organizations = yield* Organizations
  return yield* organizations.createKey({ organizationId: organization.id, name: "ci", scopes: ["monitors:read"] })
})

describe("a key", () => {
  scenario(
    "opens its organization, with its scopes",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const { key, secret } = yield* newKey
      const caller = yield* Organizations.use((organizations) => organizations.authenticate(Redacted.value(secret)))
      assert.strictEqual(caller.organization.id, organization.id)
      assert.strictEqual(caller.id, key.id)
      assert.deepStrictEqual(caller.scopes, ["monitors:read"])
    })
  )

  scenario(
    "is sk_ and 40 characters, and is stored as a digest and its last four",
    Effect.gen(function* () {
      const { key, secret } = yield* newKey
      const text = Redacted.value(secret)
      assert.match(text, /^sk_[0-9A-Za-z]{40}$/)
      assert.match(key.digest, /^[0-9a-f]{64}$/)
      assert.strictEqual(key.last4, text.slice(-4))
      assert.notInclude(JSON.stringify(key), text.slice(3, 30))
    })
  )

  scenario(
    "is refused when it is unknown, changed or revoked, alike",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const organizations = yield* Organizations
      const { key, secret } = yield* newKey
      const text = Redacted.value(secret)
      yield* organizations.revokeKey(organization.id, key.id)
      for (const tried of ["", "sk_", text.slice(0, -1), `${text} `, text.toUpperCase(), text]) {
        assert.strictEqual((yield* Effect.flip(organizations.authenticate(tried)))._tag, "Unauthorized", tried)
      }
    })
  )

  scenario(
    "of a disabled organization says so",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const organizations = yield* Organizations
      const { secret } = yield* newKey
      yield* organizations.put({ ...organization, disabled: true })
      const error = yield* Effect.flip(organizations.authenticate(Redacted.value(secret)))
      assert.strictEqual(error._tag, "OrganizationDisabled")
    })
  )

  scenario(
    "is revoked by its own organization only",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const organizations = yield* Organizations
      const { key, secret } = yield* newKey
      const stranger = "org_stranger" as typeof organization.id
      assert.strictEqual((yield* Effect.flip(organizations.revokeKey(stranger, key.id)))._tag, "KeyNotFound")
      yield* organizations.authenticate(Redacted.value(secret))
      assert.deepStrictEqual(yield* organizations.listKeys(stranger), [])
    })
  )
})

describe("the first start", () => {
  it.effect("makes one organization with a key and a month of credits, and a second start makes nothing", () =>
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const first = yield* organizations.ensureFirst({ plan: "developer", secret: Option.none() })
      const again = yield* organizations.ensureFirst({ plan: "developer", secret: Option.none() })
      assert.isTrue(Option.isSome(first))
      assert.isTrue(Option.isNone(again))
      const [organization, ...others] = yield* organizations.list
      assert.deepStrictEqual(others, [])
      assert.strictEqual((yield* CreditLedger.use((ledger) => ledger.account(organization!.id))).balance, 10_000)
      const { secret } = Option.getOrThrow(first)
      assert.strictEqual((yield* organizations.authenticate(Redacted.value(secret))).organization.id, organization!.id)
    }).pipe(Effect.provide(empty))
  )

  it.effect("makes one organization, however many processes start at once", () =>
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const made = yield* Effect.all(
        Array.from({ length: 20 }, () => organizations.ensureFirst({ plan: "scale", secret: Option.none() })),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(made.filter(Option.isSome).length, 1)
      assert.strictEqual((yield* organizations.list).length, 1)
    }).pipe(Effect.provide(empty))
  )

  it.effect("takes the key that is configured, even when the organization was made under another one", () =>
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const secret = Option.some(Redacted.make("sk_configured"))
      yield* organizations.ensureFirst({ plan: "scale", secret: Option.none() })
      yield* organizations.ensureFirst({ plan: "scale", secret })
      yield* organizations.ensureFirst({ plan: "scale", secret })
      const { organization } = yield* organizations.authenticate("sk_configured")
      assert.strictEqual((yield* ApiKeyStore.use((keys) => keys.list(organization.id))).length, 2)
    }).pipe(Effect.provide(empty))
  )
})

describe("a scope", () => {
  it("is covered by full access, by itself, and a read by the write of its own group only", () => {
    const granted: ReadonlyArray<Scope> = ["monitors:write", "logs:read"]
    const covered = allScopes.filter((scope) => covers(granted, scope))
    assert.deepStrictEqual(covered, ["logs:read", "monitors:read", "monitors:write"])
    assert.isTrue(allScopes.every((scope) => covers(null, scope)))
    assert.isFalse(allScopes.some((scope) => covers([], scope)))
    assert.isFalse(covers(["monitors:read"], "monitors:write"))
  })
})
