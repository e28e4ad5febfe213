import { assert, describe, it } from "@effect/vitest"
import {
  binsOf,
  calibrationErrorOf,
  importanceOf,
  type Judged,
  misquotedOf,
  precisionOf,
  recallOf,
  toldOf
} from "../bench/quality/judging/figures.ts"
import { halves, type LabelledChange, readHalf } from "../bench/quality/judging/LabelledChange.ts"

describe("labelled changes", () => {
  const all = halves.flatMap((half) => readHalf(half).map((change) => ({ half, change })))

  it("are enough, and about as many are told as not, in the half that nothing was made with", () => {
    const untouched = readHalf("untouched")
    assert.isAtLeast(untouched.length, 220)
    const told = untouched.filter((change) => change.told).length
    assert.approximately(told / untouched.length, 0.5, 0.05)
    assert.isAtLeast(new Set(untouched.map(({ language }) => language)).size, 8)
  })

  it("differ, stand once, and name an importance only where they are told", () => {
    const seen = new Set<string>()
    for (const { half, change } of all) {
      const { after, before, goal, id, importance, told } = change
      const name = `${half} ${id}`
      assert.isFalse(seen.has(id), `${name} has its id twice`)
      seen.add(id)
      assert.notStrictEqual(before, after, name)
      const question = JSON.stringify([goal, before, after])
      assert.isFalse(seen.has(question), `${name} is asked twice`)
      seen.add(question)
      if (!told) assert.isUndefined(importance, name)
      for (const text of [before, after]) {
        assert.isAtMost(text.split("\n").length, 80, name)
        assert.isFalse(/^\s*$/.test(text) || /\n\n|^\n|\n$/.test(text), `${name} has empty lines`)
      }
    }
  })
})

describe("figures of judges", () => {
  const base = {
    kind: "price",
    language: "en",
    goal: null,
    url: "https://shop.example/",
    before: "Tea 10 €",
    after: "Tea 12 €",
    why: "It costs more."
  } as const

  const judged = (
    label: Pick<LabelledChange, "told" | "importance">,
    said: Partial<Judged["judgement"]>,
    id = "tea"
  ): Judged => ({
    change: { ...base, ...label, id },
    judgement: {
      isRelevant: true,
      importance: "medium",
      confidence: 0.9,
      title: "Tea",
      summary: "Tea.",
      evidence: [],
      by: "rules",
      reasons: [],
      ...said
    }
  })

  it("count what is told at a threshold: unsure relevance is not", () => {
    const all = [
      judged({ told: true }, {}),
      judged({ told: true }, { confidence: 0.75 }),
      judged({ told: true }, { confidence: 0.74 }),
      judged({ told: true }, { isRelevant: false }),
      judged({ told: false }, {}),
      judged({ told: false }, { isRelevant: false })
    ]
    const told = toldOf(all, 0.75)
    assert.deepStrictEqual(told, { pairs: 6, right: 2, wrong: 1, missed: 2 })
    assert.strictEqual(precisionOf(told), 2 / 3)
    assert.strictEqual(recallOf(told), 0.5)
    assert.isUndefined(precisionOf(toldOf([all[5]!], 0.75)))
    assert.isUndefined(recallOf(toldOf([all[5]!], 0.75)))
  })

  it("compare confidence with how often it is right, in tenths, and put certainty into the last", () => {
    const sure = [judged({ told: true }, { confidence: 1 }), judged({ told: false }, { confidence: 0.9 })]
    const unsure = [judged({ told: false }, { confidence: 0.3, isRelevant: false })]
    const bins = binsOf([...sure, ...unsure])
    assert.deepStrictEqual(
      bins.map(({ from, pairs, rightShare }) => [from, pairs, rightShare]),
      [
        [0.3, 1, 1],
        [0.9, 2, 0.5]
      ]
    )
    assert.approximately(calibrationErrorOf([...sure, ...unsure]), (0.7 + 2 * 0.45) / 3, 1e-9)
  })

  it("compare importance where it is labelled and was asked, and find quotes that nobody wrote", () => {
    const all = [
      judged({ told: true, importance: "medium" }, { evidence: [{ before: "Tea 10 €", after: "Tea 12 €" }] }),
      judged({ told: true, importance: "high" }, { evidence: [{ before: "", after: "12 €" }] }),
      judged({ told: true, importance: "high" }, { isRelevant: false }),
      judged({ told: true }, { evidence: [{ before: "Tea 12 €", after: "" }] }),
      judged({ told: true }, { evidence: [{ before: "", after: "Tea is 12 €" }] })
    ]
    assert.deepStrictEqual(importanceOf(all), { same: 1, of: 2 })
    assert.strictEqual(misquotedOf(all), 2)
  })
})
