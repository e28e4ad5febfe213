/** How long calls that read the web may take (contract/scrape.md §0.3). */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { call, layer, newCaller } from "./support/App.ts"
import { pathOf, readings } from "./support/operations.ts"
import { WebScript } from "./support/ScriptedWeb.ts"

const pathTo = (name: string): string => {
  const found = readings.find(({ path }) => path === `/web/${name}`)
  return pathOf(found ?? assert.fail(`no operation ${name}`), {})
}

/** Operations on one page: a part of it is worth something only after some seconds. */
const ofPages = ["scrape/markdown", "scrape/html", "scrape/images", "scrape/screenshot", "screenshot"]

const ask = Effect.fnUntraced(function* (key: string, path: string) {
  const before = (yield* WebScript).asked.length
  const reply = yield* call("GET", path, { key })
  const asked = (yield* WebScript).asked.slice(before).at(0)
  return { reply, asked, said: `${path} → ${JSON.stringify(reply.body)}` }
})

const deadlineAt = Effect.fnUntraced(function* (key: string, path: string) {
  const { asked, reply, said } = yield* ask(key, path)
  assert.strictEqual(reply.status, 200, said)
  const now = yield* Clock.currentTimeMillis
  const { acceptsPart, atMillis } = asked!.call.deadline
  return [atMillis - now, acceptsPart]
})

describe("a deadline", () => {
  it.effect("is 55 seconds away for who names none, and has three names for who does", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      for (const name of [...ofPages, "scrape/bytes", "scrape/sitemap"]) {
        const path = pathTo(name)
        assert.deepStrictEqual(yield* deadlineAt(key, path), [55_000, false])
        for (const given of [
          "timeoutOpts[milliseconds]=20000",
          "timeoutOpts[milliseconds]=20000&timeoutOpts[behavior]=fail",
          `timeoutOpts=${encodeURIComponent('{"milliseconds":20000}')}`,
          "timeoutMS=20000",
          "timeout=20000",
          "timeout[milliseconds]=20000",
          `timeout=${encodeURIComponent('{"milliseconds":20000,"behavior":"fail"}')}`
        ]) {
          assert.deepStrictEqual(yield* deadlineAt(key, `${path}&${given}`), [20_000, false], given)
        }
        assert.deepStrictEqual(yield* deadlineAt(key, `${path}&timeoutMS=1`), [1, false])
        assert.deepStrictEqual(yield* deadlineAt(key, `${path}&timeoutMS=300000`), [300_000, false])
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("has one name at a time", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      for (const [first, second] of [
        ["timeoutOpts[milliseconds]=20000", "timeoutMS=20000"],
        ["timeoutOpts[milliseconds]=20000", "timeout=20000"],
        ["timeoutMS=20000", "timeout[milliseconds]=20000"]
      ] as const) {
        const { reply, said } = yield* ask(key, `${pathTo("scrape/markdown")}&${first}&${second}`)
        assert.deepStrictEqual([reply.status, reply.body.error_code], [400, "INPUT_VALIDATION_ERROR"], said)
        assert.include(String(reply.body.message), String(first.split(/[[=]/)[0]))
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("lies at most five minutes away", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      for (const name of [...ofPages, "scrape/bytes", "scrape/sitemap"]) {
        for (const [field, given] of [
          ["timeoutOpts.milliseconds", "timeoutOpts[milliseconds]=300001"],
          ["timeoutMS", "timeoutMS=999999999999"],
          ["timeout", "timeout=300001"],
          ["timeout.milliseconds", "timeout[milliseconds]=300001"]
        ] as const) {
          const { asked, reply, said } = yield* ask(key, `${pathTo(name)}&${given}`)
          assert.deepStrictEqual([reply.status, reply.body.error_code], [400, "TIMEOUT_EXCEEDS_MAXIMUM"], said)
          // Only what was sent can be mended.
          assert.strictEqual(String(reply.body.message), `${field}: must be at most 300000`)
          assert.isUndefined(asked)
        }
      }
      const body = { url: "https://shop.example/", timeoutOpts: { milliseconds: 300_001 } }
      const crawl = yield* call("POST", "/v1/web/crawl", { key, body })
      assert.deepStrictEqual([crawl.status, crawl.body.error_code], [400, "TIMEOUT_EXCEEDS_MAXIMUM"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("of at least five seconds may be met with a part of a page, and any with a part of a site", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      const within = (millis: number) => `timeoutOpts[milliseconds]=${millis}&timeoutOpts[behavior]=return-partial`
      for (const name of ofPages) {
        const { reply, said } = yield* ask(key, `${pathTo(name)}&${within(4_999)}`)
        assert.deepStrictEqual([reply.status, reply.body.error_code], [400, "INPUT_VALIDATION_ERROR"], said)
        assert.match(String(reply.body.message), /^timeoutOpts\.milliseconds: .*5000/)
        assert.deepStrictEqual(yield* deadlineAt(key, `${pathTo(name)}&${within(5_000)}`), [5_000, true])
      }
      assert.deepStrictEqual(yield* deadlineAt(key, `${pathTo("scrape/sitemap")}&${within(1)}`), [1, true])
      const bytes = yield* ask(key, `${pathTo("scrape/bytes")}&${within(20_000)}`)
      assert.deepStrictEqual([bytes.reply.status, bytes.reply.body.error_code], [400, "INPUT_VALIDATION_ERROR"])
      const body = { url: "https://shop.example/", timeout: { milliseconds: 1_000, behavior: "return-partial" } }
      assert.strictEqual((yield* call("POST", "/v1/web/crawl", { key, body })).status, 200)
      assert.isTrue((yield* WebScript).asked.at(-1)?.call.deadline.acceptsPart)
    }).pipe(Effect.provide(layer))
  )

  it.effect("leaves ten seconds beside a wait that the caller asked for, and beside no other", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ overrides: { unlimitedRequests: true } })
      for (const name of ofPages) {
        const path = `${pathTo(name)}&waitForMs=3000`
        const { reply, said } = yield* ask(key, `${path}&timeoutOpts[milliseconds]=12999`)
        assert.deepStrictEqual([reply.status, reply.body.error_code], [400, "TIMEOUT_TOO_SHORT_FOR_WAIT"], said)
        assert.match(String(reply.body.message), /^timeoutOpts\.milliseconds: .*13000/)
        const shortest = yield* ask(key, `${path}&timeout=12999`)
        assert.match(String(shortest.reply.body.message), /^timeout: .*13000/)
        assert.deepStrictEqual(yield* deadlineAt(key, `${path}&timeoutOpts[milliseconds]=13000`), [13_000, false])
        assert.deepStrictEqual(yield* deadlineAt(key, `${pathTo(name)}&timeoutOpts[milliseconds]=500`), [500, false])
      }
      const body = { url: "https://shop.example/", waitForMs: 3_000, timeoutMS: 5_000 }
      assert.strictEqual((yield* call("POST", "/v1/web/crawl", { key, body })).status, 200)
    }).pipe(Effect.provide(layer))
  )

  it.effect("of a crawl follows its budget, and of a file is two minutes away whatever is said", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const now = yield* Clock.currentTimeMillis
      yield* call("POST", "/v1/web/crawl", { key, body: { url: "https://shop.example/", stopAfterMs: 30_000 } })
      yield* call("POST", "/v1/parse?timeoutOpts[milliseconds]=5", { key, body: "# Notes" })
      const { asked } = yield* WebScript
      assert.deepStrictEqual(
        asked.map(({ call: { deadline } }) => deadline),
        [
          { atMillis: now + 50_000, acceptsPart: true },
          { atMillis: now + 120_000, acceptsPart: false }
        ]
      )
    }).pipe(Effect.provide(layer))
  )
})
