/** What sentences say of the past, where that is asked about. */

import { type AskedTime, type askedTimes, isSaidOf, isSurelyOver, partsOf, yearsIn } from "./askedTime.ts"
import { type Passages, rankPassages } from "./choosePassages.ts"
import { asksContact } from "./contactLines.ts"
import type { ObjectShape } from "./DataShape.ts"
import { type EmptyField, withoutValues } from "./emptyFields.ts"
import type { FactSheet } from "./FactSheet.ts"
import type { Filled } from "./fillSchema.ts"
import { isOfAnother, type Subject } from "./ofWhom.ts"
import { wantedOf } from "./readTyped.ts"
import { isRow, isSentence, type Said, sentenceLimits, spoken } from "./Said.ts"
import { leads, personAt, roles } from "./saidNames.ts"
import { asksPay, numberThen } from "./saidNumbers.ts"

/** What happened once, and is not what it was until something else came. */
const deeds =
  /(?<!\p{L})(?:found\p{L}*|establish\p{L}*|open(?:ed|ing)?|built|construct\p{L}*|year|date|day|when|design\p{L}*|author|writ\p{L}*|invent\p{L}*|creat\p{L}*|compos\p{L}*|curat\p{L}*|winner|gründ\p{L}*|gegründet|jahr|datum|fond\p{L}*|ann[ée]e)(?!\p{L})/iu

/** How many there are of something, and not how many came. */
const holds =
  /(?<!\p{L})(?:have|has|had|there|employ(?:s|ed)?|works?|worked|lives?|lived|own(?:s|ed)?|operate[sd]?|hat(?:te)?|haben|hatten|gab|zählte|beschäftigte|avait|avaient|comptait|tenía|tenían|había|aveva|avevano|c['’]erano|population|headcount|workforce|employees|members|inhabitants|residents|einwohner\p{L}*|mitarbeiter\p{L}*|mitglieder\p{L}*|habitants|salariés|empleados|dipendenti)(?!\p{L})/iu

/** Whether what is asked is how many of something were built or opened at a time, and not when one was. */
const isCountOfDeeds = (task: string, name: string): boolean =>
  /(?<!\p{L})(?:how many|number of|wie viele|anzahl|combien|cu[aá]nt[oa]s|quant[ie])(?!\p{L})/iu.test(task) &&
  /\p{L}\s(?:founded|established|opened|built|constructed|designed|written|invented|created|composed)$/iu.test(name) &&
  !/(?<!\p{L})(?:year|date|day|when|jahr|datum|ann[ée]e)(?!\p{L})/iu.test(name)

/** Whether a property asks how or where somebody is reached: pages say that of no year. */
const asksPlace = (property: EmptyField["property"]): boolean =>
  wantedOf(property).isPhone ||
  asksContact(property) ||
  /(?:^|[\s_-])(?:e-?mail|fax|address|adresse)/iu.test(property.name)

/** The past that is asked of a field; null where now is, or what happened once. @internal */
export const timeOf = (
  asked: ReturnType<typeof askedTimes>,
  task: string,
  { path, property }: EmptyField,
  isAlone: boolean
): AskedTime | null => {
  const name = spoken(path)
  const { kind } = property.shape
  const isOnce = deeds.test(name) && !(kind === "number" && isCountOfDeeds(task, name))
  if ((kind !== "text" && kind !== "number") || isOnce || wantedOf(property).unit !== null) return null
  if (asksPlace(property)) return null
  const isState = (kind === "number" && holds.test(task)) || roles.test(name) || asksPay({ path, property })
  return asked({ words: spoken(property.name).split(" "), isAlone, isState })
}

/** What a sentence says of the past that is asked about, and of no other time. @internal */
export const saidThen = (
  passages: Passages,
  field: EmptyField,
  terms: ReadonlyMap<string, number>,
  own: ReadonlySet<string>,
  { subject, time, whom }: { readonly subject: ReadonlySet<string>; readonly time: AskedTime; readonly whom: Subject }
): Said | null => {
  const isRole = roles.test(spoken(field.path))
  for (const { covered, passage } of rankPassages(passages, terms, 40)) {
    const { text } = passage
    if (covered < sentenceLimits.ofField / 2 || !isSaidOf(text, time) || isOfAnother(whom, text, isRole)) continue
    if (![...own].some((term) => passage.terms.has(term)) && !(isRole && leads.test(text))) continue
    if (field.property.shape.kind === "number") {
      const [only, another] = partsOf(text, time)
      const said =
        only === undefined || another !== undefined ? null : numberThen({ ...passage, text: only.text }, field)
      if (said !== null) return { value: said, quotes: [passage] }
    } else if (isRole) {
      const person = personAt(text, field, subject, time)
      if (person !== null) return { value: person, quotes: [passage] }
    } else if (!isRow(text) && isSentence(text) && text.length <= sentenceLimits.length) {
      return { value: text, quotes: [passage] }
    }
  }
  return null
}

/** The heading of a page. */
const headingOf = ({ facts }: FactSheet): string =>
  String(facts.find(({ name, source }) => source === "heading" && name === "title")?.value ?? "")

/** The latest year that pages write; none where they write none. @internal */
export const lastYear = (sheets: ReadonlyArray<FactSheet>): number | undefined => {
  let last: number | undefined
  for (const sheet of sheets) {
    for (const year of yearsIn(`${sheet.title ?? ""}\n${headingOf(sheet)}\n${sheet.text}`)) {
      last = Math.max(last ?? year, year)
    }
  }
  return last
}

/** Whether nothing says that what pages say of now is not of that year: it is perhaps not over, and they write of no later one. @internal */
export const isPerhapsNow = (time: AskedTime, last: number | undefined): boolean =>
  time.kind !== "former" && !isSurelyOver(time.year) && (last === undefined || last <= time.year)

/** Without what pages say of now, or of whenever, where the past is asked about. @internal */
export const withoutOtherTimes = (
  shape: ObjectShape,
  filled: Filled,
  times: ReadonlyMap<string, AskedTime>,
  sheets: ReadonlyArray<FactSheet>
): Filled => {
  const titles = new Map(sheets.map((sheet) => [sheet.url, `${sheet.title ?? ""}. ${headingOf(sheet)}`]))
  const gone = new Set(
    filled.evidence.flatMap(({ path, quote, said = "", url }) => {
      const time = times.get(path)
      return time === undefined || isSaidOf(`${quote} ${said}. ${titles.get(url) ?? ""}`, time) ? [] : [path]
    })
  )
  if (gone.size === 0) return filled
  return {
    ...filled,
    data: withoutValues(shape, filled.data, gone),
    evidence: filled.evidence.filter(({ path }) => !gone.has(path)),
    missing: [...new Set([...filled.missing, ...gone])]
  }
}
