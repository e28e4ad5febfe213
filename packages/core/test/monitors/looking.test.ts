import { assert, describe } from "@effect/vitest"
import { flicker } from "@kittiwake/core/testing/PageScript"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { Effect } from "effect"
import {
  advance,
  assertRun,
  baselineOf,
  changesOf,
  iso,
  lastRun,
  monitorOf,
  page,
  runsOf,
  scenario,
  show,
  traceOf,
  watch
} from "../watching.ts"

describe("a run of a monitor", () => {
  scenario(
    "captures the baseline first, tells no change, and costs one credit",
    Effect.gen(function* () {
      yield* show("<h1>Tea</h1><p>10 €</p>")
      const id = yield* watch()
      const run = yield* lastRun(id)
      assertRun(run, {
        status: "completed",
        runType: "baseline",
        baselineCreated: true,
        changeDetected: false,
        creditsCharged: 1,
        error: null,
        skipReason: null
      })
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €")
      assert.deepStrictEqual(yield* changesOf(id), [])
      assert.deepStrictEqual(traceOf(run), ["fetch: status 200", "read: 8 characters", "decide: FirstSight"])
    })
  )

  scenario(
    "finds nothing on a page that stays the same",
    Effect.gen(function* () {
      yield* show("<p>10 €</p>")
      const id = yield* watch()
      yield* advance("3 hours")
      const runs = yield* runsOf(id)
      assert.strictEqual(runs.length, 3)
      assertRun(runs[1], { status: "completed", runType: "scheduled", changeDetected: false, creditsCharged: 1 })
      assert.deepStrictEqual(yield* changesOf(id), [])
      assert.isNull((yield* monitorOf(id)).lastChangeAt)
    })
  )

  scenario(
    "tells a change that a second look confirms, once, with what came and went",
    Effect.gen(function* () {
      yield* show("<h1>Tea</h1><p>10 €</p><p>Imprint</p>")
      const id = yield* watch({ name: "Prices", tags: ["shop"] })
      yield* show("<h1>Tea</h1><p>12 €</p><p>Imprint</p>")
      yield* advance("5 hours")
      const [change, ...others] = yield* changesOf(id)
      assert.deepStrictEqual(others, [])
      assert.strictEqual(change!.title, "Prices – Tea: 10 € → 12 €")
      assert.strictEqual(change!.summary, 'Changed "10 €" to "12 €".')
      assert.strictEqual(change!.beforeTextExcerpt, "10 €")
      assert.strictEqual(change!.afterTextExcerpt, "12 €")
      assert.strictEqual(change!.diff, "@@ -1,3 +1,3 @@\n Tea\n-10 €\n+12 €\n Imprint\n")
      assert.deepStrictEqual(change!.tags, ["shop"])
      assert.strictEqual(change!.url, page)
      const found = (yield* runsOf(id)).find((run) => run.changeDetected)
      assertRun(found, { id: change!.runId, changeId: change!.id, creditsCharged: 1, baselineCreated: false })
      assert.include(traceOf(found!), "confirm: 4 looks agree")
      assert.strictEqual(yield* baselineOf(id), "Tea\n12 €\nImprint")
      assert.strictEqual(iso((yield* monitorOf(id)).lastChangeAt), iso(change!.detectedAt))
    })
  )

  scenario(
    "suppresses a flicker, costs no more for it, and says why in its trace",
    Effect.gen(function* () {
      yield* show("<p>10 €</p>")
      const id = yield* watch()
      yield* show(flicker("<p>Sorry, try again</p>", "<p>10 €</p>"))
      yield* advance("65 minutes")
      const run = yield* lastRun(id)
      assertRun(run, { status: "completed", changeDetected: false, creditsCharged: 1 })
      assert.deepStrictEqual(yield* changesOf(id), [])
      assert.strictEqual(yield* baselineOf(id), "10 €")
      assert.include(traceOf(run), "confirm: look 2 does not show the difference")
      assert.strictEqual(traceOf(run).at(-1), "decide: Unchanged")
    })
  )

  scenario(
    "tells the price and not the banner of a page whose banner changes at every look",
    Effect.gen(function* () {
      const shop = (price: string, ahead: number) => (_at: unknown, count: number) => {
        const look = ahead + count
        return `<p>Visitor ${look} of today</p><p>Offer ${(look * 7) % 10}</p><h1>Tea</h1><p>${price}</p><p>Imprint</p>`
      }
      yield* show(shop("10 €", 0))
      const id = yield* watch()
      yield* advance("12 hours")
      assert.deepStrictEqual(yield* changesOf(id), [], "the banner alone is never told")
      const before = yield* baselineOf(id)
      yield* show(shop("12 €", 500))
      yield* advance("12 hours")
      const changes = yield* changesOf(id)
      assert.strictEqual(changes.length, 1)
      assert.strictEqual(changes[0]!.summary, 'Changed "10 €" to "12 €".')
      const [visitor, offer, ...rest] = (yield* baselineOf(id))!.split("\n")
      assert.deepStrictEqual(rest, ["Tea", "12 €", "Imprint"])
      const look = Number(/\d+/.exec(visitor!)![0])
      assert.strictEqual(offer, `Offer ${(look * 7) % 10}`, "the text is one that was seen")
      assert.notStrictEqual(before, yield* baselineOf(id))
      const found = (yield* runsOf(id)).find((run) => run.changeDetected)!
      assert.include(traceOf(found), "confirm: 4 looks agree on a part, and the rest flickers")
    })
  )

  scenario(
    "remembers what the page showed and took back, and does not tell it when all looks of a run show it",
    Effect.gen(function* () {
      const shop = (banner: string, price: string) => `<p>${banner}</p><h1>Tea</h1><p>${price}</p>`
      yield* show(shop("Free delivery", "10 €"))
      const id = yield* watch()
      yield* show(flicker(shop("Summer sale", "10 €"), shop("Free delivery", "10 €")))
      yield* advance("65 minutes")
      assert.deepStrictEqual(yield* changesOf(id), [])
      yield* show(shop("Summer sale", "10 €"))
      yield* advance("65 minutes")
      assert.deepStrictEqual(yield* changesOf(id), [])
      const run = yield* lastRun(id)
      assert.include(traceOf(run), "confirm: the looks agree only on what is known to flicker")
      yield* show(shop("Summer sale", "12 €"))
      yield* advance("65 minutes")
      const [change] = yield* changesOf(id)
      assert.strictEqual(change?.summary, 'Changed "10 €" to "12 €".')
      assert.strictEqual(yield* baselineOf(id), "Summer sale\nTea\n12 €")
    })
  )

  scenario(
    "remembers what flickered over a run that found the page as it was",
    Effect.gen(function* () {
      const shop = (banner: string) => `<p>${banner}</p><h1>Tea</h1><p>10 €</p>`
      yield* show(shop("Free delivery"))
      const id = yield* watch()
      yield* show(flicker(shop("Summer sale"), shop("Free delivery")))
      yield* advance("65 minutes")
      // The same text in other markup: it is read, and not told apart by its bytes.
      yield* show(`${shop("Free delivery")}<!-- later -->`)
      yield* advance("60 minutes")
      assert.deepStrictEqual(traceOf(yield* lastRun(id)).slice(-2), ["read: 22 characters", "decide: Unchanged"])
      yield* show(shop("Summer sale"))
      yield* advance("60 minutes")
      assert.include(traceOf(yield* lastRun(id)), "confirm: the looks agree only on what is known to flicker")
      assert.deepStrictEqual(yield* changesOf(id), [])
    })
  )

  scenario(
    "does not take for a flicker what changed between two looks",
    Effect.gen(function* () {
      const shop = (banner: string, price: string) => `<p>${banner}</p><h1>Tea</h1><p>${price}</p>`
      yield* show(shop("Free delivery", "10 €"))
      const id = yield* watch()
      yield* show(flicker(shop("Summer sale", "10 €"), shop("Free delivery", "12 €")))
      yield* advance("65 minutes")
      assert.deepStrictEqual(yield* changesOf(id), [])
      yield* show(shop("Free delivery", "12 €"))
      yield* advance("65 minutes")
      assert.strictEqual((yield* changesOf(id))[0]?.summary, 'Changed "10 €" to "12 €".')
    })
  )

  scenario(
    "tells what is known to flicker when it came to stay",
    Effect.gen(function* () {
      yield* show("<p>Free delivery</p><p>Tea</p>")
      const id = yield* watch()
      yield* show(flicker("<p>Tea</p>", "<p>Free delivery</p><p>Tea</p>"))
      yield* advance("65 minutes")
      yield* show("<p>Tea</p>")
      yield* advance("65 minutes")
      assert.deepStrictEqual(yield* changesOf(id), [])
      yield* advance("10 hours")
      assert.deepStrictEqual(
        (yield* changesOf(id)).map(({ title }) => title),
        ["https://shop.example/pricing – Removed: Free delivery"]
      )
      yield* show("<p>Free delivery</p><p>Tea</p>")
      yield* advance("65 minutes")
      assert.strictEqual((yield* changesOf(id)).length, 2, "and is no flicker any more")
    })
  )

  scenario(
    "looks twice at a page that runs found steady, and four times at one that is new",
    Effect.gen(function* () {
      const looksAt = Effect.map(
        ScriptedWeb.use((web) => web.looks(page)),
        (looks) => looks.length
      )
      yield* show("<p>10 €</p>")
      const id = yield* watch()
      yield* show("<p>12 €</p>")
      yield* advance("65 minutes")
      assert.strictEqual(yield* looksAt, 1 + 4)
      yield* advance("4 hours")
      yield* show("<p>14 €</p>")
      yield* advance("1 hour")
      assert.strictEqual(yield* looksAt, 1 + 4 + 4 + 2)
      assert.strictEqual((yield* changesOf(id)).length, 2)
    })
  )

  scenario(
    "waits a second before the second look, and takes it without validators",
    Effect.gen(function* () {
      yield* show({ body: "<p>10 €</p>", etag: true })
      const id = yield* watch()
      yield* show({ body: "<p>12 €</p>", etag: true })
      yield* advance("2 hours")
      const looks = (yield* ScriptedWeb.use((web) => web.looks(page))).map(
        ({ at, outcome }) => [at.epochMilliseconds, outcome] as const
      )
      assert.deepStrictEqual(
        looks.map(([, outcome]) => outcome),
        [200, 200, 200, 200, 200]
      )
      assert.strictEqual(looks[2]![0] - looks[1]![0], 1_000)
      assert.strictEqual(looks[3]![0] - looks[2]![0], 250)
      assert.strictEqual((yield* changesOf(id)).length, 1)
    })
  )

  scenario(
    "asks only for a newer page, and believes the server that says there is none",
    Effect.gen(function* () {
      yield* show({ body: "<p>10 €</p>", etag: true })
      const id = yield* watch()
      yield* advance("2 hours")
      const run = yield* lastRun(id)
      assertRun(run, { status: "completed", changeDetected: false, creditsCharged: 1 })
      assert.deepStrictEqual(traceOf(run), ["fetch: not modified", "decide: Unchanged"])
    })
  )

  scenario(
    "tells the page that a redirect leads to since, though its server takes it for the one before",
    Effect.gen(function* () {
      const at = (path: string) => new URL(path, page).href
      const scripted = yield* ScriptedWeb
      yield* scripted.page(at("/v1"), { body: "<p>Release 1</p>", etag: "same" })
      yield* scripted.page(at("/v2"), { body: "<p>Release 2</p>", etag: "same" })
      yield* show({ body: "", redirectTo: at("/v1") })
      const id = yield* watch()
      yield* advance("2 hours")
      assert.deepStrictEqual(traceOf(yield* lastRun(id)), ["fetch: not modified", "decide: Unchanged"])
      yield* show({ body: "", redirectTo: at("/v2") })
      yield* advance("2 hours")
      assert.strictEqual((yield* changesOf(id)).length, 1)
      yield* advance("2 hours")
      assert.deepStrictEqual(traceOf(yield* lastRun(id)), ["fetch: not modified", "decide: Unchanged"])
    })
  )

  scenario(
    "ignores white space unless the monitor says otherwise",
    Effect.gen(function* () {
      yield* show({ body: "one  two\n\nthree", mediaType: "text/plain" })
      const folded = yield* watch()
      const exact = yield* watch({ normalizeWhitespace: false })
      yield* show({ body: "one two\nthree  ", mediaType: "text/plain" })
      yield* advance("2 hours")
      assert.strictEqual((yield* changesOf(folded)).length, 0)
      assert.strictEqual((yield* changesOf(exact)).length, 1)
      assert.strictEqual(yield* baselineOf(exact), "one two\nthree  ")
    })
  )

  scenario(
    "compares only the regions that its selectors keep",
    Effect.gen(function* () {
      const shop = (price: string, ad: string) =>
        `<div class="price">${price}<em class="ad">${ad}</em></div><p>${ad}</p>`
      yield* show(shop("10 €", "one"))
      const id = yield* watch({ includeSelectors: [".price"], excludeSelectors: [".ad"] })
      assert.strictEqual(yield* baselineOf(id), "10 €")
      yield* show(shop("10 €", "two"))
      yield* advance("2 hours")
      assert.deepStrictEqual(yield* changesOf(id), [])
      yield* show(shop("12 €", "three"))
      yield* advance("2 hours")
      assert.strictEqual((yield* changesOf(id)).length, 1)
    })
  )

  scenario(
    "tells a change back to the way it was as a change of its own",
    Effect.gen(function* () {
      yield* show("<p>10 €</p>")
      const id = yield* watch()
      yield* show("<p>12 €</p>")
      yield* advance("2 hours")
      yield* show("<p>10 €</p>")
      yield* advance("2 hours")
      const summaries = (yield* changesOf(id)).map(({ summary }) => summary)
      assert.deepStrictEqual(summaries, ['Changed "10 €" to "12 €".', 'Changed "12 €" to "10 €".'])
    })
  )

  scenario(
    "tells what was held back with the next thing that is told, since the text that is stored has it",
    Effect.gen(function* () {
      const shop = (stock: string, price: string) => `<p>${stock}</p><h1>Tea</h1><p>${price}</p>`
      yield* show(shop("In stock", "10 €"))
      const id = yield* watch()
      yield* show(flicker(shop("Sold out", "10 €"), shop("In stock", "10 €")))
      yield* advance("65 minutes")
      assert.deepStrictEqual(yield* changesOf(id), [])
      yield* show(shop("Sold out", "12 €"))
      yield* advance("60 minutes")
      const [change] = yield* changesOf(id)
      for (const line of ["-In stock", "+Sold out", "-10 €", "+12 €"]) assert.include(change?.diff ?? "", line)
      assert.strictEqual(change?.summary, 'Changed "10 €" to "12 €".', "the title is of what was not held back")
      assert.strictEqual(yield* baselineOf(id), "Sold out\nTea\n12 €")
    })
  )

  scenario(
    "counts only looks in a row: a page that goes back to what it was begins anew",
    Effect.gen(function* () {
      const shop = (banner: string) => `<p>${banner}</p><p>Tea</p>`
      yield* show(shop("Free delivery"))
      const id = yield* watch()
      yield* show(flicker(shop("Summer sale"), shop("Free delivery")))
      yield* advance("65 minutes")
      for (let round = 0; round < 9; round++) {
        for (const banner of ["Summer sale", "Free delivery"]) {
          yield* show(shop(banner))
          yield* advance("60 minutes")
        }
      }
      assert.deepStrictEqual(yield* changesOf(id), [])
      yield* show(shop("Summer sale"))
      yield* advance("10 hours")
      assert.lengthOf(yield* changesOf(id), 1, "what stays is told")
    })
  )
})
