import { assert, describe, it } from "@effect/vitest"
import { ageIn, keptOf, unreadOf } from "../app/screens/playground/kept.ts"

const answered = (status: unknown, age_ms: unknown) => ({ markdown: "# Tea", cache_metadata: { status, age_ms } })

describe("an answer in the playground", () => {
  it("is a kept copy where it says so, and of its age", () => {
    assert.deepStrictEqual(keptOf(answered("hit", 720_000)), { age: 720_000 })
    assert.deepStrictEqual(keptOf(answered("hit", 0)), { age: 0 })
    for (const other of [
      answered("miss", 0),
      answered("zdr", 0),
      answered("hit", "old"),
      answered("hit", -1),
      {},
      null
    ])
      assert.isNull(keptOf(other))
  })

  it("has an age in units of which there are at least two", () => {
    assert.deepStrictEqual(ageIn(0), [0, "second"])
    assert.deepStrictEqual(ageIn(119_999), [119, "second"])
    assert.deepStrictEqual(ageIn(120_000), [2, "minute"])
    assert.deepStrictEqual(ageIn(90 * 60_000), [90, "minute"])
    assert.deepStrictEqual(ageIn(47 * 3_600_000), [47, "hour"])
    assert.deepStrictEqual(ageIn(48 * 3_600_000), [2, "day"])
  })

  it("tells what could not be read for it, whatever else stands there", () => {
    const site = { url: "https://a.example", error_code: "WEBSITE_BLOCKED", message: "It refused." }
    const { error_code: code, ...rest } = site
    assert.deepStrictEqual(unreadOf({ results: [], unread: [site, null, { url: 7 }, "x"] }), [{ ...rest, code }])
    assert.deepStrictEqual(unreadOf({ unread: "https://a.example" }), [])
    assert.deepStrictEqual(unreadOf("text"), [])
    assert.lengthOf(unreadOf({ unread: Array.from({ length: 5_000 }, () => site) }), 50)
  })
})
