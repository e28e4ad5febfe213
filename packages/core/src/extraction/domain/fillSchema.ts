/** Fills a schema with what pages say. */
import { asksFor } from "./asksFor.ts"
import { buildObject } from "./buildData.ts"
import { asksContact, contactIn } from "./contactLines.ts"
import { type DataObject, emptyObject, type ObjectShape } from "./DataShape.ts"
import { moneyDecimals } from "./decimalsOf.ts"
import { emptyFields, withValues } from "./emptyFields.ts"
import type { FactSheet } from "./FactSheet.ts"
import { type Evidence, Filling, type FillingCosts, fullCosts } from "./Filling.ts"
import type { ModelValue } from "./ModelValue.ts"
import { askedItems, namedItems, namesPageToo } from "./namedItems.ts"
import { nothingAnywhere } from "./nothingAnywhere.ts"
import { localeOf, localeOfLanguage, type PageLocale } from "./PageLocale.ts"
import { isSibling } from "./siblings.ts"
import { siteSubject } from "./siteSubject.ts"
import { summarize } from "./summarize.ts"
import { isTheirs } from "./theirs.ts"
import { itemTerms, noCall, noThings, type PageCall, pageCall, type ThingsAsked } from "./thingAsked.ts"
import { noReaders, type TextReaders, withMatchers } from "./withMatchers.ts"

export interface Question {
  /** Null asks for a summary and key points. */
  readonly shape: ObjectShape | null
  /** What is wanted, in words; may be empty. */
  readonly instructions: string
  /** The start first. */
  readonly sheets: ReadonlyArray<FactSheet>
  /** Whether somebody asks about what the first page is of; absent is yes, and no is for pages that were searched for. */
  readonly hasStart?: boolean
  /** How many pages more there are, which could not be read now. */
  readonly unread?: number
  /** Whether a model may put what a page says into words of its own, where text is wanted or a choice; absent is no. */
  readonly mayPhrase?: boolean
  /** Whether nothing is taken by its place alone, but only what something says is what is asked for; absent is no. */
  readonly isChecked?: boolean
  /** Whether addresses and telephone numbers of who the start is of are read in lines of text and in footers too; absent is no. */
  readonly readsContacts?: boolean
  /** Time for asking a model; as long as that usually takes when absent. */
  readonly leftMillis?: number
  /** What a model found before, which stays as long as its passage stands. */
  readonly known?: ReadonlyArray<ModelValue>
  /** Terms of the thing that properties are asked of whose names do not say it, by JSON pointers; absent is of whatever the pages are of. */
  readonly things?: ReadonlyMap<string, ReadonlyArray<string>>
}

/** The data, in the shape that was asked for, and what says each value. */
export interface Filled {
  readonly data: DataObject
  readonly evidence: ReadonlyArray<Evidence>
  /** JSON pointers of the properties, lists' items aside, that no page says. */
  readonly missing: ReadonlyArray<string>
  /** Whether pages say more than was looked at. */
  readonly isCut: boolean
  /** Whether what was left out may be rows of lists; absent is no. */
  readonly areListsCut?: boolean
  /** What a model found of it, where one was asked or had been. */
  readonly byModel?: ReadonlyArray<ModelValue>
  /** What came of asking a model, where one was asked. */
  readonly asked?: string
}

/** The pages of other things than the one that the start is of. @internal */
export const siblingsIn = ({ hasStart = true, sheets }: Question): ReadonlyArray<FactSheet> => {
  const [start, ...others] = sheets
  return !hasStart || start === undefined ? [] : others.filter((page) => isSibling(start, page))
}

const amountsAsIn = (set: FactSheet, locale: PageLocale): PageLocale => {
  const decimals = moneyDecimals(set, set.language)
  return decimals === undefined ? locale : { ...locale, moneyDecimals: decimals }
}

/** The data with what lines of text say of how somebody is reached. */
const withContacts = (question: Question, shape: ObjectShape, data: DataObject, filling: Filling): DataObject => {
  const missing = new Set(nothingAnywhere(shape, data))
  const empty = emptyFields(shape, data, missing).filter(
    ({ path, property }) => asksContact(property) && isTheirs(path, true)
  )
  if (empty.length === 0) return data
  const beside = new Set(siblingsIn(question))
  const sheets = question.sheets.filter((sheet) => !beside.has(sheet))
  const whom = siteSubject(question.instructions, shape, sheets)
  const values = new Map<string, string>()
  const characters = sheets.reduce((sum, { footer = "", text }) => sum + text.length + footer.length, 0)
  for (const { path, property } of empty.slice(0, mostContacts)) {
    filling.spend(characters / charactersOfOne)
    const said = contactIn(sheets, property, whom)
    if (said === null) continue
    values.set(path, said.value)
    filling.tell([{ path, url: said.quote.url, quote: said.quote.text, source: "text", weight: 0.3 }])
  }
  return values.size === 0 ? data : withValues(shape, data, values)
}

/** Properties that lines are read for, each anew; and characters of lines that take as long as one comparison. */
const mostContacts = 20
const charactersOfOne = 256

/** The things that a page lists of which something is asked, each once. */
const itemsIn = (
  instructions: string,
  things: ThingsAsked,
  { call, set }: { readonly call: PageCall; readonly set: FactSheet }
) => [
  ...new Set([
    ...namedItems(instructions, set.groups),
    ...(things.size === 0 ? [] : askedItems(instructions, things, call, set.groups))
  ])
]

/**
 * What the pages say of each property.
 *
 * **Details**
 *
 * Every value stands on a page, in the type, format and choices of its property, and matches its pattern where that can be
 * compiled; what is not found is left out, or null or
 * empty where it is required. Of what fits equally well the first page and the first place on it are taken, so that the same
 * pages always give the same data.
 *
 * @internal
 */
export const fillSchema = (
  question: Question,
  readers: Partial<TextReaders> = {},
  costs: FillingCosts = fullCosts
): Filled => {
  const { instructions, sheets } = question
  const isCut = sheets.some((sheet) => sheet.isCut)
  if (question.shape === null) return { data: { ...summarize(sheets, instructions) }, evidence: [], missing: [], isCut }
  const shape = withMatchers(question.shape, { ...noReaders, ...readers })
  const { things = noThings } = question
  const filling = new Filling(instructions, sheets.length + (question.unread ?? 0), question.isChecked, costs, things)
  const placeOf = asksFor(shape, ({ isCurrency, isPhone }) => isCurrency || isPhone)
    ? localeOf
    : ({ language }: FactSheet) => localeOfLanguage(language)
  const beside = new Set(siblingsIn(question))
  const places = sheets.map((set) => ({
    set,
    url: set.url,
    locale: amountsAsIn(set, placeOf(set)),
    isSibling: beside.has(set),
    call: things.size === 0 ? noCall : pageCall(set)
  }))
  const named = places.flatMap((place) =>
    itemsIn(instructions, things, place).map((set) => ({
      ...place,
      set,
      isNamed: true,
      isBesidePage: namesPageToo(instructions, place.set, set),
      call: { ...place.call, terms: new Set([...place.call.terms, ...(things.size === 0 ? [] : itemTerms(set))]) }
    }))
  )
  const built = buildObject(filling, shape, [...places, ...named], { path: "", around: "", rowOf: null, group: null })
  if (built !== undefined) filling.tell(built.evidence)
  const found = built?.value ?? emptyObject(shape)
  const data = question.readsContacts === true ? withContacts(question, shape, found, filling) : found
  return {
    data,
    evidence: filling.evidence,
    missing: nothingAnywhere(shape, data),
    isCut: isCut || !filling.isWhole,
    ...(!filling.isWhole || sheets.some((sheet) => sheet.areListsCut === true) ? { areListsCut: true } : {})
  }
}
