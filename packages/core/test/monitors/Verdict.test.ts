/** What a finding and a judgement of it make of a monitor, and how they are told. */
import { assert, describe, it } from "@effect/vitest"
import type { Monitor } from "@kittiwake/core/monitors/domain/Monitor"
import type { ChangeDetection } from "@kittiwake/core/monitors/domain/Target"
import { DateTime } from "effect"
import { ChangeId } from "../../src/monitors/domain/Change.ts"
import { textChange } from "../../src/monitors/domain/Diff.ts"
import type { Finding } from "../../src/monitors/domain/Finding.ts"
import type { Judgement } from "../../src/monitors/domain/Judgement.ts"
import type { UrlChange } from "../../src/monitors/domain/UrlChange.ts"
import { decide, Verdict } from "../../src/monitors/domain/Verdict.ts"
import { epoch, freshId, monitorOf, organizationOf, queuedRunOf } from "../../src/testing/builders.ts"

const page = (text: string) => ({ type: "page" as const, text })
const markOf = (fingerprint: string) => ({ fingerprint, etag: null, lastModified: null })
const semantic = (confidenceThreshold: number): ChangeDetection => ({ type: "semantic", confidenceThreshold })
const pageFinding: Finding = { type: "page", change: textChange("10 €", "12 €") }

const judged = (given: Partial<Judgement> = {}): Judgement => ({
  isRelevant: true,
  importance: "medium",
  confidence: 0.8,
  title: "The price rose",
  summary: "It costs 12 € and not 10 €.",
  evidence: [{ before: "10 €", after: "12 €" }],
  by: "rules",
  reasons: ["price: 10 € became 12 €"],
  ...given
})

const decisionOf = (given: Partial<Monitor>, finding: Finding, judgement: Judgement | null) => {
  const known = { ...markOf("before"), capturedAt: epoch }
  const monitor = monitorOf(organizationOf().id, epoch, { baseline: known, ...given })
  const run = queuedRunOf(monitor, epoch, { status: "running" })
  const verdict = Verdict.cases.Changed.make({ finding, judgement, state: page("12 €"), mark: markOf("after") })
  const circumstances = { at: epoch, slotAt: null, changeId: ChangeId.make(freshId("chg")), trace: [], takesBack: null }
  return decide(monitor, run, verdict, circumstances)
}

describe("a difference that was judged", () => {
  it("is told when it matters and is as sure as the monitor asks", () => {
    const { change, run, verdict } = decisionOf({ changeDetection: semantic(0.8) }, pageFinding, judged())
    assert.strictEqual(verdict._tag, "Changed")
    assert.strictEqual(run.changeId, change!.id)
    assert.strictEqual(change!.title, "Prices – The price rose")
    assert.deepInclude(change!, {
      summary: "It costs 12 € and not 10 €.",
      importance: "medium",
      confidence: 0.8,
      matchedUrls: ["https://example.com/pricing"],
      matchedUrlCount: 1
    })
    assert.include(change!.diff, "+12 €")
  })

  const dismissed: ReadonlyArray<readonly [string, Judgement]> = [
    ["does not matter", judged({ isRelevant: false, confidence: 1 })],
    ["is less sure than that", judged({ confidence: 0.79 })]
  ]
  for (const [how, judgement] of dismissed) {
    it(`is not told when it ${how}, and the next look is compared with it`, () => {
      const { baseline, change, monitor, run, verdict } = decisionOf(
        { changeDetection: semantic(0.8) },
        pageFinding,
        judgement
      )
      assert.strictEqual(verdict._tag, "Dismissed")
      assert.isNull(change)
      assert.deepInclude(run, { status: "completed", changeDetected: false, changeId: null, creditsCharged: 1 })
      assert.deepInclude(baseline, page("12 €"))
      assert.strictEqual(monitor.baseline?.fingerprint, "after")
      assert.isNull(monitor.lastChangeAt)
      assert.deepStrictEqual(
        run.trace.map(({ outcome, step }) => [step, outcome]),
        [["decide", "Dismissed"]]
      )
    })
  }

  it("is told without a judgement, and then says what differs itself", () => {
    const { change } = decisionOf({}, pageFinding, null)
    assert.strictEqual(change?.title, "Prices – 10 € → 12 €")
    for (const field of ["importance", "confidence", "evidence", "matchedUrls"]) assert.notProperty(change, field)
  })
})

describe("the slot of a run", () => {
  const hour = 3_600_000
  /** Where the monitor is due, in hours, after a run for a slot so many hours ahead, by the clock that ends it. */
  const nextAfter = (hours: number) => {
    const monitor = monitorOf(organizationOf().id, epoch, { anchorAt: epoch })
    const run = queuedRunOf(monitor, epoch, { status: "running", trigger: "schedule" })
    const slotAt = DateTime.add(epoch, { milliseconds: hours * hour })
    const at = DateTime.add(epoch, { minutes: 57 })
    const verdict = Verdict.cases.Unchanged.make({ mark: null })
    const circumstances = { at, slotAt, changeId: ChangeId.make(freshId("chg")), trace: [], takesBack: null }
    const { nextRunAt } = decide(monitor, run, verdict, circumstances).monitor
    return (nextRunAt!.epochMilliseconds - epoch.epochMilliseconds) / hour
  }

  it("has had its run where the clock stepped back over it", () => {
    assert.strictEqual(nextAfter(1), 2)
    assert.strictEqual(nextAfter(2), 3, "the one after the last that an ordinary correction goes back over")
  })

  it("says nothing where it lies further ahead than the schedule allows: a clock that was ahead planned it", () => {
    assert.strictEqual(nextAfter(3), 1)
    assert.strictEqual(nextAfter(720), 1)
  })
})

describe("addresses that differ", () => {
  const site = "https://shop.example"
  const told = (given: Partial<UrlChange>) => {
    const none: UrlChange = { added: [], addedCount: 0, removed: [], removedCount: 0, moved: [] }
    const { change } = decisionOf({}, { type: "sitemap", change: { ...none, ...given } }, null)
    return change!
  }

  it("are named where there is one, and counted where there are more", () => {
    assert.strictEqual(told({ added: [`${site}/a`], addedCount: 1 }).title, "Prices – Added: /a")
    const many = told({ added: [`${site}/a`, `${site}/b`], addedCount: 2, removed: [`${site}/c?x=1`], removedCount: 1 })
    assert.strictEqual(many.title, "Prices – 2 added, 1 removed")
    assert.strictEqual(many.summary, "Added /a, /b. Removed /c?x=1.")
    for (const field of ["diff", "beforeTextExcerpt", "movedUrls"]) assert.notProperty(many, field)
  })

  it("are told as one line where a page moved, and stay in the lists of what came and went", () => {
    const moved = told({
      added: [`${site}/b`, `${site}/new`],
      addedCount: 2,
      removed: [`${site}/a`],
      removedCount: 1,
      moved: [{ from: `${site}/a`, to: `${site}/b` }]
    })
    assert.strictEqual(moved.title, "Prices – 1 moved, 1 added")
    assert.strictEqual(moved.summary, "Moved /a → /b. Added /new.")
    assert.deepInclude(moved, { addedUrlCount: 2, removedUrlCount: 1, movedUrlCount: 1 })
  })

  it("are counted exactly where the lists are cut", () => {
    const change = told({ added: [`${site}/1`, `${site}/2`, `${site}/3`, `${site}/4`], addedCount: 1_200 })
    assert.strictEqual(change.summary, "Added /1, /2, /3 and 1197 more.")
    assert.strictEqual(change.addedUrlCount, 1_200)
  })
})
