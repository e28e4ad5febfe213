/**
 * What a line says in clauses of a few words and one plain value each, with a colon between or without: `Check-in from 15:00`,
 * `Sunrise 6:12, sunset 20:45`, `E-mail: a@b.example, Press: c@b.example`.
 *
 * **Details.** Only values that can be told from words are read so: times of day, scores, addresses of the web and of mail and the like. A
 * line of which a part is anything else says nothing here, as that part might belong to a value: `9:00–17:00, but not in May`. The last clause
 * may have any value, where a colon says that it is one.
 */
import { hoursEnd, isDays, past, sides } from "./hoursAt.ts"
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

/** What ends a clause. */
const end = String.raw`(?:\s?[,;|·•]\s+|\s(?:and|und|et|y|e|en)\s(?=\p{L})|\.\s+(?=\p{Lu})|\s?[.!]?$)`
const endAt = new RegExp(end, "uy")

const note = String.raw`(?:\s?\([^()]{1,40}\))?`
/** What comes behind a score. */
const behindScore = String.raw`(?:\s(?:after|at|on|nach|zur|après|tras|dopo)(?:\s[\p{Ll}-]{2,12}){1,3}|\s(?:a\.?e\.?t\.?|n\.\s?V\.|i\.\s?E\.))?`
const plain = [
  // Scores, ratios and scales.
  String.raw`\d{1,5}(?:[.,]\d{1,2})?[:：]\d{1,3}(?:[.,’' ]?\d{3})*(?:[.,]\d{1,2})?(?![\d:：])${behindScore}${note}`,
  // Addresses of pages, of things, of files and of machines.
  String.raw`[hH]ttps?://[^\s,;|<>"]{3,300}[^\s,;|<>".!?:)]`,
  String.raw`(?:urn|doi|geo):[^\s,;]{2,200}[^\s,;.]`,
  String.raw`\p{Lu}:\\[^,;|]{1,200}`,
  String.raw`(?:[\da-fA-F]{1,4}:{1,2}){2,8}[\da-fA-F]{0,4}(?:/\d{1,3})?|[\da-fA-F]{1,4}::[\da-fA-F]{1,4}`
].join("|")
/** By which somebody is reached. */
const contact = [
  String.raw`(?:mailto:)?[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,6}`,
  String.raw`(?:tel:)?\+\d[\d\s()./-]{6,20}\d`
].join("|")
/** A number, with its currency or a unit, and one that is dialled within a country. */
const number = String.raw`\(?0[\d\s()/.-]{5,20}\d|\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}|[\p{Sc}~+−-]{0,2}\s?\d[\d.,’']{0,20}(?<![.,])(?:\s?[\p{Sc}%°²]{1,2}|\s\p{L}{1,3}[²³]?)?`
const plainAt = new RegExp(`(?:${plain})(?=${end})`, "uy")
const contactAt = new RegExp(`(?:${contact})(?=${end})`, "uy")
const numberAt = new RegExp(`(?:${number})(?=${end})`, "uy")

/** The day that a time is of, as notes on pages have it: `12:30, 4 May 2026`. */
const dayAt = new RegExp(
  String.raw`,?\s(?:(?:on|am|le|el|il|op)\s)?(?:(?:${weekday})\.?,?\s)?(?:\d{1,2}(?:st|nd|rd|th|\.|º)?\s(?:de\s)?\p{L}{3,10}\.?,?\s(?:de\s)?\d{4}|\p{L}{3,10}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4}|\d{1,2}([./-])\d{1,2}\1\d{4}|\d{4}-\d{2}-\d{2})(?![\d:])`,
  "iuy"
)

const wordAt = /\p{L}[\p{L}\p{M}\p{Nd}’'&/()–-]{0,30}/uy
const gapAt = /\s(?:[-–&/]\s)?/uy
const colonAt = /\s?[:：]\s?/uy
const isAt = /\s(?:is|are|ist|sind|est|sont|es|son|è|sono|zijn|är|er)(?=\s)/uy
const atAt = /\s(?:at|um|à|om|kl\.?|a las?|alle(?: ore)?)(?=\s)/uy

/** Words that make something else of a label, or say nothing of what is meant. */
const unsure =
  /(?<!\p{L})(?:not|no|never|nicht|keine?\p{L}{0,2}|nie|pas|nunca|non|was|were|had|used|formerly|previously|war|waren|früher|était|if|when|unless|except|wenn|falls|si|maybe|perhaps|could|would|might)(?!\p{L})/u
/** Figures behind the name of a part are a part of its name: `Verse John 3:16`. */
const places =
  /(?<!\p{L})(?:verses?|vers|bible|bibel|scripture|psalms?|qur['’]?an|koran|s[uū]rah?|gospel|chapters?|kapitel|sections?|articles?|artikel|book|buch)(?!\p{L})/u
/** What makes a part of a sentence of a label: it is said of a group, or at another place. */
const ofSomething =
  /\s(?:at|in|for|near|with|without|via|bei|beim|im|in|für|mit|ohne|pour|chez|avec|sans|para|con|sin|per|voor|met)(?:\s|$)/u
const noLabel = new RegExp(`^(?:${sides}|at|um|is|are|and|und|the|on|in|am|to)$`, "u")

/** Joins two ends of a span of hours, and stands before the last of them. */
const endsInJoint =
  /\s(?:to|through|thru|till?|until|bis|jusqu['’]à|à|al?|alle|hasta|tot|and|und|et|y|e|en|or|oder|ou|o)$/u
/** A letter of its own is a name: `Gate A`. */
const endsInLetter = /\s\p{Lu}$/u
const until = /^(?:\P{Nd}*\s)?(?:to|till?|until|bis|jusqu['’]à|à|hasta(?:\slas?)?|a\slas?|(?:fino\s)?alle|tot)\s\p{Nd}/u
/** What says when hours begin, without figures. */
const begin = new RegExp(
  [
    String.raw`\s(?:from|starting|ab|von|dès|desde|dalle|vanaf|från)\s`,
    // What is called by a time begins when it likes: `Messe de minuit`.
    String.raw`(?<!\p{L}|\s(?:de|di|van)\s)(?:noon|midday|midnight|dawn|dusk|sun(?:rise|set)|mittags?|mitternachts?|midi|minuit|mediodía|medianoche|mezzogiorno|mezzanotte|middag|middernacht)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)(?!\p{L})`
  ].join("|"),
  "u"
)

/** Whether a label without a colon holds when the hours behind it begin: half of a span is another time. */
const holdsBegin = ({ label, text, value }: Clause): boolean => {
  const [name, behind] = [label.toLowerCase(), text.slice(label.length).toLowerCase()]
  const isJoined = endsInJoint.test(name) && !endsInLetter.test(label) && /^\p{Nd}/u.test(value)
  return isJoined || (until.test(behind) && begin.test(name))
}

/** A text, and the same in lower case, which is as long. */
interface Line {
  readonly text: string
  readonly lower: string
}

/** Where a value ends that a clause ends with. */
const valueEnd = ({ lower, text }: Line, at: number, label: string, hasColon: boolean): number | undefined => {
  // The days of other hours are labels too.
  const hours = hoursEnd(lower, at, !isDays(label))
  const day = hours === undefined ? undefined : past(dayAt, text, hours)
  const known = [day, hours].find((end) => end !== undefined && past(endAt, text, end) !== undefined)
  if (known !== undefined) return known
  // Without a colon more words may say that it is somebody else's: `our hosting company info@…`.
  const reached = hasColon || !label.includes(" ") ? past(contactAt, text, at) : undefined
  return past(plainAt, text, at) ?? reached ?? (hasColon ? past(numberAt, text, at) : undefined)
}

const isLabel = (clause: Clause, hasColon: boolean): boolean => {
  const { label, text } = clause
  const name = label.toLowerCase()
  if (name.length > most.label || unsure.test(name) || places.test(name) || noLabel.test(name)) return false
  return hasColon ? labelIn(text)?.label === label : !ofSomething.test(name) && !holdsBegin(clause)
}

/** Where a value may stand behind a label without a colon. */
const startsBehind = (lower: string, end: number): ReadonlyArray<number> => {
  const is = past(isAt, lower, end) ?? end
  return [...new Set([past(atAt, lower, is) ?? is, is, end])].filter((at) => lower[at] === " ").map((at) => at + 1)
}

const clauseAt = (line: Line, from: number): (Clause & { readonly end: number }) | undefined => {
  const { lower, text } = line
  let at = from
  for (let words = 0; words < most.words; words += 1) {
    const behind = past(wordAt, text, at)
    if (behind === undefined) return undefined
    const label = text.slice(from, behind)
    const colon = past(colonAt, text, behind)
    for (const start of colon === undefined ? startsBehind(lower, behind) : [colon]) {
      const value = valueEnd(line, start, lower.slice(from, behind), colon !== undefined)
      if (value === undefined) continue
      const said = text.slice(from, value)
      const clause = { label, value: text.slice(start, value), text: said }
      if (!isLabel(clause, colon !== undefined)) return undefined
      return { ...clause, end: past(endAt, text, value) ?? value }
    }
    const next = colon === undefined ? past(gapAt, text, behind) : undefined
    if (next === undefined) return undefined
    at = next
  }
  return undefined
}

/** Another label within a value. */
const further = /[,;|.]\s+\p{L}[\p{L}\p{M} -]{1,30}[:：]/u

/** The point that ends a sentence, and no short word. */
const fullStop = /(?<=\p{Ll}{3}|\p{Nd})(?<!\s(?:corp|bldg|blvd))\.$/u

/** Behind clauses of plain values one with a colon may have any value to the end of the line. */
const lastIn = (text: string): Clause | undefined => {
  const last = labelIn(text)
  if (last === undefined || further.test(last.value)) return undefined
  return { label: last.label, value: last.value.replace(fullStop, ""), text }
}

/** What lines without any clause seldom have. */
const mayHave = /[:：@+]|\d\s?(?:h|uhr|[ap]\.?\s?m)|\s(?:closed|geschlossen|fermé|cerrado|chiuso|gesloten)/iu

/** The clauses of a line, all of them or none. @internal */
export const clausesIn = (text: string): ReadonlyArray<Clause> => {
  if (text.length > most.line || !mayHave.test(text)) return []
  const line: Line = { text, lower: text.toLowerCase() }
  if (line.lower.length !== text.length) return []
  const clauses: Array<Clause> = []
  for (let from = 0; from < text.length; ) {
    const found = clauses.length < most.clauses ? clauseAt(line, from) : undefined
    const last = found === undefined && from > 0 ? lastIn(text.slice(from)) : undefined
    if (last !== undefined) return [...clauses, last]
    if (found === undefined) return []
    clauses.push({ label: found.label, value: found.value, text: found.text })
    from = found.end
  }
  return clauses
}
