/** What a goal is told of pages, read as they are watched: their text, and what their markup says of its lines. */
import { assert } from "@effect/vitest"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import * as HtmlReader from "@kittiwake/html/PageReader"
import { Effect } from "effect"
import { isTold } from "../../../src/monitors/domain/Judgement.ts"
import { judgeChange } from "../../../src/monitors/domain/judging/judgeChange.ts"

/** The page as a document, what is watched of it in `<main>`. */
export const pageOf = (main: string): string =>
  `<!doctype html><html><head><title>T</title></head><body><main>${main}</main></body></html>`

const read = (body: string) =>
  PageReader.use((reader) =>
    reader.read({
      body,
      mediaType: "text/html",
      includeSelectors: [],
      excludeSelectors: [],
      leavesOutNoise: true,
      normalizesWhitespace: true,
      tellsMarks: true
    })
  )

/** What is said of a page that was one thing and is another. */
export const judged = Effect.fnUntraced(function* (goal: string, before: string, after: string) {
  const [was, now] = [yield* read(pageOf(before)), yield* read(pageOf(after))]
  assert.notStrictEqual(was.text, now.text, "the text differs")
  const question = { goal, url: "https://www.town.example/", targetType: "page" as const }
  const { marks } = now
  return judgeChange({
    ...question,
    before: was.text,
    after: now.text,
    ...(marks === undefined ? {} : { marks })
  })
})

/** A goal, what stands on the page once, what stands there then, and whether that is told. */
export type Case = readonly [goal: string, was: string, now: string, told: boolean]

/** Judges each change of a page, and tells all that come out otherwise. */
export const check = Effect.fnUntraced(function* (page: string, cases: ReadonlyArray<Case>) {
  const wrong: Array<string> = []
  for (const [goal, was, now, told] of cases) {
    assert.lengthOf(page.split(was), 2, `“${was}” stands there once`)
    const judgement = yield* judged(goal, page, page.replace(was, now))
    if (isTold(judgement, 0.75) !== told) wrong.push(`${goal}: ${was} → ${now}: ${judgement.reasons.join("; ")}`)
  }
  assert.deepStrictEqual(wrong, [])
}, Effect.provide(HtmlReader.layer))

/** The same of two pages. */
export const checkPairs = Effect.fnUntraced(function* (
  cases: ReadonlyArray<readonly [goal: string, before: string, after: string, told: boolean]>
) {
  const wrong: Array<string> = []
  for (const [goal, before, after, told] of cases) {
    const judgement = yield* judged(goal, before, after)
    if (isTold(judgement, 0.75) !== told) wrong.push(`${goal}: ${before} → ${after}: ${judgement.reasons.join("; ")}`)
  }
  assert.deepStrictEqual(wrong, [])
}, Effect.provide(HtmlReader.layer))
