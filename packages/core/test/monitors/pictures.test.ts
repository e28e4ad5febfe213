/** Observed: the pictures that are kept of watched pages, and what the browser was asked for. */
import { assert, describe } from "@effect/vitest"
import type { Monitor } from "@kittiwake/core/monitors/domain/Monitor"
import { HistoryUpkeep, MonitorHistory } from "@kittiwake/core/monitors/MonitorHistory"
import type { Picture, RenderRequest } from "@kittiwake/core/pages/Browser"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { Effect } from "effect"
import { scriptedBrowser } from "../scriptedBrowser.ts"
import {
  advance,
  assertRun,
  changesOf,
  lastRun,
  newest,
  runNow,
  runsOf,
  scenario,
  show,
  traceOf,
  watch
} from "../watching.ts"

const shop = (price: string) => `<main><h1>Tea</h1><p>${price}</p></main>`

/** A picture that says which look it was taken at. */
const pictureOf = (look: number, length = 100): Picture => ({
  png: new Uint8Array(length).fill(look),
  width: 10,
  height: 10,
  pageHeight: 10
})

const wantsPicture = ({ capture }: RenderRequest): boolean => capture !== null

/** A browser that shows a price, and draws it where it is asked to. */
const drawing = (price: () => string, draw: (look: number) => Picture | null = pictureOf) =>
  scriptedBrowser((request, look) => ({
    html: shop(price()),
    capture: wantsPicture(request) ? draw(look) : null
  }))

/** Lets the monitor look once more, and as often as it then takes. */
const look = Effect.fnUntraced(function* (id: Monitor["id"]) {
  yield* runNow(id)
  yield* advance("1 minute")
})

const versionsOf = Effect.fnUntraced(function* (id: Monitor["id"]) {
  const { organization } = yield* TestInstallation
  return (yield* MonitorHistory.use((history) => history.list(organization.id, id, newest))).data.toReversed()
})

/** At which look the pictures were taken that the versions have, oldest version first. */
const looksPictured = Effect.fnUntraced(function* (id: Monitor["id"]) {
  const { organization } = yield* TestInstallation
  const history = yield* MonitorHistory
  return yield* Effect.forEach(yield* versionsOf(id), (version) =>
    Effect.map(history.picture(organization.id, id, version.id), (bytes) => bytes?.[0] ?? null)
  )
})

describe("a page whose monitor asks for a browser", () => {
  const shows = { price: "10 €" }
  const rendering = drawing(() => shows.price)

  scenario(
    "is kept with a picture of its first look and of the look that confirmed each change",
    Effect.gen(function* () {
      const id = yield* watch({ browser: true })
      yield* look(id)
      // The first look is drawn, and no look that finds nothing.
      assert.deepStrictEqual(rendering.asked.map(wantsPicture), [true, false])
      shows.price = "12 €"
      yield* look(id)
      assert.deepStrictEqual(rendering.asked.slice(2).map(wantsPicture), [false, true, false, false])
      assert.deepStrictEqual(yield* looksPictured(id), [1, 4])
      const [first, second] = yield* versionsOf(id)
      const [change] = yield* changesOf(id)
      assert.deepStrictEqual(change!.versions, { before: first!.id, after: second!.id })
      assert.include(traceOf(yield* lastRun(id)), `keep: a picture, with ${second!.id}`)
      assert.include(traceOf((yield* runsOf(id))[0]!), `keep: a picture, with ${first!.id}`)
      const found = yield* MonitorHistory.use((history) => history.ofChange(change!))
      assert.deepStrictEqual([found.before?.id, found.after?.id], [first!.id, second!.id])
    }),
    rendering.options
  )

  const undrawn = drawing(
    () => "10 €",
    () => null
  )

  scenario(
    "is watched all the same where it cannot be drawn",
    Effect.gen(function* () {
      const id = yield* watch({ browser: true })
      const run = yield* lastRun(id)
      assertRun(run, { status: "completed", baselineCreated: true })
      assert.deepStrictEqual(yield* looksPictured(id), [null])
      assert.notInclude(traceOf(run).join(), "picture")
    }),
    undrawn.options
  )

  const large = drawing(
    () => "10 €",
    (look) => pictureOf(look, 4 * 1024 * 1024 + 1)
  )

  scenario(
    "is kept without a picture that is too large, and says so",
    Effect.gen(function* () {
      const id = yield* watch({ browser: true })
      const run = yield* lastRun(id)
      assertRun(run, { status: "completed" })
      assert.deepStrictEqual(yield* looksPictured(id), [null])
      assert.include(traceOf(run).join(), "its picture is too large to be kept")
    }),
    large.options
  )

  const aging = { price: "10 €" }

  scenario(
    "loses its old pictures before its old versions",
    Effect.gen(function* () {
      const id = yield* watch({ browser: true, schedule: { type: "interval", frequency: 30, unit: "days" } })
      aging.price = "12 €"
      yield* look(id)
      yield* advance("91 days")
      assert.isBelow(yield* HistoryUpkeep.use((upkeep) => upkeep.prune(100)), 100)
      assert.deepStrictEqual(
        (yield* versionsOf(id)).map(({ hasPicture }) => hasPicture),
        [false, true]
      )
      const [change] = yield* changesOf(id)
      const found = yield* MonitorHistory.use((history) => history.ofChange(change!))
      assert.deepStrictEqual([found.before?.hasPicture, found.after?.hasPicture], [false, true])
    }),
    drawing(() => aging.price).options
  )
})

describe("a page whose monitor asks for no browser", () => {
  const shell = `<div id="root"></div><script src="/app.js"></script><noscript>Please enable JavaScript</noscript>`
  const rendering = drawing(() => "10 €")

  scenario(
    "is never drawn, also where only a browser shows it",
    Effect.gen(function* () {
      yield* show(shell)
      const id = yield* watch()
      yield* look(id)
      assert.isAbove(rendering.asked.length, 1)
      assert.isFalse(rendering.asked.some(wantsPicture))
      assert.deepStrictEqual(yield* looksPictured(id), [null])
    }),
    rendering.options
  )
})
