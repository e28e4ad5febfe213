import { assert, describe, it } from "@effect/vitest"
import { flicker } from "@kittiwake/core/testing/PageScript"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { type DownloadRequest, type FetchRequest, HttpFetcher } from "@kittiwake/core/web/HttpFetcher"
import { DateTime, Duration, Effect } from "effect"

const url = "https://site.example/page"

const fetch = Effect.fnUntraced(function* (address: string = url, validators: FetchRequest["validators"] = null) {
  const session = yield* (yield* HttpFetcher).openSession
  return yield* session.fetch({ url: address, validators, timeout: Duration.seconds(30) })
})

const bodyOf = Effect.fnUntraced(function* (address: string = url) {
  const answer = yield* fetch(address)
  return answer._tag === "Fetched" ? answer.body : answer._tag
})

const test = <A, E>(name: string, effect: Effect.Effect<A, E, ScriptedWeb | HttpFetcher | TestInstallation>) =>
  it.effect(name, () => Effect.provide(effect, TestInstallation.layer()))

describe("the scripted web", () => {
  test(
    "shows each version of a page from its moment on",
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      const { advance } = yield* TestInstallation
      const now = yield* DateTime.now
      yield* web.page(url, "one")
      yield* web.page(url, "three", { from: DateTime.add(now, { days: 2 }) })
      yield* web.page(url, "two", { from: DateTime.add(now, { days: 1 }) })
      const seen: Array<string> = []
      for (let day = 0; day < 4; day++) {
        seen.push(yield* bodyOf())
        yield* advance("1 day")
      }
      assert.deepStrictEqual(seen, ["one", "two", "three", "three"])
    })
  )

  test(
    "shows what a function of the moment says, and flickers when asked to",
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page(url, (at) => `it is ${DateTime.formatIso(at)}`)
      assert.strictEqual(yield* bodyOf(), "it is 2026-01-01T00:00:00.000Z")
      yield* web.page(`${url}/banner`, flicker("a", { body: "b", status: 200 }))
      const seen = [yield* bodyOf(`${url}/banner`), yield* bodyOf(`${url}/banner`), yield* bodyOf(`${url}/banner`)]
      assert.deepStrictEqual(seen, ["a", "b", "a"])
    })
  )

  test(
    "answers 404 on a host it has, and knows no other host",
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page(url, "one")
      const missing = yield* fetch("https://site.example/other")
      assert.strictEqual(missing._tag === "Fetched" ? missing.status : 0, 404)
      assert.strictEqual((yield* Effect.flip(fetch("https://elsewhere.example/"))).reason, "unknown_host")
    })
  )

  test(
    "says that a page is not modified as long as its entity tag or its date holds",
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page(url, { body: "one", etag: true, lastModified: "Thu, 01 Jan 2026 00:00:00 GMT" })
      const first = yield* fetch()
      assert.strictEqual(first._tag, "Fetched")
      if (first._tag !== "Fetched") return
      assert.strictEqual((yield* fetch(url, first))._tag, "NotModified")
      assert.strictEqual((yield* fetch(url, { ...first, etag: null }))._tag, "NotModified")
      yield* web.page(url, { body: "two", etag: true })
      assert.strictEqual((yield* fetch(url, first))._tag, "Fetched")
    })
  )

  test(
    "follows redirects, and gives up on a circle",
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page(url, { body: "", redirectTo: "/new" })
      yield* web.page("https://site.example/new", "moved")
      const answer = yield* fetch()
      assert.strictEqual(answer._tag === "Fetched" ? answer.url : "", "https://site.example/new")
      yield* web.page("https://site.example/new", { body: "", redirectTo: url })
      assert.strictEqual((yield* Effect.flip(fetch())).reason, "too_many_redirects")
    })
  )

  test(
    "is away during an outage and back after it",
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      const { advance } = yield* TestInstallation
      yield* web.page(url, "one")
      yield* web.outage(url, { lasting: "3 hours" })
      assert.strictEqual((yield* Effect.flip(fetch())).reason, "connection_failed")
      yield* advance("3 hours")
      assert.strictEqual(yield* bodyOf(), "one")
      yield* web.outage(url, { reason: "timeout" })
      assert.strictEqual((yield* Effect.flip(fetch())).reason, "timeout")
      yield* web.mend(url)
      assert.strictEqual(yield* bodyOf(), "one")
    })
  )

  test(
    "takes its time on the test's clock, and no longer than it is given",
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      const { advance } = yield* TestInstallation
      yield* web.page(url, { body: "slow", latency: "29 seconds" })
      yield* web.page(`${url}/stuck`, { body: "stuck", latency: "1 hour" })
      yield* Effect.forkChild(bodyOf())
      yield* Effect.forkChild(Effect.exit(bodyOf(`${url}/stuck`)))
      yield* advance("1 minute")
      const looks = (yield* web.looks()).map(({ outcome }) => outcome)
      assert.deepStrictEqual(looks, [200, "timeout"])
    })
  )

  test(
    "is downloaded as bytes, with its validators, limits and exits",
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      const { openSession } = yield* HttpFetcher
      const session = yield* openSession
      const bytes = Uint8Array.of(0x25, 0x50, 0x44, 0x46)
      yield* web.page(url, { body: "", bytes, mediaType: "application/pdf", etag: "a" })
      yield* web.page(`${url}/text`, "é")
      const request = { url, headers: {}, validators: null, country: null, maxBytes: 4, acceptsPart: false } as const
      const ask = (more: Partial<DownloadRequest>) =>
        session.download({ ...request, timeout: Duration.seconds(30), ...more })
      const file = yield* ask({})
      assert.deepStrictEqual([file.status, file.contentType, file.bytes], [200, "application/pdf", bytes])
      assert.deepStrictEqual([...(yield* ask({ url: `${url}/text` })).bytes], [0xc3, 0xa9])
      assert.isTrue((yield* ask({ validators: { url, etag: "a", lastModified: null } })).isNotModified)
      const reasons = yield* Effect.forEach([{ maxBytes: 3 }, { country: "zz" }, { headers: { Host: "a" } }], (more) =>
        Effect.map(Effect.flip(ask(more)), ({ reason }) => reason)
      )
      assert.deepStrictEqual(reasons, ["too_large", "no_exit", "bad_response"])
    })
  )
})
