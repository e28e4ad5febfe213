/** What set phrases, lists and lines of pages say of a field, whatever else they share with the question. */

import { contentTerms, type Passage, type Passages } from "./choosePassages.ts"
import { contactIn } from "./contactLines.ts"
import type { EmptyField, EmptyList } from "./emptyFields.ts"
import type { FactSheet } from "./FactSheet.ts"
import { isOfAnother, type Subject } from "./ofWhom.ts"
import { localeOfLanguage } from "./PageLocale.ts"
import { readList } from "./readList.ts"
import { beginsWith, phraseOf, readPhrase, titleOf } from "./readPhrase.ts"
import { readTyped, type Scalar, wantedOf } from "./readTyped.ts"
import { holdersOf } from "./roleLines.ts"
import { type Said, spoken } from "./Said.ts"
import { dayIn } from "./saidNames.ts"
import { asksPay, isAmount, isOfBefore, numberIn } from "./saidNumbers.ts"
import { isNumberOf, isSurelyOf } from "./surelySaid.ts"

/** Sentences between two turns of others, each of which may take milliseconds. */
const turn = 20

interface PhraseSaid {
  readonly values: ReadonlyArray<string>
  readonly passage: Passage
}

/** What all sentences that have the phrase for a property say, each once; undefined where no phrase is known for it. */
function* phrasesOf(
  passages: Passages,
  { property }: EmptyList,
  whom: Subject
): Generator<void, ReadonlyArray<PhraseSaid> | undefined, boolean | undefined> {
  const phrase = phraseOf(property.name, property.shape)
  if (phrase === null) return undefined
  const said = new Map<string, PhraseSaid>()
  for (const [at, passage] of passages.all.entries()) {
    if (at % turn === turn - 1 && (yield) === true) return undefined
    const values = readPhrase(phrase, passage, whom)
    if (values !== null && !said.has(values.join("\n"))) said.set(values.join("\n"), { values, passage })
  }
  return [...said.values()]
}

/** Of one place and the same with its country the longer is meant, and of some persons and more of them those. */
const agreed = (said: ReadonlyArray<PhraseSaid>) =>
  said.find((one) =>
    said.every(({ values }) =>
      values.every((value) => one.values.some((own) => own === value || own.startsWith(`${value}, `)))
    )
  )

/** @internal */
export function* byPhrase(
  passages: Passages,
  field: EmptyField,
  whom: Subject
): Generator<void, Said | null | undefined, boolean | undefined> {
  const said = yield* phrasesOf(passages, field, whom)
  if (said === undefined) return undefined
  const [value, another] = agreed(said)?.values ?? []
  const passage = agreed(said)?.passage
  if (value === undefined || another !== undefined || passage === undefined) return null
  const { property } = field
  const { language } = passage
  const locale = localeOfLanguage(language === "" ? "en" : language)
  const typed = readTyped({ name: property.name, value }, property.shape, wantedOf(property), locale)
  return typed === undefined ? null : { value: typed, quotes: [passage] }
}

/** The one person whom the pages list with the role that is asked for. @internal */
export const byTitle = (sheets: ReadonlyArray<FactSheet>, { property }: EmptyField, whom: Subject): Said | null => {
  const phrase = phraseOf(property.name, property.shape)
  const title = phrase === null ? null : titleOf(phrase)
  if (title === null) return null
  const [only, another] = holdersOf(sheets, title, whom)
  if (only === undefined || another !== undefined) return null
  return { value: only.name, quotes: [{ url: only.url, text: only.quote }] }
}

/** What the lines of pages and of their footers write as an address or a number of a telephone. @internal */
export const contactOf = (sheets: ReadonlyArray<FactSheet>, { property }: EmptyField, whom: Subject): Said | null => {
  const said = contactIn(sheets, property, whom)
  return said === null ? null : { value: said.value, quotes: [said.quote] }
}

/** The value that sentences surely say for a field; none where they say several. @internal */
export function* sureOf(
  passages: Passages,
  field: EmptyField,
  own: ReadonlyArray<string>,
  whom: Subject
): Generator<void, Said | null, boolean | undefined> {
  const { kind } = field.property.shape
  const said = new Map<Scalar, Passage>()
  for (const [at, passage] of passages.all.entries()) {
    if (at % turn === turn - 1 && (yield) === true) return null
    const value = kind === "number" ? sureNumber(passage, field, own, whom) : sureText(passage, field, own, whom)
    if (value !== null && !said.has(value)) said.set(value, passage)
  }
  const [only, another] = [...said]
  return only === undefined || another !== undefined ? null : { value: only[0], quotes: [only[1]] }
}

const sureNumber = (passage: Passage, field: EmptyField, own: ReadonlyArray<string>, whom: Subject): Scalar | null => {
  if (!isSurelyOf(passage, field.property, own, whom)) return null
  const said = numberIn(passage, field)
  if (said === null || (isAmount(said) && asksPay(field) && isOfBefore(passage, field, said))) return null
  return isNumberOf(said, passage, field.property, own, whom) ? said.value : null
}

const sureText = (passage: Passage, field: EmptyField, own: ReadonlyArray<string>, whom: Subject): Scalar | null => {
  const { shape } = field.property
  if (shape.kind !== "text" || !isSurelyOf(passage, field.property, own, whom)) return null
  const isDay = shape.format === "date" || (shape.format === null && shape.choices === null)
  if (!isDay || !beginsWith(passage.text, whom)) return null
  const day = dayIn(passage.text, field, shape.format === "date")
  if (day === null) return null
  const locale = localeOfLanguage(passage.language === "" ? "en" : passage.language)
  return readTyped({ name: field.property.name, value: day }, shape, wantedOf(field.property), locale) ?? null
}

/** The one list that sentences say of a field; none where they say several. @internal */
export function* listOf(
  passages: Passages,
  ofTask: ReadonlySet<string>,
  { path, property }: EmptyList,
  whom: Subject
): Generator<void, Said | null, boolean | undefined> {
  const phrases = yield* phrasesOf(passages, { path, property }, whom)
  const persons = phrases === undefined ? undefined : agreed(phrases)
  if (persons !== undefined) return { value: persons.values, quotes: [persons.passage] }
  const own = new Set(contentTerms(`${spoken(path)} ${property.shape.description}`))
  if (own.size === 0) return null
  const isSaid = (term: string) => passages.withTerm.has(term)
  const wanted = { own, task: ofTask, isSaid }
  let first: { readonly value: ReadonlyArray<string>; readonly quotes: ReadonlyArray<Passage> } | null = null
  for (const [at, passage] of passages.all.entries()) {
    if (at % 200 === 0 && (yield) === true) return null
    const value = readList(wanted, passage)
    if (value === null || isOfAnother(whom, passage.text, false)) continue
    const isSame = first === null || first.value.toSorted().join("\n") === value.toSorted().join("\n")
    if (!isSame) return null
    first ??= { value, quotes: [passage] }
  }
  return first
}
