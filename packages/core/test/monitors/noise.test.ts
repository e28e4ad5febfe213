import { assert, describe } from "@effect/vitest"
import type { Monitor } from "@kittiwake/core/monitors/domain/Monitor"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { noiseRules } from "@kittiwake/core/pages/domain/LeftOut"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import { flicker, type PageScript } from "@kittiwake/core/testing/PageScript"
import * as PlainPageReader from "@kittiwake/core/testing/PlainPageReader"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { DateTime, Effect, Layer, Option } from "effect"
import {
  advance,
  baselineOf,
  changesOf,
  lastRun,
  monitorOf,
  pageOf,
  scenario,
  show,
  traceOf,
  update,
  watch
} from "../watching.ts"

/** The plain reader, for which a line that begins with "Ad" is an advertisement. */
const reader = Layer.effect(
  PageReader,
  Effect.gen(function* () {
    const plain = yield* PageReader
    return PageReader.of({
      ...plain,
      read: (request) =>
        Effect.map(plain.read(request), (page) => {
          const lines = page.text.split("\n")
          const ads = lines.filter((line) => request.leavesOutNoise && line.startsWith("Ad "))
          if (ads.length === 0) return page
          const characters = ads.join("").length
          return {
            ...page,
            text: lines.filter((line) => !ads.includes(line)).join("\n"),
            leftOut: [{ kind: "advertisement" as const, pieces: ads.length, characters, elements: ["p"] }]
          }
        })
    })
  })
).pipe(Layer.provide(PlainPageReader.layer))

const options = { pageReader: reader }

/** The rules of an earlier build, as `reads` says them. */
const reading = { isNewer: false }

/** The plain reader, whose newer build reads prices without their cents. */
const changingReader = Layer.effect(
  PageReader,
  Effect.gen(function* () {
    const plain = yield* PageReader
    return PageReader.of({
      ...plain,
      read: (request) =>
        Effect.map(plain.read(request), (page) => ({
          ...page,
          text: reading.isNewer ? page.text.replaceAll(",00 €", " €") : page.text
        }))
    })
  })
).pipe(Layer.provide(PlainPageReader.layer))

/** The plain reader, whose newer build reads what tabs hide at first. */
const openingReader = Layer.effect(
  PageReader,
  Effect.gen(function* () {
    const plain = yield* PageReader
    const panel = /<p hidden>(.*?)<\/p>/g
    return PageReader.of({
      ...plain,
      read: (request) =>
        plain.read({ ...request, body: request.body.replace(panel, reading.isNewer ? "<p>$1</p>" : "") })
    })
  })
).pipe(Layer.provide(PlainPageReader.layer))

/** Watches the page as a build of other rules did, and gives it to one of these. */
const watchedByOthers = Effect.fnUntraced(function* (rules = 1) {
  reading.isNewer = false
  const id = yield* watch()
  const stored = yield* storedOf(id)
  const baseline = { ...stored.monitor.baseline!, noiseRules: rules }
  yield* (yield* MonitorStore).update({
    stored,
    next: { ...stored.monitor, baseline, updatedAt: yield* DateTime.now },
    queue: null,
    skipQueued: null,
    cancelDeliveries: false,
    clearFailure: false
  })
  assert.strictEqual((yield* monitorOf(id)).baseline!.noiseRules, rules)
  reading.isNewer = true
  return id
})

/** Another advertisement at every look. */
const shop =
  (price: string, ahead = 0): PageScript =>
  (_at, count) =>
    `<h1>Tea</h1><p>Ad ${ahead + count}</p><p>${price}</p>`

const storedOf = Effect.fnUntraced(function* (id: Monitor["id"]) {
  const { organization } = yield* TestInstallation
  return Option.getOrThrow(yield* (yield* MonitorStore).get(organization.id, id))
})

/** Watches the page as an installation did that knew of no noise, and gives it to one that does. */
const watchedBefore = Effect.gen(function* () {
  const id = yield* watch({ includeNoise: true })
  const stored = yield* storedOf(id)
  const { includeNoise: _, ...target } = yield* pageOf(id)
  yield* (yield* MonitorStore).update({
    stored,
    next: { ...stored.monitor, target, updatedAt: yield* DateTime.now },
    queue: null,
    skipQueued: null,
    cancelDeliveries: false,
    clearFailure: false
  })
  assert.isUndefined((yield* monitorOf(id)).baseline!.noiseRules)
  return id
})

describe("noise on a watched page", () => {
  scenario(
    "is none in a file, whose lines are all its own",
    Effect.gen(function* () {
      const terms = new TextEncoder().encode("Ad 7\nPay within 30 days")
      yield* show({ body: "", bytes: terms, mediaType: "application/pdf" })
      const id = yield* watch()
      assert.strictEqual(yield* baselineOf(id), "Ad 7\nPay within 30 days")
    }),
    options
  )

  scenario(
    "is left out, and the run says what it was",
    Effect.gen(function* () {
      yield* show(shop("10 €"))
      const id = yield* watch()
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €")
      yield* advance("12 hours")
      const run = yield* lastRun(id)
      assert.deepStrictEqual(traceOf(run), [
        "fetch: status 200",
        "read: 8 characters",
        "filter: left out 1 advertisement (p; 5 characters)",
        "decide: Unchanged"
      ])
      assert.deepStrictEqual(yield* changesOf(id), [])
      yield* show(shop("12 €", 500))
      yield* advance("65 minutes")
      assert.deepStrictEqual(
        (yield* changesOf(id)).map(({ diff }) => diff),
        ["@@ -1,2 +1,2 @@\n Tea\n-10 €\n+12 €\n"]
      )
    }),
    options
  )

  scenario(
    "is watched where that is asked for, and in regions that selectors name",
    Effect.gen(function* () {
      yield* show("<h1>Tea</h1><p>Ad 1</p>")
      const id = yield* watch({ includeNoise: true })
      const region = yield* watch({ includeSelectors: ["p"] })
      assert.strictEqual(yield* baselineOf(id), "Tea\nAd 1")
      assert.strictEqual(yield* baselineOf(region), "Ad 1")
      const { includeNoise: _, ...target } = yield* pageOf(id)
      yield* update(id, { target })
      assert.strictEqual(yield* baselineOf(id), "Tea", "another target begins anew")
      assert.deepStrictEqual(yield* changesOf(id), [])
    }),
    options
  )

  scenario(
    "is taken out of a text that was kept with it, and nobody is told",
    Effect.gen(function* () {
      yield* show("<h1>Tea</h1><p>Ad 1</p><p>10 €</p>")
      const id = yield* watchedBefore
      yield* advance("65 minutes")
      const run = yield* lastRun(id)
      assert.include(traceOf(run), "fetch: status 200", "it is read anew, though nothing changed")
      assert.deepInclude(run, { changeDetected: false, baselineCreated: false, runType: "scheduled" })
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €")
      const mark = (yield* monitorOf(id)).baseline!
      assert.strictEqual(mark.noiseRules, noiseRules)
      assert.strictEqual(DateTime.formatIso(mark.capturedAt), DateTime.formatIso(run.completedAt!))
      yield* show("<h1>Tea</h1><p>Ad 2</p><p>10 €</p>")
      yield* advance("3 hours")
      assert.deepStrictEqual(yield* changesOf(id), [])
    }),
    options
  )

  scenario(
    "that changes at every look is taken out of a text that was kept with it",
    Effect.gen(function* () {
      yield* show(shop("10 €"))
      const id = yield* watchedBefore
      yield* advance("65 minutes")
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €")
      yield* advance("6 hours")
      assert.deepStrictEqual(yield* changesOf(id), [])
    }),
    options
  )

  scenario(
    "hides no change that came together with the rules that leave it out",
    Effect.gen(function* () {
      yield* show(shop("10 €"))
      const id = yield* watchedBefore
      yield* show(shop("12 €", 500))
      yield* advance("3 hours")
      const [change, ...others] = yield* changesOf(id)
      assert.deepStrictEqual(others, [])
      assert.strictEqual(change?.summary, 'Changed "10 €" to "12 €".')
      assert.strictEqual(yield* baselineOf(id), "Tea\n12 €")
    }),
    options
  )

  scenario(
    "hides no change that is published between two looks of the run that leaves it out",
    Effect.gen(function* () {
      yield* show("<h1>Tea</h1><p>Ad 1</p><p>10 €</p>")
      const id = yield* watchedBefore
      // Published between two looks of one run: no look may be taken for what stood there before.
      yield* show((_at, count) => `<h1>Tea</h1><p>Ad ${count + 2}</p><p>${count === 0 ? "10" : "12"} €</p>`)
      yield* advance("4 hours")
      const changes = yield* changesOf(id)
      assert.deepStrictEqual(
        changes.map(({ summary }) => summary),
        ['Changed "10 €" to "12 €".']
      )
      assert.strictEqual(yield* baselineOf(id), "Tea\n12 €")
    }),
    options
  )

  scenario(
    "stays in a text that was kept with it when a look shows what the next one takes back",
    Effect.gen(function* () {
      const shop = (ad: number, price: string) => `<h1>Tea</h1><p>Ad ${ad}</p><p>${price}</p>`
      yield* show(shop(1, "10 €"))
      const id = yield* watchedBefore
      yield* show(flicker(shop(2, "12 €"), shop(3, "10 €")))
      yield* advance("65 minutes")
      assert.strictEqual(yield* baselineOf(id), "Tea\nAd 1\n10 €", "nobody was told of 12 €")
      yield* show(shop(1, "10 €"))
      yield* advance("65 minutes")
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €")
      assert.deepStrictEqual(yield* changesOf(id), [])
    }),
    options
  )

  scenario(
    "is read by other rules after an upgrade, and nobody is told of these",
    Effect.gen(function* () {
      yield* show("<h1>Tea</h1><p>10,00 €</p><p>Nonce 1</p>")
      const id = yield* watchedByOthers()
      yield* show("<h1>Tea</h1><p>10,00 €</p><p>Nonce 1</p><!-- sent anew -->")
      yield* advance("65 minutes")
      assert.deepStrictEqual(yield* changesOf(id), [])
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €\nNonce 1")
      assert.strictEqual((yield* monitorOf(id)).baseline!.noiseRules, noiseRules)
      yield* show("<h1>Tea</h1><p>12,00 €</p><p>Nonce 1</p>")
      yield* advance("65 minutes")
      assert.deepStrictEqual(
        (yield* changesOf(id)).map(({ summary }) => summary),
        ['Changed "10 €" to "12 €".']
      )
    }),
    { pageReader: changingReader }
  )

  scenario(
    "hides no change that came together with other rules",
    Effect.gen(function* () {
      yield* show("<h1>Tea</h1><p>10,00 €</p><p>Pots 5,00 €</p>")
      const id = yield* watchedByOthers()
      yield* show("<h1>Tea</h1><p>12,00 €</p><p>Pots 5,00 €</p>")
      yield* advance("65 minutes")
      assert.deepStrictEqual(
        (yield* changesOf(id)).map(({ diff }) => diff),
        ["@@ -1,3 +1,3 @@\n Tea\n-10 €\n+12 €\n Pots 5 €\n"]
      )
      assert.strictEqual(yield* baselineOf(id), "Tea\n12 €\nPots 5 €")
    }),
    { pageReader: changingReader }
  )

  scenario(
    "is read by rules that open tabs after an upgrade from those that did not, and nobody is told what stood in them",
    Effect.gen(function* () {
      const tabs = (shipping: string) => `<h1>Tea</h1><p>10 €</p><p hidden>${shipping}</p><p>End</p>`
      yield* show(tabs("Sent in 3 days"))
      // The last rules before tabs were opened.
      const id = yield* watchedByOthers(2)
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €\nEnd")
      yield* show(`${tabs("Sent in 3 days")}<!-- sent anew -->`)
      yield* advance("65 minutes")
      assert.deepStrictEqual(yield* changesOf(id), [])
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €\nSent in 3 days\nEnd")
      assert.strictEqual((yield* monitorOf(id)).baseline!.noiseRules, noiseRules)
      yield* show(tabs("Sent in 5 days"))
      yield* advance("65 minutes")
      assert.deepStrictEqual(
        (yield* changesOf(id)).map(({ summary }) => summary),
        ['Changed "Sent in 3 days" to "Sent in 5 days".']
      )
    }),
    { pageReader: openingReader }
  )
})
