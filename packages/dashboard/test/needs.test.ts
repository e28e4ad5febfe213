/** Which deliveries are told as what needs a person. */
import { assert, describe, it } from "@effect/vitest"
import { placesOf, waitingOf } from "../app/screens/home/needs.ts"

type Delivery = Parameters<typeof waitingOf>[0][number]

const delivery = (given: Partial<Delivery>): Delivery => ({
  id: "whd_1",
  created_at: "2026-01-01T00:00:00.000Z",
  delivered_at: null,
  event: "change.detected",
  status: "retrying",
  url: "https://hooks.example.com/in",
  source: { type: "monitor", monitor_id: "mon_1", run_id: "run_1" },
  attempt_count: 2,
  retry_expires_at: "2026-01-08T00:00:00.000Z",
  next_attempt_at: "2026-01-01T00:05:00.000Z",
  last_error: { code: "http_error", message: "The receiver answered 500." },
  ...given
})

describe("what waits for another attempt", () => {
  it("is told after two in vain, and not after one", () => {
    assert.deepStrictEqual(waitingOf([delivery({ attempt_count: 1 })]), [])
    assert.lengthOf(waitingOf([delivery({ attempt_count: 2 })]), 1)
    assert.lengthOf(waitingOf([delivery({ attempt_count: 7 })]), 1)
  })

  it("is told by place, those with most first, with the attempt that comes first", () => {
    const early = "2026-01-01T00:01:00.000Z"
    const told = waitingOf([
      delivery({ url: "https://one.example/" }),
      delivery({}),
      delivery({ attempt_count: 1, next_attempt_at: "2026-01-01T00:00:01.000Z" }),
      delivery({ url: "https://hooks.example.com/other", next_attempt_at: early })
    ])
    assert.deepStrictEqual(
      told.map((need) => need.type === "waiting" && [need.host, need.deliveries.length, need.next]),
      [
        ["hooks.example.com", 2, early],
        ["one.example", 1, "2026-01-01T00:05:00.000Z"]
      ]
    )
  })
})

describe("what was given up", () => {
  it("is told unless it had arrived before it was sent again", () => {
    const failed = delivery({ status: "failed", next_attempt_at: null })
    const taken = delivery({ status: "failed", next_attempt_at: null, delivered_at: "2026-01-01T00:00:01.000Z" })
    assert.deepStrictEqual(placesOf([taken]), [])
    const [place] = placesOf([failed, taken])
    assert.deepStrictEqual(place?.type === "place" && place.deliveries, [failed])
  })
})
