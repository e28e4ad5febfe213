/** What a short text says by itself that it is, without a label: an amount, a day, a question, somebody's job. */

import { plainDigits } from "../../paging/domain/plainDigits.ts"
import { isOfBasket } from "./baskets.ts"
import { countryNamed } from "./countries.ts"
import { isCurrencyCode } from "./currencyCodes.ts"
import { saysJob } from "./jobWords.ts"
import { readDay } from "./readDay.ts"
import { namesMoney, placeMoney, readMoney } from "./readNumber.ts"
import { isStockStatus } from "./readStatus.ts"
import { remembering } from "./remembering.ts"
import { withoutTaxSide } from "./taxSide.ts"

/** A name that a text has by what it is, and what of it is the value. */
export interface SaidKind {
  readonly name: string
  readonly value: string
}

/** Longest text that is one amount, one day or one count, and longest that is looked at. */
const maxValue = 60
const maxSaid = 300

const counted = /^(?<value>[\d][\d.,'’ \u00a0]*(?:[–-]\s?\d[\d.,]*)?\+?)\s*(?<label>\p{L}[\p{L}²³. -]{0,30})$/u
/** The same the other way round: `Serves 4`. */
const named = /^(?<label>\p{L}[\p{L} ]{2,24})\s+(?<value>\d[\d.,]*)$/u

/** A number with the noun that says what it counts. @internal */
export const countIn = (said: string): SaidKind | undefined => {
  if (said.length > maxValue) return undefined
  const text = plainDigits(said)
  const found = counted.exec(text)?.groups ?? named.exec(text)?.groups
  // The number of a house counts no streets.
  if (found === undefined || street.test(text) || readDay(text, "") !== null) return undefined
  // The name takes the unit along, which says what the number counts.
  return { name: found.label!, value: found.value!.trim() }
}

/** A mark, and how many gave it where that stands behind it: `4.5 ★ (12)`. */
const rating =
  /^(?:rated\s)?(?:★+|☆+|⭐+)?\s*(?<value>10(?=\s?(?:\/|out))|\d(?:[.,]\d+)?)\s*(?<sign>(?:★|☆|⭐)+|\/\s*(?:5|10)|out of (?:5|10)(?:\sstars?)?|(?:von|sur|de|su)\s5(?:\s\p{L}{4,8})?|stars?)?(?:\s*\((?<count>\d[\d.,'’ \u00a0]*)(?:\s\p{L}{3,16})?\))?$/iu

/** Words of praise that sites of hotels have behind a mark. */
const praise =
  "exceptional|superb|fabulous|wonderful|excellent|outstanding|very good|good|pleasant|fair|hervorragend|außergewöhnlich|ausgezeichnet|fabelhaft|fantastisch|großartig|sehr gut|gut|ansprechend|exceptionnel|superbe|fabuleux|magnifique|très bien|bien|agréable|excepcional|fantástico|fabuloso|excelente|soberbio|muy bien|eccezionale|favoloso|eccellente|ottimo|buono|uitstekend|fantastisch|heel goed|goed"
/** The same with how many gave it: `8.9 Fabulous · 1,204 reviews`. */
const praised = new RegExp(
  String.raw`^(?<value>10|\d[.,]\d)\s(?:(?:${praise})\s?)(?:[·•|,–-]\s?|\()(?<count>\d[\d.,'’ \u00a0]*)\s(?:\p{L}{3,12}\s)?(?:reviews|ratings|bewertungen|avis|reseñas|opiniones|comentarios|valoraciones|recensioni|beoordelingen)\)?$`,
  "iu"
)

/** @internal */
export const praiseIn = (said: string): { readonly value: string; readonly count: string } | undefined => {
  if (said.length > maxValue) return undefined
  const { count, value } = praised.exec(plainDigits(said))?.groups ?? {}
  return value === undefined || count === undefined ? undefined : { value, count: count.trim() }
}

/** @internal */
export const ratingIn = (said: string): { readonly value: string; readonly count: string | undefined } | undefined => {
  const text = plainDigits(said)
  const shown = /^([★⭐]+)☆+$/u.exec(text)
  if (shown !== null && [...text].length === 5) return { value: String([...shown[1]!].length), count: undefined }
  if (text.length > maxValue || !/★|☆|⭐|\/\s?(?:5|10)\b|out of|stars?\b|(?:von|sur|de|su)\s5\b/iu.test(text))
    return undefined
  const { count, sign, value } = rating.exec(text)?.groups ?? {}
  return value === undefined || (sign === undefined && !/^[★☆⭐]/u.test(text)) ? undefined : { value, count }
}

/** What else amounts are of than what something costs. */
const others =
  "shipping|delivery|postage|handling|versand\\p{L}*|lieferung|livraison|env[ií]o|spedizione|deposit|kaution|caution|fianza|tax|vat|mwst|ust|btw|iva|tva|fee|fees|gebühr|payments?|instal?lments?|raten?|tip|donation|donate|gift|voucher|coupon|cashback|credit|refund|raised|funding|valuation|revenue|budget|salary|bonus|prize|reward|balance|donors?|donated|gave|spenden?|gespendet|spender(?:innen)?|donateurs?|donaci[oó]n(?:es)?|donantes?|donaron|donazion[ei]|donatori|donaties?|gedoneerd|doaç(?:ão|ões)|doaram|wages?|lohn|gehalt|salaires?|salarios?|stipendi[oi]?|salaris|salários?"
const otherAmount = new RegExp(String.raw`(?<!\p{L})(?:${others})(?!\p{L})`, "iu")
/** What comes with a price or is left out of it says nothing else of the amount: `29 € plus shipping`. */
const besidePrice = new RegExp(
  String.raw`(?<!\p{L})(?:incl|inkl|excl|exkl|zzgl|plus|without|with|mit|ohne|free|und|and|hors|avec|et|con|sin|senza|più|net)\p{L}*\.?\s(?:\p{L}+\.?\s)?(?:${others})(?!\p{L})\.?|(?<!\p{L})(?:ttc|ht)(?!\p{L})`,
  "giu"
)
/** A text without what comes with a price or is left out of it. @internal */
export const withoutBesidePrice = (text: string): string => withoutTaxSide(text.replace(besidePrice, " "))
const isOtherAmount = (text: string): boolean => otherAmount.test(withoutBesidePrice(text))

/** A bound from which on something else holds, such as that nothing is paid for its way. */
const isBound =
  /(?<!\p{L})(?:free|gratis|kostenlos|gratuite?|off|rabatt|discount)(?!\p{L})[^\d]{0,40}(?<!\p{L})(?:over|above|from|orders?|ab|über|dès|desde|oltre|da|vanaf)(?!\p{L})|(?<!\p{L})(?:orders?|spend|minimum)(?!\p{L})/iu

/** Whether what an amount stands with in a text makes it no other than the price of a thing: no bound, no basket, no postage. @internal */
export const isPriceOfThing = (text: string): boolean =>
  !isBound.test(text) && !isOfBasket(text) && !isOtherAmount(text)

/** Those who joined, who pay less than others. @internal */
export const memberWords =
  "(?:members?|mitglieder|membres|adhérents|socios|miembros|soci|leden|sócios|membros)(?!\\p{L})"
/** What only those pay. */
const ofMembers = new RegExp(
  String.raw`^(?:for\s|für\s|pour\s|para\s|per\s|voor\s)?(?:\p{L}{1,12}\s)?${memberWords}(?:['’]?\s?(?:price|only|pays?|save|zahlen|preis|paient|pagan|pagano|betalen|pagam))?(?=[\s:]{0,3}[\p{Sc}\d])`,
  "iu"
)

/** Letters of a price tag that names its currency in a word: `ab 25 Euro`. More of them are a sentence, of whatever. */
const mostNamed = 11

/**
 * What an amount of money is called by the words beside it: a price where nothing makes it another; undefined where it is none of the
 * thing's.
 *
 * @internal
 */
export const moneyIn = (text: string, language: string, isStruck: boolean): SaidKind | undefined => {
  if (text.length > maxValue) return undefined
  const [money, ...more] = readMoney(text, language)
  // Less than nothing is what is taken off.
  if (money === undefined || money.value < 0 || more.length > 1) return undefined
  const letters = text.replace(/[^\p{L}]/gu, "").length
  if (letters > (namesMoney(text) ? mostNamed : 24)) return undefined
  if (isBound.test(text)) return undefined
  if (isOfBasket(text)) return { name: "basket total", value: text }
  if (ofMembers.test(text)) return { name: "member price", value: text }
  if (isOtherAmount(text)) return { name: text.replace(/[^\p{L}\s]/gu, " ").trim(), value: text }
  return { name: isStruck ? "old price" : "price", value: text }
}

const slash = /\s[/／]\s/u
const wordOfMoney =
  /^(?:incl?|inkl|excl|exkl|ex|vat|tva|iva|mwst|ust|btw|tax|per|pro|par|por|from|ab|was|now|statt|jetzt|only|nur)$/iu

/**
 * The prices of a line, each with the words that say for whom it is: `€24 advance / €28 on the door`. One where some part has no words or no amount
 * of its own.
 *
 * @internal
 */
export const pricesIn = (text: string, language: string): ReadonlyArray<string> => {
  if (text.length > 2 * maxValue || !slash.test(text)) return [text]
  const parts = text.split(slash)
  const areOwn = parts.every((part) => {
    const [only, another] = placeMoney(part, language)
    if (only === undefined || another !== undefined || only.amounts.length !== 1) return false
    const said = `${part.slice(0, only.start)} ${part.slice(only.end)}`.match(/\p{L}{3,}/gu) ?? []
    return (
      said.some((word) => !wordOfMoney.test(word)) && !said.some((word) => /^(?:was|statt|now|jetzt)$/iu.test(word))
    )
  })
  return areOwn ? parts : [text]
}

const percent = String.raw`\d{1,2}(?:[.,]\d+)?\s?%`
const saved = new RegExp(
  String.raw`^(?:[-−–]\s?(?<taken>${percent})|(?:save|you save|spare|sparen sie|économisez|ahorra|risparmi)\s(?<saved>${percent})|(?<off>${percent})\s(?:off|rabatt|discount|de descuento|de réduction|di sconto|korting|günstiger))!?$`,
  "iu"
)

/** @internal */
export const weekday =
  "mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|weekdays?|weekends?|daily|every day|(?:public |bank )?holidays?|mo|di|mi|do|fr|sa|so|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonnabends?|sonntags?|feiertags?|täglich|werktags|lun(?:di|es|edì)?|mar(?:di|tes|tedì)?|mer(?:credi|coledì)?|miércoles|jeu(?:di)?|jueves|gio(?:vedì)?|ven(?:dredi|erdì)?|viernes|sam(?:edi)?|sábado|sab(?:ato)?|dim(?:anche)?|domingo|dom(?:enica)?"
const weekdays = new RegExp(
  String.raw`^(?:${weekday})\.?(?:\s?(?:[-–—,&/+]|to|through|until|and|or|bis|und|au|à|et|al?|y|e)\s?(?:${weekday})\.?)*:?$`,
  "iu"
)

const time = String.raw`\d{1,2}(?:[:.h]\d{2})?(?:\s?(?:a\.?m\.?|p\.?m\.?|uhr|h))?`
const range = String.raw`${time}\s?(?:[-–—]|to|bis|until|à|al?|till)\s?${time}`
/** Something stands between two ranges: without it figures in a row could be parted in ever more ways. */
const hours = new RegExp(String.raw`^${range}(?:(?:\s?(?:[,;/&]|and|und|et|y|e)\s?|\s)${range})*(?:\s?uhr)?$`, "iu")
const shut =
  /^(?:closed|geschlossen|ruhetag|fermé|cerrado|chiuso|gesloten|encerrado|open 24 hours|24 hours|24\/7|by appointment(?: only)?|nach vereinbarung|sur rendez-vous)$/iu

const status =
  /^(?:all systems )?(?:up|down|operational|degraded(?: performance)?|(?:partial|major) outage|outage|(?:under |scheduled )?maintenance|open|closed|active|inactive|online|offline|pending|completed?|done|cancell?ed|postponed|resolved|investigating|monitoring|identified|shipped|delivered|draft|paid|unpaid|overdue|planned|confirmed|in progress|running|stopped|failed|passed|aktiv|inaktiv|offen|erledigt|abgesagt|en cours|terminé|annulé)$/iu

const employment =
  /^(?:full[\s-]?time|part[\s-]?time|contract(?:or)?|freelance|permanent|fixed[\s-]?term|temporary|internship|apprenticeship|vollzeit|teilzeit|befristet|unbefristet|minijob|praktikum|werkstudent|cdi|cdd|temps (?:plein|partiel)|tiempo (?:completo|parcial)|jornada completa)$/iu
const workplace = /^(?:(?:fully |100 ?% )?remote|hybrid|on[\s-]?site|home[\s-]?office|in[\s-]office)$/iu

/** What physicians are of. */
const specialty =
  /^(?:\p{L}+\s(?:and\s|&\s|und\s|et\s)?){0,3}\p{L}*(?:ology|iatrics|iatry|medicine|surgery|dentistry|obstetrics|physiotherapy|medizin|ologie|iatrie|chirurgie|heilkunde|médecine|ología|iatría|cirugía|medicina)$/iu

const email = /^[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u
/** Figures as numbers are dialled: with the country, or with the zero that stands for none. */
const phone = /^(?:(?:tel|phone|t)[.:]?\s)?(?:\+\d|\(?0\d|\(\d{3}\)\s)[\d\s().\-/]{5,18}\d$/iu

/** A number and what streets are called, in either order. */
const street =
  /^(?=.{6,90}$)(?:.*\b\d{1,5}[a-z]?,?\s(?:\p{L}[\p{L}'’.-]*\s){0,4}(?:st|street|rd|road|ave|avenue|lane|ln|blvd|boulevard|way|drive|dr|square|sq|place|pl|court|ct|terrace|row|quay|hill|parkway|highway)\b.*|.*\b\p{L}*(?:straße|strasse|str\.|gasse|platz|weg|allee|damm|ufer|ring|straat|laan|gracht|gatan|vägen|gade|vej)\s\d{1,4}\s?[a-z]?\b.*|(?:\d{1,4}\s?(?:bis|ter)?,?\s)?(?:rue|avenue|boulevard|place|quai|via|viale|piazza|corso|calle|plaza|paseo|avenida|carrer|rua|praça)\s\p{L}.*\d.*|\d{1,4}\s?(?:bis|ter)?,?\s(?:rue|avenue|boulevard|place|quai)\s\p{L}.*)$/iu

const isPlace = (text: string, language: string): boolean => {
  const [town = "", country = "", ...more] = text.split(/,\s+/)
  if (more.length > 0 || country === "" || !/^\p{Lu}[\p{L}\p{M}'’. -]{1,40}$/u.test(town)) return false
  return countryNamed(country, language) !== null
}

/** A day with its year, or one whose month says that it is one. */
const isDay = (text: string, language: string): boolean =>
  text.length <= 40 &&
  (readDay(text, language) !== null ||
    (/\p{L}{3}/u.test(text) && /\d/.test(text) && readDay(`${text} 2024`, language) !== null))

/** Each with the name of what it tells. */
const forms: ReadonlyArray<readonly [name: string, form: RegExp]> = [
  ["question", /^\p{L}.*\p{L}[?？]$/u],
  ["day", weekdays],
  ["opening hours", shut],
  ["status", status],
  ["employment type", employment],
  ["workplace remote", workplace],
  ["specialty", specialty],
  ["author", /^(?:by|von|par|por|di|door|af|av)\s\p{Lu}[\p{L}\p{M}'’. -]{2,50}$/u],
  ["version", /^(?:v(?:ersion)?\s?\d+(?:\.\d+){0,3}|\d+(?:\.\d+){2,3})(?:[-+][\w.]{1,20})?$/i],
  ["price", /^(?:free|gratis|kostenlos|gratuit|gratuito|無料|免费)[.!]?$/i],
  ["email", email],
  ["phone", phone],
  ["address", street],
  ["year", /^(?:19|20)\d\d$/]
]

/** Most words of what somebody does. */
const jobWords = 8

const isJob = (text: string): boolean =>
  text.length <= 80 && text.split(/\s+/).length <= jobWords && !/\d|[.!?:;]$/u.test(text) && saysJob(text)

/** All that a text says by itself that it is; nothing of most. @internal */
export const saidKinds = (written: string, language: string): ReadonlyArray<SaidKind> => {
  const text = written.trim()
  return text === "" || text.length > maxSaid ? [] : readKinds(text, language)
}

const readKinds = remembering((text: string, language: string): ReadonlyArray<SaidKind> => {
  const kinds: Array<SaidKind> = []
  const add = (kind: SaidKind | undefined) => kind !== undefined && kinds.push(kind)
  const value = text
  if (text.length <= maxValue && hours.test(text)) kinds.push({ name: "opening hours", value })
  for (const [name, form] of forms) if (form.test(text)) kinds.push({ name, value })
  if (text.length <= maxValue) {
    add(moneyIn(text, language, false))
    const off = saved.exec(text)?.groups
    const discount = off?.taken ?? off?.saved ?? off?.off
    if (discount !== undefined) kinds.push({ name: "discount", value: discount })
    const mark = ratingIn(text)
    if (mark !== undefined) kinds.push({ name: "rating", value: mark.value })
    if (mark?.count !== undefined) kinds.push({ name: "review count", value: mark.count })
    if (isStockStatus(text)) kinds.push({ name: "availability", value })
    if (isDay(text, language)) kinds.push({ name: "date", value })
    if (isCurrencyCode(text)) kinds.push({ name: "currency", value })
    if (isPlace(text, language)) kinds.push({ name: "location", value })
    add(countIn(text))
  }
  if (isJob(text)) kinds.push({ name: "role", value })
  return kinds
})
