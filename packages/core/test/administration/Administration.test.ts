import { assert, describe, it } from "@effect/vitest"
import { Administration } from "@kittiwake/core/administration/Administration"
import { OperatorToken } from "@kittiwake/core/administration/OperatorToken"
import { Credits } from "@kittiwake/core/credits/Credits"
import { Limits } from "@kittiwake/core/limits/Limits"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import { advance, newest, scenario } from "../watching.ts"

const make = Effect.fnUntraced(function* (
  settings: Parameters<Administration["Service"]["create"]>[0]["settings"] = {},
  plan: "free" | "developer" = "free"
) {
  return yield* Administration.use((admin) => admin.create({ id: null, name: "Harbour", plan, settings }))
})

const utc = (text: string) => DateTime.makeUnsafe(text) as DateTime.Utc

describe("an organization", () => {
  scenario(
    "begins with the credits of its plan's first month, under an id of the operator's choice, once",
    Effect.gen(function* () {
      const admin = yield* Administration
      const request = { id: "acme-42", name: "Acme", plan: "developer", settings: {} } as const
      const made = yield* admin.create(request)
      const { account, usage } = yield* admin.get(made.id)
      assert.deepInclude(account, { balance: 10_000, available: 10_000 })
      assert.deepStrictEqual(usage.period, { start: "2026-01-01T00:00:00.000Z", credits_used: 0 })
      assert.strictEqual((yield* Effect.flip(admin.create(request)))._tag, "OrganizationExists")
      const unknown = OrganizationId.make("nobody")
      for (const asked of [
        admin.get(unknown),
        admin.change(unknown, {}),
        admin.listKeys(unknown),
        admin.entries(unknown, {}, newest)
      ]) {
        assert.strictEqual(
          (yield* Effect.flip(asked as Effect.Effect<unknown, { _tag: string }>))._tag,
          "OrganizationNotFound"
        )
      }
    })
  )

  scenario(
    "keeps limits that were set by hand through plan changes, until they are cleared",
    Effect.gen(function* () {
      const admin = yield* Administration
      const { id } = yield* make({ overrides: { monitors: 7, requestsPerMinute: 500, monthlyCredits: 50 } })
      yield* admin.change(id, { plan: "pro" })
      const changed = yield* admin.change(id, { overrides: { requestsPerMinute: null } })
      assert.deepStrictEqual(changed.overrides, { monitors: 7, monthlyCredits: 50 })
      assert.strictEqual((yield* admin.get(id)).account.balance, 50)
      const cleared = yield* admin.change(id, { overrides: { monitors: null, monthlyCredits: null } })
      assert.deepStrictEqual(cleared.overrides, {})
      assert.strictEqual((yield* admin.get(id)).account.balance, 200_000, "the plan's month counts again")
    })
  )

  scenario(
    "loses no change of two that are made at once",
    Effect.gen(function* () {
      const admin = yield* Administration
      const { id } = yield* make()
      const changes = [{ name: "Renamed" }, { plan: "pro" as const }, { zeroDataRetention: true }, { disabled: true }]
      yield* Effect.forEach(changes, (patch) => admin.change(id, patch), { concurrency: "unbounded" })
      const { organization } = yield* admin.get(id)
      assert.deepInclude(organization, { name: "Renamed", plan: "pro", zeroDataRetention: true, disabled: true })
    })
  )

  scenario(
    "is paused and resumed, and a resumed one begins a new month",
    Effect.gen(function* () {
      const admin = yield* Administration
      const { id } = yield* make()
      yield* Credits.use((credits) => credits.post(id, { kind: "request", id: "a" }, -400))
      yield* advance("10 days")
      yield* admin.change(id, { billing: { paused: true } })
      assert.deepInclude((yield* admin.get(id)).usage, { credits_remaining: 600, period: null, next_refill: null })
      const resumesAt = utc("2026-03-05T12:00:00Z")
      yield* admin.change(id, { billing: { resumesAt } })
      const paused = yield* admin.get(id)
      assert.deepStrictEqual(paused.usage.next_refill, { at: "2026-03-05T12:00:00.000Z", credits: 1_000 })
      assert.strictEqual(paused.organization.billing?.pausedAt?.epochMilliseconds, Date.UTC(2026, 0, 11))
      yield* advance("40 days")
      assert.deepInclude((yield* admin.get(id)).usage, { credits_remaining: 600, period: null })
      yield* admin.change(id, { billing: { paused: false } })
      const { usage } = yield* admin.get(id)
      assert.deepStrictEqual(usage.period, { start: "2026-02-20T00:00:00.000Z", credits_used: 0 })
      assert.deepStrictEqual(usage.next_refill, { at: "2026-03-20T00:00:00.000Z", credits: 1_000 })
      assert.strictEqual(usage.credits_remaining, 1_000)
    })
  )

  scenario(
    "resumes by itself when its pause ends",
    Effect.gen(function* () {
      const admin = yield* Administration
      const { id } = yield* make()
      yield* admin.change(id, { billing: { paused: true, resumesAt: utc("2026-01-20T06:00:00Z") } })
      yield* advance("30 days")
      const { usage } = yield* admin.get(id)
      assert.deepStrictEqual(usage.period, { start: "2026-01-20T06:00:00.000Z", credits_used: 0 })
      assert.deepStrictEqual(usage.next_refill, { at: "2026-02-20T06:00:00.000Z", credits: 1_000 })
    })
  )

  scenario(
    "takes no setting that makes no sense, and says which",
    Effect.gen(function* () {
      const admin = yield* Administration
      const { id } = yield* make()
      const [past, future] = [utc("2025-12-01T00:00:00Z"), utc("2027-01-01T00:00:00Z")]
      const refused = [
        [{ billing: { anchorAt: future } }, "billing.anchor_at"],
        [{ billing: { resumesAt: future } }, "billing.resumes_at"],
        [{ billing: { paused: true, resumesAt: past } }, "billing.resumes_at"],
        [{ autoTopup: { blockCredits: 99 } }, "auto_topup.block_credits"],
        [{ autoTopup: { enabled: true }, billing: null }, "auto_topup.enabled"]
      ] as const
      for (const [patch, field] of refused) {
        assert.deepInclude(yield* Effect.flip(admin.change(id, patch)), { _tag: "InvalidInput", field })
      }
    })
  )

  scenario(
    "moves its billing day without a second month for the one that began",
    Effect.gen(function* () {
      const admin = yield* Administration
      const { id } = yield* make()
      yield* advance("9 days")
      yield* admin.change(id, { billing: { anchorAt: utc("2025-12-20T00:00:00Z") } })
      const { account, usage } = yield* admin.get(id)
      assert.strictEqual(account.balance, 1_000)
      assert.strictEqual(usage.next_refill?.at, "2026-01-20T00:00:00.000Z")
      yield* advance("11 days")
      assert.strictEqual((yield* admin.get(id)).usage.period?.start, "2026-01-20T00:00:00.000Z")
    })
  )

  scenario(
    "is found on one page of the list, newest first",
    Effect.gen(function* () {
      const admin = yield* Administration
      const { organization } = yield* TestInstallation
      const ids = [organization.id]
      for (let count = 0; count < 5; count++) {
        yield* advance("1 second")
        ids.unshift((yield* make()).id)
      }
      const first = yield* admin.list({ limit: 4, cursor: undefined })
      const second = yield* admin.list({ limit: 4, cursor: first.nextCursor ?? undefined })
      assert.deepStrictEqual(
        [...first.data, ...second.data].map(({ id }) => id),
        ids
      )
      assert.isNull(second.nextCursor)
      assert.strictEqual((yield* Effect.flip(admin.list({ limit: 4, cursor: "forged" })))._tag, "InvalidCursor")
    })
  )
})

describe("credits moved by hand", () => {
  scenario(
    "move once for each kind and id, and keep what was said about them",
    Effect.gen(function* () {
      const admin = yield* Administration
      const { id } = yield* make({ billing: null })
      const grant = { kind: "grant", id: "welcome", credits: 300, reason: "a welcome" } as const
      const first = yield* admin.move(id, grant)
      assert.deepStrictEqual(yield* admin.move(id, grant), first)
      assert.strictEqual((yield* Effect.flip(admin.move(id, { ...grant, credits: 301 })))._tag, "CauseConflict")
      yield* admin.move(id, { kind: "topup", id: "welcome", credits: 100, reason: null })
      yield* admin.move(id, { kind: "refund", id: "r1", credits: 20, reason: null })
      yield* admin.move(id, { kind: "adjustment", id: "a1", credits: -120, reason: "counted twice" })
      assert.strictEqual((yield* admin.get(id)).account.available, 300)
      const { data } = yield* admin.entries(id, { kind: "adjustment" }, newest)
      assert.deepStrictEqual(
        data.map(({ credits, reason }) => [credits, reason]),
        [[-120, "counted twice"]]
      )
      assert.strictEqual((yield* admin.entries(id, {}, newest)).data.length, 4)
    })
  )

  scenario(
    "are refused when they would overdraw or make no sense, and move nothing",
    Effect.gen(function* () {
      const admin = yield* Administration
      const { id } = yield* make({ billing: null })
      const move = { kind: "grant", id: "x", credits: 5, reason: null } as const
      const refused = [
        [{ ...move, credits: -5 }, "InvalidInput"],
        [{ ...move, credits: 0 }, "InvalidInput"],
        [{ ...move, credits: 1.5 }, "InvalidInput"],
        [{ ...move, credits: 2_000_000_000 }, "InvalidInput"],
        [{ ...move, id: "2026-01-01T00:00:00.000Z/5" }, "InvalidInput"],
        [{ ...move, kind: "adjustment" as const }, "InvalidInput"],
        [{ ...move, kind: "adjustment" as const, credits: -1, reason: "none there" }, "OutOfCredits"]
      ] as const
      for (const [wrong, tag] of refused) assert.strictEqual((yield* Effect.flip(admin.move(id, wrong)))._tag, tag)
      assert.deepStrictEqual((yield* admin.entries(id, {}, newest)).data, [])
    })
  )
})

describe("keys made by the operator", () => {
  scenario(
    "open their organization until they are revoked",
    Effect.gen(function* () {
      const admin = yield* Administration
      const { id } = yield* make()
      const { key, secret } = yield* admin.createKey({ organizationId: id, name: "ci", scopes: ["logs:read"] })
      const organizations = yield* Organizations
      const caller = yield* organizations.authenticate(Redacted.value(secret))
      assert.strictEqual(caller.organization.id, id)
      assert.deepStrictEqual(
        (yield* admin.listKeys(id)).map((one) => one.id),
        [key.id]
      )
      yield* admin.revokeKey(id, key.id)
      assert.strictEqual((yield* Effect.flip(organizations.authenticate(Redacted.value(secret))))._tag, "Unauthorized")
      const { id: other } = yield* make()
      assert.strictEqual((yield* Effect.flip(admin.revokeKey(other, key.id)))._tag, "KeyNotFound")
    })
  )

  scenario(
    "meet the limits of the plan and scheme that their organization has now",
    Effect.gen(function* () {
      const admin = yield* Administration
      const limits = yield* Limits
      const { id } = yield* make()
      const { secret } = yield* admin.createKey({ organizationId: id, name: "ci", scopes: null })
      const limitNow = Effect.gen(function* () {
        const caller = yield* Organizations.use((all) => all.authenticate(Redacted.value(secret)))
        const report = yield* Effect.scoped(limits.admit(caller, "default", 1))
        return [report?.mode, report?.limit]
      })
      assert.deepStrictEqual(yield* limitNow, ["rate", 10])
      yield* admin.change(id, { plan: "pro" })
      assert.deepStrictEqual(yield* limitNow, ["rate", 300])
      yield* admin.change(id, { limitScheme: "concurrency" })
      assert.deepStrictEqual(yield* limitNow, ["concurrency", 100])
      yield* admin.change(id, { plan: "growth" })
      assert.deepStrictEqual(yield* limitNow, ["concurrency", 250])
      yield* admin.change(id, { overrides: { concurrentRequests: 3 } })
      yield* admin.change(id, { plan: "scale" })
      assert.deepStrictEqual(yield* limitNow, ["concurrency", 3])
      yield* admin.change(id, { overrides: { unlimitedRequests: true } })
      assert.deepStrictEqual(yield* limitNow, [undefined, undefined])
    })
  )
})

describe("the operator", () => {
  const token = "an operator's token of forty characters!"
  const installation = (given: Option.Option<Redacted.Redacted>) =>
    TestInstallation.layer().pipe(Layer.provide(Layer.succeed(OperatorToken, given)))
  const tried = (secret: string) =>
    Administration.use((admin) => Effect.map(Effect.result(admin.authenticate(secret)), (result) => result._tag))

  it.effect("is known by the token, and by nothing else", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* tried(token), "Success")
      for (const wrong of ["", token.slice(0, -1), `${token} `, token.toUpperCase()]) {
        assert.strictEqual(yield* tried(wrong), "Failure")
      }
      const { organization } = yield* TestInstallation
      const { secret } = yield* Administration.use((admin) =>
        admin.createKey({ organizationId: organization.id, name: "k", scopes: null })
      )
      assert.strictEqual(yield* tried(Redacted.value(secret)), "Failure", "no key of an organization is one")
    }).pipe(Effect.provide(installation(Option.some(Redacted.make(token)))))
  )

  it.effect("does not exist where no token is configured", () =>
    Effect.gen(function* () {
      for (const secret of ["", token]) {
        const closed = yield* Effect.flip(Administration.use((admin) => admin.authenticate(secret)))
        assert.strictEqual(closed._tag, "AdministrationClosed")
      }
    }).pipe(Effect.provide(installation(Option.none())))
  )
})
