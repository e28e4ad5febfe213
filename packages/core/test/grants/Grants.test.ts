import { assert, describe, it } from "@effect/vitest"
import { Cause, DateTime, Effect, Exit, Fiber, type Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Credits } from "../../src/credits/Credits.ts"
import { exactly } from "../../src/credits/domain/PriceRange.ts"
import { OutOfCredits } from "../../src/credits/errors.ts"
import { withCharge } from "../../src/credits/withCharge.ts"
import { Grants } from "../../src/grants/Grants.ts"
import { Organizations } from "../../src/organizations/Organizations.ts"
import { whileAhead } from "../../src/testing/arrangements.ts"
import { freshCause } from "../../src/testing/builders.ts"
import { challengeOf, consent, layer, owner, redeemed, refreshed, registered, resource, verifier } from "./granting.ts"

type Needs = Layer.Success<typeof layer>

const scenario = (name: string, body: Effect.Effect<unknown, unknown, Needs>) =>
  it.effect(name, () => Effect.provide(body, layer))

const reasonOf = <A, R>(effect: Effect.Effect<A, { readonly _tag: string }, R>) =>
  Effect.map(Effect.exit(effect), (exit) => {
    if (Exit.isSuccess(exit)) return "done"
    const error = Cause.squash(exit.cause) as { readonly _tag: string; readonly reason?: string }
    return error.reason ?? error._tag
  })

const granted = Effect.gen(function* () {
  const signer = yield* owner()
  const client = yield* registered()
  const { code, grant } = yield* consent(signer, client)
  const tokens = yield* redeemed(client, code)
  const access = Redacted.value(tokens.accessToken)
  const refresh = Redacted.value(tokens.refreshToken)
  const caller = (token = access) => Grants.use((grants) => grants.authenticate(token))
  return { ...signer, client, code, grant, access, refresh, caller }
})

describe("a grant", () => {
  scenario(
    "lets a client call within what was granted and what its key may do, for its organization",
    Effect.gen(function* () {
      const signer = yield* owner(["monitors:read", "monitors:write", "data:execute"])
      const client = yield* registered()
      const { code, grant } = yield* consent(signer, client)
      const { accessToken, scopes } = yield* redeemed(client, code, { resources: [resource] })
      assert.deepStrictEqual(scopes, ["api.read", "api.write"])
      const { expiresAt, principal } = yield* Grants.use((grants) => grants.authenticate(Redacted.value(accessToken)))
      assert.deepStrictEqual(principal.scopes, ["data:execute", "monitors:read", "monitors:write"])
      assert.deepStrictEqual([principal.kind, principal.id, principal.dailyCredits], ["grant", grant.id, 100])
      assert.strictEqual(principal.organization.id, signer.organization.id)
      assert.strictEqual(expiresAt.epochMilliseconds, 3_600_000)
    })
  )

  scenario(
    "ends with its key, with its organization, with its hour, and when it is revoked",
    Effect.gen(function* () {
      const byKey = yield* granted
      yield* Organizations.use((all) => all.revokeKey(byKey.organization.id, byKey.key.id))
      assert.strictEqual(yield* reasonOf(byKey.caller()), "Unauthorized")
      assert.strictEqual(yield* reasonOf(refreshed(byKey.client, byKey.refresh)), "invalid_grant")
      const disabled = yield* granted
      yield* Organizations.use((all) => all.put({ ...disabled.organization, disabled: true }))
      assert.strictEqual(yield* reasonOf(disabled.caller()), "OrganizationDisabled")
      const revoked = yield* granted
      yield* Grants.use((grants) => grants.revoke(revoked.organization.id, revoked.grant.id))
      assert.strictEqual(yield* reasonOf(revoked.caller()), "Unauthorized")
      assert.strictEqual(yield* reasonOf(refreshed(revoked.client, revoked.refresh)), "invalid_grant")
      const stranger = yield* owner()
      const foreign = Grants.use((grants) => grants.revoke(stranger.organization.id, disabled.grant.id))
      assert.strictEqual(yield* reasonOf(foreign), "GrantNotFound")
      const late = yield* granted
      yield* TestClock.adjust("3599 seconds")
      assert.strictEqual(yield* reasonOf(late.caller()), "done")
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* reasonOf(late.caller()), "Unauthorized")
    })
  )

  scenario(
    "is ended by its own client alone, and over with its code where nobody came for tokens",
    Effect.gen(function* () {
      const { access, caller, client, grant } = yield* granted
      const grants = yield* Grants
      yield* grants.revokeToken(yield* registered("Another"), access)
      assert.strictEqual(yield* reasonOf(caller()), "done")
      yield* grants.revokeToken(client, access)
      assert.strictEqual(yield* reasonOf(caller()), "Unauthorized")
      assert.strictEqual(grant.endsAt.epochMilliseconds - grant.createdAt.epochMilliseconds, 60_000)
    })
  )

  scenario(
    "takes no token for another kind of token",
    Effect.gen(function* () {
      const { caller, client, code, refresh } = yield* granted
      assert.strictEqual(yield* reasonOf(caller(refresh)), "Unauthorized")
      assert.strictEqual(yield* reasonOf(caller(code)), "Unauthorized")
      const signer = yield* owner()
      const fresh = yield* consent(signer, client)
      assert.strictEqual(yield* reasonOf(refreshed(client, fresh.code)), "invalid_grant")
      assert.strictEqual(yield* reasonOf(redeemed(client, refresh)), "invalid_grant")
    })
  )
})

describe("a code (OA08)", () => {
  scenario(
    "works once: its second use ends the grant with all its tokens",
    Effect.gen(function* () {
      const { access, caller, client, code, refresh } = yield* granted
      assert.strictEqual(yield* reasonOf(caller(access)), "done")
      assert.strictEqual(yield* reasonOf(redeemed(client, code)), "invalid_grant")
      assert.strictEqual(yield* reasonOf(caller(access)), "Unauthorized")
      assert.strictEqual(yield* reasonOf(refreshed(client, refresh)), "invalid_grant")
    })
  )

  scenario(
    "gives tokens to one of a hundred that redeem it at the same moment",
    Effect.gen(function* () {
      const client = yield* registered()
      const signer = yield* owner()
      const { code } = yield* consent(signer, client)
      const answers = yield* Effect.forEach(Array.from({ length: 100 }), () => reasonOf(redeemed(client, code)), {
        concurrency: "unbounded"
      })
      assert.strictEqual(answers.filter((answer) => answer === "done").length, 1)
      assert.strictEqual(answers.filter((answer) => answer === "invalid_grant").length, 99)
      // Who came too late by a moment has used it twice all the same.
      assert.isNotNull(
        (yield* Grants.use((grants) => grants.list(signer.organization.id, { limit: 1, after: null })))[0]?.revokedAt
      )
    })
  )

  scenario(
    "works for a minute, for its client, with its address, with its proof",
    Effect.gen(function* () {
      const signer = yield* owner()
      const client = yield* registered()
      const stranger = yield* registered("Another")
      const { code } = yield* consent(signer, client)
      const tries: ReadonlyArray<readonly [string, Effect.Effect<string, never, Needs>]> = [
        ["invalid_grant", reasonOf(redeemed(stranger, code))],
        ["invalid_grant", reasonOf(redeemed(client, code, { redirectUri: "http://127.0.0.1:5556/callback" }))],
        ["invalid_grant", reasonOf(redeemed(client, code, { verifier: "w".repeat(43) }))],
        ["invalid_request", reasonOf(redeemed(client, code, { verifier: undefined }))],
        ["invalid_request", reasonOf(redeemed(client, code, { verifier: "v".repeat(42) }))],
        ["invalid_request", reasonOf(redeemed(client, code, { verifier: "v".repeat(129) }))],
        ["invalid_target", reasonOf(redeemed(client, code, { resources: ["https://elsewhere.example/mcp"] }))],
        ["invalid_scope", reasonOf(redeemed(client, code, { scope: "admin" }))]
      ]
      for (const [expected, tried] of tries) assert.strictEqual(yield* tried, expected)
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual(yield* reasonOf(redeemed(client, code)), "done", "what failed has not used it up")
      const late = yield* consent(signer, client)
      yield* TestClock.adjust("60 seconds")
      assert.strictEqual(yield* reasonOf(redeemed(client, late.code)), "invalid_grant")
      const longest = "v".repeat(128)
      const long = yield* consent(signer, client, { challenge: yield* challengeOf(longest) })
      assert.strictEqual(yield* reasonOf(redeemed(client, long.code, { verifier: longest })), "done")
      assert.notStrictEqual(longest, verifier)
    })
  )
})

describe("what a clock that was ahead gave out", () => {
  scenario(
    "is over, but for the refresh token, with which its client goes on",
    Effect.gen(function* () {
      const { caller, client, key, organization, refresh } = yield* granted
      const given = yield* whileAhead("2 hours")(refreshed(client, refresh))
      const { code } = yield* whileAhead("6 minutes")(consent({ key, organization }, client))
      assert.strictEqual(yield* reasonOf(caller(Redacted.value(given.accessToken))), "Unauthorized")
      assert.strictEqual(yield* reasonOf(redeemed(client, code)), "invalid_grant")
      const again = yield* refreshed(client, Redacted.value(given.refreshToken))
      assert.strictEqual(yield* reasonOf(caller(Redacted.value(again.accessToken))), "done")
      const early = yield* whileAhead("5 minutes")(refreshed(client, Redacted.value(again.refreshToken)))
      assert.strictEqual(yield* reasonOf(caller(Redacted.value(early.accessToken))), "done")
    })
  )
})

describe("a refresh token (OA09)", () => {
  scenario(
    "is replaced at each use, and its second use ends the grant",
    Effect.gen(function* () {
      const { access, caller, client, refresh } = yield* granted
      const next = yield* refreshed(client, refresh)
      assert.strictEqual(yield* reasonOf(caller(Redacted.value(next.accessToken))), "done")
      assert.strictEqual(yield* reasonOf(refreshed(client, refresh)), "invalid_grant")
      for (const token of [access, Redacted.value(next.accessToken)]) {
        assert.strictEqual(yield* reasonOf(caller(token)), "Unauthorized")
      }
      assert.strictEqual(yield* reasonOf(refreshed(client, Redacted.value(next.refreshToken))), "invalid_grant")
    })
  )

  scenario(
    "gives narrower tokens and none that are wider, to its client alone, for thirty days",
    Effect.gen(function* () {
      const { caller, client, refresh } = yield* granted
      const stranger = yield* registered("Another")
      assert.strictEqual(yield* reasonOf(refreshed(stranger, refresh)), "invalid_grant")
      const narrow = yield* refreshed(client, refresh, { scope: "api.read" })
      assert.deepStrictEqual(narrow.scopes, ["api.read"])
      const { principal } = yield* caller(Redacted.value(narrow.accessToken))
      assert.notInclude(principal.scopes ?? [], "monitors:write")
      const wide = yield* refreshed(client, Redacted.value(narrow.refreshToken), { scope: "api.read api.write" })
      assert.deepStrictEqual(wide.scopes, ["api.read", "api.write"], "the grant itself did not become narrower")
      const reading = yield* consent(yield* owner(), client, { scopes: ["api.read"] })
      const tokens = yield* redeemed(client, reading.code)
      const raised = refreshed(client, Redacted.value(tokens.refreshToken), { scope: "api.read api.write" })
      assert.strictEqual(yield* reasonOf(raised), "invalid_scope")
      yield* TestClock.adjust("30 days")
      assert.strictEqual(yield* reasonOf(refreshed(client, Redacted.value(wide.refreshToken))), "invalid_grant")
    })
  )
})

describe("a clock that is set forward and back", () => {
  scenario(
    "brings back nothing that was used, revoked or ended, and makes nothing of it twice",
    Effect.gen(function* () {
      const hour = 3_600_000
      const at = (millis: number) => TestClock.setTime(10 * 24 * hour + millis)
      yield* at(0)
      const signer = yield* owner()
      const client = yield* registered()
      const { code } = yield* consent(signer, client)
      // Issued by a clock that is five minutes ahead of the one by which it is used: once, all the same.
      yield* at(-hour / 12)
      const tokens = yield* redeemed(client, code)
      const access = Redacted.value(tokens.accessToken)
      yield* Grants.use((grants) => grants.authenticate(access))
      const next = yield* refreshed(client, Redacted.value(tokens.refreshToken))
      for (const millis of [-2 * hour, 0, 2 * hour]) {
        yield* at(millis)
        assert.strictEqual(yield* reasonOf(redeemed(client, code)), "invalid_grant")
        assert.strictEqual(yield* reasonOf(refreshed(client, Redacted.value(tokens.refreshToken))), "invalid_grant")
        // The second use has ended the grant, whatever the clock says since.
        assert.strictEqual(yield* reasonOf(refreshed(client, Redacted.value(next.refreshToken))), "invalid_grant")
        const caller = Grants.use((grants) => grants.authenticate(Redacted.value(next.accessToken)))
        assert.strictEqual(yield* reasonOf(caller), "Unauthorized")
      }
      const [grant] = yield* Grants.use((all) => all.list(signer.organization.id, { limit: 1, after: null }))
      assert.isNotNull(grant?.revokedAt)

      // What ended ahead of time was only not taken: it is swept by whichever clock, or works again once, within its lifetime.
      yield* at(0)
      const late = yield* consent(signer, client)
      yield* at(2 * hour)
      assert.strictEqual(yield* reasonOf(redeemed(client, late.code)), "invalid_grant")
      yield* at(1_000)
      assert.strictEqual(yield* reasonOf(redeemed(client, late.code)), "done")
      assert.strictEqual(yield* reasonOf(redeemed(client, late.code)), "invalid_grant")
      const swept = yield* consent(signer, client)
      yield* at(2 * hour)
      yield* Grants.use((all) => all.sweep(100))
      yield* at(1_000)
      assert.strictEqual(yield* reasonOf(redeemed(client, swept.code)), "invalid_grant")
    })
  )
})

describe("the budget of a day", () => {
  scenario(
    "is never exceeded, gives back what was not spent, and is fresh at midnight",
    Effect.gen(function* () {
      const { caller, organization } = yield* granted
      const grants = yield* Grants
      const { principal } = yield* caller()
      const work = (price: number, costs: number) =>
        withCharge(
          {
            organizationId: organization.id,
            cause: freshCause(),
            origin: { route: "/web/scrape/markdown", caller: principal.id }
          },
          exactly(price)
        )(() => Effect.yieldNow.pipe(Effect.as({ value: null, credits: costs })))
      const spend = (price: number, costs = price) => Effect.exit(grants.within(principal)(work(price, costs)))
      const many = yield* Effect.forEach(Array.from({ length: 20 }), () => spend(9), { concurrency: "unbounded" })
      assert.strictEqual(many.filter(Exit.isSuccess).length, 11)
      const refused = many.find(Exit.isFailure)!
      const error = Cause.squash(refused.cause)
      assert.instanceOf(error, OutOfCredits)
      assert.strictEqual((error as OutOfCredits).budget?.dailyCredits, 100)
      assert.strictEqual(DateTime.formatIso((error as OutOfCredits).budget!.freshAt), "1970-01-02T00:00:00.000Z")
      assert.isTrue(Exit.isSuccess(yield* spend(1, 0)), "one credit is left")
      assert.isTrue(Exit.isSuccess(yield* spend(1)), "and was given back")
      assert.isTrue(Exit.isFailure(yield* spend(1)))
      // What may cost nothing may not begin either, where nothing is left to pay what it may cost.
      const perhaps = {
        organizationId: organization.id,
        cause: freshCause(),
        origin: { route: "/r", caller: principal.id }
      }
      const begun = withCharge(perhaps, { atLeast: 0, atMost: 5 })((held) =>
        Effect.succeed({ value: held, credits: 0 })
      )
      assert.isTrue(Exit.isFailure(yield* Effect.exit(grants.within(principal)(begun))))
      const { available } = yield* Credits.use((credits) => credits.account(organization.id))
      assert.strictEqual(available, 900)
      assert.isTrue(Exit.isSuccess(yield* Effect.exit(work(9, 9))), "the organization's own calls go on")
      yield* TestClock.adjust("1 day")
      assert.isTrue(Exit.isSuccess(yield* spend(100)))
    })
  )

  scenario(
    "gets back what interrupted and failed work had taken",
    Effect.gen(function* () {
      const { caller, organization } = yield* granted
      const grants = yield* Grants
      const { principal } = yield* caller()
      const paid = { organizationId: organization.id, origin: { route: "/r", caller: principal.id } }
      const broken = withCharge({ ...paid, cause: freshCause() }, exactly(100))(() => Effect.fail("broken" as const))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(grants.within(principal)(broken))))
      const endless = withCharge({ ...paid, cause: freshCause() }, exactly(100))(() => Effect.never)
      const fiber = yield* Effect.forkChild(grants.within(principal)(endless))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(fiber)
      const whole = withCharge(
        { ...paid, cause: freshCause() },
        { atLeast: 1, atMost: 500 }
      )((held) => Effect.succeed({ value: held, credits: held }))
      assert.strictEqual((yield* grants.within(principal)(whole)).credits, 100, "no more is held than the budget has")
    })
  )
})

describe("what is over", () => {
  scenario(
    "is swept: tokens when they end, grants a month later",
    Effect.gen(function* () {
      const { grant, organization } = yield* granted
      const grants = yield* Grants
      const all = grants.list(organization.id, { limit: 10, after: null })
      assert.strictEqual(yield* grants.sweep(100), 0)
      yield* TestClock.adjust("2 hours")
      assert.strictEqual(yield* grants.sweep(100), 1, "the access token")
      yield* TestClock.adjust("59 days")
      yield* grants.sweep(100)
      assert.deepStrictEqual(
        (yield* all).map(({ id }) => id),
        [grant.id]
      )
      yield* TestClock.adjust("1 days")
      yield* grants.sweep(100)
      assert.deepStrictEqual(yield* all, [])
    })
  )
})
