/**
 * Fills the shape of an answer with what pages say.
 *
 * **Details.** A task without an example asks for a text of whatever. What kind of thing it asks for is then read from its words and looked for as
 * by an example of that kind; what comes back is the line that says it. Where no line does, a sentence answers that says a thing of the kind.
 * Pages of sites that the task names are asked alone first.
 */
import { Clock, Effect, Result } from "effect"
import { type DataValue, emptyObject, type ObjectShape } from "../extraction/domain/DataShape.ts"
import type { FactSheet } from "../extraction/domain/FactSheet.ts"
import type { Evidence } from "../extraction/domain/Filling.ts"
import { fillPassages } from "../extraction/domain/fillPassages.ts"
import type { Filled } from "../extraction/domain/fillSchema.ts"
import type { Subject } from "../extraction/domain/ofWhom.ts"
import type { PassageQuestion } from "../extraction/domain/PassageQuestion.ts"
import type { ThingsAsked } from "../extraction/domain/thingAsked.ts"
import { FactReader } from "../extraction/FactReader.ts"
import { inPieces } from "../extraction/inPieces.ts"
import { WebsiteInaccessible } from "../web/errors.ts"
import { readExample } from "./domain/AnswerShape.ts"
import { aboutThing } from "./domain/aboutThing.ts"
import { type Asked, type AskedKind, askedIn, askedTerms } from "./domain/askedKind.ts"
import { withoutAddresses } from "./domain/readTask.ts"
import { isValueOf, type SaysAsked, saysAsked, saysHours } from "./domain/saysAsked.ts"
import { currencyField, inShape, toldIn, wordsAskedBy } from "./domain/toldInWords.ts"
import { withoutBlanks } from "./domain/withoutBlanks.ts"
import { withoutOwners } from "./domain/withoutOwners.ts"

export interface TaskQuestion {
  readonly task: string
  readonly shape: ObjectShape
  readonly whom: Subject
  /** What is said of whom the task asks about, the pages of sites that it names first. */
  readonly sheets: ReadonlyArray<FactSheet>
  readonly isOwn: (sheet: FactSheet) => boolean
  /** Of which thing the fields of a shape are asked. */
  readonly thingsOf: (shape: ObjectShape) => ThingsAsked
  readonly endsAtMillis: number
  /** Time for sentences at the end of that. */
  readonly passagesMillis: number
}

/** Kinds of which there is one value. */
const ofOneValue: ReadonlySet<AskedKind> = new Set<AskedKind>(["price", "amount", "day", "flag", "measure"])

/** What labels, tables and a model say. */
const filledBy = Effect.fnUntraced(function* (
  { endsAtMillis, passagesMillis, task }: TaskQuestion,
  shape: ObjectShape,
  sheets: ReadonlyArray<FactSheet>,
  things: ThingsAsked
) {
  const leftMillis = endsAtMillis - passagesMillis - (yield* Clock.currentTimeMillis)
  return yield* (yield* FactReader)
    .fill({ shape, instructions: task, sheets, hasStart: false, mayPhrase: true, leftMillis, things })
    .pipe(
      Effect.map(withoutBlanks),
      Effect.catchTag("UnreadablePage", ({ message }) => Effect.fail(new WebsiteInaccessible({ message })))
    )
})

/** The same with what sentences say. */
const bySentences = (
  { endsAtMillis, task, whom }: TaskQuestion,
  shape: ObjectShape,
  before: Filled,
  sheets: ReadonlyArray<FactSheet>,
  inWords: Pick<PassageQuestion, "asksOne" | "says" | "things">
) => inPieces(fillPassages({ task, shape, whom, takesSentences: true, ...inWords }, before, sheets), endsAtMillis)

/** Pages of sites that the task names alone, and then all. */
const inTurn = ({ isOwn, sheets }: TaskQuestion): ReadonlyArray<ReadonlyArray<FactSheet>> => {
  const own = sheets.filter(isOwn)
  return own.length === 0 || own.length === sheets.length ? [sheets] : [own, sheets]
}

/** What tells whether a value is of the kind that is asked for. */
const mayBe =
  (asked: Asked, { isOfKind }: SaysAsked, sheets: ReadonlyArray<FactSheet>) =>
  (value: DataValue, evidence: Evidence): boolean => {
    const { quote, source, url } = evidence
    // A whole sentence must say something of the kind, and a title says neither yes nor no; another value was read as one of the kind.
    const isSentence = source === "text" && (value === quote || asked.kind === "flag")
    if (isSentence && asked.asksHours === true && !saysHours(quote)) return false
    return isSentence ? isOfKind(quote, languageOf(sheets, url)) : isValueOf(asked, value, evidence)
  }

const languageOf = (sheets: ReadonlyArray<FactSheet>, from: string): string =>
  sheets.find(({ url }) => url === from)?.language ?? ""

/** All that a task without an example may mean is asked of one thing, but for the currency, which a page has for all. */
const ofEach = ({ properties }: ObjectShape, thing: ReadonlyArray<string>): ThingsAsked =>
  new Map(properties.filter(({ name }) => name !== currencyField).map(({ name }) => [`/${name}`, thing]))

/** What a task without an example asks for, in words of the pages. */
const fillInWords = Effect.fnUntraced(function* (question: TaskQuestion, name: string) {
  const { shape, task, thingsOf, whom } = question
  const things = thingsOf(shape)
  const thing = things.get(`/${name}`)
  const asked = askedIn(task, whom)
  const says = saysAsked(asked, askedTerms(task, whom), whom, thing)
  const turns = inTurn(question).map((sheets) =>
    asked === null || thing !== undefined ? sheets : aboutThing(sheets, asked.thing, whom)
  )
  let isCut = false
  const example = readExample(asked?.example ?? {})
  // A task may name what no field can be called.
  if (asked !== null && Result.isSuccess(example) && example.success.properties.length > 0) {
    const kinds = example.success
    const ofKinds = asked.kind === "flag" || thing === undefined ? thingsOf(kinds) : ofEach(kinds, thing)
    for (const sheets of turns) {
      const read = yield* filledBy(question, kinds, sheets, ofKinds)
      const filled = yield* bySentences(question, kinds, read, sheets, { things: ofKinds })
      isCut ||= filled.isCut
      const told = toldIn(filled.value, kinds, mayBe(asked, says, sheets))
      if (told === null) continue
      return { value: { ...filled.value, ...inShape(name, told) }, isCut }
    }
  }
  const all = turns.at(-1) ?? []
  const read = yield* filledBy(question, shape, all, things)
  // A label such as *Result* says nothing of what is asked; what a model found was checked.
  const isRead = read.evidence.some(
    ({ quote, source, url }) => source === "model" || says.answers(quote, languageOf(all, url))
  )
  if (isRead) return { value: read, isCut }
  const nothing: Filled = { ...read, data: emptyObject(shape), evidence: [], missing: [`/${name}`] }
  // Of a sentence nobody expects the words of an address.
  const inSentences = { ...question, task: [withoutAddresses(task), ...(asked?.means ?? [])].join(" ") }
  const inWords = { says: says.answers, asksOne: asked !== null && ofOneValue.has(asked.kind), things }
  for (const sheets of turns) {
    const filled = yield* bySentences(inSentences, shape, nothing, sheets, inWords)
    isCut ||= filled.isCut
    if (filled.value.evidence.length > 0) return { value: filled.value, isCut }
  }
  return { value: nothing, isCut }
})

export const fillTask = Effect.fnUntraced(function* (question: TaskQuestion) {
  const { shape, sheets, thingsOf } = question
  const name = wordsAskedBy(shape)
  if (name !== null) return yield* fillInWords(question, name)
  const things = thingsOf(shape)
  const filled = withoutOwners(yield* filledBy(question, shape, sheets, things), shape, sheets.filter(question.isOwn))
  return yield* bySentences(question, shape, filled, sheets, { things })
})
