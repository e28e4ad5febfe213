/** Backends of the search, from what the environment says to what is asked. */
import { createServer } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { SearchBackends } from "@kittiwake/core/search/SearchBackends"
import { parseAllow } from "@kittiwake/core/web/domain/EgressPolicy"
import { ConfigProvider, Effect, Layer, Option, Redacted, Result } from "effect"
import { layerSearch } from "../src/adapters.ts"
import { readSettings } from "../src/config.ts"
import { search as doctorOf } from "../src/doctor/search.ts"
import { layer as layerDoors } from "../src/doors.ts"
import { layer as layerBackends } from "../src/searching.ts"

const settingsOf = (env: Readonly<Record<string, string>>) =>
  readSettings(false).pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env: { ...env } }))
  )

const orderOf = (env: Readonly<Record<string, string>>) => Effect.map(settingsOf(env), ({ search }) => search.order)

const searxng = "http://127.0.0.1:8888"

const question = {
  query: {
    ...{ text: "tea", words: ["tea"], phrases: [], anyOf: [], without: [], inTitle: [], inUrl: [] },
    ...{ includeDomains: [], excludeDomains: [] }
  },
  ...{ publishedSince: null, country: null, count: 10 }
}

const turn = { organizationId: OrganizationId.make("org_1"), leftMillis: 10_000, zeroRetention: false }

/** An instance of SearXNG on this machine. */
const instance = (status: number, body: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer((request, response) => {
        request.resume()
        response.writeHead(status, { "content-type": "application/json" })
        response.end(body)
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const address = server.address()
      return { server, url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}` }
    }),
    ({ server }) => Effect.promise(() => new Promise<void>((resolve) => server.close(() => resolve())))
  )

const found = JSON.stringify({ results: [{ url: "https://a.example/", title: "Tea", content: "" }] })

describe("who is asked when the web is searched", () => {
  it.effect("is the installation, then what is set, in the order that is written", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* orderOf({}), ["own"])
      const both = { KITTIWAKE_SEARXNG_URL: searxng, KITTIWAKE_BRAVE_KEY: "BSA-secret" }
      assert.deepStrictEqual(yield* orderOf(both), ["own", "searxng", "brave"])
      assert.deepStrictEqual(yield* orderOf({ ...both, KITTIWAKE_SEARCH: "brave, own,wikipedia" }), [
        "brave",
        "own",
        "wikipedia"
      ])
    })
  )

  it.effect("is refused where a name is none, stands twice, or lacks what it needs, and no key is repeated", () =>
    Effect.gen(function* () {
      for (const [env, says] of [
        [{ KITTIWAKE_SEARCH: "own,google" }, "KITTIWAKE_SEARCH"],
        [{ KITTIWAKE_SEARCH: "own,own" }, "KITTIWAKE_SEARCH"],
        [{ KITTIWAKE_SEARCH: "searxng" }, "KITTIWAKE_SEARXNG_URL"],
        [{ KITTIWAKE_SEARCH: "brave" }, "KITTIWAKE_BRAVE_KEY"],
        [{ KITTIWAKE_SEARXNG_URL: "nowhere" }, "KITTIWAKE_SEARXNG_URL"],
        [{ KITTIWAKE_BRAVE_KEY: "BSA secret" }, "KITTIWAKE_BRAVE_KEY"]
      ] as const) {
        const error = yield* Effect.flip(settingsOf(env))
        assert.include(String(Object(error).message), says)
        assert.notInclude(String(Object(error).message), "BSA secret")
      }
      const { search } = yield* settingsOf({ KITTIWAKE_BRAVE_KEY: "BSA-secret" })
      assert.notInclude(JSON.stringify(search), "BSA-secret")
      assert.strictEqual(Redacted.value(Option.getOrThrow(search.braveKey)), "BSA-secret")
    })
  )

  it.live("is asked where the settings say, the installation in its place", () =>
    Effect.gen(function* () {
      const { url } = yield* instance(200, found)
      const { search } = yield* settingsOf({ KITTIWAKE_SEARXNG_URL: url, KITTIWAKE_SEARCH: "searxng,own" })
      const egressAllow = Result.getOrThrow(parseAllow("127.0.0.1"))
      yield* Effect.gen(function* () {
        const { backends, ownPlace } = yield* SearchBackends
        assert.deepStrictEqual([backends.map(({ name }) => name), ownPlace], [["searxng"], 1])
        const hits = yield* backends[0]!.search({ ...question, count: 1 }, turn)
        assert.deepStrictEqual(
          hits.map((hit) => hit.url),
          ["https://a.example/"]
        )
      }).pipe(Effect.provide(layerSearch({ egressAllow, search })))
      // A private address must be allowed, as for all else.
      const refused = yield* Effect.flip(
        SearchBackends.use(({ backends }) => backends[0]!.search(question, turn)).pipe(
          Effect.provide(layerSearch({ egressAllow: [], search }))
        )
      )
      assert.strictEqual(refused.reason, "forbidden_address")
    }).pipe(Effect.scoped)
  )

  it.live("is told by the doctor, each with its state", () =>
    Effect.gen(function* () {
      const stateOf = Effect.fnUntraced(function* (status: number, body: string) {
        const { url } = yield* instance(status, body)
        const env = { KITTIWAKE_SEARXNG_URL: url, KITTIWAKE_EGRESS_ALLOW: "127.0.0.1" }
        return (yield* doctorOf(yield* settingsOf(env), true)).map(({ state, subject }) => `${subject} ${state}`)
      })
      assert.deepStrictEqual(yield* stateOf(200, found), ["search: own ok", "search: searxng ok"])
      assert.deepStrictEqual(yield* stateOf(403, ""), ["search: own ok", "search: searxng broken"])
      assert.deepStrictEqual(
        (yield* doctorOf(yield* settingsOf({}), true)).map(({ state, subject }) => `${subject} ${state}`),
        ["search: own ok", "search: backends absent"]
      )
    }).pipe(Effect.scoped)
  )

  it.live("is not asked by a quick doctor where it charges for each question", () =>
    Effect.gen(function* () {
      const { url } = yield* instance(200, found)
      const env = { KITTIWAKE_SEARXNG_URL: url, KITTIWAKE_BRAVE_KEY: "bsk_1", KITTIWAKE_EGRESS_ALLOW: "127.0.0.1" }
      const findings = yield* doctorOf(yield* settingsOf(env), false)
      assert.deepStrictEqual(
        findings.map(({ state, subject }) => `${subject} ${state}`),
        ["search: own ok", "search: searxng ok", "search: brave ok"]
      )
      assert.include(findings[2]?.message, "not asked now")
    }).pipe(Effect.scoped)
  )

  it.effect("are known to keep questions or not before they are loaded, as they say it themselves", () =>
    Effect.gen(function* () {
      const settings = yield* settingsOf({
        ...{ KITTIWAKE_SEARCH: "brave,searxng,wikipedia", KITTIWAKE_BRAVE_KEY: "key" },
        KITTIWAKE_SEARXNG_URL: "https://searx.example"
      })
      const flags = Effect.map(SearchBackends, ({ backends }) =>
        backends.map(({ keepsNothing, name }) => [name, keepsNothing])
      )
      const told = yield* Effect.provide(flags, layerSearch(settings))
      const own = layerBackends(settings.search).pipe(Layer.provide(layerDoors([])))
      assert.deepStrictEqual(told, yield* Effect.provide(flags, own))
      assert.deepStrictEqual(told, [
        ["brave", true],
        ["searxng", false],
        ["wikipedia", false]
      ])
    })
  )
})
