/** Runs of several monitors of one site that throttles. Observed: when it is asked, and what becomes of the runs. */
import { assert, describe } from "@effect/vitest"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { DateTime, Effect } from "effect"
import { advance, lastRun, scenario, watch } from "../watching.ts"

const pages = Array.from({ length: 6 }, (_, n) => `https://busy.example/p${n}`)

const looksOf = ScriptedWeb.use((web) => web.looks()).pipe(
  Effect.map((looks) =>
    looks.flatMap(({ at, outcome, url }) => (url.includes("/p") ? [{ at: DateTime.toEpochMillis(at), outcome }] : []))
  )
)

const pass = (seconds: number) => Effect.repeat(advance("1 second"), { times: seconds - 1 })

describe("runs of monitors whose site takes one request a second", () => {
  scenario(
    "ask it in turns after its rest, so that none of them is refused again",
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      let askedMillis = Number.NEGATIVE_INFINITY
      for (const url of pages) {
        yield* web.page(url, (at) => {
          const now = DateTime.toEpochMillis(at)
          const isTooOften = now < askedMillis + 900
          askedMillis = now
          return isTooOften ? { body: "slow", status: 429, retryAfter: "5" } : `<p>Tea ${url}</p>`
        })
      }
      const ids = []
      for (const url of pages) ids.push(yield* watch({ url }))
      yield* pass(30)
      const looks = yield* looksOf
      // The first two came before anybody knew.
      const rested = looks.slice(1).map(({ at }) => at)
      assert.isAtLeast(rested.length, 5)
      assert.isTrue(
        rested.every((at, n) => n === 0 || at - rested[n - 1]! >= 1_000),
        rested.join(" ")
      )
      assert.lengthOf(
        looks.filter(({ outcome }) => outcome === 429),
        1
      )
      for (const id of ids) assert.strictEqual((yield* lastRun(id)).status, "completed")
    })
  )
})
