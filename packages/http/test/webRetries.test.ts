/** Calls that are asked for again while they are under way (contract/client-behaviour.md §4), by a clock that tests move. */
import { assert, describe, it } from "@effect/vitest"
import { Credits } from "@kittiwake/core/credits/Credits"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Handlers } from "../src/server.ts"
import { call, layer, newKey, newOrganization, pick } from "./support/App.ts"
import { WebScript } from "./support/ScriptedWeb.ts"

const path = "/v1/web/scrape/markdown?url=https://shop.example/prices"

const retry = { "X-Stainless-Retry-Count": "1" }

/** The web holds every answer back until told; tells when it began and whether it was stopped. */
const held = Effect.gen(function* () {
  const script = yield* WebScript
  const release = yield* Deferred.make<void>()
  let begun = 0
  let stopped = 0
  const waiting = yield* Deferred.make<void>()
  script.before = Effect.suspend(() => {
    begun += 1
    return Effect.andThen(Deferred.succeed(waiting, undefined), Deferred.await(release))
  }).pipe(
    Effect.onInterrupt(() =>
      Effect.sync(() => {
        stopped += 1
      })
    )
  )
  return { release: Deferred.succeed(release, undefined), waiting, begun: () => begun, stopped: () => stopped }
})

const megabyte = new Uint8Array(1024 * 1024)

/** Lets everything that can go on go on: fibers, and digests of files, which take less than this one. */
const settle = Effect.gen(function* () {
  for (let turn = 0; turn < 50; turn++) yield* Effect.yieldNow
  yield* Effect.promise(() => crypto.subtle.digest("SHA-256", megabyte))
  yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
  for (let turn = 0; turn < 50; turn++) yield* Effect.yieldNow
})

const spent = Effect.fnUntraced(function* (organization: {
  readonly id: Parameters<Credits["Service"]["account"]>[0]
}) {
  const { available } = yield* (yield* Credits).account(organization.id)
  return 1_000 - available
})

/** A call whose caller may hang up. */
const hangable = Effect.fnUntraced(function* (key: string, target = path) {
  const { web } = yield* Handlers
  const caller = new AbortController()
  const headers = { authorization: `Bearer ${key}` }
  const answer = web(new Request(`http://kittiwake.test${target}`, { headers, signal: caller.signal }))
  answer.catch(() => undefined)
  return { hangUp: Effect.sync(() => caller.abort()), answer }
})

describe("a repetition of a call that is under way", () => {
  it.effect("gets what the first gets, and both are charged once", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const key = (yield* newKey(organization)).secret
      const other = (yield* newKey(organization)).secret
      const web = yield* held
      const first = yield* Effect.forkChild(call("GET", path, { key }))
      yield* Deferred.await(web.waiting)
      const second = yield* Effect.forkChild(call("GET", path, { key: other, headers: retry }))
      yield* settle
      assert.strictEqual(web.begun(), 1)
      yield* web.release
      const replies = [yield* Fiber.join(first), yield* Fiber.join(second)]
      assert.deepStrictEqual(
        replies.map(({ body, status }) => [status, body.markdown]),
        [
          [200, "# Prices\n\n10 €"],
          [200, "# Prices\n\n10 €"]
        ]
      )
      assert.notStrictEqual(replies[0]?.body.request_id, replies[1]?.body.request_id)
      // Who repeats a call reads no answer to the one before.
      const consumed = replies.map(({ body }) => pick(body.key_metadata, "credits_consumed"))
      assert.deepStrictEqual(consumed, [0, 1])
      assert.strictEqual(yield* spent(organization), 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is told the same error, and nothing is charged", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const key = (yield* newKey(organization)).secret
      const web = yield* held
      const script = yield* WebScript
      const { before } = script
      script.before = Effect.andThen(before, Effect.die(new Error("bug")))
      const first = yield* Effect.forkChild(call("GET", path, { key }))
      yield* Deferred.await(web.waiting)
      const second = yield* Effect.forkChild(call("GET", path, { key, headers: retry }))
      yield* settle
      yield* web.release
      for (const reply of [yield* Fiber.join(first), yield* Fiber.join(second)]) {
        assert.deepStrictEqual([reply.status, reply.body.error_code], [500, "INTERNAL_ERROR"])
      }
      assert.strictEqual(yield* spent(organization), 0)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is one only if it says so, of the same organization, of the same operation, with the same input", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization({ overrides: { unlimitedRequests: true } })
      const stranger = yield* newOrganization()
      const key = (yield* newKey(organization)).secret
      const strangers = (yield* newKey(stranger)).secret
      const web = yield* held
      const crawl = "/v1/web/crawl"
      const body = { url: "https://shop.example/" }
      const calls = [
        call("GET", path, { key }),
        call("GET", path, { key }),
        call("GET", path, { key, headers: { "X-Stainless-Retry-Count": "0" } }),
        call("GET", path, { key, headers: { "X-Stainless-Retry-Count": "x" } }),
        call("GET", path, { key: strangers, headers: retry }),
        call("GET", `${path}&includeLinks=false`, { key, headers: retry }),
        call("GET", `${path}&tags=a`, { key, headers: retry }),
        call("GET", path.replace("markdown", "html"), { key, headers: retry }),
        call("POST", crawl, { key, body }),
        call("POST", crawl, { key, body: { ...body, maxPages: 5 }, headers: retry }),
        call("POST", crawl, { key, body: { ...body, waitForMs: 2_000 }, headers: retry }),
        call("POST", "/v1/parse", { key, body: "# One" }),
        call("POST", "/v1/parse", { key, body: "# Two", headers: retry }),
        call("POST", "/v1/parse", { key, body: "# One", headers: { ...retry, "content-type": "text/markdown" } }),
        call("POST", "/v1/parse?extension=md", { key, body: "# One", headers: retry })
      ]
      for (const one of calls) {
        yield* Effect.forkChild(one)
        yield* settle
      }
      assert.strictEqual(web.begun(), calls.length)
      const joined = [
        call("GET", path, { key, headers: retry }),
        call("POST", crawl, { key, body, headers: retry }),
        call("POST", "/v1/parse", { key, body: "# One", headers: retry })
      ]
      const fibers = []
      for (const one of joined) fibers.push(yield* Effect.forkChild(one))
      yield* settle
      assert.strictEqual(web.begun(), calls.length)
      yield* web.release
      for (const fiber of fibers) assert.strictEqual((yield* Fiber.join(fiber)).status, 200)
      yield* settle
      assert.deepStrictEqual([yield* spent(organization), yield* spent(stranger)], [calls.length - 1, 1])
    }).pipe(Effect.provide(layer))
  )
})

describe("a call whose caller went away", () => {
  it.effect("goes on for five seconds, then is stopped and costs nothing", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const key = (yield* newKey(organization)).secret
      const web = yield* held
      const { hangUp } = yield* hangable(key)
      yield* Deferred.await(web.waiting)
      yield* hangUp
      yield* settle
      yield* TestClock.adjust("4999 millis")
      yield* settle
      assert.strictEqual(web.stopped(), 0)
      yield* TestClock.adjust("1 millis")
      yield* settle
      assert.strictEqual(web.stopped(), 1)
      assert.strictEqual(yield* spent(organization), 0)
      const logs = yield* call("GET", "/v1/logs", { key })
      const entry = { status_code: 499, credits_used: 0, path: "/v1/web/scrape/markdown" }
      assert.deepInclude(pick(logs.body, "data", 0), entry)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is answered to who asks again meanwhile, and charged once", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const key = (yield* newKey(organization)).secret
      const web = yield* held
      const { hangUp } = yield* hangable(key)
      yield* Deferred.await(web.waiting)
      yield* hangUp
      yield* settle
      yield* TestClock.adjust("4 seconds")
      const again = yield* Effect.forkChild(call("GET", path, { key, headers: { "X-Stainless-Retry-Count": "2" } }))
      yield* settle
      yield* TestClock.adjust("10 seconds")
      yield* web.release
      const reply = yield* Fiber.join(again)
      assert.deepStrictEqual([reply.status, web.begun(), web.stopped()], [200, 1, 0])
      assert.deepStrictEqual(reply.body.key_metadata, { credits_consumed: 1, credits_remaining: 999 })
      assert.strictEqual(yield* spent(organization), 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("costs nothing when it is done while nobody waits, and a later call is a call of its own", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const key = (yield* newKey(organization)).secret
      const web = yield* held
      const { hangUp } = yield* hangable(key)
      yield* Deferred.await(web.waiting)
      yield* hangUp
      yield* settle
      yield* web.release
      yield* settle
      assert.strictEqual(yield* spent(organization), 0)
      const later = yield* call("GET", path, { key, headers: retry })
      assert.deepStrictEqual([later.status, web.begun()], [200, 2])
      assert.strictEqual(yield* spent(organization), 1)
    }).pipe(Effect.provide(layer))
  )
})
