/** Runs whose process stood still while they waited. Observed: how often the page is asked, and what becomes of the run. */
import { assert, describe } from "@effect/vitest"
import type { PageContent } from "@kittiwake/core/testing/PageScript"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { Clock, Effect } from "effect"
import { lastRun, page, scenario, settle, watch } from "../watching.ts"

/** What the looks at the page come to, one after the other; some of them take so many milliseconds more, in which nothing runs. */
const looksAt = Effect.fnUntraced(function* (
  answers: ReadonlyArray<{ readonly answer: PageContent; readonly stillMillis: number }>,
  given: Parameters<typeof watch>[0] = {}
) {
  const clock = (yield* Clock.Clock) as { monotonicTimeNanos: Effect.Effect<bigint> }
  const real = clock.monotonicTimeNanos
  let [looks, stood] = [0, 0n]
  clock.monotonicTimeNanos = Effect.map(real, (nanos) => nanos + stood)
  yield* ScriptedWeb.use((web) =>
    web.page(page, () => {
      const { answer, stillMillis } = answers[Math.min(looks, answers.length - 1)]!
      looks += 1
      stood += BigInt(stillMillis) * 1_000_000n
      return answer
    })
  )
  const id = yield* watch(given)
  yield* settle
  const run = yield* lastRun(id)
  clock.monotonicTimeNanos = real
  return { run, looks: (yield* ScriptedWeb.use((web) => web.looks(page))).length }
})

const late: PageContent = { body: "", unreachable: "timeout" }
const tea: PageContent = { body: "<p>Tea 10 €</p>" }

describe("a run whose process stood still", () => {
  scenario(
    "looks once more, and is what that look saw",
    Effect.gen(function* () {
      const { looks, run } = yield* looksAt([
        { answer: late, stillMillis: 41_000 },
        { answer: tea, stillMillis: 0 }
      ])
      assert.strictEqual(run.status, "completed")
      assert.strictEqual(looks, 2)
      assert.isTrue(run.trace.some(({ outcome }) => outcome.includes("this process stood still meanwhile")))
    })
  )

  scenario(
    "looks once more where no connection came about either",
    Effect.gen(function* () {
      const cut: PageContent = { body: "", unreachable: "connection_failed" }
      const { looks, run } = yield* looksAt([
        { answer: cut, stillMillis: 41_000 },
        { answer: tea, stillMillis: 0 }
      ])
      assert.deepStrictEqual([run.status, looks], ["completed", 2])
    })
  )

  scenario(
    "fails where the page is as slow to a process that is awake, and is charged nothing",
    Effect.gen(function* () {
      const { looks, run } = yield* looksAt([
        { answer: late, stillMillis: 41_000 },
        { answer: late, stillMillis: 41_000 }
      ])
      assert.deepInclude(run, { status: "failed", creditsCharged: 0 })
      assert.strictEqual(run.error?.code, "timeout")
      assert.strictEqual(looks, 2)
    })
  )

  scenario(
    "looks once where the page was slow of itself",
    Effect.gen(function* () {
      const slow = yield* looksAt([{ answer: late, stillMillis: 2_000 }])
      assert.deepStrictEqual([slow.run.error?.code, slow.looks], ["timeout", 1])
    })
  )

  scenario(
    "takes what a page says for itself as it is",
    Effect.gen(function* () {
      const gone = yield* looksAt([{ answer: { body: "", status: 404 }, stillMillis: 41_000 }])
      assert.deepStrictEqual([gone.run.error?.code, gone.looks], ["not_found", 1])
    })
  )
})
