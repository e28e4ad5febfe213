/** What `kittiwake monitor add` says of a first look, whatever came of it. */
import { assert, describe, it } from "@effect/vitest"
import { makeMatching } from "../../adapters/html/src/Matching.ts"
import { plainText } from "../../adapters/html/src/ownText.ts"
import type { PageRefusal } from "../../adapters/html/src/PageRefusal.ts"
import { maxTextLength, TextLines } from "../../adapters/html/src/TextLines.ts"
import type { RunErrorCode } from "../../core/src/monitors/domain/RunError.ts"
import type { RunRecord, TraceStepRecord } from "../../core/src/monitors/domain/RunRecord.ts"
import { type FirstLook, firstLookFailure, firstLookText } from "../src/commands/firstLook.ts"
import { unreadRemedy } from "../src/commands/unreadRemedy.ts"

const made = {
  id: "mon_1",
  target: { type: "page" as const },
  initial_run_id: "run_1",
  next_run_at: "2026-01-01T01:00:00.000Z"
}

const step = (of: TraceStepRecord["step"], outcome: string): TraceStepRecord => ({
  step: of,
  started_at: "2026-01-01T00:00:00.000Z",
  duration_ms: 1,
  outcome
})

const ended = (given: Partial<RunRecord>, trace: ReadonlyArray<TraceStepRecord> = []): FirstLook => {
  const run: RunRecord = {
    id: "run_1",
    monitor_id: made.id,
    run_type: "baseline",
    target_type: "page",
    change_detection_type: "exact",
    status: "completed",
    credits_charged: 1,
    baseline_created: true,
    change_detected: false,
    change_id: null,
    started_at: null,
    completed_at: null,
    skip_reason: null,
    error: null,
    ...given
  }
  return { _tag: "Ended", run: { ...run, trace } }
}

const failed = (code: RunErrorCode, message = "It is so.") => ended({ status: "failed", error: { code, message } })

describe("a first look", () => {
  it("that failed is told with its reason, with what helps, and that the monitor stays", () => {
    const codes: ReadonlyArray<RunErrorCode> = ["fetch_failed", "blocked", "not_found", "timeout", "empty_content"]
    for (const code of codes) {
      const told = firstLookFailure(made, failed(code)) ?? ""
      assert.match(told, new RegExp(`^Its first look failed: ${code}: It is so\\.`))
      assert.match(told, /The monitor mon_1 stays and looks again at \S+; it pauses after three looks that fail\.$/)
      assert.strictEqual(firstLookText(made, failed(code)), "")
    }
  })

  it("that failed for want of something here does not threaten with a pause that never comes", () => {
    const told = firstLookFailure(made, failed("internal_error")) ?? ""
    assert.match(told, /The monitor mon_1 stays and looks again at [^;]+Z\.$/)
  })

  it("is told what helps in flags that a monitor of its kind takes, and has not got", () => {
    const told = (target: Parameters<typeof firstLookFailure>[0]["target"], code: RunErrorCode) =>
      firstLookFailure({ ...made, target }, failed(code)) ?? ""
    assert.include(told({ type: "page" }, "blocked"), "--browser")
    assert.notInclude(told({ type: "page", browser: true }, "blocked"), "--browser")
    for (const type of ["sitemap", "extract"] as const) {
      assert.notMatch(told({ type }, "blocked"), /--browser|--profile/)
      assert.notMatch(told({ type }, "empty_content"), /--keep|--browser/)
      assert.include(told({ type }, "not_found"), "--url URL")
    }
    assert.include(told({ type: "sitemap" }, "empty_content"), "--include GLOB")
  })

  it("of a page with too much text names the flag that keeps a part of it, in the words of its reader", () => {
    const told = (message: string, target: Parameters<typeof firstLookFailure>[0]["target"] = { type: "page" }) =>
      firstLookFailure({ ...made, target }, failed("extraction_failed", message)) ?? ""
    // What the reader of pages says: its words must be those that are looked for.
    const wordsOf = (read: () => unknown): string => {
      try {
        read()
      } catch (refusal) {
        return (refusal as PageRefusal).message
      }
      return ""
    }
    const tooLong = wordsOf(() => plainText("x".repeat(maxTextLength + 1)))
    const inLines = wordsOf(() => new TextLines().addText("x".repeat(maxTextLength + 1)))
    const tooCostly = wordsOf(() => makeMatching(0).spend(1))
    for (const message of new Set([tooLong, inLines])) {
      assert.include(told(message), '"kittiwake monitor edit mon_1 --keep SELECTOR"')
      assert.notInclude(told(message), "--url")
      assert.notInclude(told(message), "nothing that can be watched")
      // Data of a site take no selectors.
      assert.notInclude(told(message, { type: "extract" }), "--keep")
    }
    for (const message of ["image/png has no text to read.", "The page has more than 500000 elements and texts."]) {
      assert.include(told(message), '"kittiwake monitor edit mon_1 --url URL" gives it another address')
      assert.notInclude(told(message), "--keep")
      assert.strictEqual(unreadRemedy("page", message, null), "Name another address.")
    }
    assert.include(told(tooCostly), "Write simpler selectors")
    assert.strictEqual(
      unreadRemedy("page", tooLong, null),
      "Keep a smaller part of it, where it is HTML: --keep SELECTOR."
    )
    const cut = "The sitemap ends before its end: it was not sent, or not written, whole."
    assert.match(told(cut, { type: "sitemap" }), /whole\. The monitor mon_1 stays/)
  })

  it("that was skipped is told as one", () => {
    const look = ended({ status: "skipped", skip_reason: "insufficient_credits" })
    assert.match(firstLookFailure(made, look) ?? "", /^Its first look was skipped \(insufficient_credits\)\./)
  })

  it("that has not ended is no failure, and says where its end is told", () => {
    const look: FirstLook = { _tag: "Waits", why: "Run run_1 waits, because the server is not ready." }
    assert.isNull(firstLookFailure(made, look))
    assert.match(firstLookText(made, look), /has not ended yet\. Run run_1 waits.*\n"kittiwake monitor why mon_1"/)
  })

  it("that worked says how much it found", () => {
    const page = firstLookText(made, ended({}, [step("fetch", "status 200"), step("read", "1200 characters")]))
    assert.match(page, /the baseline that later looks are compared with\.\nIt found 1200 characters\.$/)
    const site = firstLookText(made, ended({}, [step("fetch", "3 pages, 1 failed")]))
    assert.match(site, /\nIt found 3 pages, 1 failed\.$/)
  })

  it("that lacked a browser says so, and one that had one does not", () => {
    const why = "Pages cannot be rendered: KITTIWAKE_BROWSER is off."
    const lacking = firstLookText(made, ended({}, [step("fetch", "status 200"), step("render", why)]))
    assert.include(lacking, `what its server sends is watched. ${why}`)
    const rendered = ended({}, [step("render", "status 200, because its text is drawn by scripts")])
    assert.notInclude(firstLookText(made, rendered), "browser")
    assert.isNull(firstLookFailure(made, rendered))
  })
})
