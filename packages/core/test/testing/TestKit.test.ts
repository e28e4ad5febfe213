import { assert, describe, it } from "@effect/vitest"
import { TestKit } from "@kittiwake/core/testing/TestKit"

const page = "https://shop.example/"

const story = async (seed?: string) => {
  const kit = await TestKit.make(seed === undefined ? {} : { seed })
  try {
    await kit.web.page(page, "<h1>Tea</h1><p>10 €</p>")
    const { monitor } = await kit.monitors.create({ url: page, webhook: "https://receiver.example/hook" })
    await kit.clock.advance("90 minutes")
    await kit.web.page(page, "<h1>Tea</h1><p>12 €</p>")
    await kit.clock.advance("1 hour")
    const events = await kit.inbox.events()
    return JSON.stringify({ events, runs: await kit.monitors.runs(monitor.id), now: await kit.clock.now() })
  } finally {
    await kit.close()
  }
}

describe("the test kit", () => {
  it("does what is due before it answers, without time passing", async () => {
    const kit = await TestKit.make()
    await kit.web.page(page, "<p>10 €</p>")
    const { initialRunId, monitor } = await kit.monitors.create({ url: page })
    const { run } = await kit.monitors.run(monitor.id, initialRunId)
    assert.strictEqual(run.status, "completed")
    assert.deepInclude((await kit.monitors.get(monitor.id)).baseline, { type: "page", text: "10 €" })
    assert.strictEqual((await kit.clock.now()).toISOString(), "2026-01-01T00:00:00.000Z")
    await kit.close()
  })

  it("gives the same answers on every run, down to ids and signatures", async () => {
    assert.strictEqual(await story(), await story())
    assert.notStrictEqual(await story(), await story("another seed"))
  })

  it("rejects with the product's own errors", async () => {
    const kit = await TestKit.make()
    const error = await kit.monitors.get("mon_unknown").then(
      () => null,
      (reason: unknown) => reason
    )
    assert.strictEqual((error as { readonly _tag: string })._tag, "MonitorNotFound")
    await kit.close()
  })

  it("tells programs without types what they misspelt or left out, where a test would pass for nothing", async () => {
    const kit = await TestKit.make()
    // As a program without types writes it.
    const untyped = (value: unknown) => value as never
    const calls: ReadonlyArray<readonly [() => Promise<unknown>, string]> = [
      [() => TestKit.make(untyped({ credit: 5 })), "credit"],
      [() => kit.monitors.create(untyped({ url: page, wbhook: "https://receiver.example/" })), "wbhook"],
      [() => kit.monitors.create(untyped(undefined)), "options"],
      [() => kit.monitors.create(untyped({ name: "Tea" })), "url"],
      [() => kit.web.outage("shop.example"), "url"],
      [() => kit.web.page(untyped(undefined), "x"), "url"],
      [() => kit.clock.advance("-1 hours"), "duration"],
      [() => kit.clock.advance(untyped("7 moons")), "duration"]
    ]
    for (const [call, field] of calls) {
      const refused = await call().then(
        () => null,
        (error) => error
      )
      assert.deepInclude(refused, { _tag: "InvalidInput", field })
    }
    assert.strictEqual((await kit.clock.now()).toISOString(), "2026-01-01T00:00:00.000Z")
    await kit.close()
    const closed = await kit.monitors.create({ url: page }).catch((error) => error)
    assert.deepInclude(closed, { _tag: "InvalidInput", field: "kit" })
  })

  it("keeps kits apart from each other", async () => {
    const [one, other] = await Promise.all([TestKit.make(), TestKit.make()])
    await one.web.page(page, "<p>10 €</p>")
    await one.monitors.create({ url: page })
    await one.clock.advance("1 day")
    assert.strictEqual((await other.clock.now()).toISOString(), "2026-01-01T00:00:00.000Z")
    assert.strictEqual((await other.web.looks()).length, 0)
    await Promise.all([one.close(), other.close()])
  })

  it("reads the scripted web as the API would: charged, kept, and without a parser of its own", async () => {
    const kit = await TestKit.make({ credits: 10 })
    await kit.web.page(page, `<title>Tea</title><p>10 €</p><a href="/green">Green</a>`)
    await kit.web.page(`${page}green`, "<title>Green</title><p>12 €</p>")
    const read = await kit.web.scrape(page)
    assert.include(read.value.markdown ?? "", "10 €")
    assert.deepStrictEqual([read.credits, read.value.metadata.title, read.value.cache.status], [1, "Tea", "miss"])
    await kit.clock.advance("1 hour")
    assert.deepStrictEqual((await kit.web.scrape(page)).value.cache, { status: "hit", ageMillis: 3_600_000 })
    const crawled = await kit.web.crawl(page)
    assert.deepStrictEqual(
      crawled.value.pages.map(({ url }) => url),
      [page, `${page}green`]
    )
    assert.strictEqual((await kit.credits.account()).balance, 6)
    const error = await kit.web.scrape("https://absent.example/").then(
      () => assert.fail("was answered"),
      (reason: unknown) => reason
    )
    assert.strictEqual((error as { readonly _tag: string })._tag, "WebsiteNotFound")
    await kit.close()
  })
})
