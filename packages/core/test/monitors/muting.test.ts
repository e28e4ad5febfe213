/** Observed: what is offered to keep a change quiet, what of the history that would have kept quiet, and what a monitor tells with it. */
import { assert, describe, it } from "@effect/vitest"
import type { BacktestRules, Replay } from "@kittiwake/core/monitors/domain/Backtest"
import type { Change } from "@kittiwake/core/monitors/domain/Change"
import { MonitorHistory } from "@kittiwake/core/monitors/MonitorHistory"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { flicker } from "@kittiwake/core/testing/PageScript"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { DateTime, Effect, Fiber } from "effect"
import { bind } from "../../src/bind.ts"
import { BacktestTurns } from "../../src/monitors/BacktestTurns.ts"
import { textNumber } from "../../src/monitors/domain/flickeringLine.ts"
import { knownThen, quietLimits, toldLines } from "../../src/monitors/domain/knownThen.ts"
import { unstableRecord } from "../../src/monitors/domain/MonitorRecord.ts"
import {
  addressesProposal,
  changedLines,
  lateness,
  linesProposal,
  type MuteOption,
  muteLimits,
  regionProposal
} from "../../src/monitors/domain/MuteOption.ts"
import { hidesGoal, thresholdProposal } from "../../src/monitors/domain/mutesOfGoal.ts"
import type { PageTarget, SitemapTarget } from "../../src/monitors/domain/Target.ts"
import { HistoryTurns } from "../../src/monitors/HistoryTurns.ts"
import { muteOptions } from "../../src/monitors/muteOptions.ts"
import {
  advance,
  baselineOf,
  changesOf,
  type Installation,
  monitorOf,
  pageOf,
  remove,
  runNow,
  scenario,
  show,
  update,
  watch
} from "../watching.ts"

const shop = (price: string, ad: string) =>
  `<main><h1>Shop</h1><p class="price">${price}</p><div id="ads"><p>${ad}</p></div></main>`

/** Shows the page and lets it be looked at and confirmed. */
const look = Effect.fnUntraced(function* (id: Parameters<typeof runNow>[0], html: string) {
  yield* show(html)
  yield* runNow(id)
  yield* advance("20 seconds")
})

const optionsFor = Effect.fnUntraced(function* (change: Pick<Change, "id">) {
  const { organization } = yield* TestInstallation
  return (yield* (yield* MonitorHistory).muteOptions(organization.id, change.id)).options
})

const kinds = (options: ReadonlyArray<MuteOption>) => options.map(({ kind }) => kind)

/** An advertisement that changes twice, and a price that changes once between. */
const watchShop = Effect.gen(function* () {
  yield* show(shop("10 €", "Buy shoes of leather"))
  const id = yield* watch({ includeNoise: true })
  yield* look(id, shop("10 €", "Fly to Rome in spring"))
  yield* look(id, shop("12 €", "Fly to Rome in spring"))
  yield* look(id, shop("12 €", "A bank that listens"))
  const changes = yield* changesOf(id)
  assert.lengthOf(changes, 3)
  return { id, changes }
})

/** A page that counts who looks at it, from some number. */
const counting = (price: string, promo: string, first: number) => (_at: unknown, look: number) =>
  `<main><div class="visitors">Visitor ${first + look} of today</div><h1>Shop</h1><p class="price">${price}</p><p>We are open.</p><div id="promo-box">${promo}</div></main>`

/** Has the page show something from now on, and looks for so long. */
const during = Effect.fnUntraced(function* (script: Parameters<typeof show>[0], time: Parameters<typeof advance>[0]) {
  yield* show(script)
  yield* advance(time)
})

/** Pairs of versions by other rules, oldest first. */
const backtested = Effect.fnUntraced(function* (id: Parameters<typeof runNow>[0], rules: Partial<BacktestRules> = {}) {
  const { organization } = yield* TestInstallation
  return (yield* (yield* MonitorHistory).backtest(organization.id, id, { limit: 100, ...rules })).replays
})

const reasons = (replays: ReadonlyArray<Replay>) => replays.map(({ reason }) => reason)

/** A goal that was reached, with all the confidence that there is. */
const crossedBound = Effect.gen(function* () {
  yield* show(shop("$89", "Buy shoes of leather"))
  const id = yield* watch({ goal: "when the price drops below $80, or it is sold out" })
  yield* look(id, shop("$75", "Buy shoes of leather"))
  const [change] = yield* changesOf(id)
  assert.strictEqual(change?.confidence, 0.97)
  return change!
})

describe("muting a change", () => {
  scenario(
    "offers the region and the lines, with what else each would have kept quiet",
    Effect.gen(function* () {
      const { changes } = yield* watchShop
      const [first, price, last] = changes
      const options = yield* optionsFor(last!)
      assert.deepStrictEqual(kinds(options), ["region", "lines"])
      const [region, lines] = options
      assert.deepInclude(region!.rules, { excludeSelectors: ["#ads"] })
      assert.deepInclude(region, { isQuiet: true, quiet: [first!.id, last!.id], told: 1, unknown: 0, isCut: false })
      assert.deepInclude(lines!.rules, { pinnedLines: ["Fly to Rome in spring", "A bank that listens"] })
      assert.deepInclude(lines, { isQuiet: true, quiet: [last!.id], told: 2 })
      const ofPrice = yield* optionsFor(price!)
      assert.deepInclude(ofPrice[0]!.rules, { excludeSelectors: ["p.price"] })
      assert.deepInclude(ofPrice[0], { quiet: [price!.id], told: 2 })
      // Lines are meant whatever their numbers are.
      assert.deepInclude(ofPrice[1]!.rules, { pinnedLines: ["10 €"] })
    })
  )

  scenario(
    "changes nothing itself, and makes the monitor quiet once it is told so, until it is told otherwise",
    Effect.gen(function* () {
      const { changes, id } = yield* watchShop
      const before = yield* pageOf(id)
      const [region] = yield* optionsFor(changes[2]!)
      assert.deepStrictEqual(yield* pageOf(id), before)
      yield* update(id, region!.patch)
      yield* advance("20 seconds")
      assert.notInclude((yield* baselineOf(id)) ?? "", "bank")
      yield* look(id, shop("12 €", "Insure your cat"))
      assert.lengthOf(yield* changesOf(id), 3)
      yield* look(id, shop("14 €", "Insure your dog"))
      assert.lengthOf(yield* changesOf(id), 4)
      yield* update(id, { target: before })
      yield* advance("20 seconds")
      yield* look(id, shop("14 €", "A bank again"))
      assert.lengthOf(yield* changesOf(id), 5)
    })
  )

  scenario(
    "pins lines without a new baseline",
    Effect.gen(function* () {
      const { changes, id } = yield* watchShop
      const [, lines] = yield* optionsFor(changes[2]!)
      const { baselineReset } = yield* update(id, lines!.patch)
      assert.isFalse(baselineReset)
      yield* look(id, shop("12 €", "Fly to Rome in spring"))
      assert.lengthOf(yield* changesOf(id), 3)
    })
  )

  scenario(
    "offers no more confidence than a judge can have, and says what hides the thing that the goal asks for",
    Effect.gen(function* () {
      const change = yield* crossedBound
      const options = yield* optionsFor(change)
      assert.deepStrictEqual(
        options.map(({ hidesGoal: hides, kind }) => [kind, hides]),
        [
          ["region", true],
          ["lines", true]
        ]
      )
    })
  )

  scenario(
    "offers nothing that would have failed the runs",
    Effect.gen(function* () {
      yield* show(`<main><p class="all">one thing</p></main>`)
      const id = yield* watch()
      yield* look(id, `<main><p class="all">another thing</p></main>`)
      const [change] = yield* changesOf(id)
      assert.deepStrictEqual(kinds(yield* optionsFor(change!)), ["lines"])
    })
  )

  scenario(
    "is for the organization of the change, and for monitors that are there",
    Effect.gen(function* () {
      const { changes, id } = yield* watchShop
      const { organization } = yield* TestInstallation
      const history = yield* MonitorHistory
      const other = yield* Effect.flip(history.muteOptions(OrganizationId.make("org_other"), changes[0]!.id))
      assert.strictEqual(other._tag, "ChangeNotFound")
      yield* remove(id)
      const gone = yield* Effect.flip(history.muteOptions(organization.id, changes[0]!.id))
      assert.strictEqual(gone._tag, "MonitorNotFound")
    })
  )

  scenario(
    "has one turn with backtests: an organization that tries rules is told to wait",
    Effect.gen(function* () {
      const { changes } = yield* watchShop
      const { organization } = yield* TestInstallation
      const turns = new BacktestTurns()
      const mute = bind(yield* Effect.context<Installation>())(muteOptions(turns, new HistoryTurns()))
      const trying = yield* Effect.forkChild(turns.take(organization.id, Effect.never), { startImmediately: true })
      const refused = yield* Effect.flip(mute(organization.id, changes[0]!.id))
      assert.strictEqual(refused._tag, "BacktestRunning")
      yield* Fiber.interrupt(trying)
      assert.lengthOf((yield* mute(organization.id, changes[0]!.id)).options, 2)
    })
  )
})

describe("muting a change of a page that flickers", () => {
  /** Under a counter, advertisements that change twice, and a price that changes once between. */
  const watchCounting = Effect.gen(function* () {
    yield* show(counting("10 €", "Pay yearly and save", 1))
    const id = yield* watch({ includeNoise: true })
    yield* during(counting("10 €", "Free mugs for new members", 100), "3 hours")
    yield* during(counting("12 €", "Free mugs for new members", 200), "3 hours")
    yield* during(counting("12 €", "Spring begins with us", 300), "3 hours")
    const changes = yield* changesOf(id)
    assert.lengthOf(changes, 3)
    return { id, changes }
  })

  scenario(
    "offers what keeps the rest quiet, since the counter is",
    Effect.gen(function* () {
      const { changes, id } = yield* watchCounting
      const [first, price, last] = changes
      const [region, lines, ...others] = yield* optionsFor(last!)
      assert.deepStrictEqual(others, [])
      assert.deepInclude(region?.rules, { excludeSelectors: ["#promo-box"] })
      assert.deepInclude(region, { isQuiet: true, quiet: [first!.id, last!.id], told: 1 })
      assert.deepInclude(lines?.rules, { pinnedLines: ["Free mugs for new members", "Spring begins with us"] })
      assert.deepInclude(lines, { isQuiet: true, quiet: [last!.id], told: 2 })
      const ofPrice = yield* optionsFor(price!)
      assert.deepInclude(ofPrice[0]?.rules, { excludeSelectors: ["p.price"] })
      assert.deepInclude(ofPrice[0], { quiet: [price!.id], told: 2 })
      yield* update(id, lines!.patch)
      yield* during(counting("12 €", "Free mugs for new members", 400), "3 hours")
      assert.lengthOf(yield* changesOf(id), 3, "as it was offered")
    })
  )

  scenario(
    "tells of history what its runs told, and no line that they kept quiet",
    Effect.gen(function* () {
      const { changes, id } = yield* watchCounting
      const replays = yield* backtested(id)
      assert.deepStrictEqual(
        replays.map(({ found }) => found?.title),
        changes.map(({ title }) => title)
      )
      assert.deepStrictEqual(reasons(yield* backtested(id, { excludeSelectors: ["#promo-box"] })), [
        "same",
        "differs",
        "same"
      ])
    })
  )

  scenario(
    "knows what flickered long ago by what the run of then told",
    Effect.gen(function* () {
      const { changes, id } = yield* watchCounting
      const linesOf = Effect.map(monitorOf(id), ({ baseline }) => baseline?.flicker?.lines ?? [])
      const before = yield* linesOf
      yield* update(id, { target: { ...(yield* pageOf(id)), normalizeWhitespace: false } })
      yield* advance("10 minutes")
      assert.isEmpty(
        (yield* linesOf).filter((line) => before.includes(line)),
        "it began anew, and remembers nothing of then"
      )
      const rules = { normalizeWhitespace: true, excludeSelectors: ["#promo-box"] }
      assert.deepStrictEqual(reasons(yield* backtested(id, rules)), ["same", "differs", "same", "first"])
      const [region] = yield* optionsFor(changes[2]!)
      assert.deepInclude(region, { isQuiet: true, quiet: [changes[0]!.id, changes[2]!.id], told: 1 })
    })
  )

  const banner = (text: string, price = "10 €") =>
    `<main><div id="top">${text}</div><h1>Shop</h1><p class="price">${price}</p></main>`

  scenario(
    "offers lines that came to be known to flicker, of the change that told them",
    Effect.gen(function* () {
      yield* show(banner("Summer sale"))
      const id = yield* watch({ includeNoise: true })
      yield* during(banner("Winter sale"), "3 hours")
      yield* during(flicker(banner("Summer sale"), banner("Winter sale")), "6 hours")
      const [change, ...others] = yield* changesOf(id)
      assert.deepStrictEqual(others, [])
      const known = unstableRecord(yield* monitorOf(id), {
        type: "page",
        text: "Winter sale",
        capturedAt: DateTime.makeUnsafe(0)
      }).unstable
      assert.deepStrictEqual(known, ["Winter sale"])
      assert.deepStrictEqual(reasons(yield* backtested(id)), ["differs"], "it was told")
      const options = yield* optionsFor(change!)
      assert.deepStrictEqual(
        options.map(({ quiet, rules }) => [rules, quiet]),
        [
          [{ excludeSelectors: ["#top"] }, [change!.id]],
          [{ pinnedLines: ["Summer sale", "Winter sale"] }, [change!.id]]
        ]
      )
    })
  )

  scenario(
    "leaves lines out of the settings that stand in the difference and were not told",
    Effect.gen(function* () {
      yield* show(banner("Summer sale"))
      const id = yield* watch({ includeNoise: true })
      yield* during(flicker(banner("Winter sale"), banner("Summer sale")), "6 hours")
      // All looks show the other banner, which is known, and a price, which is told.
      yield* during(banner("Winter sale", "12 €"), "3 hours")
      const [change, ...others] = yield* changesOf(id)
      assert.deepStrictEqual(others, [])
      assert.include(change!.diff, "+Winter sale")
      const options = yield* optionsFor(change!)
      assert.deepStrictEqual(
        options.map(({ rules }) => rules),
        [{ excludeSelectors: ["p.price"] }, { pinnedLines: ["10 €"] }]
      )
      assert.deepStrictEqual(reasons(yield* backtested(id, { excludeSelectors: ["#top"] })), ["differs"])
    })
  )

  scenario(
    "offers a pinned price no more than runs would keep it quiet: a line that flickered and came to stay is told",
    Effect.gen(function* () {
      yield* show(banner("Sale", "10 €"))
      const id = yield* watch({ includeNoise: true })
      yield* during(flicker(banner("Sale", "11 €"), banner("Sale", "10 €")), "6 hours")
      yield* during(banner("Sale", "14 €"), "3 hours")
      const [change, ...others] = yield* changesOf(id)
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual(reasons(yield* backtested(id)), ["differs"])
      assert.deepStrictEqual(reasons(yield* backtested(id, { excludeSelectors: ["#top"] })), ["differs"])
      assert.deepInclude((yield* optionsFor(change!))[0]?.rules, { excludeSelectors: ["p.price"] })
    })
  )

  scenario(
    "judges a difference without what flickers beside it",
    Effect.gen(function* () {
      yield* show(counting("$89", "Pay yearly and save", 1))
      const id = yield* watch({ goal: "when the price changes" })
      yield* during(counting("$89", "Free mugs for new members", 100), "3 hours")
      yield* during(counting("$75", "Free mugs for new members", 200), "3 hours")
      const changes = yield* changesOf(id)
      const told = (yield* backtested(id)).filter(({ reason }) => reason === "differs")
      assert.deepStrictEqual(
        told.map(({ found, was }) => [was?.id, found?.judgement?.confidence]),
        changes.map((change) => [change.id, change.confidence])
      )
    })
  )
})

describe("what is known of two versions", () => {
  const numbers = (...lines: ReadonlyArray<string>) => lines.map(textNumber)
  const diff = "@@ -1,4 +1,4 @@\n-Welcome\n+Hello\n Shop\n-10 €\n+12 €\n"

  it("is what flickers now and was not told then, beside what differs and was not", () => {
    const known = { lines: numbers("Welcome", "Hello", "10 €") }
    assert.sameMembers([...knownThen(known, { diff })], numbers("Welcome", "Hello"))
    const texts = { before: "Welcome\nShop\n10 €\nAd A", after: "Hello\nShop\n12 €\nAd B" }
    assert.sameMembers([...knownThen({ lines: [] }, { diff, ...texts })], numbers("Ad A", "Ad B"))
  })

  it("is nothing of a difference all of which flickers now: that was told", () => {
    const known = { lines: numbers("Welcome", "Hello", "10 €", "12 €") }
    assert.deepStrictEqual(knownThen(known, { diff }), [])
    assert.deepStrictEqual(toldLines(diff, known), { went: ["Welcome", "10 €"], came: ["Hello", "12 €"] })
  })

  it("is what flickers now where nothing was told, or where a line was told as no look showed it", () => {
    const known = { lines: numbers("Ad A", "Ad B") }
    assert.deepStrictEqual(knownThen(known, {}), known.lines)
    const texts = { before: "Plan $10, 3 left\nAd C", after: "Plan $12, 5 left\nAd D" }
    const part = "@@ -1,2 +1,2 @@\n-Plan $10, 3 left\n+Plan $12, 3 left\n Ad C\n"
    assert.deepStrictEqual(knownThen(known, { diff: part, ...texts }), known.lines)
  })

  it("is told line by line where as many came as went, and else as one", () => {
    const known = { lines: numbers("Welcome", "Hello") }
    const pairs = "@@ -1,2 +1,2 @@\n-Welcome\n-10 €\n+Hello\n+12 €\n"
    assert.deepStrictEqual(toldLines(pairs, known), { went: ["10 €"], came: ["12 €"] })
    const more = "@@ -1 +1,2 @@\n-Welcome\n+Hello\n+12 €\n"
    assert.deepStrictEqual(toldLines(more, known), { went: ["Welcome"], came: ["Hello", "12 €"] })
    const pinned = { lines: [], pinnedLines: ["Visitor 1"] }
    assert.deepStrictEqual(toldLines("-Visitor 7\n+Visitor 8\n Shop\n+New\n", pinned), { went: [], came: ["New"] })
    assert.deepStrictEqual(
      toldLines("-\n Shop\n-Welcome\n+Hello\n+New\n", known).went,
      ["Welcome"],
      "blank lines say nothing"
    )
  })

  it("is nothing of a difference that is too long to be read", () => {
    const long = `+${"x".repeat(quietLimits.characters)}`
    assert.deepStrictEqual(knownThen({ lines: numbers("Welcome") }, { diff: long }), [])
    const many = "-Welcome\n+Hello\n Shop\n+New\n".repeat(quietLimits.lines / 2)
    const known = { lines: numbers("Welcome", "Hello") }
    assert.deepStrictEqual(knownThen(known, { diff: many }), [])
    assert.include(toldLines(many, known).went, "Welcome", "of so many none is told apart")
  })
})

const page: PageTarget = {
  type: "page",
  url: "https://shop.example/",
  instructions: null,
  normalizeWhitespace: true,
  includeSelectors: [],
  excludeSelectors: [".old"],
  actions: []
}

const sitemap: SitemapTarget = {
  type: "sitemap",
  url: "https://shop.example/sitemap.xml",
  include: [],
  exclude: ["/old/*"],
  maxUrls: 100
}

describe("a proposal", () => {
  it("is of lines each whatever its numbers are, and of none where there are too many", () => {
    const diff = "@@ -1,2 +1,2 @@\n-12 visitors\n-13 visitors\n+14 visitors\n unchanged\n"
    assert.deepStrictEqual(changedLines({ diff }), { went: ["13 visitors"], came: ["14 visitors"] })
    const letters = (n: number) => String.fromCharCode(97 + n)
    const long = Array.from({ length: muteLimits.lines + 1 }, (_, n) => `+${letters(n).repeat(3)}`).join("\n")
    assert.isNull(changedLines({ diff: long }))
    assert.isNull(changedLines({ diff: `+${"x".repeat(muteLimits.diffCharacters)}` }))
    assert.isNull(changedLines({}))
  })

  it("adds to what the monitor leaves out", () => {
    assert.deepStrictEqual(regionProposal(page, ["#ads", "#ads"])?.rules, { excludeSelectors: [".old", "#ads"] })
    assert.isNull(regionProposal(page, ["#ads", null]), "one line stands nowhere")
    assert.isNull(regionProposal(page, [".old"]), "it is left out already")
    assert.isNull(regionProposal(page, ["#a", "#b", "#c", "#d"]), "so many regions are no pattern")
    const pinned = { ...page, pinnedLines: ["12 visitors"] }
    const lines = linesProposal(pinned, { went: ["14 visitors"], came: ["New"] })
    assert.deepStrictEqual(lines?.rules, { pinnedLines: ["12 visitors", "New"] })
    assert.isNull(linesProposal(page, { went: ["x".repeat(501)], came: [] }))
  })

  it("is of the parts of a site that addresses came and went in", () => {
    const urls = ["https://shop.example/blog/a", "https://shop.example/blog/b/c"]
    assert.deepStrictEqual(addressesProposal(sitemap, { addedUrls: urls })?.rules, { exclude: ["/old/*", "/blog/*"] })
    assert.deepStrictEqual(addressesProposal(sitemap, { removedUrls: ["https://shop.example/about"] })?.rules, {
      exclude: ["/old/*", "/about"]
    })
    assert.isNull(addressesProposal(sitemap, { addedUrls: ["https://shop.example/"] }), "that would leave out the site")
    assert.isNull(addressesProposal(sitemap, {}))
  })

  const judgedBy = (confidenceThreshold: number, instructions: string | null) => ({
    changeDetection: { type: "semantic" as const, confidenceThreshold },
    target: { ...page, instructions }
  })

  it("asks for a little more confidence than the change had, and for none that no judge has", () => {
    const asks = (confidence: number, threshold = 0.5, goal: string | null = null) => {
      const found = thresholdProposal(judgedBy(threshold, goal), { confidence })?.rules.changeDetection
      return found?.type === "semantic" ? found.confidenceThreshold : null
    }
    assert.deepStrictEqual([asks(0.72), asks(0.8), asks(0.93)], [0.75, 0.85, 0.95])
    assert.deepStrictEqual([asks(0.95), asks(1)], [null, null], "no judge is surer that a change matters")
    assert.isNull(asks(0.72, 0.9), "the monitor asks for more already")
    const bound = "when the price drops below $80, or it is sold out"
    assert.deepStrictEqual([asks(0.93, 0.75, bound), asks(0.95, 0.75, bound)], [0.95, 0.97])
    assert.isNull(asks(0.97, 0.75, bound), "nothing is surer than a bound that is crossed")
    assert.isNull(asks(0.93, 0.75, "changes to the refund policy"))
    const exact = { ...judgedBy(0.5, null), changeDetection: { type: "exact" as const } }
    assert.isNull(thresholdProposal(exact, { confidence: 0.5 }))
  })

  it("is known to hide what the goal asks for, where a judge was sure of it", () => {
    const hides = (goal: string | null, confidence: number, kind: MuteOption["kind"] = "region") =>
      hidesGoal(judgedBy(0.75, goal), { confidence }, { kind })
    assert.isTrue(hides("price below $80", 0.97))
    assert.isTrue(hides("price below $80", 0.97, "lines"))
    assert.isTrue(hides("price below $80 for the pro plan", 0.88, "threshold"), "the next one is no surer")
    assert.isFalse(hides("changes to the refund policy", 0.88, "threshold"))
    const later = [
      { hidesGoal: true, kind: "region" },
      { hidesGoal: true, kind: "threshold" },
      { hidesGoal: false, kind: "lines" }
    ] as const
    assert.deepStrictEqual(later.map(lateness), [2, 1, 0])
    assert.isFalse(hides("price below $80", 0.76), "it could not be told whether it was asked for")
    assert.isFalse(hides(null, 0.95))
  })
})
