/**
 * What the operations that tell of a site share: deadlines, ages, labels and zero retention (contract/brand.md, products.md,
 * design-industry.md). Observed: replies, and what reading was asked for.
 */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { call, layer, newCaller, pick } from "./support/App.ts"
import { type Asked, WebScript } from "./support/ScriptedWeb.ts"

const day = 86_400_000

interface Operation {
  readonly method: "GET" | "POST"
  readonly path: string
  /** What it must be given. */
  readonly given: Readonly<Record<string, unknown>>
  /** Least deadline for which a part is an answer. */
  readonly leastPartMillis: number
  /** Oldest acceptable reading where nobody says; null where nobody may say it. */
  readonly usualAgeMillis: number | null
  /** Whether an age out of bounds is brought within them or refused. */
  readonly age: "clamped" | "refused"
  /** Whether it can be asked to keep nothing. */
  readonly keepsNothing: boolean
}

const domain = { domain: "shop.example" }

const brand = { leastPartMillis: 1_000, usualAgeMillis: 90 * day, age: "clamped", keepsNothing: false } as const
const look = { leastPartMillis: 5_000, usualAgeMillis: 90 * day, age: "clamped" } as const
const product = { leastPartMillis: 1_000, usualAgeMillis: 7 * day, age: "refused" } as const
const codes = { leastPartMillis: 1_000, usualAgeMillis: null, age: "refused", keepsNothing: true } as const

const operations: ReadonlyArray<Operation> = [
  { method: "POST", path: "/brand/retrieve", given: { type: "by_domain", ...domain }, ...brand },
  { method: "GET", path: "/brand/retrieve", given: domain, ...brand },
  { method: "GET", path: "/brand/retrieve-simplified", given: domain, ...brand },
  { method: "GET", path: "/web/styleguide", given: domain, ...look, keepsNothing: true },
  { method: "GET", path: "/web/fonts", given: domain, ...look, keepsNothing: false },
  {
    ...{ method: "POST", path: "/brand/ai/product", given: { url: "https://shop.example/mug" } },
    ...product,
    keepsNothing: true
  },
  { method: "POST", path: "/brand/ai/products", given: domain, ...product, keepsNothing: false },
  { method: "GET", path: "/web/naics", given: { input: "shop.example" }, ...codes },
  { method: "GET", path: "/web/sic", given: { input: "shop.example" }, ...codes }
]

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** As the public client writes a query: lists joined by commas, objects with brackets, null as nothing. */
const queryOf = (given: Readonly<Record<string, unknown>>): string =>
  Object.entries(given)
    .flatMap(([name, value]) =>
      isObject(value)
        ? Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, inner] as const)
        : [[name, value] as const]
    )
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value ?? ""))}`)
    .join("&")

const ask = Effect.fnUntraced(function* (key: string, { given, method, path }: Operation, more: object = {}) {
  const all = { ...given, ...more }
  const before = (yield* WebScript).asked.length
  const reply =
    method === "GET"
      ? yield* call("GET", `/v1${path}?${queryOf(all)}`, { key })
      : yield* call("POST", `/v1${path}`, { key, body: all })
  const asked = (yield* WebScript).asked.slice(before).at(0)
  return { reply, asked, said: `${method} ${path} ${JSON.stringify(more)} → ${JSON.stringify(reply.body)}` }
})

/** What reading was asked for, of a call that was answered. */
const taken = Effect.fnUntraced(function* (...given: Parameters<typeof ask>) {
  const { asked, reply, said } = yield* ask(...given)
  assert.strictEqual(reply.status, 200, said)
  return asked ?? assert.fail(said)
})

/** That a call is refused so, and that nothing was read or charged for it. */
const refused = Effect.fnUntraced(function* (status: number, code: string, ...given: Parameters<typeof ask>) {
  const { asked, reply, said } = yield* ask(...given)
  assert.deepStrictEqual([reply.status, reply.body.error_code], [status, code], said)
  assert.deepStrictEqual(pick(reply.body, "key_metadata", "credits_consumed"), 0, said)
  assert.strictEqual(reply.headers.get("x-request-id"), reply.body.request_id, said)
  assert.isUndefined(asked, said)
  return String(reply.body.message)
})

const unlimited = newCaller({ overrides: { unlimitedRequests: true } })

/** How old what is told may be: brands are kept by themselves, the others as pages are. */
const ageOf = ({ call: { freshness }, method, request }: Asked): unknown =>
  method === "retrieve" ? pick(request, "maxAgeMillis") : freshness.maxAgeMillis

for (const operation of operations) {
  describe(`${operation.method} ${operation.path}`, () => {
    it.effect("has a deadline of 55 seconds, or the one that is named, in any of three ways", () =>
      Effect.gen(function* () {
        const key = yield* unlimited
        const deadlineOf = Effect.fnUntraced(function* (more: object) {
          const { acceptsPart, atMillis } = (yield* taken(key, operation, more)).call.deadline
          return [atMillis - (yield* Clock.currentTimeMillis), acceptsPart]
        })
        for (const [more, millis, acceptsPart] of [
          [{}, 55_000, false],
          [{ timeoutOpts: { milliseconds: 1_000 } }, 1_000, false],
          [{ timeoutOpts: { milliseconds: 20_000, behavior: "fail" } }, 20_000, false],
          [{ timeoutOpts: { milliseconds: 20_000, behavior: "return-partial" } }, 20_000, true],
          [{ timeoutMS: 1_000 }, 1_000, false],
          [{ timeoutMS: 300_000 }, 300_000, false],
          [{ timeout: 20_000 }, 20_000, false],
          [{ timeout: { milliseconds: 300_000, behavior: "return-partial" } }, 300_000, true]
        ] as const) {
          assert.deepStrictEqual(yield* deadlineOf(more), [millis, acceptsPart], JSON.stringify(more))
        }
        const text = JSON.stringify({ milliseconds: 20_000, behavior: "return-partial" })
        if (operation.method === "GET") assert.deepStrictEqual(yield* deadlineOf({ timeoutOpts: text }), [20_000, true])
        const least = { milliseconds: operation.leastPartMillis, behavior: "return-partial" }
        assert.deepStrictEqual(yield* deadlineOf({ timeoutOpts: least }), [operation.leastPartMillis, true])
      }).pipe(Effect.provide(layer))
    )

    it.effect("refuses a deadline that is none, or of which there are two", () =>
      Effect.gen(function* () {
        const key = yield* unlimited
        for (const more of [
          { timeoutOpts: { milliseconds: 999 } },
          { timeoutOpts: { milliseconds: 1_000.5 } },
          { timeoutOpts: { milliseconds: "soon" } },
          { timeoutOpts: { milliseconds: operation.leastPartMillis - 1, behavior: "return-partial" } },
          { timeoutOpts: { behavior: "fail" } },
          { timeoutOpts: { milliseconds: 20_000, behavior: "wait" } },
          { timeoutOpts: { milliseconds: 20_000, retries: 1 } },
          { timeoutMS: 999 },
          { timeoutMS: -1 },
          { timeout: 999 },
          { timeout: { behavior: "fail" } },
          { timeoutOpts: { milliseconds: 20_000 }, timeoutMS: 20_000 },
          { timeoutOpts: { milliseconds: 20_000 }, timeout: 20_000 },
          { timeoutMS: 20_000, timeout: { milliseconds: 20_000 } }
        ]) {
          assert.match(yield* refused(400, "INPUT_VALIDATION_ERROR", key, operation, more), /^timeout/)
        }
        for (const more of [
          { timeoutOpts: { milliseconds: 300_001 } },
          { timeoutOpts: { milliseconds: 300_001, behavior: "return-partial" } },
          { timeoutMS: 300_001 },
          { timeout: 300_001 }
        ]) {
          yield* refused(400, "TIMEOUT_EXCEEDS_MAXIMUM", key, operation, more)
        }
      }).pipe(Effect.provide(layer))
    )

    it.effect("takes up to twenty labels of fifty characters, and keeps them with the call", () =>
      Effect.gen(function* () {
        const key = yield* unlimited
        const tags = Array.from({ length: 20 }, (_, n) => `${n}`.padEnd(50, "x"))
        const { reply, said } = yield* ask(key, operation, { tags })
        assert.strictEqual(reply.status, 200, said)
        const log = yield* call("GET", `/v1/logs/${reply.body.request_id}`, { key })
        assert.deepStrictEqual(pick(log.body, "data", "tags"), tags)
        for (const wrong of [[...tags, "one more"], ["x".repeat(51)]]) {
          assert.match(yield* refused(400, "INPUT_VALIDATION_ERROR", key, operation, { tags: wrong }), /^tags/)
        }
      }).pipe(Effect.provide(layer))
    )

    it.effect(`${operation.keepsNothing ? "keeps nothing" : "cannot be asked to keep nothing"}`, () =>
      Effect.gen(function* () {
        const key = yield* newCaller({ zeroDataRetention: true, overrides: { unlimitedRequests: true } })
        assert.isFalse((yield* taken(key, operation, { zdr: "disabled" })).call.freshness.zeroRetention)
        assert.match(yield* refused(400, "INPUT_VALIDATION_ERROR", key, operation, { zdr: "on" }), /^zdr/)
        if (!operation.keepsNothing) {
          yield* refused(400, "ZDR_NOT_SUPPORTED", key, operation, { zdr: "enabled" })
          // Who has not agreed it with us hears the same: it is not offered to anybody.
          yield* refused(400, "ZDR_NOT_SUPPORTED", yield* unlimited, operation, { zdr: "enabled" })
          return
        }
        assert.isTrue((yield* taken(key, operation, { zdr: "enabled" })).call.freshness.zeroRetention)
        yield* refused(403, "ZDR_NOT_ENABLED", yield* unlimited, operation, { zdr: "enabled" })
      }).pipe(Effect.provide(layer))
    )

    const { usualAgeMillis } = operation
    if (usualAgeMillis === null) return

    it.effect(`tells what is ${usualAgeMillis / day} days old at most, or as old as is said`, () =>
      Effect.gen(function* () {
        const key = yield* unlimited
        const age = Effect.fnUntraced(function* (maxAgeMs: number | null) {
          return ageOf(yield* taken(key, operation, { maxAgeMs }))
        })
        assert.strictEqual(ageOf(yield* taken(key, operation)), usualAgeMillis)
        for (const millis of [0, 1, 3_600_000, 365 * day]) assert.strictEqual(yield* age(millis), millis)
        if (operation.age === "clamped") {
          assert.strictEqual(yield* age(null), usualAgeMillis)
          assert.deepStrictEqual([yield* age(-1), yield* age(365 * day + 1)], [0, 365 * day])
        } else {
          for (const maxAgeMs of [-1, 365 * day + 1]) {
            assert.match(yield* refused(400, "INPUT_VALIDATION_ERROR", key, operation, { maxAgeMs }), /^maxAgeMs/)
          }
        }
        for (const maxAgeMs of ["old", 1.5]) {
          assert.match(yield* refused(400, "INPUT_VALIDATION_ERROR", key, operation, { maxAgeMs }), /^maxAgeMs/)
        }
      }).pipe(Effect.provide(layer))
    )
  })
}
