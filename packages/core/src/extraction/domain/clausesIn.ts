/**
 * What a line says in clauses of a few words and one plain value each, with a colon between or without: `Check-in from 15:00`,
 * `Sunrise 6:12, sunset 20:45`, `E-mail: a@b.example, Press: c@b.example`.
 *
 * **Details.** Only values that can be told from words are read so: times of day, scores, addresses of the web and of mail and the like. A
 * line of which a part is anything else says nothing here, as that part might belong to a value: `9:00–17:00, but not in May`.
 */
import { labelIn } from "./labelIn.ts"
import { weekday } from "./saidKinds.ts"

/** A label with its value, and the clause that says it. */
export interface Clause {
  readonly label: string
  readonly value: string
  readonly text: string
}

/** Characters of a line that is looked at, and of a label; words of one; clauses of a line. */
const most = { line: 400, label: 40, words: 5, clauses: 12 } as const

const noLetter = String.raw`(?![\p{L}\p{N}])`
const half = String.raw`(?:a\.\s?m\.|p\.\s?m\.|[ap]m${noLetter})`
const minutes = String.raw`(?:[01]?\d|2[0-4])[:：][0-5]\d(?:[:：][0-5]\d)?`
const time = String.raw`(?:${minutes}(?!\d|[.,:：]\d)(?:\s?(?:${half}|uhr${noLetter}|h${noLetter}))?|(?:[01]?\d|2[0-4])(?:[.:][0-5]\d)?\s?(?:${half}|uhr${noLetter})|(?:[01]?\d|2[0-4])\s?h(?:[0-5]\d)?${noLetter})`
const hour = String.raw`(?:[01]?\d|2[0-4])`
const till = String.raw`(?:\s?(?:[-–—~〜～]|から)\s?|\s(?:to|until|till|bis|à|a|al|alle|as|tot|til|do)\s)`
const span = String.raw`(?:(?:${time}|${hour})${till}${time}|${time}${till}${hour}(?=\s?uhr)|${time}(?:\s(?:and|und)\s${time})?)(?:\suhr${noLetter})?`
/** Where the hours of a time are counted from. */
const zone = String.raw`(?:\s(?:UTC|GMT|CES?T|MES?Z|[ECMP][SD]?T|BST|JST|IST)${noLetter}(?:[+-]\d{1,2})?)?`
const days = String.raw`(?:${weekday})${noLetter}\.?(?:\s?(?:[-–—,&/+]|to|through|until|and|or|bis|und|au|à|et|al?|y|e)\s?(?:${weekday})${noLetter}\.?)*`
/** Words that belong to a time and tell which side of it is meant. */
const side = String.raw`(?:from|after|until|till|by|before|between|around|about|approx\.?|ca\.?|ab|bis|von|vor|nach|zwischen|gegen|dès|à partir de|jusqu['’]à|avant|après|entre|desde|hasta|a partir de|antes de|dalle|dopo|fino alle|entro le|vanaf|tot|voor|na|från|före|fra|før|od|do|starting(?: at)?)(?:\s(?:las?|les?|ore))?`
const often = String.raw`(?:\s(?:daily|every day|each day|täglich|tous les jours|todos los días|ogni giorno|dagelijks|local time|ortszeit|sharp|o['’]clock))?`
const note = String.raw`(?:\s?\([^()]{1,40}\))?`
const oneTime = String.raw`(?:${side}\s)?${span}${zone}${often}${note}`
const further = String.raw`\s?(?:[,;&/]|and|und|et|y|e|en)\s?`
/** Opening hours go on with more of their days. */
const hoursOfDays = String.raw`(?:${days}:?\s)?${oneTime}(?:${further}(?:${days}:?\s)?${oneTime})*`
/** Those of one day have no other. */
const hoursOfDay = String.raw`${oneTime}(?:${further}${oneTime})*`

/** What comes behind a score. */
const behindScore = String.raw`(?:\s(?:after|at|on|nach|zur|après|tras|dopo)(?:\s[\p{Ll}-]{2,12}){1,3}|\s(?:a\.?e\.?t\.?|n\.\s?V\.|i\.\s?E\.))?`
const others = [
  String.raw`\d{1,5}(?:[.,]\d{1,2})?[:：]\d{1,3}(?:[.,’' ]?\d{3})*(?:[.,]\d{1,2})?(?![\d:：])${behindScore}${note}`,
  String.raw`https?://[^\s,;|<>"]{3,300}[^\s,;|<>".!?:)]`,
  String.raw`(?:urn|mailto|tel|doi|sip|geo):[^\s,;]{2,200}[^\s,;.]`,
  String.raw`[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,6}`,
  String.raw`\p{Lu}:\\[^,;|]{1,200}`,
  String.raw`(?=[\da-f]*[:a-f])(?:[\da-f]{1,4}:{1,2}){2,8}[\da-f]{0,4}(?:/\d{1,3})?|[\da-f]{1,4}::[\da-f]{1,4}`,
  String.raw`\+\d[\d\s()./-]{6,20}\d`
].join("|")
/** Behind a colon also a number, with its currency or a unit. */
const numbers = String.raw`[\p{Sc}~+−-]{0,2}\s?\d[\d.,’']{0,20}(?<![.,])(?:\s?[\p{Sc}%°²]{1,2}|\s\p{L}{1,3}[²³]?)?`

const word = String.raw`\p{L}[\p{L}\p{M}\p{Nd}’'&/()–-]{0,30}`
const label = String.raw`${word}(?:\s(?:[-–&/]\s)?${word}){0,${most.words - 1}}?`
const is = String.raw`(?:\s(?:is|are|ist|sind|est|sont|es|son|è|sono|zijn|är|er))?`
const at = String.raw`(?:\s(?:at|um|à|om|kl\.?|a las?|alle(?: ore)?))?`
const end = String.raw`(?:\s?[,;|·•]\s+|\s(?:and|und|et|y|e|en)\s(?=\p{L})|\.\s+(?=\p{Lu})|\s?[.!]?$)`

const clause = (hours: string) =>
  new RegExp(
    String.raw`(?<text>(?<label>${label})(?:\s?[:：]\s?(?<behind>${hours}|${others}|${numbers})|${is}${at}\s(?<beside>${hours}|${others})))${end}`,
    "iuy"
  )
const clauseOfDays = clause(hoursOfDays)
const clauseOfDay = clause(hoursOfDay)
const isDays = new RegExp(`^${days}$`, "iu")

/** Words that make something else of a label, or say nothing of what is meant. */
const unsure =
  /(?<!\p{L})(?:not|no|never|nicht|keine?\p{L}{0,2}|nie|pas|nunca|non|was|were|had|used|formerly|war|waren|früher|était|if|when|unless|except|wenn|falls|si|maybe|perhaps|could|would|might)(?!\p{L})/iu
/** What makes a part of a sentence of a label: it is said of a group, or at another place. */
const ofSomething =
  /\s(?:at|in|for|near|with|without|via|bei|beim|im|in|für|mit|ohne|pour|chez|avec|sans|para|con|sin|per|voor|met)(?:\s|$)/iu
/** Figures behind the name of a part are a part of its name: `Verse John 3:16`. */
const places =
  /(?<!\p{L})(?:verses?|vers|bible|bibel|scripture|psalms?|qur['’]?an|koran|s[uū]rah?|gospel|chapters?|kapitel|sections?|articles?|artikel|book|buch)(?!\p{L})/iu
/** What is no label by itself. */
const noLabel = new RegExp(`^(?:${side}|at|um|is|are|and|und|the|on|in|am|to)$`, "iu")

const isLabel = (text: string): boolean =>
  text.length <= most.label && !unsure.test(text) && !places.test(text) && !noLabel.test(text)

const next = (text: string, from: number): (Clause & { readonly end: number }) | undefined => {
  for (const form of [clauseOfDays, clauseOfDay]) {
    form.lastIndex = from
    const { 0: whole, groups } = form.exec(text) ?? {}
    if (whole === undefined || groups === undefined) return undefined
    const { behind, beside, label = "", text: said = "" } = groups
    // The days of other hours are labels too.
    if (form === clauseOfDays && isDays.test(label)) continue
    const isPlain = behind === undefined ? !ofSomething.test(label) : labelIn(said)?.label === label
    if (!isPlain || !isLabel(label)) return undefined
    return { label, value: (behind ?? beside ?? "").trim(), text: said, end: from + whole.length }
  }
  return undefined
}

/** The clauses of a line, all of them or none. @internal */
export const clausesIn = (text: string): ReadonlyArray<Clause> => {
  if (text.length > most.line || !/[:：@+]|\d\s?(?:h|uhr|[ap]\.?\s?m)/iu.test(text)) return []
  const clauses: Array<Clause> = []
  for (let from = 0; from < text.length; ) {
    const found = clauses.length < most.clauses ? next(text, from) : undefined
    if (found === undefined) return []
    clauses.push({ label: found.label, value: found.value, text: found.text })
    from = found.end
  }
  return clauses
}
