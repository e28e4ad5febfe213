/** Rules of looks and judgements by themselves: what they say where several things come together. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Result } from "effect"
import { readDataSchema } from "../../src/extraction/domain/readDataSchema.ts"
import { ChangeJudge } from "../../src/monitors/ChangeJudge.ts"
import { agreedData } from "../../src/monitors/domain/agreedData.ts"
import { ChangeId } from "../../src/monitors/domain/Change.ts"
import { remembered, rememberedLines } from "../../src/monitors/domain/Flicker.ts"
import type { Judgement } from "../../src/monitors/domain/Judgement.ts"
import { judgeChange } from "../../src/monitors/domain/judging/judgeChange.ts"
import { agreedDifference } from "../../src/monitors/domain/sitemapDifference.ts"
import { untold } from "../../src/monitors/domain/takesBack.ts"
import { UrlListing } from "../../src/monitors/domain/UrlListing.ts"
import { decide, Verdict } from "../../src/monitors/domain/Verdict.ts"
import { judgeDifferences } from "../../src/monitors/judgeSight.ts"
import { deliveryOf, epoch, freshId, monitorOf, organizationOf, queuedRunOf } from "../../src/testing/builders.ts"

const monitor = monitorOf(organizationOf().id, epoch)
const run = queuedRunOf(monitor, epoch, { status: "running" })

const judged = (goal: string | null, before: string, after: string) =>
  judgeChange({ goal, url: "https://a.example/", targetType: "page", before, after })

const isTold = (goal: string, before: string, after: string) => judged(goal, before, after).isRelevant

describe("a change that waits to be told", () => {
  const waiting = deliveryOf(run, epoch, { event: "change.detected" })

  it("is taken back by what still waits alone", () => {
    assert.deepStrictEqual(untold([waiting]), [waiting.id])
    const cancelled = deliveryOf(run, epoch, { event: "change.detected", status: "cancelled" })
    assert.deepStrictEqual(untold([cancelled, waiting]), [waiting.id], "what is cancelled already tells nobody")
    const delivered = deliveryOf(run, epoch, { event: "change.detected", status: "delivered" })
    assert.deepStrictEqual(untold([waiting, delivered]), [], "somebody knows of it")
  })
})

describe("a run whose slot is still to come by the clock", () => {
  it("gets no second one", () => {
    const verdict = Verdict.cases.Unchanged.make({ mark: null })
    const due = queuedRunOf(monitor, epoch, { status: "running", trigger: "schedule" })
    const nextBehind = (slotAt: DateTime.Utc | null) => {
      const circumstances = { at: epoch, slotAt, changeId: ChangeId.make(freshId("chg")), trace: [], takesBack: null }
      return decide(monitor, due, verdict, circumstances).monitor.nextRunAt!
    }
    const slotAt = nextBehind(null)
    assert.isTrue(DateTime.isGreaterThan(nextBehind(slotAt), slotAt))
  })
})

describe("lines that flicker", () => {
  it("are forgotten in the order in which they were seen last", () => {
    const before = Array.from({ length: rememberedLines }, (_, index) => index)
    const { lines } = remembered({ lines: before, held: [] }, { lines: [0, 1_000], held: [], told: [] }, 2)
    assert.lengthOf(lines, rememberedLines)
    assert.include(lines, 0, "it was seen again")
    assert.notInclude(lines, 1)
  })
})

describe("two readings of a sitemap", () => {
  it("agree on nothing that went where one of them was not read to its end", () => {
    const [stays, goes] = ["https://a.example/1", "https://a.example/2"]
    const tracked = [stays, goes]
    const listing = () => {
      const one = new UrlListing(new Set(tracked), 10)
      one.add([stays])
      return one
    }
    const [whole, cut] = [listing(), listing()]
    cut.cut()
    const removed = (...listings: ReadonlyArray<UrlListing>) =>
      agreedDifference(
        { type: "sitemap", urls: tracked },
        listings.map((one) => ({ listing: one }))
      ).removed
    assert.deepStrictEqual(removed(whole, whole), [goes])
    assert.deepStrictEqual(removed(whole, cut), [])
    assert.deepStrictEqual(removed(cut, whole), [])
  })
})

describe("data of two looks", () => {
  it("has no list of which they agree on fewer than there must be", () => {
    const colors = { type: "array", items: { type: "string" }, minItems: 2 }
    const shape = Result.getOrThrow(readDataSchema({ type: "object", properties: { colors } }))
    const { data } = agreedData(shape, { colors: ["red", "blue"] }, { colors: ["red", "green"] })
    assert.deepStrictEqual(data, {})
    const both = agreedData(shape, { colors: ["red", "blue", "white"] }, { colors: ["red", "blue", "black"] })
    assert.deepStrictEqual(both.data, { colors: ["red", "blue"] })
  })
})

describe("judgements of several pages", () => {
  const judgement = (given: Partial<Judgement>): Judgement => ({
    isRelevant: true,
    importance: "low",
    confidence: 0.8,
    title: "",
    summary: "",
    evidence: [],
    by: "rules",
    reasons: [],
    ...given
  })

  const together = (...judgements: ReadonlyArray<Judgement>) => {
    const differences = judgements.map((_, index) => ({ url: String(index), before: "a", after: "b" }))
    return judgeDifferences(monitor, differences).pipe(
      Effect.provideService(ChangeJudge, { judge: ({ url }) => Effect.succeed(judgements[Number(url)]!) })
    )
  }

  it.effect("are told by the surest, and matter as much as the one that matters most", () =>
    Effect.gen(function* () {
      const said = yield* together(
        judgement({ title: "less sure", importance: "high" }),
        judgement({ title: "surest", confidence: 0.9 }),
        judgement({ title: "of something else", confidence: 0.99, isRelevant: false, importance: "medium" })
      )
      assert.deepInclude(said, { title: "surest", confidence: 0.9, importance: "high", isRelevant: true })
    })
  )
})

describe("the built-in judge", () => {
  it("is as sure that nothing was asked for as of the least clear piece", () => {
    assert.strictEqual(judged("price below 5 €", "Tea\nGreen and fresh", "Tea\nBlack and strong").confidence, 0.9)
  })

  it("tells that a number reaches another from either side, and not that it moves beyond", () => {
    assert.isTrue(isTold("price reaches $100", "Tea\n$99", "Tea\n$150"))
    assert.isTrue(isTold("price reaches $100", "Tea\n$150", "Tea\n$100"))
    assert.isFalse(isTold("price reaches $100", "Tea\n$150", "Tea\n$120"))
    assert.isFalse(isTold("price reaches $100", "Tea\n$80", "Tea\n$90"))
  })

  it("knows how far a number below zero moves", () => {
    const lake = (degrees: string) => `Depot\nBalance: ${degrees} €`
    assert.isTrue(isTold("balance drops by more than 10 %", lake("-100"), lake("-150")))
    assert.isFalse(isTold("balance drops by more than 10 %", lake("-100"), lake("-105")))
  })
})
