import { assert, describe, it } from "@effect/vitest"
import type { PageContent } from "@kittiwake/core/testing/PageScript"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import * as StyleReader from "@kittiwake/html/StyleReader"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { LookFlights } from "../../src/design/LookFlights.ts"
import { lookAtStyles } from "../../src/design/lookAtStyles.ts"
import { OrganizationId } from "../../src/organizations/domain/Organization.ts"
import { WorksFor } from "../../src/organizations/WorksFor.ts"
import { layer } from "../reading.ts"

const url = "https://site.example/"
const sheet = "https://site.example/site.css"
const css = "p { font-family: Lobster }"
const day = 86_400_000

/** The family of the text, and whether the look was kept, for a caller with so much time. */
const familyWithin = Effect.fnUntraced(function* (seconds: number, page = url) {
  const deadline = { atMillis: (yield* Clock.currentTimeMillis) + seconds * 1_000, acceptsPart: false }
  const { cache, styles } = yield* lookAtStyles(
    { deadline, freshness: { maxAgeMillis: day, zeroRetention: false } },
    page,
    "light"
  ).pipe(Effect.provideService(WorksFor, OrganizationId.make("one")))
  return [styles.texts[0]?.families[0], cache.status]
})

const show = (page: string) =>
  ScriptedWeb.use((web) =>
    web.page(
      page,
      `<html><head><link rel="stylesheet" href="/site.css"></head><body><p>Words of a page.</p></body></html>`
    )
  )

const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

/** Until nothing goes on any more but for time. */
const turns = Effect.repeat(turn, { times: 300 })

/** A look while the sheet is so, and one when it is there. */
const isLookedAtAnew = (away: PageContent, isAnew: boolean) =>
  Effect.gen(function* () {
    const web = yield* ScriptedWeb
    yield* show(url)
    yield* web.page(sheet, away)
    assert.strictEqual((yield* familyWithin(20))[1], "miss")
    yield* web.page(sheet, { body: css, mediaType: "text/css" })
    const [family, cache] = yield* familyWithin(20)
    assert.strictEqual(cache, isAnew ? "miss" : "hit")
    assert.strictEqual(family === "Lobster", isAnew)
  }).pipe(Effect.provide([layer, LookFlights.layer, StyleReader.layer]))

const layers = [layer, LookFlights.layer, StyleReader.layer] as const

describe("a page whose style sheets are read without a browser", () => {
  it.effect("is given with the sheets for which its caller has time, whoever asked before", () =>
    Effect.gen(function* () {
      yield* show(url)
      yield* show("https://other.example/")
      // What reads sheets is loaded when it is used first.
      yield* familyWithin(20, "https://other.example/")
      let asked = 0
      const slow = () => {
        asked += 1
        return { body: css, mediaType: "text/css", latency: "5 seconds" } as const
      }
      yield* ScriptedWeb.use((web) => web.page(sheet, slow))
      /** However long it takes until the page is read: a busy machine takes longer than so many turns. */
      const isAsked = (times: number) =>
        Effect.repeat(
          Effect.andThen(
            turn,
            Effect.sync(() => asked)
          ),
          { until: (count) => count >= times }
        )
      const hurried = yield* Effect.forkChild(familyWithin(8))
      yield* Effect.andThen(isAsked(1), turns)
      yield* TestClock.adjust("1500 millis")
      const patient = yield* Effect.forkChild(familyWithin(16))
      yield* Effect.andThen(isAsked(2), turns)
      yield* TestClock.adjust("2500 millis")
      assert.notStrictEqual((yield* Fiber.join(hurried))[0], "Lobster")
      yield* TestClock.adjust("3 seconds")
      yield* turns
      assert.deepStrictEqual(yield* Fiber.join(patient), ["Lobster", "miss"])
      assert.deepStrictEqual(yield* familyWithin(20), ["Lobster", "hit"])
    }).pipe(Effect.provide([...layers]))
  )

  it.effect("is looked at anew where a sheet was not there for a while, and kept where it is gone", () =>
    Effect.gen(function* () {
      yield* show(url)
      const away = (status: number) => ScriptedWeb.use((web) => web.page(sheet, { body: "", status }))
      yield* away(503)
      assert.strictEqual((yield* familyWithin(20))[1], "miss")
      yield* away(404)
      assert.strictEqual((yield* familyWithin(20))[1], "miss")
      assert.strictEqual((yield* familyWithin(20))[1], "hit")
    }).pipe(Effect.provide([...layers]))
  )

  for (const [what, unreachable] of [
    ["takes too long", "timeout"],
    ["cannot be reached", "connection_failed"],
    ["answers what is no answer", "bad_response"],
    ["finds no room with us", "busy"],
    ["finds no turn with us", "no_turn"]
  ] as const)
    it.effect(`is not kept without a sheet that ${what}`, () => isLookedAtAnew({ body: "", unreachable }, true))

  for (const status of [408, 429, 500, 503] as const)
    it.effect(`is not kept without a sheet that answers ${status}`, () => isLookedAtAnew({ body: "", status }, true))

  for (const unreachable of ["unknown_host", "forbidden_address", "too_large", "unsupported_content"] as const)
    it.effect(`is kept without a sheet that nobody has: ${unreachable}`, () =>
      isLookedAtAnew({ body: "", unreachable }, false)
    )

  it.effect("is kept without a sheet that it may not read", () => isLookedAtAnew({ body: "", status: 403 }, false))
})
