/** What is said of a site that a query names and of which nothing could be read. */
import { assert, describe, it } from "@effect/vitest"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { Effect } from "effect"
import { searchNow } from "./searchNow.ts"

const ask = Effect.fnUntraced(function* (query: string) {
  const { credits, value } = yield* searchNow(query)
  return { credits, urls: value.results.map(({ url }) => url), unread: value.unread }
})

const inTest = Effect.provide(TestInstallation.layer({ credits: 1_000 }))

describe("a site that a query names", () => {
  it.effect("and that may not be reached from here is told, with the setting", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      for (const url of ["https://127.0.0.9/", "http://127.0.0.9/"])
        yield* web.page(url, { body: "", unreachable: "forbidden_address" })
      const { credits, unread, urls } = yield* ask("tea site:127.0.0.9")
      assert.deepStrictEqual([credits, urls], [0, []])
      assert.deepStrictEqual(
        unread.map(({ code, url }) => [code, url]),
        [["WEBSITE_ACCESS_ERROR", "https://127.0.0.9/"]]
      )
      assert.include(unread[0]?.message, "KITTIWAKE_EGRESS_ALLOW")
    }).pipe(inTest)
  )

  it.effect("and that has no address, or forbids robots, is told beside what another one gives", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page("https://kiln.example/", "<title>Kiln</title><p>Kilns for tea bowls, and glazes.</p>")
      yield* web.page("https://shut.example/", "<p>Tea</p>")
      yield* web.page("https://shut.example/robots.txt", "User-agent: *\nDisallow: /")
      const { unread, urls } = yield* ask("kilns site:kiln.example OR site:gone.example OR site:shut.example")
      assert.deepStrictEqual(urls, ["https://kiln.example/"])
      assert.deepStrictEqual(
        unread.map(({ code, url }) => [code, url]),
        [
          ["WEBSITE_NOT_FOUND", "https://gone.example/"],
          ["WEBSITE_ACCESS_ERROR", "https://shut.example/"]
        ]
      )
      assert.include(unread[1]?.message, "forbids robots")
    }).pipe(inTest)
  )

  it.effect("and that only a browser shows is told to be so where there is none", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page("https://app.example/", "<div id=root></div><script src=/app.js></script>")
      const { unread } = yield* ask("tea site:app.example")
      assert.include(unread[0]?.message, "Only a browser shows this page.")
    }).pipe(inTest)
  )

  it.effect("and whose pages say nothing of what is asked is not unread", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page("https://kiln.example/", "<title>Kiln</title><p>Kilns and glazes of all kinds.</p>")
      assert.deepStrictEqual(yield* ask("umbrellas site:kiln.example"), { credits: 0, urls: [], unread: [] })
    }).pipe(inTest)
  )
})
