/** Observed: what a run says of whom it told, and why nobody else. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import {
  advance,
  deliveries,
  lastRun,
  receiver,
  runNow,
  runsOf,
  scenario,
  show,
  toldBy,
  update,
  watch
} from "../watching.ts"

const price = (euros: number) => `<p>${euros} €</p>`

/** Shows another price and looks at once. */
const change = Effect.fnUntraced(function* (id: Parameters<typeof runNow>[0], euros: number) {
  yield* show(price(euros))
  yield* runNow(id)
  yield* advance("20 seconds")
})

describe("a run says", () => {
  scenario(
    "which events it sent, and which nobody asked for",
    Effect.gen(function* () {
      yield* show(price(10))
      const id = yield* watch({ webhook: { url: receiver, events: ["change.detected"], retry: null } })
      assert.strictEqual(
        toldBy(yield* lastRun(id)),
        "run.completed is not: the webhook does not ask for it; the first capture is compared with nothing"
      )
      yield* change(id, 12)
      const run = yield* lastRun(id)
      assert.strictEqual(toldBy(run), "change.detected is sent; run.completed is not: the webhook does not ask for it")
      const sent = yield* deliveries
      assert.deepStrictEqual(
        sent.map(({ event, source }) => [event, source.type === "monitor" && source.runId]),
        [["change.detected", run.id]]
      )
    })
  )

  scenario(
    "that there is no webhook, that nothing changed, and that it failed",
    Effect.gen(function* () {
      yield* show(price(10))
      const id = yield* watch()
      yield* change(id, 12)
      yield* runNow(id)
      yield* advance("20 seconds")
      yield* show({ status: 500, body: "" })
      yield* runNow(id)
      yield* advance("20 seconds")
      const told = (yield* runsOf(id)).map(toldBy)
      assert.deepStrictEqual(told, [
        "nobody is told: the monitor has no webhook; the first capture is compared with nothing",
        "nobody is told: the monitor has no webhook",
        "nobody is told: the monitor has no webhook; no change",
        "nobody is told: the monitor has no webhook; a run that fails tells nothing by itself; an outage is told once, after several"
      ])
    })
  )

  scenario(
    "why a judge held a change back",
    Effect.gen(function* () {
      const told = Effect.fnUntraced(function* (confidenceThreshold: number, after: string) {
        yield* show("<p>Price: $60</p><p>Written by Ann</p>")
        const id = yield* watch({ webhook: receiver, goal: "price below $50" })
        yield* update(id, { changeDetection: { type: "semantic", confidenceThreshold } })
        yield* show(after)
        yield* runNow(id)
        yield* advance("20 seconds")
        return toldBy(yield* lastRun(id))
      })
      assert.strictEqual(
        yield* told(0.75, "<p>Price: $60</p><p>Written by Bob</p>"),
        "run.completed is sent; the change does not matter for the goal"
      )
      assert.match(
        (yield* told(1, "<p>Price: $45</p><p>Written by Ann</p>")) ?? "",
        /^run\.completed is sent; the change is too little sure: 0\.\d\d of 1$/
      )
    })
  )
})
