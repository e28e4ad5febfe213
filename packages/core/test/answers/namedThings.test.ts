/** Which things of a page a question may ask about. */
import { assert, describe, it } from "@effect/vitest"
import { kindredIn } from "../../src/answers/domain/partsAsked.ts"
import { timedIn } from "../../src/answers/domain/timedThing.ts"
import { contentTerms } from "../../src/extraction/domain/choosePassages.ts"
import type { FactSheet } from "../../src/extraction/domain/FactSheet.ts"

const sheet = (text: string, headings: FactSheet["headings"] = []): FactSheet => ({
  ...{ url: "https://lake.example/", title: null, language: "en", text, headings },
  ...{ facts: [], lists: [], groups: [], isCut: false }
})

describe("things that open and close", () => {
  const hours = "The gym opens at 7:00. The sauna opens at 12:00."

  it("are those of which a sentence says when", () => {
    assert.deepStrictEqual(timedIn("when does the sauna open", [sheet(hours)]), contentTerms("sauna"))
    const bare = "The gym opens at 7:00. The sauna is open to members."
    assert.isEmpty(timedIn("when is the sauna open", [sheet(bare)]))
  })

  it("are none where something happened once", () => {
    for (const task of ["when was the sauna opened", "when did the sauna open", "when has the sauna closed"])
      assert.isEmpty(timedIn(task, [sheet(hours)]), task)
  })
})

describe("headings that call things of a kind", () => {
  const headed = (...lines: ReadonlyArray<string>) =>
    kindredIn(
      sheet(
        lines.join("\n"),
        lines.map((_, line) => ({ line, level: 2 }))
      )
    )

  it("are no questions", () => {
    assert.deepStrictEqual(headed("Single room", "Double room"), [
      contentTerms("Single room"),
      contentTerms("Double room")
    ])
    assert.isEmpty(headed("Is parking free?", "Is breakfast free?"))
    assert.isEmpty(headed("How parking works", "How breakfast works"))
  })
})
