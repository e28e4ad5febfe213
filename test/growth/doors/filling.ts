/** Schemas and tasks that callers send, filled with what pages say. */

import { readExample } from "@kittiwake/core/answers/domain/AnswerShape"
import type { ObjectShape } from "@kittiwake/core/extraction/domain/DataShape"
import type { FactSheet } from "@kittiwake/core/extraction/domain/FactSheet"
import { type Filled, fillSchema } from "@kittiwake/core/extraction/domain/fillSchema"
import { readDataSchema } from "@kittiwake/core/extraction/domain/readDataSchema"
import { readersFor } from "../../../packages/adapters/html/src/facts/textReaders.ts"
import { doInline, doPageWork } from "../../../packages/adapters/html/src/PageWork.ts"
import { aboutThing } from "../../../packages/core/src/answers/domain/aboutThing.ts"
import { askedIn, askedTerms } from "../../../packages/core/src/answers/domain/askedKind.ts"
import { queriesOf, sitesIn } from "../../../packages/core/src/answers/domain/readTask.ts"
import { saysAsked } from "../../../packages/core/src/answers/domain/saysAsked.ts"
import { fieldsOf } from "../../../packages/core/src/extraction/domain/fieldNames.ts"
import { takesMoreThan } from "../../../packages/core/src/extraction/domain/fillingWork.ts"
import { fillPassages } from "../../../packages/core/src/extraction/domain/fillPassages.ts"
import { ofSites, sheetOf as speakingOf, subjectOf } from "../../../packages/core/src/extraction/domain/ofWhom.ts"
import { leadScore, topicOf } from "../../../packages/core/src/extraction/domain/rankLinks.ts"
import { siteSubject, siteTask } from "../../../packages/core/src/extraction/domain/siteSubject.ts"
import { summarize } from "../../../packages/core/src/extraction/domain/summarize.ts"
import type { Door } from "./Door.ts"
import { words as elements, sheetOf } from "./html.ts"

const nothing = () => undefined

const page = `<html lang=en><head><title>Kettle K2 – Brasero</title><meta name=description content="A kettle for camps"></head><body>
<h1>Kettle K2</h1><p>Brasero makes stoves. Kettle K2 costs $89 and holds 1.2 litres. It was designed by Jane Roe in 2015.</p>
<table><tr><th>Plan<th>Price<th>Storage<tr><td>Pro<td>$5<td>10 GB<tr><td>Team<td>$9<td>1 TB</table>
<dl><dt>Weight<dd>400 g<dt>Colour<dd>Red, Blue</dl><ul><li>Fast<li>Light</ul><p>Tel: +49 30 1234567, hello@brasero.example</p></body></html>`
const sheets: ReadonlyArray<FactSheet> = [sheetOf(page)!]

const shapeOf = (schema: unknown): ObjectShape | null => {
  const read = readDataSchema(schema)
  return read._tag === "Success" ? read.success : null
}

const usual = shapeOf({
  type: "object",
  properties: {
    name: { type: "string" },
    price: { type: "number", description: "what it costs" },
    currency: { type: "string" },
    is_available: { type: "boolean" },
    email: { type: "string", format: "email" },
    phone: { type: "string" },
    released: { type: "string", format: "date" },
    colour: { type: "string", enum: ["red", "blue", "green"] },
    plans: {
      type: "array",
      items: { type: "object", properties: { name: { type: "string" }, price: { type: "number" } } }
    },
    features: { type: "array", items: { type: "string" } }
  }
})!
const readers = await readersFor(usual)

/** What a text says in JSON; one that is none is refused before anything is read of it. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A schema as text, read alone. */
export const schemaRead = (text: string) => readDataSchema(parsed(text))

/** A schema as text, filled with a page: what is not counted is its reading. */
export const schemaFilled = (text: string) => {
  const shape = shapeOf(parsed(text))
  if (shape === null) return nothing
  return () => {
    siteSubject("", shape, sheets)
    topicOf("", shape)
    return doPageWork({ kind: "fill", request: { shape, instructions: "", sheets } }, readers)
  }
}

/** The same as far as that goes on the thread that answers calls. */
export const schemaFilledInline = (text: string) => {
  const shape = shapeOf(parsed(text))
  if (shape === null) return nothing
  return () => {
    const request = { shape, instructions: "", sheets }
    siteSubject("", shape, sheets)
    topicOf("", shape)
    return takesMoreThan(20_000, request) ? null : doInline({ kind: "fill", request })
  }
}

const filledBy = (html: string): readonly [ReadonlyArray<FactSheet>, Filled] | null => {
  const sheet = sheetOf(html)
  return sheet === null ? null : [[sheet], fillSchema({ shape: usual, instructions: "", sheets: [sheet] }, readers)]
}

/** A page, as a schema is filled with it. */
export const pageFilled = (html: string) => {
  const sheet = sheetOf(html)
  if (sheet === null) return nothing
  return () => doPageWork({ kind: "fill", request: { shape: usual, instructions: "", sheets: [sheet] } }, readers)
}

export const pageFilledInline = (html: string) => {
  const sheet = sheetOf(html)
  if (sheet === null) return nothing
  const request = { shape: usual, instructions: "", sheets: [sheet] }
  return () => (takesMoreThan(20_000, request) ? null : doInline({ kind: "fill", request }))
}

export const pageSummed = (html: string) => {
  const sheet = sheetOf(html)
  return sheet === null
    ? nothing
    : () => summarize([{ ...sheet, text: sheet.text.slice(0, 32 * 1024) }], "kettle price")
}

/** Its sentences, in the turns that others have between them. */
export const passagesFilled = (html: string) => {
  const found = filledBy(html)
  if (found === null) return nothing
  const [own, filled] = found
  const task = siteTask("What does Kettle K2 cost?", own)
  const whom = siteSubject("What does Kettle K2 cost?", usual, own)
  return () => fillPassages({ task, shape: usual, whom, takesSentences: true }, filled, own)
}

/** A page of a search, as it is looked at for whom a task asks about. */
export const pageOfTask = (html: string) => {
  const sheet = sheetOf(html)
  if (sheet === null) return nothing
  const task = "What does the Kettle K2 of Brasero cost?"
  return () => {
    const whom = ofSites(subjectOf(task, fieldsOf(usual), []), [sheet])
    const asked = askedIn(task, whom)
    const says = saysAsked(asked, askedTerms(task, whom), whom)
    for (const line of sheet.text.split("\n").slice(0, 200)) says.answers(line, "en")
    if (asked !== null) aboutThing([sheet], asked.thing, whom)
    return speakingOf(whom, sheet, false)
  }
}

export const taskRead = (task: string) => () => {
  const sites = sitesIn(task, () => true)
  const whom = subjectOf(task, fieldsOf(usual), sites)
  const asked = askedIn(task, whom)
  askedTerms(task, whom)
  queriesOf(task, usual, sites, 4)
  topicOf(task, usual)
  leadScore(
    { url: "https://brasero.example/a", text: "Prices", depth: 1 },
    topicOf(task, usual),
    "https://brasero.example/"
  )
  return saysAsked(asked, askedTerms(task, whom), whom).answers("Kettle K2 costs $89.", "en")
}

const inWords = readExample({ answer: "" })

export const taskAnswered = (task: string) => {
  const shape = inWords._tag === "Success" ? inWords.success : usual
  return () => {
    const whom = subjectOf(task, fieldsOf(shape), [])
    const asked = askedIn(task, whom)
    const says = saysAsked(asked, askedTerms(task, whom), whom)
    const filled = fillSchema({ shape, instructions: task, sheets, hasStart: false, mayPhrase: true })
    return fillPassages({ task, shape, whom, takesSentences: true, says: says.answers, asksOne: true }, filled, sheets)
  }
}

const parts: ReadonlyArray<string> = [
  ...[
    '"a№":{"type":"string"},',
    '"price_№":{"type":"number","description":"what it costs"},',
    '"a№":{"type":"object","properties":{"b":{"type":"string"}}},',
    '"a№":{"type":"array","items":{"type":"string"}},',
    '"a№":{"$ref":"#/$defs/a"},',
    '"a№":{"$ref":"#/$defs/b"},',
    '"a№":{"type":"string","enum":["a","b","c№"]},',
    '"a№":{"type":"string","pattern":"^[a-z]+$"},'
  ],
  ...[
    '"a№":{"anyOf":[{"type":"string"},{"type":"null"}]},',
    '"a№":{"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/b"}]},',
    '"a№":{"type":"string","description":"a b c d e f g h i j k l"},',
    '"phone№":{"type":"string"},',
    '"date№":{"type":"string","format":"date"},',
    '"is_a№":{"type":"boolean"},',
    '"a_b_c_d_№":{"type":"integer","minimum":1},',
    '"email№":{"type":"string","format":"email"},',
    '"plans№":{"type":"array","items":{"type":"object","properties":{"name":{},"price":{}}}},'
  ]
]

const longWords: ReadonlyArray<string> = [
  "a",
  "a ",
  "a№ ",
  "price ",
  "A ",
  "aB",
  "a_",
  "-",
  ".",
  ", ",
  "of ",
  "the ",
  "price of the ",
  "name ",
  "€",
  "é",
  "(",
  "e.g. ",
  "such as ",
  "a; ",
  "a/b ",
  "is ",
  "'s ",
  "per ",
  "in 2015 ",
  "not "
]

const taskWords: ReadonlyArray<string> = [
  ...[
    "What does ",
    "Kettle K2 ",
    "cost ",
    "cost? ",
    "Who is ",
    "the CEO of ",
    "Brasero ",
    "brasero.example ",
    "https://brasero.example/№ ",
    "a.b",
    "a.",
    "when ",
    "was ",
    "founded ",
    "how many ",
    "employees ",
    "in Berlin ",
    "before 2015 ",
    "at the start of ",
    "and ",
    "or ",
    ", ",
    "? ",
    ". ",
    "“a” ",
    '"a" ',
    "please ",
    "tell me ",
    "is ",
    "of "
  ],
  ...[
    "which ",
    "list of ",
    "price ",
    "A№ ",
    "a№ ",
    "the ",
    "A ",
    "a-",
    "a'",
    "A&",
    "2015 ",
    "5 ",
    "$5 ",
    "localhost:80 ",
    "1.1.1.1:80 ",
    "wer ",
    "ist ",
    "Geschäftsführer ",
    "von ",
    "combien ",
    "coûte ",
    "what is ",
    "how much ",
    "how ",
    "e.g. ",
    "U.S. ",
    "№."
  ]
]

const sentences: ReadonlyArray<string> = [
  ...[
    "<p>Kettle K2 costs $89.</p>",
    "<p>A№ costs $№.</p>",
    "Kettle K2 costs $89. ",
    "Jane Roe is the CEO of Brasero. ",
    "Founded in 2015. ",
    "It has 5,000 employees. ",
    "$5 ",
    "5 € ",
    "a. A",
    "Dr. ",
    "A. ",
    "e.g. ",
    "“a” ",
    "(a) ",
    "a, ",
    "and ",
    "is ",
    "not ",
    "A№ ",
    "Price: $№<br>",
    "<br>",
    "a№: b<br>",
    "Tel: +49 30 №<br>",
    "jane№@brasero.example<br>",
    "until 5 May ",
    "per month ",
    "from $5 to $9 ",
    "$5-",
    "5-9 ",
    "1,000 ",
    "1 000 ",
    "% ",
    "five hundred "
  ]
]

const schemaOf =
  '{"type":"object","$defs":{"a":{"type":"object","properties":{"b":{"type":"string"}}},"b":{"$ref":"#/$defs/a"}},"properties":{'
const schemaEnd = '"z":{"type":"string"}}}'
const described = ['{"type":"object","properties":{"price":{"type":"number","description":"', '"}}}'] as const
const called = ['{"type":"object","properties":{"', '":{"type":"string"}}}'] as const
const oneOf = ['{"type":"object","properties":{"colour":{"type":"string","enum":["', '"]}}}'] as const
const patterned = ['{"type":"object","properties":{"a":{"type":"string","pattern":"', '"}}}'] as const

const schemaLength = 65_000
const places: ReadonlyArray<readonly [string, string, string, ReadonlyArray<string>]> = [
  ["properties", schemaOf, schemaEnd, parts],
  ["description", ...described, longWords],
  ["name", ...called, longWords],
  ["choices", ...oneOf, ['a","', 'a№","', 'a b c №","', 'red","', "a", "a ", 'a№, b","']],
  ["pattern", ...patterned, ["a", "a*", "(a|b)", "[a-z]+", ".*", "a{1,9}", "(?:a?)", "(", "[", "^"]]
]

const runs: ReadonlyArray<readonly [string, Door["open"], number]> = [
  ["page filled", pageFilled, 400_000],
  ["page filled inline", pageFilledInline, 128 * 1024],
  ["page summed", pageSummed, 128 * 1024],
  ["passages", passagesFilled, 400_000],
  ["page of task", pageOfTask, 400_000]
]

export const doors: ReadonlyArray<Door> = [
  ...places.flatMap(([place, before, after, words]): ReadonlyArray<Door> => {
    const common = { words, before, after, most: schemaLength }
    return [
      { ...common, name: `schema read: ${place}`, open: (text) => () => schemaRead(text), isMain: true },
      { ...common, name: `schema filled: ${place}`, open: schemaFilled },
      { ...common, name: `schema filled inline: ${place}`, open: schemaFilledInline, isMain: true }
    ]
  }),
  ...runs.map(
    ([name, open, most]): Door => ({
      ...{ name, open, most, isMain: name !== "page filled" },
      words: [...sentences, ...elements.filter((_, index) => index % 3 === 1)]
    })
  ),
  { name: "task read", open: taskRead, words: taskWords, most: 4_000, isMain: true },
  { name: "task answered", open: taskAnswered, words: taskWords, most: 4_000, isMain: true }
]
