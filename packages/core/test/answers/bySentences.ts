/** Answers by sentences alone. */
import { Result } from "effect"
import { readExample } from "../../src/answers/domain/AnswerShape.ts"
import { sitesIn } from "../../src/answers/domain/readTask.ts"
import { emptyObject } from "../../src/extraction/domain/DataShape.ts"
import type { FactSheet } from "../../src/extraction/domain/FactSheet.ts"
import { fieldsOf } from "../../src/extraction/domain/fieldNames.ts"
import { fillPassages } from "../../src/extraction/domain/fillPassages.ts"
import { sheetOf, subjectOf } from "../../src/extraction/domain/ofWhom.ts"

export const site = "https://kiln.example"

/** The answer by sentences alone, with what says it. */
export const answer = (task: string, example: Record<string, unknown>, ...texts: ReadonlyArray<string>) =>
  answerIn("en", task, example, ...texts)

export const answerIn = (
  language: string,
  task: string,
  example: Record<string, unknown>,
  ...texts: ReadonlyArray<string>
) => {
  const shape = Result.getOrThrow(readExample(example))
  const missing = Object.keys(example).map((name) => `/${name}`)
  const sheets = texts.map(
    (text, at): FactSheet => ({
      ...{ url: `${site}/${at}`, title: null, language, text },
      ...{ facts: [], lists: [], groups: [], isCut: false }
    })
  )
  const whom = subjectOf(
    task,
    fieldsOf(shape),
    sitesIn(task, (host) => host.endsWith(".example"))
  )
  const told = sheets.flatMap((sheet) => sheetOf(whom, sheet, task.includes("kiln.example")) ?? [])
  const work = fillPassages(
    { task, shape, whom, takesSentences: true },
    { data: emptyObject(shape), evidence: [], missing, isCut: false },
    told
  )
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
