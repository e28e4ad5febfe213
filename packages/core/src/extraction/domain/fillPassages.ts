/**
 * Fills what no label says with sentences that say it: extracts of pages, and nothing made up.
 *
 * **Details.** Set phrases are read first. Where a sentence itself may be an answer, the one that shares most with the question is; elsewhere a
 * value is taken alone that a sentence surely says of what is asked for.
 */

import { type AskedTime, askedTimes } from "./askedTime.ts"
import { flagOf, inWords, oneOf } from "./bestSentences.ts"
import { contentTerms, type Passages, readPassages } from "./choosePassages.ts"
import { asksContact } from "./contactLines.ts"
import { countOf } from "./countOf.ts"
import { emptyObject, type ObjectShape } from "./DataShape.ts"
import { type EmptyField, type EmptyList, emptyFields, emptyLists, withValues } from "./emptyFields.ts"
import type { FactSheet } from "./FactSheet.ts"
import type { Evidence } from "./Filling.ts"
import type { Filled } from "./fillSchema.ts"
import { nothingAnywhere, stillMissing } from "./nothingAnywhere.ts"
import type { PassageQuestion } from "./PassageQuestion.ts"
import { priceOfThing } from "./pricedSentences.ts"
import { wantedOf } from "./readTyped.ts"
import { type Said, spoken } from "./Said.ts"
import { byPhrase, byTitle, contactOf, listOf, sureOf } from "./saidSurely.ts"
import { isPerhapsNow, lastYear, saidThen, timeOf, withoutOtherTimes } from "./saidThen.ts"
import { termsOf } from "./surelySaid.ts"
import { isTheirs } from "./theirs.ts"
import { callsOf, noCall, noThings, type PageCall, passagesOf } from "./thingAsked.ts"

/** Words of the task and of a field that are looked for, and fields that sentences fill. */
export const most = { terms: 120, fields: 60 } as const

/** How much a word of a field counts beside one of the task. */
const fieldWeight = 2

/** All single values of an object, whether or not they were found. */
const allFields = (shape: ObjectShape): ReadonlyArray<EmptyField> =>
  emptyFields(shape, emptyObject(shape), new Set(nothingAnywhere(shape, emptyObject(shape))))

/**
 * What is missing, filled with sentences; yields between pieces of the work. Whoever goes on with `true` says that time is over, and gets what
 * was found until then.
 *
 * @internal
 */
export function* fillPassages(
  question: PassageQuestion,
  before: Filled,
  sheets: ReadonlyArray<FactSheet>
): Generator<void, Filled, boolean | undefined> {
  const { shape, takesSentences, task, things = noThings, whom } = question
  const isOnly = shape.properties.length === 1
  const times = new Map<string, AskedTime>()
  if (takesSentences) {
    const asked = askedTimes(task)
    for (const field of allFields(shape)) {
      const time = timeOf(asked, task, field, isOnly)
      if (time !== null) times.set(field.path, time)
    }
    const last = times.size === 0 ? undefined : lastYear(sheets)
    for (const [path, time] of times) {
      if (isPerhapsNow(time, last)) times.delete(path)
    }
  }
  const filled = times.size === 0 ? before : withoutOtherTimes(shape, before, times, sheets)
  const missing = new Set(filled.missing)
  const mayHave = ({ path }: EmptyList) => takesSentences || isTheirs(path)
  const empty = emptyFields(shape, filled.data, missing)
    .filter(({ property: { shape } }) => shape.kind === "text" || shape.kind === "number" || shape.kind === "flag")
    .filter(mayHave)
  const lists = emptyLists(shape, filled.data, missing).filter(mayHave)
  if (empty.length + lists.length === 0 || sheets.length === 0) return filled
  const ofTask = contentTerms(task.replace(/https?:\/\/\S+/g, " "))
  const subject = new Set(ofTask)
  const read = yield* readPassages(sheets, subject)
  const calls = things.size === 0 ? new Map<string, PageCall>() : callsOf(sheets)
  const values = new Map<string, Said["value"]>()
  const evidence: Array<Evidence> = []
  const isAlone = shape.properties.length === 1 && ofTask.length > 0
  // Fields of one thing share its sentences.
  const ofThings = new Map<string, Passages>()
  function* saidOfThing(
    thing: ReadonlyArray<string>,
    own: ReadonlySet<string>
  ): Generator<void, Passages, boolean | undefined> {
    const ofField = new Set(thing.filter((term) => own.has(term)))
    const key = `${thing.join(" ")}/${[...ofField].join(" ")}`
    const found = ofThings.get(key) ?? (yield* passagesOf(read, { thing, ofField }, calls))
    ofThings.set(key, found)
    return found
  }
  function* saidOf(
    field: EmptyField,
    terms: ReadonlyMap<string, number>,
    own: ReadonlySet<string>
  ): Generator<void, Said | null, boolean | undefined> {
    const thing = things.get(field.path)
    const passages = thing === undefined ? read : yield* saidOfThing(thing, own)
    if (field.property.shape.kind === "flag") return flagOf(passages, task, field, isAlone, whom)
    const time = times.get(field.path) ?? null
    const count = takesSentences ? yield* countOf({ passages, task, terms, time, whom }, field) : undefined
    if (time !== null)
      return count !== undefined ? count : saidThen(passages, field, terms, own, { subject, time, whom })
    const phrased = yield* byPhrase(passages, field, whom)
    if (phrased !== null && phrased !== undefined) return phrased
    if (thing !== undefined && wantedOf(field.property).isMoney) {
      const priced = yield* priceOfThing(passages, field, thing, (url) => calls.get(url) ?? noCall)
      if (priced !== undefined) return priced
    }
    const titled = byTitle(sheets, field, whom)
    if (titled !== null) return titled
    if (!takesSentences) return phrased === null ? null : yield* sureOf(passages, field, termsOf(field.property), whom)
    if (count !== undefined) return count
    if (asksContact(field.property)) {
      const said = oneOf(passages, field, terms, own, subject, whom) ?? contactOf(sheets, field, whom)
      if (said !== null) return said
    }
    return own.size === 0 ? inWords(passages, terms, question) : oneOf(passages, field, terms, own, subject, whom)
  }
  for (const field of empty.slice(0, most.fields)) {
    const ofField = contentTerms(`${spoken(field.path)} ${field.property.shape.description}`)
    const own = new Set(ofField.slice(0, most.terms))
    const terms = new Map<string, number>([...subject].slice(0, most.terms).map((term) => [term, 1]))
    for (const term of own) terms.set(term, fieldWeight)
    if ((yield) === true) break
    const said = yield* saidOf(field, terms, own)
    if (said === null || (typeof said.value === "string" && field.property.shape.kind !== "text")) continue
    values.set(field.path, said.value)
    for (const { text, url } of said.quotes) {
      evidence.push({ path: field.path, url, quote: text.slice(0, 300), source: "text", weight: 0.3 })
    }
  }
  for (const list of lists.slice(0, most.fields)) {
    if ((yield) === true) break
    const said = yield* listOf(read, takesSentences ? subject : new Set([...subject, ...whom.known]), list, whom)
    if (said === null) continue
    values.set(list.path, said.value)
    for (const { text, url } of said.quotes) {
      evidence.push({ path: list.path, url, quote: text.slice(0, 300), source: "text", weight: 0.3 })
    }
  }
  const data = withValues(shape, filled.data, values)
  return {
    ...filled,
    data,
    evidence: [...filled.evidence, ...evidence],
    missing: values.size === 0 ? filled.missing : stillMissing(shape, data, filled.missing)
  }
}
