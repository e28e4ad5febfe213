/** Observed: "open" with how, when and for whom it is so, and where it names something. */
import { assert, describe, it } from "@effect/vitest"
import { judgeChange } from "../../../src/monitors/domain/judging/judgeChange.ts"

const isTold = (goal: string, before: string, after: string) => {
  const page = (line: string) => `Pass road\nSome words of introduction that stay.\n${line}\nContact us`
  const question = { goal, url: "https://a.example/", targetType: "page" as const }
  const { confidence, isRelevant } = judgeChange({ ...question, before: page(before), after: page(after) })
  return isRelevant && confidence >= 0.75
}

describe("what is open", () => {
  it("may be so in a way, at a time and for somebody", () => {
    for (const [goal, was, now] of [
      ["when the road is open", "The road is closed in both directions", "The road is open in both directions"],
      [
        "when the road is open again",
        "The road is closed between Airolo and Andermatt.",
        "The road is open in both directions."
      ],
      ["when the road is open again", "Road: closed", "Road: open to all traffic"],
      ["when the pool is open", "The pool is closed", "The pool is open daily from 9 am"],
      ["when the pool is open", "The pool is closed", "The pool is open every day"],
      ["when the bridge is open", "The bridge is closed to cars", "The bridge is open to cars"],
      ["when the border is open", "The border is closed", "The border is open at all crossings"],
      ["when the pool opens", "The pool is closed", "The pool is open all year round"],
      ["wenn die Straße wieder offen ist", "Die Straße ist gesperrt", "Die Straße ist offen für den Verkehr"],
      ["wanneer de brug weer open is", "De brug is gesloten", "De brug is open voor alle verkeer"],
      ["when the library is open", "The library is closed on Sundays", "The library is open on Sundays"]
    ] as const)
      assert.isTrue(isTold(goal, was, now), `${goal}: ${was} → ${now}`)
  })

  it("and what is called so is no state", () => {
    for (const [goal, was, now] of [
      ["when the road is open", "Road news", "Open in new tab"],
      ["when the road is open", "Road news", "Open information on the road"],
      ["when the road is open", "The road is closed", "The road is closed, see our open positions"],
      ["when the project is open", "The project has docs", "The project is open source"],
      ["when the road is open", "The road is closed", "The road will open in June"],
      ["when the road is open", "The road is closed", "The road is expected to be open to all traffic in June"],
      ["when registration opens", "Registration is closed", "Registration opens on 5 May"],
      ["when the pool is open", "The pool is closed", "The pool is not open to guests"],
      ["when the project is open", "We are here", "We are open to suggestions"]
    ] as const)
      assert.isFalse(isTold(goal, was, now), `${goal}: ${was} → ${now}`)
  })
})
