/** What pages and tasks can make an answer cost. Observed: what is looked at, how often others get their turn, and what is there when time is over. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import { readExample } from "../../src/answers/domain/AnswerShape.ts"
import { type Passage, rankPassages, readPassages } from "../../src/extraction/domain/choosePassages.ts"
import { emptyObject } from "../../src/extraction/domain/DataShape.ts"
import type { FactSheet } from "../../src/extraction/domain/FactSheet.ts"
import { fillPassages } from "../../src/extraction/domain/fillPassages.ts"
import { anybody } from "../../src/extraction/domain/ofWhom.ts"
import { inPieces } from "../../src/extraction/inPieces.ts"

const sheet = (text: string, at = 0): FactSheet => ({
  ...{ url: `https://kiln.example/${at}`, title: null, language: "en", text },
  ...{ facts: [], lists: [], groups: [], isCut: false }
})

const drive = <A>(work: Generator<void, A, boolean | undefined>, stopsAfter = Number.POSITIVE_INFINITY) => {
  for (let steps = 1; ; steps++) {
    const step = work.next(steps > stopsAfter)
    if (step.done === true) return { steps, value: step.value }
  }
}

const heavy = (at: number) =>
  Array.from({ length: 2_000 }, (_, index) => `Sentence x${at}x${index} says word${index % 97}q of word${at}q.`).join(
    "\n"
  )

describe("sentences of pages", () => {
  it("are so many at most, with turns for others between them", () => {
    const { steps, value } = drive(
      readPassages(
        Array.from({ length: 10 }, (_, at) => sheet(heavy(at), at)),
        new Set()
      )
    )
    assert.isAtMost(value.all.length, 8_000)
    assert.isAtLeast(steps, value.all.length / 200)
  })

  it("are looked for no further on a page that has none, with turns too", () => {
    for (const text of ["Ab. ".repeat(300_000), "a.\n".repeat(300_000), `${"A kiln is not cold. ".repeat(100_000)}`]) {
      const { steps, value } = drive(readPassages([sheet(text)], new Set()))
      assert.isAtMost(value.all.length, 1)
      assert.isAtLeast(steps, 100)
      assert.isAtMost(steps, 110)
    }
  })

  it("stand in so many parts at most, however often a page says them under other headings", () => {
    const lines = Array.from({ length: 4_000 }, (_, at) =>
      at % 2 === 0 ? `Part${at}x` : "It opens on Sunday morning."
    )
    const headings = lines.flatMap((_, line) => (line % 2 === 0 ? [{ line, level: 2 }] : []))
    const { value } = drive(readPassages([{ ...sheet(lines.join("\n")), headings }], new Set()))
    assert.deepStrictEqual(
      value.all.map(({ headings }) => headings.length),
      [20]
    )
  })

  it("are weighed by no more looks than the shorter of sentence and question has words", () => {
    let looks = 0
    class Counted extends Set<string> {
      override has(term: string) {
        looks += 1
        return super.has(term)
      }
      override *[Symbol.iterator]() {
        for (const term of super.values()) {
          looks += 1
          yield term
        }
        return undefined
      }
    }
    const passage = (count: number): Passage => {
      const words = Array.from({ length: count }, (_, index) => `w${index}`)
      const terms = new Counted()
      for (const word of words) terms.add(word)
      return {
        url: "https://kiln.example/",
        text: words.join(" "),
        terms,
        length: count,
        isOnTopic: true,
        headings: [],
        language: "en"
      }
    }
    const all = Array.from({ length: 100 }, (_, at) => passage(at % 2 === 0 ? 10 : 600))
    const wanted = new Map(Array.from({ length: 120 }, (_, index) => [`w${index}`, 1] as const))
    rankPassages({ all, averageLength: 10, withTerm: new Map([["w1", 50]]) }, wanted, 20)
    assert.isAtMost(looks, 50 * 10 + 50 * 120)
  })
})

describe("an answer by sentences", () => {
  const names = Array.from({ length: 20 }, (_, index) => `word${index}q`)
  const shape = Result.getOrThrow(readExample(Object.fromEntries(names.map((name) => [name, ""]))))
  const none = {
    ...{ data: emptyObject(shape), evidence: [], isCut: false },
    missing: names.map((name) => `/${name}`)
  }
  const task = "What do the pages say?"

  it("is what was found when time is over", () => {
    const sheets = [sheet(heavy(0))]
    const whole = drive(fillPassages({ task, shape, whom: anybody, takesSentences: true }, none, sheets))
    assert.lengthOf(whole.value.missing, 0)
    const part = drive(
      fillPassages({ task, shape, whom: anybody, takesSentences: true }, none, sheets),
      whole.steps - 15
    )
    assert.isAbove(part.value.evidence.length, 0)
    assert.isAbove(part.value.missing.length, 0)
    assert.strictEqual(part.steps, whole.steps - 14)
    assert.deepStrictEqual(
      drive(fillPassages({ task, shape, whom: anybody, takesSentences: true }, none, sheets), 1).value.missing,
      none.missing
    )
  })

  it("is no sentence where a number is asked for, and a passage of a long one that is cut", () => {
    const long = `The pages say that ${"the kiln was built with clay and sand and ".repeat(12)}stone.`
    const asked = Result.getOrThrow(readExample({ the: "", a: 0 }))
    const { value } = drive(
      fillPassages(
        { task, shape: asked, whom: anybody, takesSentences: true },
        { ...none, data: emptyObject(asked), missing: ["/the", "/a"] },
        [sheet(long)]
      )
    )
    assert.deepStrictEqual<unknown>(value.data, { the: long, a: null })
    assert.deepStrictEqual(value.missing, ["/a"])
    assert.deepStrictEqual(
      value.evidence.map(({ path, quote }) => [path, quote]),
      [["/the", long.slice(0, 300)]]
    )
  })

  it("takes as many fields and words as it takes, of however many", () => {
    const many = Array.from({ length: 100 }, (_, index) => `word${index}q`)
    const wide = Result.getOrThrow(readExample(Object.fromEntries(many.map((name) => [name, ""]))))
    const { value } = drive(
      fillPassages(
        { task: many.join(" "), shape: wide, whom: anybody, takesSentences: true },
        { ...none, data: emptyObject(wide), missing: many.map((name) => `/${name}`) },
        [sheet(heavy(0))]
      )
    )
    assert.isAtLeast(value.missing.length, 40)
  })
})

describe("work in pieces", () => {
  it.effect("is told when time is over, and lets others have their turn before that", () =>
    Effect.gen(function* () {
      let pieces = 0
      function* endless(): Generator<void, number, boolean | undefined> {
        for (;;) {
          pieces += 1
          if ((yield) === true) return pieces
        }
      }
      const working = yield* Effect.forkChild(inPieces(endless(), 1_000))
      for (let turn = 0; turn < 5; turn++) yield* Effect.yieldNow
      const before = pieces
      assert.isAbove(before, 1)
      yield* TestClock.adjust("1 second")
      const { isCut, value } = yield* Fiber.join(working)
      assert.isTrue(isCut)
      assert.isAtLeast(value, before)
    })
  )

  it.effect("is whole where it ends before", () =>
    Effect.gen(function* () {
      function* short(): Generator<void, string, boolean | undefined> {
        yield
        return "done"
      }
      assert.deepStrictEqual(yield* inPieces(short(), 1_000), { value: "done", isCut: false })
    })
  )
})
