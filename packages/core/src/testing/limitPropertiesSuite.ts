/** What stays true of request limits, of every generation, however many clients call at once. */
import { assert, type Vitest } from "@effect/vitest"
import { Clock, Effect, Layer, Result, Schema } from "effect"
import { TestClock } from "effect/testing"
import { allowanceFor, type Bucket, secondsUntilReset, windowMillis, windowStart } from "../limits/domain/Window.ts"
import { LimitStore } from "../limits/LimitStore.ts"
import { type LimitReport, Limits, type RateLimited } from "../limits/Limits.ts"
import { layer as idsLayer } from "../memory/Ids.ts"
import type { ApiKey } from "../organizations/domain/ApiKey.ts"
import type { Organization } from "../organizations/domain/Organization.ts"
import { keyPrincipal } from "../organizations/domain/Principal.ts"
import { freshId, keyOf, organizationOf } from "./builders.ts"
import { longTestMillis } from "./Stores.ts"

/** What the tests of limits are declared with. */
export type LimitsIt = Vitest.MethodsNonLive<LimitStore>

/** A draw that was answered: what it weighed, whether it was admitted, and what was left after it. */
interface Drawn {
  readonly weight: number
  readonly admitted: boolean
  readonly remaining: number
}

/**
 * Asserts that the answers of one window are those of draws that came one after the other: what was admitted never
 * exceeds the limit, each admitted draw sees what those before it left, and what was refused drew nothing and did not fit.
 */
export const assertWindow = (limit: number, drawn: ReadonlyArray<Drawn>): void => {
  let remaining = limit
  const seen = new Set([limit])
  for (const draw of drawn.filter(({ admitted }) => admitted).toSorted((a, b) => b.remaining - a.remaining)) {
    remaining -= draw.weight
    seen.add(remaining)
    assert.strictEqual(draw.remaining, remaining, "an admitted call sees what those before it left")
  }
  assert.isAtLeast(remaining, 0, "a window admitted more than its limit")
  for (const draw of drawn.filter(({ admitted }) => !admitted)) {
    assert.isBelow(draw.remaining, draw.weight, "refused although it fitted")
    assert.isTrue(seen.has(draw.remaining), "a refusal tells of a budget that never was")
  }
}

const choice = (most: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: most }))

const atMost = <S extends Schema.Constraint>(schema: S, minimum: number, maximum: number) =>
  Schema.Array(schema).check(Schema.isMinLength(minimum), Schema.isMaxLength(maximum))

// Weights of the contract: most calls weigh one, a crawl ten, the submission of a batch fifty.
const Weight = Schema.Literals([1, 1, 1, 10, 50])

const Draws = atMost(Schema.Struct({ subject: choice(2), window: choice(1), weight: Weight }), 20, 80)

// Each of these calls takes some turns, so that calls of other clients come and go while it is under way.
const Call = Schema.Struct({
  bucket: Schema.Literals(["default", "default", "default", "monitors", "batches", "logs"]),
  weight: Weight,
  turns: choice(4)
})
const Client = Schema.Struct({ key: choice(2), calls: atMost(Call, 1, 8) })
const Rounds = atMost(Schema.Struct({ afterSeconds: choice(45), clients: atMost(Client, 8, 20) }), 2, 3)

/** An organization of each generation. The newest gives the Free plan both limits, across the organization. */
const generations: ReadonlyArray<readonly [string, Partial<Organization>]> = [
  ["by the minute, for each key", { plan: "developer", limitScheme: "rate" }],
  // Fewer slots than the plan has, so that clients meet at them.
  ["in flight, for each key", { plan: "developer", limitScheme: "concurrency", overrides: { concurrentRequests: 3 } }],
  ["both, across the organization", { plan: "free", limitScheme: "free" }],
  ["by the minute, for each key of a paid plan of the newest generation", { plan: "developer", limitScheme: "free" }]
]

/** An answer to a client. */
interface Answer extends Drawn {
  readonly subject: string
  readonly windowStartMillis: number
  readonly atMillis: number
  readonly report: LimitReport
  readonly retryAfterSeconds: number | null
}

const turns = (count: number) => Effect.forEach(Array.from({ length: count }), () => Effect.yieldNow, { discard: true })

/** Calls of many clients, and how many of each subject were under way at once at most. */
const callers = Effect.fnUntraced(function* (organization: Organization, keys: ReadonlyArray<ApiKey>) {
  const limits = yield* Limits
  const answers: Array<Answer> = []
  const inFlight = new Map<string, number>()
  const most = new Map<string, number>()
  const enter = (subject: string) => {
    const now = (inFlight.get(subject) ?? 0) + 1
    inFlight.set(subject, now)
    most.set(subject, Math.max(now, most.get(subject) ?? 0))
  }

  const call = Effect.fnUntraced(function* (key: ApiKey, { bucket, turns: length, weight }: typeof Call.Type) {
    const caller = keyPrincipal(key, organization)
    const { subject } = allowanceFor(caller, bucket)
    const atMillis = yield* Clock.currentTimeMillis
    const work = Effect.gen(function* () {
      const report = yield* limits.admit(caller, bucket, weight)
      enter(subject)
      yield* turns(length)
      inFlight.set(subject, inFlight.get(subject)! - 1)
      return report!
    })
    const answer: Result.Result<LimitReport, RateLimited> = yield* Effect.result(Effect.scoped(work))
    const report = Result.isSuccess(answer) ? answer.success : answer.failure.report
    answers.push({
      ...{ subject, weight, report, atMillis, windowStartMillis: windowStart(atMillis) },
      admitted: Result.isSuccess(answer),
      remaining: report.remaining,
      retryAfterSeconds: Result.isFailure(answer) ? answer.failure.retryAfterSeconds : null
    })
  })
  const act = ({ calls, key }: typeof Client.Type) =>
    Effect.forEach(calls, (one) => call(keys[key]!, one), { discard: true })
  return { act, answers, most }
})

const assertReport = ({ admitted, atMillis, report, retryAfterSeconds, windowStartMillis }: Answer, limit: number) => {
  const isRate = report.mode === "rate"
  assert.strictEqual(report.limit, limit)
  assert.isTrue(report.remaining >= 0 && report.remaining <= limit)
  assert.strictEqual(report.resetAtSeconds, isRate ? (windowStartMillis + windowMillis) / 1_000 : null)
  assert.strictEqual(retryAfterSeconds, admitted ? null : isRate ? secondsUntilReset(atMillis) : 1)
}

const assertAnswers = (organization: Organization, keys: ReadonlyArray<ApiKey>, answers: ReadonlyArray<Answer>) => {
  const allowances = keys.flatMap((key) =>
    (["default", "monitors", "batches", "logs"] as const).map((bucket: Bucket) =>
      allowanceFor(keyPrincipal(key, organization), bucket)
    )
  )
  const bySubject = new Map(allowances.map((allowance) => [allowance.subject, allowance]))
  for (const { concurrentRequests, requestsPerMinute, subject } of bySubject.values()) {
    const own = answers.filter((answer) => answer.subject === subject)
    for (const answer of own) {
      assertReport(answer, answer.report.mode === "rate" ? requestsPerMinute! : concurrentRequests!)
    }
    if (requestsPerMinute === null) continue
    const counted = own.filter(({ report }) => report.mode === "rate")
    for (const start of new Set(counted.map(({ windowStartMillis }) => windowStartMillis))) {
      assertWindow(
        requestsPerMinute,
        counted.filter(({ windowStartMillis }) => windowStartMillis === start)
      )
    }
  }
  return [...bySubject.values()]
}

/** Declares the properties of limits over a store. */
export const limitProperties = (it: LimitsIt) => {
  it.effect.prop(
    "answers draws of any weight, made all at once, as if they came one after the other, each window by itself",
    [Draws],
    ([draws]) =>
      Effect.gen(function* () {
        const store = yield* LimitStore
        const limit = 60
        const start = windowStart(yield* Clock.currentTimeMillis)
        const subjects = [freshId("subject"), freshId("subject"), freshId("subject")]
        const drawn = yield* Effect.forEach(
          draws,
          Effect.fnUntraced(function* ({ subject, weight, window }) {
            const { admitted, used } = yield* store.draw({
              subject: subjects[subject]!,
              windowStartMillis: start + window * windowMillis,
              ...{ windowMillis, weight, limit }
            })
            return { key: `${subject} ${window}`, weight, admitted, remaining: limit - used }
          }),
          { concurrency: "unbounded" }
        )
        for (const key of new Set(drawn.map((one) => one.key))) {
          assertWindow(
            limit,
            drawn.filter((one) => one.key === key)
          )
        }
      }),
    { timeout: longTestMillis, arbitrary: { runs: 25 } }
  )

  for (const [counted, given] of generations) {
    it.effect.prop(
      `holds limits ${counted}, whatever many clients call at once`,
      [Rounds],
      ([rounds]) =>
        Effect.gen(function* () {
          const organization = organizationOf(given)
          const keys = [keyOf(organization.id), keyOf(organization.id), keyOf(organization.id)]
          const { act, answers, most } = yield* callers(organization, keys)
          for (const { afterSeconds, clients } of rounds) {
            yield* TestClock.adjust(`${afterSeconds} seconds`)
            yield* Effect.forEach(clients, act, { concurrency: "unbounded", discard: true })
          }
          const store = yield* LimitStore
          for (const { concurrentRequests, subject } of assertAnswers(organization, keys, answers)) {
            if (concurrentRequests === null) continue
            assert.isAtMost(most.get(subject) ?? 0, concurrentRequests, "more calls in flight than there are slots")
            const slot = yield* store.enter({ subject, token: freshId("slot"), limit: 1, leaseMillis: windowMillis })
            assert.deepStrictEqual(slot, { admitted: true, taken: 1 }, "a call kept its slot")
          }
        }).pipe(Effect.provide(Limits.layer.pipe(Layer.provide(idsLayer)))),
      { timeout: longTestMillis, arbitrary: { runs: 12 } }
    )
  }
}
