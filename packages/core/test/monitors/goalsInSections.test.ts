/** What the markup of a page says of its lines reaches whoever judges a change of it. */
import { assert, describe } from "@effect/vitest"
import * as HtmlReader from "@kittiwake/html/PageReader"
import { Effect } from "effect"
import { advance, baselineOf, changesOf, lastRun, scenario, show, traceOf, watch } from "../watching.ts"

const options = { pageReader: HtmlReader.layer }

const help = (days: number, until: number) =>
  `<h1>Help</h1><h2>Refunds</h2><p>Refunds within ${days} days.</p><h2>Hours</h2><p>9 to ${until}</p>`

describe("a goal about a section of a page", () => {
  scenario(
    "is told of what stands below its heading, and not of the next section",
    Effect.gen(function* () {
      yield* show(help(30, 17))
      const id = yield* watch({ goal: "changes to the refund policy" })
      assert.strictEqual(yield* baselineOf(id), "Help\nRefunds\nRefunds within 30 days.\nHours\n9 to 17")
      yield* show(help(30, 15))
      yield* advance("90 minutes")
      assert.deepStrictEqual(yield* changesOf(id), [])
      assert.match(traceOf(yield* lastRun(id)).find((step) => step.startsWith("judge")) ?? "", /not relevant/)
      assert.strictEqual(yield* baselineOf(id), "Help\nRefunds\nRefunds within 30 days.\nHours\n9 to 15")
      yield* show(help(14, 15))
      yield* advance("90 minutes")
      const [change] = yield* changesOf(id)
      assert.strictEqual(change?.evidence?.[0]?.after, "Refunds within 14 days.")
    }),
    options
  )

  scenario(
    "is told of a price that is struck out beside the new one",
    Effect.gen(function* () {
      yield* show("<h1>Pot</h1><p><s>$90</s> $80</p>")
      const id = yield* watch({ goal: "price above $95" })
      yield* show("<h1>Pot</h1><p><s>$99</s> $70</p>")
      yield* advance("90 minutes")
      assert.deepStrictEqual(yield* changesOf(id), [], "what it was is no price")
    }),
    options
  )
})
