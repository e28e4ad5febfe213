/** What is kept of a page, beside a monitor that looks at it. Observed: what a scrape shows, and where it came from. */
import { afterEach, assert, describe, it } from "@effect/vitest"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { TestKit } from "@kittiwake/core/testing/TestKit"
import { hourly, watched } from "@kittiwake/core/testing/WatchedPage"
import { Clock, DateTime, Duration, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { Alarms } from "../../src/Alarms.ts"
import { makeSuspects } from "../../src/alone.ts"
import * as DailyBudgets from "../../src/grants/dailyBudgets.ts"
import * as Memory from "../../src/memory/Memory.ts"
import { changedAddresses } from "../../src/monitors/domain/changedAddresses.ts"
import type { Finding } from "../../src/monitors/domain/Finding.ts"
import { urlChange } from "../../src/monitors/domain/sitemapDifference.ts"
import type { Target } from "../../src/monitors/domain/Target.ts"
import type { TextChange } from "../../src/monitors/domain/TextChange.ts"
import { Verdict } from "../../src/monitors/domain/Verdict.ts"
import { RunRecorder } from "../../src/monitors/RunRecorder.ts"
import { RunStore } from "../../src/monitors/RunStore.ts"
import { runMonitor } from "../../src/monitors/runMonitor.ts"
import { findUnchanged, noteChanged } from "../../src/pages/changedPages.ts"
import type { PageCapture } from "../../src/pages/domain/PageCapture.ts"
import { type PageSource, plainSource } from "../../src/pages/domain/ScrapeRequest.ts"
import { captureKeys, keepCapture } from "../../src/pages/keepCapture.ts"
import { putPage, sharedSpace } from "../../src/pages/keptPages.ts"
import { PageCache } from "../../src/pages/PageCache.ts"
import { makePageShelf } from "../../src/pages/pageShelf.ts"
import type { ScrapeRequest } from "../../src/pages/scrapePage.ts"
import { BrowserProfileId } from "../../src/profiles/domain/BrowserProfile.ts"
import { StoreUnavailable } from "../../src/StoreUnavailable.ts"
import { claimRun } from "../../src/testing/arrangements.ts"
import { epoch, monitorOf, organizationOf, targetOf } from "../../src/testing/builders.ts"
import { advance, changesOf, page, scenario, settle, show } from "../watching.ts"

const lease = Duration.seconds(60)
const tea = (price: number) => `<h1>Tea</h1><p>Green tea costs ${price} € a tin, and is sent the same day.</p>`

let kit: TestKit

const begin = async (script: Parameters<TestKit["web"]["page"]>[1] = tea(10)) => {
  kit = await TestKit.make()
  await kit.web.page(page, script)
}

/** The price that a scrape shows, and whether it was kept. */
const read = async (given: Partial<PageSource> = {}) => {
  const source = { ...plainSource(page), ...given }
  const asked: Partial<ScrapeRequest> = { source }
  const { value } = await kit.web.scrape(source.url, asked)
  return `${/(\d+) €/.exec(value.markdown ?? "")?.[1]} ${value.cache.status}`
}

const watch = (given: Partial<Parameters<TestKit["monitors"]["create"]>[0]> = {}) =>
  kit.monitors.create({ url: page, ...given })

describe("what is kept of a page", () => {
  afterEach(() => kit.close())

  const settings: ReadonlyArray<readonly [string, Partial<PageSource>]> = [
    ["plain", {}],
    ["with a fragment", { url: `${page}#green` }],
    ["with its frames", { includeFrames: true }]
  ]

  it.each(settings)("is no answer any more once a monitor found that it changed: %s", async (_, given) => {
    await begin()
    const { monitor } = await watch()
    assert.deepStrictEqual([await read(given), await read(given)], ["10 miss", "10 hit"])
    await kit.web.page(page, tea(12))
    // Nobody has seen the change yet.
    assert.strictEqual(await read(given), "10 hit")
    await kit.clock.advance("2 hours")
    assert.strictEqual((await kit.monitors.changes(monitor.id)).length, 1)
    assert.deepStrictEqual([await read(given), await read(given)], ["12 miss", "12 hit"])
    await kit.clock.advance("1 day")
    assert.strictEqual(await read(given), "12 hit")
  })

  it("is fetched whole, and not taken for what it was because its server says so", async () => {
    await begin({ body: tea(10), etag: "one for all" })
    await watch()
    await read()
    await kit.web.page(page, { body: tea(12), etag: "another" })
    await kit.clock.advance("2 hours")
    await kit.web.page(page, { body: tea(12), etag: "one for all" })
    assert.strictEqual(await read(), "12 miss")
  })

  it("is no answer either where nobody is told, because the change does not matter for a goal", async () => {
    await begin()
    const { monitor } = await watch({ goal: "green tea is sold out" })
    await read()
    await kit.web.page(page, tea(12))
    await kit.clock.advance("2 hours")
    assert.strictEqual((await kit.monitors.changes(monitor.id)).length, 0)
    assert.strictEqual(await read(), "12 miss")
  })

  it("stays while a monitor finds it as it was, and where a difference comes and goes", async () => {
    const counted = (look: number) => `${tea(10)}<p>${look % 2 === 0 ? "Seen by many" : "Seen by some"}</p>`
    await begin((_, look) => counted(look))
    const { monitor } = await watch()
    await read()
    await kit.clock.advance("6 hours")
    assert.strictEqual((await kit.monitors.changes(monitor.id)).length, 0)
    assert.strictEqual(await read(), "10 hit")
  })

  it.each([
    ["the one that leads to it was read", "https://shop.example/old", page],
    ["the one that leads to it is watched", page, "https://shop.example/old"]
  ])("is no answer where two addresses are one page, and %s", async (_, asked, url) => {
    await begin()
    await kit.web.page("https://shop.example/old", { body: "", redirectTo: page })
    await watch({ url })
    assert.strictEqual(await read({ url: asked }), "10 miss")
    await kit.web.page(page, tea(12))
    await kit.clock.advance("2 hours")
    assert.strictEqual(await read({ url: asked }), "12 miss")
  })

  it("is no answer for a crawl", async () => {
    await begin()
    await watch()
    const crawled = async () => {
      const { value } = await kit.web.crawl(page, { maxPages: 1 })
      return /(\d+) €/.exec(value.pages[0]?.markdown ?? "")?.[1]
    }
    assert.strictEqual(await crawled(), "10")
    await kit.web.page(page, tea(12))
    await kit.clock.advance("2 hours")
    assert.strictEqual(await crawled(), "12")
  })

  it("stays where another page changed", async () => {
    await begin()
    const other = "https://shop.example/pricing/black"
    await kit.web.page(other, tea(20))
    await kit.monitors.create({ url: other })
    await read()
    await kit.web.page(other, tea(21))
    await kit.clock.advance("2 hours")
    assert.strictEqual(await read(), "10 hit")
  })
})

describe("what a found difference says of pages", () => {
  const none = { count: 0, excerpt: "" }
  const change: TextChange = {
    ...{ diff: "", isDiffCut: false, isCoarse: false, isMore: false, isRewritten: false },
    ...{ added: none, removed: none, edits: [], counts: { changed: 1, added: 0, removed: 0, moved: 0 } }
  }
  const mark = { fingerprint: "", etag: null, lastModified: null }
  const confirmed = { judgement: null, state: { type: "page" as const, text: "" }, mark }
  const found = (target: Target, finding: Finding) => {
    const monitor = monitorOf(organizationOf().id, epoch, { target })
    const all = changedAddresses(monitor, Verdict.cases.Changed.make({ finding, ...confirmed }))
    assert.deepStrictEqual(changedAddresses(monitor, Verdict.cases.Dismissed.make({ finding, ...confirmed })), all)
    return all
  }
  const site = "https://shop.example"

  it("is about the page, the listed addresses, and the pages of a site that differ", () => {
    assert.deepStrictEqual(found(targetOf({ url: page }), { type: "page", change }), [page])
    const listed = { added: [`${site}/new`], addedCount: 1, removed: [`${site}/old`], removedCount: 1, moved: [] }
    const sitemap: Target = { type: "sitemap", url: `${site}/sitemap.xml`, include: [], exclude: [], maxUrls: 10 }
    assert.deepStrictEqual(found(sitemap, { type: "sitemap", change: listed }), [
      sitemap.url,
      `${site}/new`,
      `${site}/old`
    ])
    const extract: Target = {
      type: "extract",
      url: site,
      instructions: "Watch prices",
      schema: null,
      maxPages: 5,
      maxDepth: null,
      followSubdomains: false
    }
    assert.deepStrictEqual(found(extract, { type: "extract", change, matchedUrls: [page] }), [site, page])
  })

  it("is about some hundred pages at most, however many came and went", () => {
    const urls = (name: string) => Array.from({ length: 10_000 }, (_, at) => `${site}/${name}/${at}`)
    const listed = urlChange({ added: urls("new"), removed: urls("old") }, [])
    const sitemap: Target = { type: "sitemap", url: `${site}/sitemap.xml`, include: [], exclude: [], maxUrls: 10_000 }
    assert.isAtMost(found(sitemap, { type: "sitemap", change: listed }).length, 1_001)
  })

  it("is about nobody else's page where a session saw it, and about none where nothing was found", () => {
    const profileId = BrowserProfileId.make("bpr_1")
    assert.deepStrictEqual(found(targetOf({ url: page, profileId }), { type: "page", change }), [])
    const same = Verdict.cases.Unchanged.make({ mark: null })
    assert.deepStrictEqual(changedAddresses(monitorOf(organizationOf().id, epoch), same), [])
  })
})

describe("a page that was seen to have changed", () => {
  const at = (minutes: number) => DateTime.add(epoch, { minutes })

  /** Whether what was captured then under some key is found now. */
  const isFound = (url: string, captured: DateTime.Utc, finalUrl = url) =>
    Effect.gen(function* () {
      const key = `${url} ${captured.epochMilliseconds}`
      yield* putPage({ space: sharedSpace, key, capturedAt: captured, facts: "{}", body: new Uint8Array() })
      return Option.isSome(yield* findUnchanged(url, key, at(-100_000_000), () => Option.some({ finalUrl })))
    })

  const forms: ReadonlyArray<readonly [string, Partial<PageSource>]> = [
    ["plain", {}],
    ["after a wait", { waitMillis: 500 }],
    ["from a country", { country: "de" }],
    ["with its frames and a fragment", { includeFrames: true, url: "https://shop.example/a#green" }]
  ]

  it.effect.each(forms)("is found by no work that reads many pages: %s", ([, given]) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(epoch.epochMilliseconds)
      const source: PageSource = { ...plainSource("https://shop.example/a"), ...given }
      const keys = yield* captureKeys(source)
      const capture: PageCapture = {
        finalUrl: source.url,
        status: 200,
        type: "html",
        frames: [],
        finalDomState: "loaded",
        actionsApplied: [],
        isStale: false,
        renderedBecause: null,
        etag: null,
        lastModified: null,
        body: new TextEncoder().encode(tea(10)),
        capturedAtMillis: (yield* Clock.currentTimeMillis) - 1
      }
      yield* keepCapture(keys, capture)
      const isFound = Effect.gen(function* () {
        const shelf = makePageShelf()
        yield* shelf.expect([source])
        return Option.isSome(yield* shelf.find(keys))
      })
      assert.isTrue(yield* isFound)
      yield* noteChanged(["https://shop.example/a"])
      assert.isFalse(yield* isFound)
      yield* keepCapture(keys, { ...capture, capturedAtMillis: yield* Clock.currentTimeMillis })
      assert.isTrue(yield* isFound)
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("is found in no form of before then, whatever form that is", () =>
    Effect.gen(function* () {
      const now = yield* DateTime.now
      const before = DateTime.subtract(now, { milliseconds: 1 })
      const url = "https://shop.example/a"
      assert.isTrue(yield* isFound(url, before))
      yield* noteChanged([`${url}#part`])
      assert.deepStrictEqual(
        [yield* isFound(url, before), yield* isFound(`${url}#other`, before), yield* isFound(url, now)],
        [false, false, true]
      )
      assert.deepStrictEqual(
        [
          yield* isFound("https://shop.example/b", before, url),
          // It led elsewhere when it was captured.
          yield* isFound(url, before, "https://shop.example/elsewhere"),
          yield* isFound("https://shop.example/c", before),
          yield* isFound(`${url}?page=2`, before)
        ],
        [false, false, true, true]
      )
    }).pipe(Effect.provide(Memory.layer))
  )

  scenario(
    "is one of the site whose sitemap came to list it, and none of another that it lists too",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const [sitemap, own] = ["https://other.example/sitemap.xml", "https://other.example/b"]
      const list = (...urls: ReadonlyArray<string>) =>
        ScriptedWeb.use((web) =>
          web.page(sitemap, `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`)
        )
      yield* list("https://other.example/a")
      const target: Target = { type: "sitemap", url: sitemap, include: [], exclude: [], maxUrls: 100 }
      const { monitor } = yield* Monitors.use((monitors) =>
        monitors.create(organization, { name: "Other", target, schedule: hourly })
      )
      yield* settle
      const before = yield* DateTime.now
      yield* list("https://other.example/a", own, page)
      yield* advance("2 hours")
      assert.lengthOf(yield* changesOf(monitor.id), 1)
      assert.deepStrictEqual([yield* isFound(page, before), yield* isFound(own, before)], [true, false])
    })
  )

  it.effect("is tried to be noted with no others where the store is away but those that are put at once", () =>
    Effect.gen(function* () {
      let tries = 0
      const cache = yield* PageCache
      const away: PageCache["Service"] = {
        ...cache,
        put: () =>
          Effect.suspend(() => {
            tries += 1
            return Effect.fail(new StoreUnavailable({ operation: "PageCache.put", cause: new Error("away") }))
          })
      }
      const urls = Array.from({ length: 1_000 }, (_, at) => `https://shop.example/${at}`)
      yield* Effect.provideService(noteChanged(urls), PageCache, away)
      assert.isAtLeast(tries, 1)
      assert.isAtMost(tries, 16)
    }).pipe(Effect.provide(Memory.layer))
  )

  scenario(
    "keeps the lease of its run for as long as it takes to note it, and is told then",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const monitors = yield* Monitors
      yield* show(tea(10))
      const { monitor } = yield* monitors.create(organization, watched({ url: page }))
      yield* monitors.runDue({ limit: 1, concurrency: 1, lease })
      yield* show(tea(12))
      yield* monitors.runNow(organization.id, monitor.id)
      const claim = yield* claimRun(organization.id)
      const cache = yield* PageCache
      const slow: PageCache["Service"] = {
        ...cache,
        put: (...given) => Effect.delay(cache.put(...given), "3 minutes")
      }
      const { record } = yield* RunStore
      const recorder = RunRecorder.of({ record: (outcome) => Effect.map(record([outcome]), ([recorded]) => recorded!) })
      const running = yield* Effect.forkChild(
        runMonitor(claim, lease, makeSuspects()).pipe(
          Effect.provideService(RunRecorder, recorder),
          Effect.provideService(PageCache, slow),
          Effect.provide([Alarms.layer, DailyBudgets.layer])
        )
      )
      for (let times = 0; times < 20; times += 1) {
        yield* advance("10 seconds")
        assert.strictEqual((yield* monitors.takeDue({ limit: 10, lease })).length, 0)
      }
      yield* Fiber.join(running)
      assert.lengthOf(yield* changesOf(monitor.id), 1)
    }),
    { loops: false }
  )
})
