/**
 * E-mail addresses and telephone numbers that pages write in their text and in their footers, without a label that names them.
 *
 * **Details.** An address is told by its form. Of several the one that is called as the property is meant, else the one that a site has for
 * everybody, such as *info@*; where that is none either, nobody can tell. An address is one of the site, of whom is asked about, or of a house
 * that gives addresses to everybody: those of others are theirs. Numbers of telephones look like other numbers: they have the sign of their
 * country, or words that say what they are.
 */
import { parseUrl } from "../../security/domain/parseUrl.ts"
import { contentTerms } from "./choosePassages.ts"
import type { DataProperty, ScalarShape } from "./DataShape.ts"
import type { FactSheet } from "./FactSheet.ts"
import { spokenName } from "./fieldNames.ts"
import { isOfAnother, type Subject } from "./ofWhom.ts"
import { localeOf, type PageLocale } from "./PageLocale.ts"
import { readTyped, wantedOf } from "./readTyped.ts"
import { type Whose, whoseIs } from "./strangers.ts"
import { wholeBeginning } from "./wholeBeginning.ts"

/**
 * Lines of one page and of all that are looked at, characters of one, different values after which none is the one, and places of such that are
 * perhaps of others.
 */
const limits = { ofPage: 4_000, all: 20_000, line: 1_000, values: 60, weighed: 2_000 } as const

const mailbox =
  /(?<![\p{L}\p{N}._%+@-])[\p{L}\p{N}](?:[\p{L}\p{N}._%+-]{0,62}[\p{L}\p{N}_])?@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}(?![\p{L}\p{N}@-])/gu
const figures =
  /(?<![\p{L}\p{N}.,/@-])(?<!\d[\s\u00a0])(?:\+\d|00[1-9]|\(\d{2,5}\)\s?\d|\d)(?:[\s\u00a0.\-/]{0,3}(?:\(0\)\s?)?\d){5,14}(?![\p{L}\p{N}@])/gu

/** What is written for everybody, as what stands before the sign says. */
const general =
  /^(?:info|information|hello|hallo|hi|hey|contact|contacto|contato|contatti|kontakt|mail|email|post|office|buero|team|enquiries|inquiries|welcome|bonjour|accueil|ciao|hola|reception|rezeption|admin)$/iu
const nobody =
  /^(?:no-?reply|do-?not-?reply|noreply.*|mailer-daemon|postmaster|abuse|unsubscribe|you|your\.?(?:name|email)|name|user|username|jane|john|john\.doe|max\.mustermann|beispiel|example)$/iu

/** What names of such properties have beside whose they are. */
const plain =
  /^(?:e|e?mails?|address(?:es)?|adress[ea]|contacts?|kontakt|company|firma|general|main|public|official|business|customer|primary|(?:tele)?phones?|telefon[eo]?|tel|number|num|our|correo|courriel|rufnummer|telefonnummer|line)$/

/** What says of figures that they are a telephone's, and of what else they may be. */
const dialled =
  /(?<!\p{L})(?:tel|telephone|phone|call|ring|(?:\p{L}{1,20}-?)?hotline|fon|telefon\p{L}*|téléphone|tél|appelez|teléfono|llame|llámenos|telefono|mobile|mobil|móvil|cell|dial|reach us|rufen|anrufen|whatsapp)(?!\p{L})[^\p{N}+]{0,40}$/iu
/** Right before figures that begin as no number of another town does. */
const rightBefore = /(?:\p{L}|\p{L}\.)[\s\u00a0:()–-]{0,4}$/u
const otherFigures =
  /(?<!\p{L})(?:fax|telefax|vat|ust|iban|bic|isbn|ean|no|nr|order|konto|account|siret|siren|hrb|reg|licen[cs]e)(?!\p{L})[^\p{N}+]{0,24}$/iu

/** Houses that give mailboxes to everybody. */
const freeHouses =
  /^(?:gmail|googlemail|yahoo|ymail|hotmail|outlook|live|msn|icloud|me|mac|aol|gmx|web|t-online|freenet|arcor|posteo|mailbox|proton|protonmail|pm|tutanota|tuta|fastmail|zoho|mail|email|orange|wanadoo|free|laposte|sfr|libero|virgilio|tiscali|alice|tin|telefonica|terra|uol|bol|btinternet|sky|bluewin|telenet|skynet|ziggo|kpnmail|xs4all|seznam|wp|o2|onet|interia|yandex|ukr|rambler|qq|163|126|naver|hanmail|comcast|verizon|att|sbcglobal|rocketmail|telia|online|aon|chello)\.(?:com|net|org|de|at|ch|fr|it|es|pt|pl|cz|nl|be|uk|co\.uk|ie|dk|se|no|fi|ru|ua|br|com\.br|ca|me|eu|in|jp|co\.jp|au|com\.au)$/iu

/** What such a mailbox is for says that it is not for everybody. */
const special =
  /^(?:jobs?|careers?|karriere|bewerbung(?:en)?|hr|recruit(?:ing|ment)|press|presse|media|privacy|datenschutz|dpo|dsb|gdpr|legal|webmaster|billing|invoices?|rechnung(?:en)?|returns?|security)$/iu

interface Line {
  readonly text: string
  readonly sheet: FactSheet
  readonly isFooter: boolean
}

/** The lines of pages, those of their footers last. */
function* linesOf(sheets: ReadonlyArray<FactSheet>): Generator<Line> {
  let left: number = limits.all
  for (const isFooter of [false, true]) {
    for (const sheet of sheets) {
      const lines = (isFooter ? (sheet.footer ?? "") : sheet.text).split("\n", limits.ofPage)
      for (const line of lines) {
        left -= 1
        if (left < 0) return
        const text = wholeBeginning(line, limits.line)
        yield { text, sheet, isFooter }
      }
    }
  }
}

/** A value that a line writes. */
export interface SaidContact {
  readonly value: string
  readonly quote: { readonly url: string; readonly text: string }
}

interface Found extends SaidContact {
  /** What the property's own words are looked for in. */
  readonly beside: string
  readonly whose: Whose
}

/** A value where a line writes it. */
interface Read {
  readonly value: string
  readonly start: number
  readonly end: number
  /** Whether its form tells that it is one of the site. */
  readonly isOfSite: boolean
}

/** The part of a line that speaks of what stands at a place: other values end it. */
const around = (text: string, start: number, end: number): string => {
  const before =
    text
      .slice(Math.max(0, start - 60), start)
      .split(/[;|·•]|@\S+|\.\s|,\s/u)
      .at(-1) ?? ""
  const after = /^\s?\(([^)]{1,40})\)/u.exec(text.slice(end))?.[1] ?? ""
  return `${before} ${after}`
}

const quoteOf = ({ sheet, text }: Line, start: number): SaidContact["quote"] => {
  const from = text.length <= 300 ? 0 : Math.max(0, start - 100)
  return { url: sheet.url, text: text.slice(from, from + 300).trim() }
}

/** What a domain is called without what it belongs to: `acme` of `www.acme.co.uk`. */
const nameOfDomain = (domain: string): string => {
  const labels = domain.toLowerCase().split(".").slice(0, -1)
  const isOfLand = labels.length > 1 && /^(?:com?|org|net|ac|gov|edu|or|ne|gob|gouv)$/.test(labels.at(-1)!)
  return (isOfLand ? labels.at(-2) : labels.at(-1)) ?? ""
}

const hostOf = (url: string): string => parseUrl(url)?.hostname ?? ""

const domainOf = (mailbox: string): string => mailbox.slice(mailbox.lastIndexOf("@") + 1)

/** What names of domains have behind that of their house and a hyphen, or leave out. */
const addition = /^-(?:gmbh|ag|kg|ug|eg|ev|ltd|llc|inc|sarl|sas|srl|spa|bv|nv|group|gruppe|shop|store|online|web|mail)$/
/** The same right behind it, which makes another word of a short name: `newsag`, `metaweb`. */
const joined = /^(?:gmbh|ltd|llc|inc|sarl|group|gruppe)$/
const longName = 8

const isNamedFor = (one: string, other: string): boolean => {
  const rest = other.startsWith(one) ? other.slice(one.length) : ""
  return (one.length > 2 && addition.test(rest)) || (one.length >= longName && joined.test(rest))
}

/** The names of a mailbox's domain and of that of the page's site. */
const namesOf = (value: string, { url }: FactSheet) =>
  [nameOfDomain(domainOf(value)), nameOfDomain(hostOf(url))] as const

const isAtDomain = (value: string, sheet: FactSheet): boolean => {
  const [name, site] = namesOf(value, sheet)
  return name !== "" && name === site
}

/** Whether a mailbox is at the domain of the page's site, or at another one that is called so. */
const isSameHouse = (value: string, sheet: FactSheet): boolean => {
  const [name, site] = namesOf(value, sheet)
  return isAtDomain(value, sheet) || isNamedFor(name, site) || isNamedFor(site, name)
}

/** Whether a mailbox is one of the page's site, of whom is asked about, or of a house for everybody. */
const isOwnMailbox = (value: string, sheet: FactSheet, { labels }: Subject): boolean => {
  const name = nameOfDomain(domainOf(value)).replace(/-/g, "")
  return isSameHouse(value, sheet) || freeHouses.test(domainOf(value)) || labels.some((label) => name.includes(label))
}

/** Whose a contact is: one at the site's own domain is the site's, and that of others nobody's but where theirs is asked for. */
const whoseOf = (
  { isFooter, sheet, text }: Line,
  { isOfSite, start, value }: Read,
  own: ReadonlyArray<string>
): Whose => {
  if (isOfSite) return "own"
  const ahead = text.slice(0, start)
  const isAsked = own.some((term) => ahead.slice(-120).toLowerCase().includes(term))
  return isAsked ? "own" : whoseIs(ahead, { isFooter, host: hostOf(sheet.url), isMailbox: value.includes("@") })
}

/** Everything of a kind that the lines write, each value once. */
const foundIn = (
  sheets: ReadonlyArray<FactSheet>,
  whom: Subject,
  own: ReadonlyArray<string>,
  readsOf: (line: Line) => ReadonlyArray<Read>
): ReadonlyArray<Found> => {
  const all = new Map<string, Found>()
  let weighed = 0
  for (const line of linesOf(sheets)) {
    if (all.size >= limits.values || weighed >= limits.weighed) break
    const read = readsOf(line)
    if (read.length === 0 || isOfAnother(whom, line.text, false)) continue
    for (const one of read) {
      const { end, start, value } = one
      const before = all.get(value)?.whose
      if (before === "own") continue
      weighed += 1
      const whose = whoseOf(line, one, own)
      if (whose === "strange" || whose === before) continue
      all.set(value, { value, quote: quoteOf(line, start), beside: around(line.text, start, end), whose })
    }
  }
  return [...all.values()]
}

const mailboxesIn = ({ sheet, text }: Line, whom: Subject) =>
  !text.includes("@")
    ? []
    : [...text.matchAll(mailbox)].flatMap(({ 0: value, index: start }) =>
        nobody.test(value.split("@")[0]!) ||
        /\.(?:png|jpe?g|gif|svg|webp|css|js)$/iu.test(value) ||
        !isOwnMailbox(value, sheet, whom)
          ? []
          : [{ value, start, end: start + value.length, isOfSite: isAtDomain(value, sheet) }]
      )

/** Whether the last word before figures says that they are dialled. */
const saysDialled = (before: string): boolean => dialled.test(before.replace(/^.*\s(?=\p{L}+[^\p{L}]*$)/u, ""))

const phonesIn = (line: Line, property: DataProperty & { readonly shape: ScalarShape }) =>
  !/\d{2}/u.test(line.text)
    ? []
    : [...line.text.matchAll(figures)].flatMap(({ 0: said, index: start }) => {
        const before = line.text.slice(Math.max(0, start - 60), start)
        const isInternational = /^(?:\+|00)/.test(said)
        if (otherFigures.test(before) || (!isInternational && !dialled.test(before))) return []
        const isOther = !isInternational && !/^[(0]/.test(said)
        if (isOther && !(saysDialled(before) && rightBefore.test(before))) return []
        const digits = said.replace(/\D/g, "").length
        if (digits < 7 || digits > 15) return []
        const written = said.trim()
        const value = readTyped(
          { name: property.name, value: written },
          property.shape,
          wantedOf(property),
          localeIn(line.sheet)
        )
        return typeof value === "string" ? [{ value, start, end: start + said.length, isOfSite: false }] : []
      })

/** Of each page once: it goes through all that the page says. */
const locales = new WeakMap<FactSheet, PageLocale>()

const localeIn = (sheet: FactSheet): PageLocale => {
  const locale = locales.get(sheet) ?? localeOf(sheet)
  locales.set(sheet, locale)
  return locale
}

/** What a property of a contact is called by beside what it is. */
const ownOf = (name: string): ReadonlyArray<string> =>
  contentTerms(
    spokenName(name)
      .split(" ")
      .filter((word) => !plain.test(word))
      .join(" ")
  )

const isCalled = ({ beside, value }: Found, own: ReadonlyArray<string>): boolean => {
  const words = contentTerms(beside)
  const name = value.includes("@") ? value.split("@")[0]!.toLowerCase() : ""
  return own.every(
    (term) => name.includes(term) || words.some((word) => word === term || (term.length >= 4 && word.startsWith(term)))
  )
}

/** Without what is perhaps of others, where there is something that is not. */
const surest = (all: ReadonlyArray<Found>): ReadonlyArray<Found> => {
  const sure = all.filter(({ whose }) => whose === "own")
  return sure.length > 0 ? sure : all
}

/** Of all the one that is meant; none where several may be. */
const meantOf = (all: ReadonlyArray<Found>, own: ReadonlyArray<string>): Found | undefined => {
  const fitting =
    own.length === 0
      ? surest(all.filter(({ value }) => !special.test(value.split("@")[0]!)))
      : all.filter((one) => isCalled(one, own))
  if (fitting.length <= 1 || own.length > 0) return fitting.length === 1 ? fitting[0] : undefined
  const forAll = fitting.filter(({ value }) => general.test(value.split("@")[0]!) && value.includes("@"))
  return forAll.length === 1 ? forAll[0] : undefined
}

/** Whether a property asks for an address or a number by which somebody is reached. @internal */
export const asksContact = ({ name, shape }: DataProperty): boolean => {
  if (shape.kind !== "text" || shape.choices !== null) return false
  const { isEmail, isPhone } = wantedOf({ name, shape })
  return (
    isEmail || shape.format === "email" || (isPhone && shape.format === null && !/fax|mobil|cell|whatsapp/iu.test(name))
  )
}

/** What pages write for such a property; null where nothing is surely it. @internal */
export const contactIn = (
  sheets: ReadonlyArray<FactSheet>,
  property: DataProperty & { readonly shape: ScalarShape },
  whom: Subject
): SaidContact | null => {
  if (!asksContact(property)) return null
  const { isPhone } = wantedOf(property)
  const isNumber = isPhone && !wantedOf(property).isEmail
  const own = ownOf(property.name)
  const all = foundIn(sheets, whom, own, (line) => (isNumber ? phonesIn(line, property) : mailboxesIn(line, whom)))
  return meantOf(all, own) ?? null
}
