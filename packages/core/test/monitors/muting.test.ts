/** Observed: what is offered to keep a change quiet, what of the history that would have kept quiet, and what a monitor tells with it. */
import { assert, describe, it } from "@effect/vitest"
import type { Change } from "@kittiwake/core/monitors/domain/Change"
import { MonitorHistory } from "@kittiwake/core/monitors/MonitorHistory"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { Effect, Fiber } from "effect"
import { bind } from "../../src/bind.ts"
import { BacktestTurns } from "../../src/monitors/BacktestTurns.ts"
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
