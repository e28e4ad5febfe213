/** How many there are of what a task counts, as sentences say. */
import { type AskedTime, partsOf, yearsIn } from "./askedTime.ts"
import { contentTerms, type Passage, type Passages, rankPassages } from "./choosePassages.ts"
import { type Counted, countedOf, isCountOf, mayCount } from "./countedNoun.ts"
import type { EmptyField } from "./emptyFields.ts"
import { spokenName } from "./fieldNames.ts"
import { isOver } from "./nowAndBefore.ts"
import { isOfAnother, type Subject } from "./ofWhom.ts"
import { localeOfLanguage } from "./PageLocale.ts"
import { readTyped, wantedOf } from "./readTyped.ts"
import { numbersIn } from "./writtenNumbers.ts"

/** What is asked, and the sentences that may say it. */
export interface CountQuestion {
  readonly passages: Passages
  readonly task: string
  readonly terms: ReadonlyMap<string, number>
  /** The past that is asked about; null for now. */
  readonly time: AskedTime | null
  readonly whom: Subject
}

/** A count with the sentence that says it. */
export interface SaidValue {
  readonly value: number
  readonly quotes: ReadonlyArray<Passage>
}

interface SaidCount {
  readonly value: number
  readonly passage: Passage
  readonly covered: number
  /** The one year that the sentence writes; null where it writes none, or several. */
  readonly year: number | null
}

/** Least share of what is asked for that a sentence says, and sentences that are looked at for one word. */
const limits = { covered: 0.4, sentences: 60 } as const

const asksAnother =
  /(?<!\p{L})(?:price|cost|fee|fare|revenue|turnover|umsatz|funding|capital|budget|salary|percent|percentage|rate|ratio|share|score|rating|year|jahr|founded|opened|built)(?!\p{L})/iu

/** The one number of a text that counts; undefined where none or several do. */
const countIn = (text: string, language: string, { property }: EmptyField, counted: Counted): number | undefined => {
  const locale = localeOfLanguage(language === "" ? "en" : language)
  const found = new Set<number>()
  for (const written of numbersIn(text, false)) {
    if (!isCountOf(written, counted)) continue
    const said = `${written.digits}${written.end}`
    const value = readTyped({ name: property.name, value: said }, property.shape, wantedOf(property), locale)
    if (typeof value === "number") found.add(value)
  }
  return found.size === 1 ? [...found][0] : undefined
}

/** Before what is said of some of those that were counted: *412 boats, of which 37 are on display*. */
const ofSome =
  /[,;]?\s(?:of which|of whom|of them|of these|of those|davon|von denen|darunter|dont|de (?:los|las) cuales|di cui)\s/iu

/** How many of what was counted are so: *of which 37 are on display*, *12 of them with a view*. */
const numberOfSome = (all: string, some: string, language: string, { property }: EmptyField): number | undefined => {
  const [behind, another] = numbersIn(some, false)
  const ahead = numbersIn(all, false).at(-1)
  const only = behind ?? (ahead?.after.trim() === "" ? ahead : undefined)
  if (only === undefined || another !== undefined) return undefined
  const locale = localeOfLanguage(language === "" ? "en" : language)
  const value = readTyped(
    { name: property.name, value: `${only.digits}${only.end}` },
    property.shape,
    wantedOf(property),
    locale
  )
  return typeof value === "number" ? value : undefined
}

/** What is counted, where a sentence says first how many there are and then how many of them are so; null where it says one of both. */
const countOfSome = (
  { language, text }: Passage,
  field: EmptyField,
  asked: ReadonlySet<string>
): { readonly value: number | undefined } | null => {
  const found = ofSome.exec(text)
  if (found === null) return null
  const [all, some] = [text.slice(0, found.index), text.slice(found.index + found[0].length)]
  const said = new Set(contentTerms(all))
  return contentTerms(some).some((term) => asked.has(term) && !said.has(term))
    ? { value: numberOfSome(all, some, language, field) }
    : null
}

/** What is counted, in a part of the sentence that speaks of the time that is asked about. */
const saidIn = (
  passage: Passage,
  field: EmptyField,
  counted: Counted,
  time: AskedTime | null,
  asked: ReadonlySet<string>
): number | undefined => {
  const { language, text } = passage
  if (!mayCount(text, counted)) return undefined
  const some = time === null && !isOver(text) ? countOfSome(passage, field, asked) : null
  if (some !== null) return some.value
  if (time === null) return isOver(text) ? undefined : countIn(text, language, field, counted)
  const [only, another] = partsOf(text, time)
  if (only === undefined || another !== undefined) return undefined
  if (yearsIn(only.text).length <= 1) return countIn(only.text, language, field, counted)
  // Of several years each has a part of its own, or nothing says which number is of which.
  const inYears = only.text
    .split(/,\s|\s(?:and|und|et|y|after|up from|compared (?:to|with)|nach|gegenüber|contre)\s/u)
    .filter((part) => yearsIn(part).length === 1)
    .filter((part) => partsOf(part, time).length > 0)
  return inYears.length === 1 ? countIn(inYears[0]!, language, field, counted) : undefined
}

/** All that sentences say for one word of what is counted, the best first. */
const saidFor = (
  { passages, terms, time, whom }: CountQuestion,
  field: EmptyField,
  counted: Counted
): ReadonlyArray<SaidCount> => {
  const asked = new Set(terms.keys())
  return rankPassages(passages, terms, limits.sentences).flatMap(({ covered, passage }) => {
    if (covered < limits.covered || isOfAnother(whom, passage.text, false)) return []
    const value = saidIn(passage, field, counted, time, asked)
    const years = yearsIn(passage.text)
    return value === undefined ? [] : [{ value, passage, covered, year: years.length === 1 ? years[0]! : null }]
  })
}

const isOneValue = (all: ReadonlyArray<SaidCount>): boolean => all.every(({ value }) => value === all[0]?.value)

/** The one that is meant: of several years the last, and none where sentences that say as much contradict each other. */
const agreed = (all: ReadonlyArray<SaidCount>): SaidCount | undefined => {
  const last = Math.max(...all.map(({ year }) => year ?? 0))
  const latest = all.every(({ year }) => year !== null) ? all.filter(({ year }) => year === last) : all
  const [first] = latest
  if (first === undefined) return undefined
  return isOneValue(latest.filter(({ covered }) => covered >= first.covered - 1e-9)) ? first : undefined
}

/**
 * The count with the sentence that says it; null where none does, and undefined where the field asks for no count. Yields between words for
 * the same, each of which takes milliseconds, and ends when it is told that time is over.
 *
 * @internal
 */
export function* countOf(
  question: CountQuestion,
  field: EmptyField
): Generator<void, SaidValue | null | undefined, boolean | undefined> {
  const { property } = field
  const wanted = wantedOf(property)
  if (property.shape.kind !== "number" || wanted.unit !== null || wanted.isMoney || wanted.isMark) return undefined
  if (asksAnother.test(spokenName(property.name))) return undefined
  const counted = countedOf(property.name, question.task)
  if (counted === null) return undefined
  const own = new Set(contentTerms(spokenName(property.name)))
  const rest = new Map([...question.terms].filter(([term]) => !own.has(term)))
  // Each word for the same is looked for by itself: no sentence says all of them.
  const isThere = (word: string) => contentTerms(word).some((term) => question.passages.withTerm.has(term))
  for (const word of [null, ...counted.written.filter(isThere)]) {
    if ((yield) === true) return null
    const terms =
      word === null ? question.terms : new Map([...rest, ...contentTerms(word).map((term) => [term, 3] as const)])
    const said = saidFor({ ...question, terms }, field, counted)
    if (said.length === 0) continue
    const meant = agreed(said)
    return meant === undefined ? null : { value: meant.value, quotes: [meant.passage] }
  }
  return null
}
