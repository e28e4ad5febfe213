/**
 * How tasks write the years that they ask about: *in 2015*, *at the start of 2015*, *in the 2015 season*, *by 31 March 2015*, *Ende 2015*.
 *
 * **Details.** Between what leads to a year and the year itself stand parts of it (months, seasons, quarters) and words that tell which of them
 * is meant. Other words make a thing of it: *in the film of 2015*.
 */

/** @internal */
export const year = String.raw`(?<!\d)(?:1[5-9]|20)\d\d(?!\d)`

/** A year in a task, with what leads to it. */
export interface WrittenTime {
  readonly kind: "in" | "before"
  readonly year: number
  /** The year in which it ends: that of *2015/16* is the next. */
  readonly last: number
  readonly start: number
  /** From what leads to the year up to it. */
  readonly said: string
  /** Whether nothing but *of* leads to it: it is of the word before that. */
  readonly isOf: boolean
  /** Whether it is a day, or a month by itself: more happens then than is so then. */
  readonly isDay: boolean
}

const wordsOf = (text: string): ReadonlyArray<string> => text.split(" ")

const seasons = wordsOf(
  "spring summer autumn fall winter frühling frühjahr sommer herbst printemps été automne hiver primavera verano otoño invierno estate autunno inverno"
)
const months = wordsOf(
  "january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec januar jänner februar märz mai juni juli oktober dezember janvier février mars avril juin juillet août septembre octobre novembre décembre enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre"
)
const articles = new Set(wordsOf("the der die das dem den le la les l el los il lo"))
/** Parts of a year, what happens once in it, and words that tell which part is meant. */
const inYears = new Set([
  ...months,
  ...seasons,
  ...articles,
  ...wordsOf("of de d des del dell di von vom"),
  ...wordsOf(
    "season saison temporada stagione easter christmas ostern pfingsten weihnachten pâques noël navidad natale"
  ),
  ...wordsOf("quarter quarters quartal quartals trimestre trimester halbjahr halbjahres semester semestre half hälfte"),
  ...wordsOf("moitié mitad metà q1 q2 q3 q4 h1 h2 month months week weeks day days census zensus volkszählung"),
  ...wordsOf(
    "recensement censo censimento year years fiscal fy jahr jahre jahres geschäftsjahr geschäftsjahres jahresende"
  ),
  ...wordsOf("jahresanfang jahresbeginn année exercice año ejercicio anno esercizio"),
  ...wordsOf(
    "very early late mid first second third fourth last final whole entire financial school academic calendar"
  ),
  ...wordsOf("erste ersten zweite zweiten dritte dritten vierte vierten letzte letzten frühe frühen späte späten"),
  ...wordsOf(
    "premier première deuxième second seconde troisième quatrième dernier primer segundo tercer cuarto último"
  ),
  ...wordsOf("primo secondo terzo quarto start beginning middle end close turn course anfang beginn mitte ende laufe"),
  ...wordsOf(
    "verlauf début milieu fin cours principio principios comienzo comienzos inicio inicios mediados finales fines"
  ),
  ...wordsOf("curso transcurso inizio fine corso mi")
])

/** Lead to a year by themselves, and to a part of one. */
const toYear =
  /(?<!\p{L})(?:in|during|for|as of|throughout|im|anfang|mitte|ende|en|début|fin|nel|stand|principios|comienzos|inicios|mediados|finales|fines|a (?:fine|inizio|metà)|(?:start|beginning|middle|end|close) of)$/iu
/** Lead to a part of a year, and not to a year alone. */
const toPart = /(?<!\p{L})(?:at|by|on|am|le|el|il|um|zu|zum|zur|per|à|au|aux|al|all|alla|nell|nella|courant)$/iu
/** In German a year stands behind its verb alone: *Wer war 2015 Direktor?* */
const verbs =
  /(?<!\p{L})(?:(?:war|waren|wurden?|kosteten?|lag|betrug|gab es)|(?:hatten?|beschäftigten?|zählten?)(?:\s\p{L}{1,20}){0,2})$/iu
const earlier =
  /(?<!\p{L})(?:before|until|till|prior to|up to|vor|bis(?: zu[mr]?)?|avant|jusqu['’](?:en|à|au)|antes del?|hasta|prima del|fino al?)$/iu
const ofYear = /(?<!\p{L})(?:of|von)(?:\s(?:(?:the|dem)\s)?(?:(?:fiscal|financial)\s)?(?:year|jahr|fiscal))?$/iu
/** From then on is now too. */
const sinceThen =
  /(?<!\p{L})(?:since|from|after|seit|ab|nach|depuis|après|dès|desde|después del?|dal|dalla|dall|dopo)$/iu

/** When something happened: how it is called says no more of the time. */
const atEvent =
  /(?<!\p{L})(?:during|at the time of|zur zeit|während|pendant|lors d[eu]|durante)\s(?:[\p{L}'’-]{1,20}\s){0,4}[\p{L}'’-]{1,20}$/iu
const beforeEvent =
  /(?<!\p{L})(?:before|until|prior to|vor|bis zu[mr]?|avant|antes del?|hasta|prima del)\s(?:[\p{L}'’-]{1,20}\s){1,4}(?:of|von|de|del|di|in)$/iu

/** Behind what is a thing's year, or no year: *in the March 2015 issue*, *for 2000 guests*. */
const ofThing =
  /^(?:\s?[\p{Sc}%²]|[\s-](?:people|persons?|personen|guests?|gäste|pieces?|stück|units?|users?|nutzer|seats?|words?|eur|usd|gbp|chf|euros?|dollars?|francs?|miles?|km|kg|m²|kwh|issues?|editions?|models?|collections?|reports?|versions?|films?|movies?|books?|catalog(?:ue)?s?|vintages?|ausgabe|modell|kollektion|jahrgang|édition|numéro|modèle|edición|modelo|edizione)(?!\p{L}))/iu
/** Behind a year that says which of many times is meant: *in the 2015 season*. An article stands before no other. */
const ofTime = /^\S{0,5}\s(?:(?:fiscal|financial|school)\s)?(?:season|census|year|quarter)(?!\p{L})/iu

/** Leads to a year alone at the end of what is asked: *by 2000 people* counts them. */
const byYear = /(?<!\p{L})by$/iu

/** Characters before a year and behind it that are looked at, and words of its part. */
const most = { ahead: 160, behind: 60, words: 7 } as const

const isEnd = (text: string): boolean => /^\s?[.!)]?\s?$/u.test(text)

interface Inner {
  readonly word: string
  readonly start: number
}

/** The words right before a year that belong to it, the last first. */
const innerOf = (ahead: string, behind: string): ReadonlyArray<Inner> => {
  const found: Array<Inner> = []
  let end = ahead.length
  for (const { 0: written, index: start } of [...ahead.matchAll(/\p{L}+\d?|\d+(?:st|nd|rd|th|er|º)?/gu)].reverse()) {
    const word = written.toLowerCase()
    const isOfIt = inYears.has(word) || /^\d{1,2}(?:\D|$)/u.test(word)
    const isJoined = /^[.,]?[\s'’-]?$/u.test(ahead.slice(start + written.length, end))
    if (!isOfIt || !isJoined || found.length === most.words) break
    if (found.length === 0 && articles.has(word) && !ofTime.test(behind)) break
    found.push({ word, start })
    end = start
  }
  return found
}

type Lead = Pick<WrittenTime, "isDay" | "isOf" | "kind" | "start">

const isDayOf = (lead: string, words: ReadonlyArray<string>): boolean => {
  if (/^(?:on|am|le|el|il)$/iu.test(lead)) return words.some((word) => /^\d/u.test(word))
  const named = words.filter((word) => !articles.has(word))
  return /^(?:in|im|en|nel|au|à)$/iu.test(lead) && named.length === 1 && [...months, ...seasons].includes(named[0]!)
}

const firstOf = (text: string, patterns: ReadonlyArray<RegExp>): RegExpExecArray | null => {
  for (const pattern of patterns) {
    const found = pattern.exec(text)
    if (found !== null) return found
  }
  return null
}

const textBefore = (ahead: string, inner: ReadonlyArray<Inner>): string =>
  ahead.slice(0, inner.at(-1)?.start ?? ahead.length).replace(/[\s'’-]$/u, "")

/** What leads to a year with these words between. */
const leadTo = (ahead: string, inner: ReadonlyArray<Inner>, behind: string): Lead | null => {
  const text = textBefore(ahead, inner)
  const isAlone = inner.length === 0
  const then = earlier.exec(text)
  if (then !== null) return { kind: "before", start: then.index, isOf: false, isDay: false }
  const found = firstOf(text, isAlone ? [toYear, verbs, ...(isEnd(behind) ? [byYear] : [])] : [toYear, toPart])
  if (found !== null) {
    const isDay = isDayOf(
      found[0],
      inner.map(({ word }) => word)
    )
    return { kind: "in", start: found.index, isOf: false, isDay }
  }
  const of = isAlone ? ofYear.exec(text) : null
  return of === null ? null : { kind: "in", start: of.index, isOf: true, isDay: false }
}

const eventIn = (ahead: string): Lead | null => {
  const text = ahead.trimEnd()
  const then = beforeEvent.exec(text)
  if (then !== null) return { kind: "before", start: then.index, isOf: false, isDay: false }
  const at = atEvent.exec(text)
  return at === null ? null : { kind: "in", start: at.index, isOf: false, isDay: false }
}

const leadOf = (ahead: string, behind: string): Lead | null => {
  const inner = innerOf(ahead, behind)
  // The longest part that something leads to is meant: *at the end of 2015*, and not *of 2015*.
  for (let words = inner.length; words >= 0; words--) {
    if (sinceThen.test(textBefore(ahead, inner.slice(0, words)))) return null
    const lead = leadTo(ahead, inner.slice(0, words), behind)
    if (lead !== null) return lead.isOf ? (eventIn(ahead) ?? lead) : lead
  }
  return eventIn(ahead)
}

/** The last year of a season, as what stands behind its first one says. */
const lastOf = (first: number, behind: string): number => {
  const [, written] = /^[/–-](\d{4}|\d\d)(?!\d)/u.exec(behind) ?? []
  return written !== undefined && String(first + 1).endsWith(written) ? first + 1 : first
}

/** The years that a part of a task writes with what leads to them, in order. @internal */
export const timesIn = (text: string): ReadonlyArray<WrittenTime> =>
  [...text.matchAll(new RegExp(year, "gu"))].flatMap(({ 0: written, index }) => {
    const end = index + written.length
    const behind = text.slice(end, end + most.behind)
    const from = Math.max(0, index - most.ahead)
    const ahead = text.slice(from, index)
    const lead = ofThing.test(behind) ? null : leadOf(ahead, behind)
    if (lead === null) return []
    const first = Number(written)
    return [
      { ...lead, start: from + lead.start, year: first, last: lastOf(first, behind), said: ahead.slice(lead.start) }
    ]
  })
