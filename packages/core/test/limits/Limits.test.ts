import { assert, describe, it } from "@effect/vitest"
import { allowanceFor, type Bucket, secondsUntilReset, windowStart } from "@kittiwake/core/limits/domain/Window"
import { Limits } from "@kittiwake/core/limits/Limits"
import type { LimitOverrides } from "@kittiwake/core/organizations/domain/Organization"
import { type Plan, planTerms } from "@kittiwake/core/organizations/domain/Plan"
import { keyPrincipal, type Principal } from "@kittiwake/core/organizations/domain/Principal"
import { Effect, Exit, Scope } from "effect"
import fc from "fast-check"
import { keyOf, organizationOf } from "../../src/testing/builders.ts"
import { advance, scenario } from "../watching.ts"

const callerOn = (plan: Plan, overrides: LimitOverrides = {}) => {
  const organization = organizationOf({ plan, overrides })
  return keyPrincipal(keyOf(organization.id), organization)
}

/** A call that is over when it is answered. */
const call = (caller: Principal, bucket: Bucket = "default", weight = 1) =>
  Effect.scoped(Limits.use((limits) => limits.admit(caller, bucket, weight)))

const isAdmitted = (caller: Principal, bucket: Bucket = "default", weight = 1) =>
  Effect.map(Effect.exit(call(caller, bucket, weight)), Exit.isSuccess)

describe("a rate limit", () => {
  scenario(
    "admits exactly what the plan allows a minute, however many call at once",
    Effect.gen(function* () {
      for (const plan of ["developer", "pro", "growth", "scale", "enterprise"] as const) {
        const caller = callerOn(plan)
        const limit = planTerms[plan].requestsPerMinute
        const answers = yield* Effect.forEach(Array.from({ length: limit + 50 }), () => isAdmitted(caller), {
          concurrency: "unbounded"
        })
        assert.strictEqual(answers.filter(Boolean).length, limit, plan)
      }
    })
  )

  scenario(
    "never admits more units than the limit in a window, whatever the weights, and wastes none",
    Effect.gen(function* () {
      const weights = fc.sample(fc.array(fc.constantFrom(1, 1, 1, 10, 50), { maxLength: 200 }), 20)
      for (const some of weights) {
        const caller = callerOn("developer")
        let drawn = 0
        yield* Effect.forEach(
          some,
          (weight) =>
            Effect.map(Effect.result(call(caller, "default", weight)), (answer) => {
              if (answer._tag === "Success") drawn += weight
              else assert.isBelow(answer.failure.report.remaining, weight, "refused only because it did not fit")
            }),
          { concurrency: "unbounded" }
        )
        assert.isAtMost(drawn, 60)
        if (drawn < 60) assert.isTrue(yield* isAdmitted(caller, "default", 60 - drawn), "what was refused drew nothing")
      }
    })
  )

  scenario(
    "reports limit, rest and reset, and how long to wait",
    Effect.gen(function* () {
      yield* advance("12500 millis")
      const caller = callerOn("developer")
      const report = yield* call(caller, "default", 10)
      const resetAtSeconds = Date.UTC(2026, 0, 1, 0, 1) / 1_000
      assert.deepStrictEqual(report, { mode: "rate", limit: 60, remaining: 50, resetAtSeconds })
      const refused = yield* Effect.flip(call(caller, "default", 51))
      assert.deepStrictEqual(refused.report, { mode: "rate", limit: 60, remaining: 50, resetAtSeconds })
      assert.strictEqual(refused.retryAfterSeconds, 48)
    })
  )

  scenario(
    "starts anew on the UTC minute",
    Effect.gen(function* () {
      yield* advance("59 seconds")
      const caller = callerOn("developer")
      yield* call(caller, "default", 60)
      assert.isFalse(yield* isAdmitted(caller))
      yield* advance("1 second")
      assert.isTrue(yield* isAdmitted(caller, "default", 60))
    })
  )

  scenario(
    "counts each key of a paid plan by itself, and each bucket",
    Effect.gen(function* () {
      const one = callerOn("developer")
      const other = keyPrincipal(keyOf(one.organization.id), one.organization)
      yield* call(one, "default", 60)
      assert.isFalse(yield* isAdmitted(one))
      assert.isTrue(yield* isAdmitted(other))
      assert.strictEqual((yield* call(one, "monitors"))?.remaining, 999)
      assert.strictEqual((yield* call(other, "monitors"))?.remaining, 998, "the organization shares this bucket")
      assert.strictEqual((yield* call(one, "batches", 50))?.remaining, 950)
      assert.strictEqual((yield* call(one, "logs"))?.limit, 60)
    })
  )

  scenario(
    "gives way to what the operator set, and reports nothing where nothing is limited",
    Effect.gen(function* () {
      const raised = callerOn("free", { requestsPerMinute: 500 })
      assert.strictEqual((yield* call(raised))?.limit, 500)
      const unlimited = callerOn("free", { unlimitedRequests: true })
      for (const bucket of ["default", "monitors", "batches", "logs"] as const) {
        assert.isNull(yield* call(unlimited, bucket, 5_000), bucket)
      }
    })
  )
})

describe("a concurrency limit", () => {
  scenario(
    "lets the whole free organization have two calls in flight, and gives a slot back with each answer",
    Effect.gen(function* () {
      const one = callerOn("free")
      const other = keyPrincipal(keyOf(one.organization.id), one.organization)
      const limits = yield* Limits
      const scopes = [yield* Scope.make(), yield* Scope.make()] as const
      yield* limits.admit(one, "default", 1).pipe(Scope.provide(scopes[0]))
      yield* limits.admit(other, "default", 1).pipe(Scope.provide(scopes[1]))
      const refused = yield* Effect.flip(call(one))
      assert.deepStrictEqual(refused.report, { mode: "concurrency", limit: 2, remaining: 0, resetAtSeconds: null })
      assert.strictEqual(refused.retryAfterSeconds, 1)
      yield* Scope.close(scopes[0], Exit.void)
      const report = yield* call(one)
      assert.strictEqual(report?.mode, "rate", "with two limits, the rate is reported")
      assert.strictEqual(report?.remaining, 7, "the refused call drew nothing")
    })
  )

  scenario(
    "is given back by a call that fails, and by one that the rate refuses",
    Effect.gen(function* () {
      const caller = callerOn("free")
      const limits = yield* Limits
      for (let index = 0; index < 5; index++) {
        yield* Effect.exit(Effect.scoped(Effect.andThen(limits.admit(caller, "default", 1), Effect.die("broke"))))
      }
      for (let index = 0; index < 5; index++) yield* Effect.exit(call(caller, "default", 100))
      assert.strictEqual((yield* call(caller))?.remaining, 4)
    })
  )

  scenario(
    "is the limit of organizations of the concurrency scheme, by plan and for each key",
    Effect.gen(function* () {
      const slots = { free: 1, developer: 10, pro: 100, growth: 250, scale: 500, enterprise: 500 } as const
      for (const plan of Object.keys(slots) as Array<Plan>) {
        const organization = organizationOf({ plan, limitScheme: "concurrency" })
        const [one, other] = [keyOf(organization.id), keyOf(organization.id)].map((key) =>
          keyPrincipal(key, organization)
        )
        const limits = yield* Limits
        const scope = yield* Scope.make()
        for (let count = 0; count < slots[plan]; count++) {
          yield* limits.admit(one!, "default", 10).pipe(Scope.provide(scope))
        }
        const refused = yield* Effect.flip(call(one!))
        assert.deepStrictEqual(refused.report, {
          mode: "concurrency",
          limit: slots[plan],
          remaining: 0,
          resetAtSeconds: null
        })
        assert.strictEqual((yield* call(other!))?.remaining, slots[plan] - 1)
        yield* Scope.close(scope, Exit.void)
      }
    })
  )

  scenario(
    "does not apply to organizations of the first scheme, whose keys each have their minute",
    Effect.gen(function* () {
      const organization = organizationOf({ plan: "free", limitScheme: "rate" })
      for (const key of [keyOf(organization.id), keyOf(organization.id)]) {
        const report = yield* call(keyPrincipal(key, organization), "default", 10)
        assert.deepInclude(report, { mode: "rate", limit: 10, remaining: 0 })
        assert.isFalse(yield* isAdmitted(keyPrincipal(key, organization)))
      }
    })
  )

  scenario(
    "gives way to an override of its own kind, and leaves the other kind as it is",
    Effect.gen(function* () {
      const both = callerOn("free", { concurrentRequests: 5 })
      assert.deepInclude(yield* call(both), { mode: "rate", limit: 10 })
      const organization = organizationOf({
        plan: "pro",
        limitScheme: "concurrency",
        overrides: { requestsPerMinute: 9 }
      })
      assert.deepInclude(yield* call(keyPrincipal(keyOf(organization.id), organization)), { mode: "rate", limit: 9 })
    })
  )

  scenario(
    "can stand alone, and counts calls and not their weight",
    Effect.gen(function* () {
      const caller = callerOn("pro", { concurrentRequests: 100 })
      const report = yield* call(caller, "default", 10)
      assert.deepStrictEqual(report, { mode: "concurrency", limit: 100, remaining: 99, resetAtSeconds: null })
    })
  )
})

describe("a window", () => {
  it("holds its moment, and ends within a minute of whole seconds", () => {
    fc.assert(
      fc.property(fc.nat(2_000_000_000_000), (at) => {
        const start = windowStart(at)
        const seconds = secondsUntilReset(at)
        return start <= at && at < start + 60_000 && start % 60_000 === 0 && seconds >= 1 && seconds <= 60
      })
    )
  })

  it("belongs to an organization or a principal, and never to two of them", () => {
    const [one, other] = [callerOn("developer"), callerOn("developer")]
    const subjects = [one, other].flatMap((caller) =>
      (["default", "monitors", "batches", "logs"] as const).map((bucket) => allowanceFor(caller, bucket).subject)
    )
    assert.strictEqual(new Set(subjects).size, subjects.length)
  })
})

describe("a grant", () => {
  const grantOf = (signer: Principal, id: string): Principal => ({
    ...signer,
    kind: "grant",
    id,
    countedFor: signer.id
  })

  scenario(
    "draws on what the key that signed it has, so that one key gets no more out of a plan by signing many",
    Effect.gen(function* () {
      const key = callerOn("developer")
      const callers = [key, ...Array.from({ length: 20 }, (_, at) => grantOf(key, `grant_${at}`))]
      const answers = yield* Effect.forEach(
        callers.flatMap((caller) => [caller, caller, caller, caller]),
        (caller) => isAdmitted(caller)
      )
      assert.strictEqual(answers.filter(Boolean).length, 60)
      const other = keyPrincipal(keyOf(key.organization.id), key.organization)
      assert.isTrue(yield* isAdmitted(other), "another key has a limit of its own")
      assert.isFalse(yield* isAdmitted(grantOf(key, "grant_new")))
    })
  )

  scenario(
    "shares the slots and the cancellations of that key too",
    Effect.gen(function* () {
      const key = callerOn("developer", { concurrentRequests: 2 })
      const held = yield* Scope.make()
      const enter = (caller: Principal) =>
        Effect.map(
          Effect.exit(
            Scope.provide(
              Limits.use((limits) => limits.admit(caller, "default", 1)),
              held
            )
          ),
          Exit.isSuccess
        )
      assert.deepStrictEqual(yield* Effect.forEach([key, grantOf(key, "one"), grantOf(key, "two"), key], enter), [
        true,
        true,
        false,
        false
      ])
      yield* Scope.close(held, Exit.void)
      const cancel = (caller: Principal, weight: number) =>
        Effect.map(Effect.exit(Limits.use((limits) => limits.admitCancelling(caller, weight))), Exit.isSuccess)
      assert.isTrue(yield* cancel(grantOf(key, "one"), 599))
      assert.isTrue(yield* cancel(key, 1))
      assert.isFalse(yield* cancel(grantOf(key, "two"), 1))
    })
  )
})

describe("strangers", () => {
  scenario(
    "who try secrets use up what their address has, and nothing of others",
    Effect.gen(function* () {
      const { admitStranger, admitTry } = yield* Limits
      const isAdmittedFrom = (address: string) => Effect.map(Effect.exit(admitTry("tests", address, 2)), Exit.isSuccess)
      const tries = yield* Effect.forEach(
        Array.from({ length: 75 }, (_, at) => `192.0.2.${Math.floor(at / 3)}`),
        isAdmittedFrom
      )
      assert.strictEqual(tries.filter(Boolean).length, 50)
      assert.isFalse(yield* isAdmittedFrom("192.0.2.1"), "an address has what it has")
      assert.isTrue(yield* isAdmittedFrom("198.51.100.1"))
      assert.isTrue(Exit.isSuccess(yield* Effect.exit(admitStranger("tests", "198.51.100.2", 2))), "nor is it all's")
      yield* advance("1 minute")
      assert.isTrue(yield* isAdmittedFrom("192.0.2.1"))
    })
  )

  scenario(
    "who ask too often take nothing from all",
    Effect.gen(function* () {
      const { admitStranger } = yield* Limits
      const isAdmittedFrom = (address: string) =>
        Effect.map(Effect.exit(admitStranger("tests", address, 2)), Exit.isSuccess)
      const one = yield* Effect.forEach(Array.from({ length: 50 }), () => isAdmittedFrom("192.0.2.1"))
      assert.strictEqual(one.filter(Boolean).length, 2)
      const others = Array.from({ length: 20 }, (_, at) => `198.51.100.${at}`)
      assert.strictEqual((yield* Effect.forEach(others, isAdmittedFrom)).filter(Boolean).length, 18)
    })
  )

  scenario(
    "are refused what they would have to leave to others, so that whoever comes next finds room",
    Effect.gen(function* () {
      const { admitStranger } = yield* Limits
      const isAdmittedFrom = (address: string) =>
        Effect.map(Effect.exit(admitStranger("tests", address, 20)), Exit.isSuccess)
      const networks = Array.from({ length: 12 }, (_, at) => `198.51.100.${at}`)
      const admitted = yield* Effect.forEach(networks, (address) =>
        Effect.map(
          Effect.forEach(Array.from({ length: 20 }), () => isAdmittedFrom(address)),
          (all) => all.filter(Boolean).length
        )
      )
      assert.deepStrictEqual(admitted, [...Array.from({ length: 9 }, () => 20), 10, 5, 3])
      assert.isTrue(yield* isAdmittedFrom("192.0.2.1"))
      const refused = yield* Effect.flip(admitStranger("tests", "192.0.2.1", 20))
      assert.strictEqual(refused.report.limit, 200)
    })
  )

  scenario(
    "are counted by their network, since whoever has one IPv6 address has all of its last half",
    Effect.gen(function* () {
      const { admitStranger } = yield* Limits
      const isAdmittedFrom = (address: string) =>
        Effect.map(Effect.exit(admitStranger("tests", address, 2)), Exit.isSuccess)
      for (const [first, second, third, elsewhere] of [
        ["2001:db8:1:2::1", "2001:DB8:1:2:ffff::9", "2001:db8:1:2::3%eth0", "2001:db8:1:3::1"],
        ["192.0.2.1", "::ffff:192.0.2.1", "::ffff:c000:201", "::ffff:192.0.2.2"],
        ["unknown", "unknown", "unknown", "unknown too"]
      ] as const) {
        const answers = yield* Effect.forEach([first, second, third, elsewhere], isAdmittedFrom)
        assert.deepStrictEqual(answers, [true, true, false, true], first)
      }
    })
  )
})
