/** Calls what makes expressions only when it is asked something, so that they are seen and measured. */
import type { FactSheet } from "@kittiwake/core/extraction/domain/FactSheet"
import { decodePnm } from "../../packages/adapters/documents/src/pictures/decodePnm.ts"
import { noteNumber } from "../../packages/adapters/html/src/markdown/noteMarks.ts"
import { aboutThing } from "../../packages/core/src/answers/domain/aboutThing.ts"
import { partsIn } from "../../packages/core/src/answers/domain/partsAsked.ts"
import { askedTimes } from "../../packages/core/src/extraction/domain/askedTime.ts"
import { isOfAnother, type Subject, subjectOf } from "../../packages/core/src/extraction/domain/ofWhom.ts"
import { readMoney } from "../../packages/core/src/extraction/domain/readNumber.ts"
import { type Phrase, readPhrase } from "../../packages/core/src/extraction/domain/readPhrase.ts"
import { holdersOf } from "../../packages/core/src/extraction/domain/roleLines.ts"
import { compileGoal } from "../../packages/core/src/monitors/domain/judging/goal.ts"
import { fontFacesOf } from "../../packages/core/src/pages/domain/fontFaces.ts"
import { sketchOfHtml } from "../../packages/core/src/search/domain/sketchOfHtml.ts"

const said: ReadonlyArray<readonly [Phrase, string]> = [
  [{ kind: "founders" }, "Brasero was founded in 2009 by Jane Roe."],
  [{ kind: "founders" }, "Jane Roe founded Brasero in 2009."],
  [{ kind: "founders" }, "Jane Roe founded the company in 2009."],
  [{ kind: "headquarters" }, "Brasero is headquartered in Lyon, France."],
  [{ kind: "maker", deed: "designed" }, "The Brasero stove was designed by Mette Lund."],
  [{ kind: "role", role: "CEO" }, "Our CEO, Dana Whitlock, answers every letter."],
  [{ kind: "staff" }, "Brasero has 1,200 employees."]
]

const sheet: FactSheet = {
  ...{ url: "https://brasero.example/", title: "Brasero", language: "en", text: "Carla Moss\nCEO" },
  ...{ facts: [], lists: [], groups: [], isCut: false }
}

/** A language that writes its money with a sign of its own, and one that does not. */
const languages = ["en", "sv"]

export const callMakers = (): void => {
  const whom: Subject = subjectOf("What does Brasero cost?", "price", [])
  subjectOf("任天堂の価格", "price", [])
  for (const [phrase, text] of said) readPhrase(phrase, { text }, whom)
  partsIn("the opening night of Brasero", [sheet])
  aboutThing([sheet], ["stove"], whom)
  isOfAnother(whom, "Grillhaus, a maker of stoves, cooks.", false)
  holdersOf([sheet], "CEO", whom)
  const field = { isAlone: false, isState: true }
  askedTimes("employees of 2012")({ ...field, words: ["employees"] })
  askedTimes("the former director")({ ...field, words: ["director"] })
  for (const language of languages) readMoney("Price: $5", language)
  decodePnm(Buffer.from("P5\n1 1\n255\n\0"))
  noteNumber("12")
  fontFacesOf("@font-face { font-family: x; src: url(x.woff2) }", "https://brasero.example/")
  sketchOfHtml('<meta name="description" content="Stoves">')
  compileGoal("one stove or two in the shop or in the catalogue falls below two euros")
}
