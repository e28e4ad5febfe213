/** Telephone numbers and numbers of employees that a page shows as text. */
import { wholeBeginning } from "../../extraction/domain/wholeBeginning.ts"
import type { BrandEmployees } from "./BrandProfile.ts"
import { employeesOf, phoneOf } from "./linkedFacts.ts"

/** A number, and how surely it is one to call. */
export interface ShownPhone {
  readonly phone: string
  readonly weight: number
  /** What its line says before it. */
  readonly before: string
  /** What the lines above it say, back to the number before. */
  readonly above: string
}

const most = { lines: 3_000, line: 1_500, found: 20, before: 120, above: 300, linesAbove: 8 } as const

/** Figures with what parts them; a number begins and ends with one, or with its country or a bracket. */
const figures = /(?<![\d\p{L}.,/-])(?:\+\s?|\()?\d[\d\s().\-/–]{5,24}\d(?![\d\p{L}%€$]|[.,]\d)/gu

const calls =
  /(?:\b(?:tel(?:efon[oe]?|éfono|ephone)?|tél(?:éphone)?|phones?|fon|call(?: us)?(?: at| on)?|ring us|hotline|puhelin|telefon numarası|zadzwoń|appelez(?:-nous)?(?: au)?|ligue|llámanos)|電話(?:番号)?|代表|☎|📞|هاتف|טלפון|тел|телефон|전화)[\s.:：()]*$/iu

const others =
  /(?:fax|telefax|télécopie|ファックス|whatsapp|siret|siren|rcs|hrb|nip|krs|regon|vat|ust|uid|cif|nif|iban|isbn|iva|kvk|btw|org|cvr|reg(?:istration|istered)?|no|nr|n[º°]|№|инн|огрн)[\s.:：#-]*(?:no\.?|number)?[\s.:]*$/iu

/** Before what is no number to call, or calls help that is everybody's. */
const ofNobody =
  /(?:\b(?:ref(?:erence)?|part|sku|artikel|art|item|model|serial|account|konto|kto|blz|abn|acn|arbn|ein|ssn|ean|gtin|upc|issn|pzn|licen[cs]e|lic|lot|charge|invoice|ticket|case|id|policy|charity|(?:order|customer)\s(?:number|id)|(?:bestell|auftrags|kunden|rechnungs)-?(?:nummer|nr))[\s.:#-]*(?:number|nummer)?|(?<![.@\w-])(?:example|e\.g|z\.\s?b|beispiel|format|enter your (?:tele)?phone)\b.{0,12}|\b(?:suicide|crisis|lifeline|poison|telefonseelsorge|giftnotruf)\b.{0,24})[\s.:(]*$/iu

/** Ways of writing that numbers of nothing else have. */
const plainForms = /^(?:\+\d|\(\d{2,4}\)\s?\d|0\d[\d]{0,3}[\s./-]\d|1?[\s-]?\d{3}-\d{3}-\d{4}$)/

const northAmerican = /^(?:1[\s-])?(?:\(\d{3}\)\s?|\d{3}-)\d{3}-\d{4}$/

const digitsOf = (text: string): number => text.replace(/\D/g, "").length

/** Whether a number is a date, a span of years or of hours. */
const isTime = (text: string): boolean =>
  /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$|^\d{4}[./-]\d{1,2}[./-]\d{1,2}$|^\d{4}\s?[-–]\s?\d{4}$/.test(text)

/** Numbers that templates and examples have, and nobody: one figure alone, figures that count up, and the area 555. */
const isPlaceholder = (text: string): boolean => {
  const digits = text.replace(/\D/g, "")
  return (
    /^0?(\d)\1+$/.test(digits) || "01234567890123456789".includes(digits) || /^(?:\+?1[\s-]?)?\(?555\)?[\s-]/.test(text)
  )
}

const phonesOfLine = (line: string): ReadonlyArray<Omit<ShownPhone, "above">> =>
  [...line.matchAll(figures)].flatMap(({ 0: written, index }) => {
    const before = line.slice(Math.max(0, index - 30), index)
    const text = written.trim()
    if (
      others.test(before) ||
      ofNobody.test(before) ||
      isPlaceholder(text) ||
      isTime(text) ||
      digitsOf(text) < 7 ||
      digitsOf(text) > 15
    )
      return []
    const isCalled = calls.test(before)
    const isOwnForm = plainForms.test(text)
    // A number without its country and without a word for it stands alone, in the writing of telephones.
    const isAlone = /(?:^|[—–|·•,;:/()])\s*$/.test(before) && digitsOf(text) >= 9
    if (!isCalled && !(isOwnForm && (isAlone || text.startsWith("+") || northAmerican.test(text)))) return []
    const phone = phoneOf(text.replace(/\s+/g, " "))
    const weight = (isCalled ? 0.4 : 0.25) + (text.startsWith("+") ? 0.05 : 0)
    return phone === null ? [] : [{ phone, weight, before: line.slice(Math.max(0, index - most.before), index) }]
  })

/** Numbers to call, in their order; those of fax machines and registers are none. */
export const shownPhones = (lines: ReadonlyArray<string>): ReadonlyArray<ShownPhone> => {
  const found: Array<ShownPhone> = []
  let last = ""
  let above: ReadonlyArray<string> = []
  for (const line of lines.slice(0, most.lines)) {
    // A heading of a table or a list may say what stands in the next line.
    const isNamed = last.length <= 30 && (calls.test(last) || others.test(last))
    const text = wholeBeginning(isNamed ? `${last}: ${line}` : line, most.line)
    const own = /\d/.test(line) ? phonesOfLine(text) : []
    found.push(...own.map((one) => ({ ...one, above: above.join(" ").slice(-most.above) })))
    if (found.length >= most.found) break
    above = own.length > 0 ? [] : [...above, line.slice(0, most.line)].slice(-most.linesAbove)
    last = line
  }
  return found.slice(0, most.found)
}

const count = String.raw`(\d{1,3}(?:[.,'’  ]\d{3}){1,2}|\d{1,7})`

const people =
  "(?:employees|people|staff(?: members)?|team members|mitarbeiter(?:innen|\\*innen|:innen)?(?: und mitarbeiter(?:innen)?)?|beschäftigte|angestellte|salariés|collaborateurs|empleados|trabajadores|dipendenti|collaboratori|funcionários|colaboradores|medewerkers|pracowników|anställda|ansatte|medarbejdere|työntekijää|zaměstnanců|сотрудников|çalışan)"

/** Who speaks of himself, before how many they are. */
const ofOurs = new RegExp(
  `(?:\\b(?:we are|we're|we employ|we have|our|wir sind|wir beschäftigen|unsere?|nous sommes|nous employons|nos|somos|contamos con|nuestr[oa]s|siamo|i nostri|nossos|temos|wij zijn|onze|we zijn|zatrudniamy|vi är|vi er)|\\bteam of|employs)(?: (?:now|today|a team of|rund um die uhr))?\\s(?:team of\\s|équipe de\\s|equipo de\\s)?${count}\\s(?:\\p{L}+\\s)?${people}(?!\\p{L})`,
  "iu"
)

/** What a table or a list calls the number of employees. */
const heading =
  /^(?:number of employees|employees|staff|headcount|mitarbeiter(?:zahl|innen|:innen|\*innen)?|anzahl mitarbeiter|beschäftigte|effectifs?|nombre de salariés|salariés|empleados|número de empleados|dipendenti|numero di dipendenti|funcionários|número de funcionários|medewerkers|aantal medewerkers|pracownicy|liczba pracowników|anställda|antal anställda|ansatte|antall ansatte|antal ansatte|henkilöstö|従業員数|社員数|员工人数|員工人數|직원수|сотрудники|çalışan sayısı)\s*[:：]?$/iu

const headed = new RegExp(`^${count}\\s?(?:名|人|명|${people})?$`, "iu")

/** Who employs them, before the word: the company, or it, and nobody by another name. */
const isOfOurs =
  /(?:^|[.!?:;,]\s*)(?:\p{L}+,?\s)?(?:the|our) (?:company|firm|business|team)(?: (?:now|today|currently))?\s?$|(?:^|[.!?:;]\s*)it(?: (?:now|today|currently))?\s?$|^\s*(?:now|today|currently)?\s*$/iu

/** What begins a sentence in which a team is one's own: others lead one, or look for who does. */
const isOwnTeam = /(?:^|[.!?:;–—]\s*|\b(?:we are|we're|we’re|we have)\s)(?:(?:a|an|the|our)\s(?:\p{L}+,?\s){0,2})?$/iu

/** What is said behind a number that is no number of employees. */
const ofElse =
  /^\s*(?:on (?:our|the|a)|in the (?:photo|picture|room|video)|away|short|more|accounts?|licen[cs]es?|lizenzen|seats?|parties|party|members?\b|program|community|trained|geschult|formed|plan|or (?:less|more|fewer)|each|per)|^-/iu

/** Others than whose page it is, and numbers that nobody counted or that are not yet or no more so. */
const notOurs =
  /[“”«»„"]|\b(?:when|if|once|until|unless|by 20\d\d|goal|wenn|falls|sobald|bis 20\d\d|ziel|waiting|formerly|back then|damals)\b|\b(?:group|parent|famil(?:y|ies) of|compan(?:y|ies) (?:of|with)|customers?|clients?|partners?|kunden|konzern|gruppe|groupe|grupo|gruppo|used by|for (?:teams|companies)|worldwide network)\b/iu

/** What stands beside a number of employees that is a part of a price. */
const ofPrices =
  /\b(?:price|pricing|plan|cost|preise?|tarif|prix|precio|prezzo|calculat\p{L}*|rechner|quote)\b|[$€£]\s?\d|\d\s?[€£]/iu

const told = (text: string | undefined): BrandEmployees | null =>
  text === undefined ? null : employeesOf(text.replace(/[.,'’\s]/g, ""))

/** Whether a number of employees stands beside a price, or above other numbers: then it is a choice of a form. */
const isChosen = (lines: ReadonlyArray<string>, at: number): boolean =>
  [lines[at - 2], lines[at - 1], lines[at + 1]].some((one) => ofPrices.test((one ?? "").slice(0, most.line))) ||
  /^[\d\s,.+–-]+$/.test((lines[at + 1] ?? "").slice(0, 40))

/** How many a sentence says that its company has. */
const saidIn = (line: string, isCalled: (text: string) => boolean): BrandEmployees | null => {
  const found = ofOurs.exec(line)
  if (found === null || ofElse.test(line.slice(found.index + found[0].length))) return null
  const before = line.slice(0, found.index)
  const ofWhom = /^employs/i.test(found[0]) ? isOfOurs : /^team of/i.test(found[0]) ? isOwnTeam : null
  return ofWhom === null || ofWhom.test(before) || isCalled(before) ? told(found[1]) : null
}

/** How many work there, where the page states it plainly; null where it does not, or says several numbers. */
export const shownEmployees = (
  lines: ReadonlyArray<string>,
  isCalled: (text: string) => boolean
): BrandEmployees | null => {
  const found: Array<BrandEmployees> = []
  let last = ""
  for (const [at, whole] of lines.slice(0, most.lines).entries()) {
    const line = whole.slice(0, most.line)
    const own = heading.test(last) ? told(headed.exec(line)?.[1]) : null
    const [, label = "", value = ""] = /^([^:：]{3,40}(?::innen)?[:：])\s*(.{1,30})$/.exec(line) ?? []
    const labelled = heading.test(label) ? told(headed.exec(value)?.[1]) : null
    const said = /\d/.test(line) && !notOurs.test(line) ? saidIn(line, isCalled) : null
    const stated = own ?? labelled
    if (stated !== null && !isChosen(lines, at)) found.push(stated)
    if (said !== null) found.push(said)
    last = line
  }
  return new Set(found.map(({ exact }) => exact)).size === 1 ? (found[0] ?? null) : null
}
