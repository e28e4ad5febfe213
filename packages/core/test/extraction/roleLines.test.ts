/** Who holds a role where a page lists people. */
import { assert, describe, it } from "@effect/vitest"
import type { FactSheet } from "../../src/extraction/domain/FactSheet.ts"
import { anybody, type Subject, subjectOf } from "../../src/extraction/domain/ofWhom.ts"
import { holdersOf } from "../../src/extraction/domain/roleLines.ts"

const ceo = "CEO|[Cc]hief [Ee]xecutive(?: [Oo]fficer)?"
const kiln = subjectOf("Who is the CEO of Kiln?", "ceo", [])

const sheet = (...lines: ReadonlyArray<string>): FactSheet => ({
  ...{ url: "https://kiln.example/team", title: "Team", language: "en", text: lines.join("\n"), isCut: false },
  ...{ facts: [], lists: [], groups: [] }
})

const holders = (lines: ReadonlyArray<string>, whom: Subject = kiln) =>
  holdersOf([sheet(...lines)], ceo, whom).map(({ name }) => name)

describe("who holds a role", () => {
  it("stands above the title or below it, as everybody on the page", () => {
    assert.deepStrictEqual(holders(["Ana Pires", "Founder and Chair", "Bo Lund", "Chief Executive Officer"]), [
      "Bo Lund"
    ])
    assert.deepStrictEqual(holders(["Chair", "Ana Pires", "CEO", "Bo Lund", "CFO", "Cy Young"]), ["Bo Lund"])
  })

  it("stands on the line of the title", () => {
    for (const line of ["Bo Lund, CEO", "Bo Lund – Chief Executive", "Bo Lund (CEO)", "• Bo Lund, CEO and co-founder"])
      assert.deepStrictEqual(holders([line]), ["Bo Lund"], line)
  })

  it("is nobody who was it, is beside it, or holds it elsewhere or of a part", () => {
    for (const title of [
      "Former CEO, now adviser",
      "Former CEO",
      "Deputy Chief Executive",
      "Assistant to the CEO",
      "CEO, Harbour Deck",
      "CEO at Glaze",
      "Chief Executive, Europe"
    ])
      assert.deepStrictEqual(holders(["Bo Lund", title]), [], title)
    assert.deepStrictEqual(holders(["Bo Lund", "CEO of Kiln"]), ["Bo Lund"])
    assert.deepStrictEqual(holders(["Bo Lund", "CEO of Kiln"], anybody), [])
  })

  it("is nobody where a title may be that of two", () => {
    assert.deepStrictEqual(holders(["Ana Pires", "CEO", "Bo Lund"]), [])
    assert.deepStrictEqual(holders(["Our team", "CEO", "We hire"]), [])
  })
})
