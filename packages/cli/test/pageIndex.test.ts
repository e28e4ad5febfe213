/** Observed: what a program and the doctor are told of the index of what was read, and how an embedder bounds it. */
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { Kittiwake, KittiwakeError, type KittiwakeOptions } from "kittiwake"
import { readSettings } from "../src/config.ts"
import { pageIndex } from "../src/doctor/pageIndex.ts"
import { temporaryDirectory } from "./support/command.ts"
import { teaShop } from "./support/teaShop.ts"

const metricsToken = "a-token-for-metrics-that-nobody-guesses"

const measured = async ({ handler }: Kittiwake) => {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const reply = await handler(new Request("http://any.host/metrics", { headers }))
  return (await reply.text()).split("\n").filter((line) => line.startsWith("kittiwake_index"))
}

const doctor = (env: Record<string, string>) =>
  Effect.runPromise(
    Effect.flatMap(readSettings(false), pageIndex).pipe(
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(env))
    )
  )

describe("the index of what was read", { timeout: 60_000 }, () => {
  it("is told of by metrics and the doctor", async () => {
    await using directory = await temporaryDirectory()
    await using shop = await teaShop()
    const env = { KITTIWAKE_DATA_DIR: directory.path, KITTIWAKE_SEARCH_INDEX_SIZE: "500MB" }
    assert.deepInclude(await doctor(env), {
      state: "ok",
      message: "empty; an organization keeps 200,000 pages and 500 MB of text at most, for 400 days"
    })
    const open = () =>
      Kittiwake.open({ dataDirectory: directory.path, worker: false, egressAllow: [shop.address], metricsToken })
    const first = await open()
    assert.include(await measured(first), "kittiwake_index_pages 0")
    await first.web.scrape({ url: shop.url, markdown: false, html: true })
    // What waits to be put is written before the end.
    await first.close()
    await using second = await open()
    const lines = await measured(second)
    assert.include(lines, "kittiwake_index_pages 1")
    assert.isTrue(lines.some((line) => /^kittiwake_index_text_bytes [1-9]/.test(line)))
    assert.include(lines, 'kittiwake_indexed_pages_total{outcome="failed"} 0')
    const { results } = await second.web.search({ query: "tea" })
    assert.deepStrictEqual(
      results.map(({ url }) => url),
      [shop.url]
    )
    const { message } = await doctor(env)
    assert.match(message, /^1 page with 1 KB of text, the oldest read \d{4}-\d{2}-\d{2}; an organization keeps /)
    assert.deepInclude(await doctor({ ...env, KITTIWAKE_SEARCH_INDEX_PAGES: "0" }), { state: "absent" })
  })

  it("is not needed for a site that a query names, at a port of its own too", async () => {
    await using shop = await teaShop()
    await using kittiwake = await Kittiwake.open({ memory: true, worker: false, egressAllow: [shop.address] })
    const { results } = await kittiwake.web.search({ query: `tea site:${new URL(shop.url).host}` })
    assert.include(
      results.map(({ url }) => new URL(url).host),
      new URL(shop.url).host
    )
    const { results: none, unread } = await kittiwake.web.search({ query: "tea site:127.0.0.1:9" })
    assert.deepStrictEqual(
      [none, unread.map(({ code, url }) => [code, url])],
      [[], [["WEBSITE_ACCESS_ERROR", "https://127.0.0.1:9/"]]]
    )
    assert.include(unread[0]?.message, "KITTIWAKE_EGRESS_ALLOW")
  })

  it("is bounded, and left out, by a program, which names the backends of its searches too", async () => {
    await using shop = await teaShop()
    const open = (options: Partial<KittiwakeOptions>) =>
      Kittiwake.open({
        ...{ memory: true, worker: false, egressAllow: [shop.address], metricsToken },
        ...options
      } as KittiwakeOptions)
    await using without = await open({ searchIndexPages: 0 })
    await without.web.scrape({ url: shop.url })
    assert.deepStrictEqual((await without.web.search({ query: "tea" })).results, [])
    await using unset = await open({ searchBackends: [] })
    const code = await unset.web.search({ query: "tea" }).then(
      () => "found",
      (error) => (error as KittiwakeError).code
    )
    assert.strictEqual(code, "SEARCH_UNAVAILABLE")
    for (const wrong of [
      { searchIndexPages: -1 },
      { searchIndexBytes: 0 },
      { searchBackends: ["bing"] },
      { searchBackends: ["own", "own"] },
      { searchBackends: ["own", "brave"] },
      { searxngUrl: "somewhere" }
    ] as unknown as ReadonlyArray<Partial<KittiwakeOptions>>) {
      const [option] = Object.keys(wrong)
      const error = await open(wrong).then(
        () => null,
        (reason) => reason
      )
      assert.instanceOf(error, KittiwakeError, option)
      assert.strictEqual((error as KittiwakeError).field, option)
    }
  })
})
