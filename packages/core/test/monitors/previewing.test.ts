/** Observed: what a preview answers and charges, what a monitor of the same target then keeps, and that nothing else is left. */
import { assert, describe } from "@effect/vitest"
import { Credits } from "@kittiwake/core/credits/Credits"
import type { NewMonitor } from "@kittiwake/core/monitors/domain/MonitorInput"
import type { Preview, Seen } from "@kittiwake/core/monitors/domain/Preview"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { type Organization, OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { OrganizationStore } from "@kittiwake/core/organizations/OrganizationStore"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation, type TestInstallationOptions } from "@kittiwake/core/testing/TestInstallation"
import { type WatchedPage, watched } from "@kittiwake/core/testing/WatchedPage"
import type { Call } from "@kittiwake/core/web/domain/Call"
import * as PageReader from "@kittiwake/html/PageReader"
import { Clock, Effect, Fiber } from "effect"
import { previewLimits } from "../../src/monitors/domain/Preview.ts"
import { previewRecord } from "../../src/monitors/domain/PreviewRecord.ts"
import { scriptedBrowser } from "../scriptedBrowser.ts"
import { baselineOf, page, scenario, show, watch } from "../watching.ts"

let calls = 0

/** A call that begins now and may last so long. */
const callAt = (now: number, millis: number): Omit<Call, "organizationId"> => ({
  requestId: `preview-${++calls}`,
  route: "/monitors/preview",
  caller: "key_a",
  deadline: { atMillis: now + millis, acceptsPart: false },
  freshness: { maxAgeMillis: 0, zeroRetention: false },
  isWanted: () => true
})

/** Begins a preview, and lets its time pass. */
const preview = Effect.fnUntraced(function* (input: NewMonitor, given: { readonly millis?: number } = {}) {
  const { advance, organization } = yield* TestInstallation
  const now = yield* Clock.currentTimeMillis
  const { millis = 55_000 } = given
  const call: Call = { ...callAt(now, millis), organizationId: organization.id }
  const monitors = yield* Monitors
  const asking = yield* Effect.forkChild(monitors.preview(organization, input, call))
  yield* advance(millis)
  return yield* Fiber.join(asking)
})

const previewPage = (given: Partial<WatchedPage> = {}, options: { readonly millis?: number } = {}) =>
  preview(watched({ url: page, ...given }), options)

/** What was seen of a page. */
const ofPage = ({ error, seen }: Preview) => {
  assert(seen?.type === "page", JSON.stringify(error))
  return seen
}

const spentBy = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { organization } = yield* TestInstallation
    const { account } = yield* Credits
    const before = yield* account(organization.id)
    const done = yield* work
    const after = yield* account(organization.id)
    assert.strictEqual(after.held, 0, "nothing is held")
    return { done, spent: before.balance - after.balance }
  })

const read: TestInstallationOptions = { pageReader: PageReader.layer }

const shop = (price: string, visitors: number) =>
  `<title>Tea</title><nav>Menu</nav><main><h1>Tea</h1><p class="price">${price}</p><p class="ad">Buy cups</p>
   <p>Visitor ${visitors} of today</p></main><footer class="ad">Imprint</footer>`

describe("a preview of a page", () => {
  scenario(
    "shows the text that a monitor then keeps, charges a run, and leaves nothing behind",
    Effect.gen(function* () {
      yield* show(shop("10 €", 1))
      const { organization } = yield* TestInstallation
      const { done, spent } = yield* spentBy(previewPage({ excludeSelectors: [".ad"] }))
      const seen = ofPage(done.value)
      assert.strictEqual(seen.text, "Tea\n10 €\nVisitor 1 of today")
      const { blocks } = previewRecord(done.value, { blocks: true })
      const price = blocks?.find(({ text }) => text === "10 €")
      assert.deepStrictEqual(price, { selector: "p.price", text: "10 €", within: 1 })
      assert.notProperty(previewRecord(done.value), "blocks")
      assert.deepInclude(seen, { way: undefined, lacksBrowser: false, difference: null, unstable: [] })
      assert.deepStrictEqual([done.credits, spent, done.value.creditsPerRun, done.value.error], [1, 1, 1, null])
      const monitors = yield* Monitors
      assert.strictEqual((yield* monitors.limits(organization)).used, 0)
      const { data } = yield* monitors.runs(organization.id, {}, { limit: 10, cursor: undefined })
      assert.deepStrictEqual(data, [])
      assert.lengthOf(yield* ScriptedWeb.use((web) => web.looks(page)), 2)
      assert.strictEqual(yield* baselineOf(yield* watch({ excludeSelectors: [".ad"] })), seen.text)
    }),
    read
  )

  scenario(
    "says what each selector finds, and of one that finds nothing that it does",
    Effect.gen(function* () {
      yield* show(shop("10 €", 1))
      const found = yield* previewPage({ includeSelectors: ["main", "#gone"], excludeSelectors: [".ad", ".none"] })
      assert.strictEqual(ofPage(found.value).text, "Tea\n10 €\nVisitor 1 of today")
      assert.deepStrictEqual(
        found.value.regions?.selectors?.map(({ characters, elements, selector, use }) => [
          use,
          selector,
          elements,
          characters
        ]),
        [
          ["keep", "main", 1, 21],
          ["keep", "#gone", 0, 0],
          ["drop", ".ad", 2, 7],
          ["drop", ".none", 0, 0]
        ]
      )
      const { done, spent } = yield* spentBy(previewPage({ includeSelectors: ["#gone"] }))
      assert.deepStrictEqual(
        [done.value.seen, done.value.error?.code, done.credits, spent],
        [null, "empty_content", 0, 0]
      )
      assert.deepInclude(done.value.regions?.selectors?.[0], { selector: "#gone", elements: 0 })
    }),
    read
  )

  scenario(
    "tells what two looks differ in as lines that change by themselves",
    Effect.gen(function* () {
      yield* show((_at, look) => shop("10 €", look + 1))
      const seen = ofPage((yield* previewPage()).value)
      assert.include(seen.difference?.diff, "-Visitor 1 of today\n+Visitor 2 of today")
      assert.deepStrictEqual(seen.unstable, ["Visitor 1 of today"])
      // A line that its owner frees is no such line, and one that he pins always is.
      yield* show((_at, look) => shop("10 €", look + 1))
      assert.deepStrictEqual(ofPage((yield* previewPage({ freedLines: ["Visitor 9 of today"] })).value).unstable, [])
      yield* show(shop("10 €", 1))
      const pinned = ofPage((yield* previewPage({ pinnedLines: ["Visitor 9 of today"] })).value)
      assert.deepStrictEqual([pinned.difference, pinned.unstable], [null, ["Visitor 1 of today"]])
    }),
    read
  )

  scenario(
    "says what is left out of the main content, by its kinds",
    Effect.gen(function* () {
      yield* show(
        `<main><h1>Teas</h1><p>Sencha comes from Shizuoka, where the harvest begins in the last week of April.</p>
         <div class="ad-slot"><a href="/buy">Cups from 5 € a set</a></div></main>`
      )
      const { regions } = (yield* previewPage()).value
      assert.deepStrictEqual(
        regions?.leftOut.map(({ kind, pieces }) => [kind, pieces]),
        [["advertisement", 1]]
      )
    }),
    read
  )

  const rendering = scriptedBrowser(() => "<h1>Tea</h1><p>10 €</p>")

  scenario(
    "is read with a browser where a run would use one, and says so",
    Effect.gen(function* () {
      yield* show(`<div id="root"></div><script src="/app.js"></script><noscript>Please enable JavaScript</noscript>`)
      const seen = ofPage((yield* previewPage()).value)
      assert.deepStrictEqual([seen.text, seen.way], ["Tea\n10 €", "browser"])
      const asked = rendering.asked.length
      const { done, spent } = yield* spentBy(previewPage({ actions: [{ do: "click", selector: "#more" }] }))
      assert.deepStrictEqual([ofPage(done.value).way, spent, done.value.creditsPerRun], ["browser", 2, 2])
      assert.strictEqual(rendering.asked.length, asked + 2)
      assert.isTrue(
        rendering.asked.every(({ capture }) => capture === null),
        "no pictures are taken"
      )
    }),
    rendering.options
  )

  scenario(
    "says of a page that lacks a browser that it does",
    Effect.gen(function* () {
      yield* show("<p>10 €</p><script src='/count.js'></script>")
      assert.isTrue(ofPage((yield* previewPage()).value).lacksBrowser)
      const { error, seen } = (yield* previewPage({ browser: true })).value
      assert.deepStrictEqual(
        [seen, error],
        [null, { code: "internal_error", message: "The plain readers have no browser." }]
      )
    })
  )

  for (const [what, script, code] of [
    [
      "a wall before its content",
      `<title>Sign in</title><h1>Sign in</h1><form><input type="password"></form>`,
      "blocked"
    ],
    ["a page that says it is not there", "<title>Page not found</title><h1>404</h1><p>Page not found</p>", "not_found"],
    ["an empty page", "<main></main>", "empty_content"],
    ["a page that is gone", { body: "gone", status: 404 }, "not_found"],
    ["a page that hangs", { body: "late", latency: "5 minutes" }, "timeout"]
  ] as const) {
    scenario(
      `answers ${what} with what a run would fail with, for nothing`,
      Effect.gen(function* () {
        yield* show(script)
        const { done, spent } = yield* spentBy(previewPage())
        assert.deepStrictEqual([done.value.error?.code, done.value.seen, done.credits, spent], [code, null, 0, 0])
        const id = yield* watch()
        yield* TestInstallation.use(({ advance }) => advance("1 minute"))
        const { organization } = yield* TestInstallation
        const { monitor } = yield* Monitors.use((monitors) => monitors.get(organization.id, id))
        assert.deepStrictEqual(
          { code: monitor.lastError?.code, message: monitor.lastError?.message },
          { ...done.value.error }
        )
      }),
      read
    )
  }
})

describe("a preview", () => {
  scenario(
    "ends at its deadline, and gives back what it held",
    Effect.gen(function* () {
      yield* show({ body: "late", latency: "5 minutes" })
      const { done, spent } = yield* spentBy(Effect.flip(previewPage({}, { millis: 5_000 })))
      assert.deepStrictEqual([done._tag, spent], ["DeadlinePassed", 0])
    })
  )

  scenario(
    "waits while four of its organization look, holding nothing, and keeps nobody else waiting",
    Effect.gen(function* () {
      yield* show({ body: "late", latency: "5 seconds" })
      const { advance, organization } = yield* TestInstallation
      const other = { ...organization, id: OrganizationId.make("org_other") }
      yield* OrganizationStore.use((store) => store.create(other))
      const begin = Effect.fnUntraced(function* (owner: Organization, millis: number) {
        const call = { ...callAt(yield* Clock.currentTimeMillis, millis), organizationId: owner.id }
        return yield* Effect.forkChild(
          Effect.result(Monitors.use((monitors) => monitors.preview(owner, watched({ url: page }), call)))
        )
      })
      const heldBy = ({ id }: Organization) =>
        Effect.map(
          Credits.use(({ account }) => account(id)),
          ({ held }) => held
        )
      const own = yield* Effect.forEach(Array.from({ length: 9 }), () => begin(organization, 55_000))
      const hasty = yield* begin(organization, 5_000)
      const others = yield* begin(other, 55_000)
      yield* advance("3 seconds")
      assert.deepStrictEqual([yield* heldBy(organization), yield* heldBy(other)], [4, 1])
      yield* advance("3 seconds")
      assert.lengthOf(yield* ScriptedWeb.use((web) => web.looks(page)), 5)
      yield* advance("54 seconds")
      const ends = yield* Effect.forEach([hasty, ...own, others], (fiber) => Fiber.join(fiber))
      assert.deepStrictEqual(
        ends.map((end) => (end._tag === "Success" ? end.success.credits : end.failure._tag)),
        ["DeadlinePassed", ...Array.from({ length: 10 }, () => 1)]
      )
      assert.deepStrictEqual([yield* heldBy(organization), yield* heldBy(other)], [0, 0])
    })
  )

  scenario(
    "of two long texts that have nothing in common shows the beginning of the first, and of what differs",
    Effect.gen(function* () {
      const lines = (word: string) =>
        Array.from({ length: 60_000 }, (_, line) => `${word} ${line} 🐦 of many`).join("\n")
      yield* show((_at, look) => ({ body: lines(look === 0 ? "one" : "two"), mediaType: "text/plain" }))
      const { value } = yield* previewPage()
      const { length } = ofPage(value).text
      assert.isAbove(length, previewLimits.characters)
      const { seen } = previewRecord(value)
      assert(seen?.type === "page")
      assert.deepInclude(seen, { characters: length, is_cut: true, is_same: false, is_diff_cut: true })
      assert.isTrue(seen.text.isWellFormed() && seen.text.startsWith("one 0 🐦") && !seen.text.includes("\ufffd"))
      assert.isAtMost(seen.text.length, previewLimits.characters)
      assert.isAtMost(seen.diff.length, 1_000_000)
      assert.lengthOf(seen.unstable, 50)
    })
  )

  scenario(
    "refuses what the creation of a monitor refuses, by the same field, before anybody is asked",
    Effect.gen(function* () {
      const ofTarget = (given: Partial<WatchedPage>) => watched({ url: page, ...given })
      const refusals: ReadonlyArray<readonly [NewMonitor, string]> = [
        [ofTarget({ includeSelectors: ["p["] }), "target.include_selectors"],
        [ofTarget({ schedule: { type: "interval", frequency: 1, unit: "minutes" } }), "schedule"],
        [ofTarget({ schedule: { type: "cron", expression: "* * * * *", timeZone: "UTC" } }), "schedule"],
        [ofTarget({ webhook: "https://receiver.example/hook#part" }), "webhook.url"]
      ]
      const { organization } = yield* TestInstallation
      for (const [input, field] of refusals) {
        const refused = yield* Effect.flip(preview(input))
        assert.deepInclude(refused, { _tag: "InvalidInput", field })
        const created = yield* Effect.flip(Monitors.use((monitors) => monitors.create(organization, input)))
        assert.deepInclude(created, { _tag: "InvalidInput", field, message: refused.message })
      }
      const extract: NewMonitor = {
        name: "Plans",
        target: {
          type: "extract",
          url: page,
          instructions: "Watch plans",
          schema: null,
          maxPages: 5,
          maxDepth: null,
          followSubdomains: false
        }
      }
      assert.deepInclude(yield* Effect.flip(preview(extract)), { _tag: "InvalidInput", field: "target.type" })
      assert.deepStrictEqual(yield* ScriptedWeb.use((web) => web.looks(page)), [])
    }),
    read
  )

  scenario(
    "needs the credits of a run, and a paid plan for actions",
    Effect.gen(function* () {
      yield* show("Tea")
      assert.strictEqual((yield* Effect.flip(previewPage()))._tag, "OutOfCredits")
      const acting = previewPage({ actions: [{ do: "wait", timeMs: 1 }] })
      assert.strictEqual((yield* Effect.flip(acting))._tag, "PaidPlanRequired")
    }),
    { credits: 0, plan: "free" }
  )

  scenario(
    "says when a monitor would look and what that costs",
    Effect.gen(function* () {
      yield* show("Tea")
      const hourly = (yield* previewPage()).value
      assert.lengthOf(hourly.slots, 5)
      const between = hourly.slots.map((at) => at.epochMilliseconds)
      for (const [index, at] of between.slice(1).entries()) assert.strictEqual(at - between[index]!, 3_600_000)
      assert.strictEqual(hourly.creditsPerMonth, 720)
      const schedule = { type: "cron", expression: "0 9,17 * * 1-5", timeZone: "Europe/Berlin" } as const
      const working = (yield* previewPage({ schedule })).value
      // January 2026 has 22 of these days in its first thirty, beginning with a Thursday.
      assert.strictEqual(working.creditsPerMonth, 2 * 22)
      assert.match(String(working.slots[0]), /2026-01-01T08:00:/)
    })
  )
})

describe("a preview of a sitemap", () => {
  const sitemap = "https://shop.example/sitemap.xml"
  const listing = (...paths: ReadonlyArray<string>) =>
    `<urlset>${paths.map((path) => `<url><loc>https://shop.example${path}</loc></url>`).join("")}</urlset>`
  const input: NewMonitor = {
    name: "Posts",
    target: { type: "sitemap", url: sitemap, include: ["/blog/*"], exclude: [], maxUrls: 2 }
  }

  scenario(
    "says what would be tracked and in what two readings differ, and reads none of its pages",
    Effect.gen(function* () {
      yield* ScriptedWeb.use((web) =>
        web.page(sitemap, (_at, look) => ({
          body: look === 0 ? listing("/blog/a", "/about") : listing("/blog/b", "/about"),
          mediaType: "application/xml"
        }))
      )
      const { done, spent } = yield* spentBy(preview(input))
      const seen: Seen | null = done.value.seen
      assert(seen?.type === "sitemap", JSON.stringify(done.value.error))
      assert.deepStrictEqual(seen.state.urls, ["https://shop.example/blog/a"])
      assert.deepStrictEqual(seen.difference, {
        added: ["https://shop.example/blog/b"],
        removed: ["https://shop.example/blog/a"]
      })
      assert.deepStrictEqual([spent, done.value.regions], [1, null])
      const looked = yield* ScriptedWeb.use((web) => web.looks())
      assert.deepStrictEqual([...new Set(looked.map(({ url }) => url))], [sitemap])
    })
  )

  scenario(
    "answers one that is not there with what a run would fail with",
    Effect.gen(function* () {
      yield* ScriptedWeb.use((web) => web.page(sitemap, { body: "", status: 404 }))
      const { done, spent } = yield* spentBy(preview(input))
      assert.deepStrictEqual([done.value.error?.code, done.value.seen, spent], ["not_found", null, 0])
    })
  )
})
