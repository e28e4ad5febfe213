/** Observed: what is waited for until it is published, in the languages of goals. */
import { assert, describe, it } from "@effect/vitest"
import { judgeChange } from "../../../src/monitors/domain/judging/judgeChange.ts"

const isTold = (goal: string, before: string, after: string) => {
  const page = (line: string) => `Exam\nSome words of introduction that stay.\n${line}\nContact us`
  const question = { goal, url: "https://a.example/", targetType: "page" as const }
  const { confidence, isRelevant } = judgeChange({ ...question, before: page(before), after: page(after) })
  return isRelevant && confidence >= 0.75
}

const cases: ReadonlyArray<readonly [goal: string, not: string, is: string, later: string]> = [
  [
    "when the results are published",
    "The results are not yet published.",
    "The results are published.",
    "The results will be published on 5 May."
  ],
  [
    "wenn die Ergebnisse veröffentlicht sind",
    "Die Ergebnisse sind noch nicht veröffentlicht.",
    "Die Ergebnisse sind veröffentlicht.",
    "Die Ergebnisse werden am 5. Mai veröffentlicht."
  ],
  [
    "quand les résultats sont publiés",
    "Les résultats ne sont pas encore publiés.",
    "Les résultats sont publiés.",
    "Les résultats seront publiés le 5 mai."
  ],
  [
    "cuando se publiquen los resultados",
    "Los resultados aún no están publicados.",
    "Los resultados están publicados.",
    "Los resultados serán publicados el 5 de mayo."
  ],
  [
    "quando i risultati sono pubblicati",
    "I risultati non sono ancora pubblicati.",
    "I risultati sono pubblicati.",
    "I risultati saranno pubblicati il 5 maggio."
  ],
  [
    "wanneer de resultaten gepubliceerd zijn",
    "De resultaten zijn nog niet gepubliceerd.",
    "De resultaten zijn gepubliceerd.",
    "De resultaten worden op 5 mei gepubliceerd."
  ]
]

describe("what is to be published", () => {
  for (const [goal, not, is, later] of cases)
    it(`is told once it is: ${goal}`, () => {
      assert.isTrue(isTold(goal, not, is), is)
      assert.isFalse(isTold(goal, not, later), later)
    })

  it("is told of what was waited for alone", () => {
    assert.isFalse(
      isTold("when the results are published", "The terms are not yet published.", "The terms are published.")
    )
    assert.isFalse(
      isTold("when the results are published", "The results are published.", "The results are not yet published.")
    )
    assert.isTrue(isTold("when the results are published", "Results: pending", "Results: 87 % passed"))
  })
})
