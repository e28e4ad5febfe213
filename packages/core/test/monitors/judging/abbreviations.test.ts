/** Goals that name people, places and articles by abbreviations. */
import { assert, describe, it } from "@effect/vitest"
import { compileGoal } from "../../../src/monitors/domain/judging/goal.ts"
import { checkPairs } from "./onPages.ts"

const list = (...entries: ReadonlyArray<string>): string =>
  `<h1>List</h1><ul>${entries.map((entry) => `<li>${entry}</li>`).join("")}</ul>`

describe("the point of an abbreviation", () => {
  it.effect("ends no goal", () =>
    checkPairs([
      [
        "when Mr. Smith has free slots",
        list("Mr. Smith: full", "Mr. Jones: full"),
        list("Mr. Smith: full", "Mr. Jones: free slots"),
        false
      ],
      [
        "when Mr. Smith has free slots",
        list("Mr. Smith: full", "Mr. Jones: full"),
        list("Mr. Smith: free slots", "Mr. Jones: full"),
        true
      ],
      [
        "changes of the status of St. Mary",
        list("St. Mary: open", "St. Paul: open"),
        list("St. Mary: open", "St. Paul: closed"),
        false
      ],
      [
        "changes of the status of St. Mary",
        list("St. Mary: open", "St. Paul: open"),
        list("St. Mary: closed", "St. Paul: open"),
        true
      ],
      ["Art. 5 changes", list("Art. 4: a word", "Art. 5: peace"), list("Art. 4: two words", "Art. 5: peace"), false],
      ["Art. 5 changes", list("Art. 4: a word", "Art. 5: peace"), list("Art. 4: a word", "Art. 5: war"), true],
      [
        "delays at St. Pancras",
        list("St. Ives: on time", "St. Pancras: on time"),
        list("St. Ives: delayed", "St. Pancras: on time"),
        false
      ],
      [
        "delays at St. Pancras",
        list("St. Ives: on time", "St. Pancras: on time"),
        list("St. Ives: on time", "St. Pancras: delayed"),
        true
      ]
    ])
  )

  it("leaves sentences to end where they do", () => {
    const subjects = (goal: string) =>
      compileGoal(goal).conditions.map(({ subject }) => subject.map(({ words }) => words.join("/")).join(" "))
    assert.deepStrictEqual(subjects("Sprechstunde von Prof. Dr. Kern. Auch die Preise."), [
      "Sprechstunde Kern",
      "Preise"
    ])
    assert.deepStrictEqual(subjects("Tell me about jobs. Also prices."), ["jobs", "prices"])
    assert.deepStrictEqual(subjects("Jobs at Acme Inc. Also the prices."), ["Jobs Acme Inc", "prices"])
  })

  it("cuts nothing that is not wanted", () => {
    const { excluded } = compileGoal("opening hours, not of Dr. Roe")
    assert.deepStrictEqual(
      excluded.map((groups) => groups.map(({ words }) => words[0])),
      [["Roe"]]
    )
  })
})
