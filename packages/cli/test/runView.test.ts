/** What a person is told of the deliveries of a run. */
import { assert, describe, it } from "@effect/vitest"
import { type Found, whyText } from "../src/commands/runView.ts"

const foundWith = (status: string): Found =>
  ({
    run: {
      ...{
        id: "run_1",
        status: "completed",
        credits_charged: 1,
        started_at: null,
        completed_at: null,
        change_id: null
      },
      webhook_deliveries: [{ delivery_id: "whd_1", event: "change.detected", status }],
      trace: []
    },
    change: null,
    dismissed: null
  }) as unknown as Found

describe("why a run told or did not tell", () => {
  it("says what arrived", () => {
    assert.match(whyText(foundWith("delivered")), /told +change\.detected delivered \(whd_1\)/)
  })

  for (const [status, words] of [
    ["failed", "failed"],
    ["rejected", "was rejected"],
    ["skipped_unsafe_url", "was not made, because the address may not be reached"]
  ] as const) {
    it(`says of one that did not arrive that its newest attempt ${words}, and where to see what follows`, () => {
      assert.include(
        whyText(foundWith(status)),
        `change.detected: the newest attempt ${words}, and "kittiwake delivery show whd_1" says whether another follows`
      )
    })
  }
})
