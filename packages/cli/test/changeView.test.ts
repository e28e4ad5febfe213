/** Observed: how a change that was quoted from pages reads. */
import { assert, describe, it } from "@effect/vitest"
import { diffText } from "../src/commands/changeView.ts"

const quoted = (evidence: NonNullable<Parameters<typeof diffText>[0]["evidence"]>) =>
  diffText({
    mode: "web",
    id: "chg_1",
    monitor_id: "mon_1",
    run_id: "run_1",
    target_type: "extract",
    change_detection_type: "semantic",
    detected_at: "2026-01-01T00:00:00.000Z",
    title: "Plans",
    summary: "Changed",
    url: "https://shop.example/",
    tags: [],
    evidence
  })

describe("a difference that is quoted", () => {
  it("stands below its page, which is said once for all that it says in a row", () => {
    const [one, other] = ["https://shop.example/plans", "https://shop.example/about"]
    const text = quoted([
      { before: "Solo: $5", after: "Solo: $6", url: one },
      { before: "", after: "Team: $9", url: one },
      { before: "42 people", after: "", url: other },
      { before: "Duo: $7", after: "Duo: $8", url: one },
      { before: "a", after: "b" }
    ])
    assert.deepStrictEqual(text.split("\n"), [
      ` ${one}`,
      "-Solo: $5",
      "+Solo: $6",
      "+Team: $9",
      ` ${other}`,
      "-42 people",
      ` ${one}`,
      "-Duo: $7",
      "+Duo: $8",
      "-a",
      "+b"
    ])
  })
})
