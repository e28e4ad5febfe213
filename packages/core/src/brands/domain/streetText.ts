/** What in a text is a street with its house. */
import type { Segment } from "./addressSegments.ts"

/** Words that begin a street's name, or stand within it. */
const streetWord = new RegExp(
  `(?<![\\p{L}\\d])(?:${[
    "street|st|road|rd|avenue|ave|av|lane|ln|drive|dr|boulevard|blvd|bd|way|court|ct|square|sq|terrace|close|crescent|parade|highway|hwy|parkway|pkwy",
    "quay|mews|row|wharf|plaza|broadway|estate|business park|industrial park|po box|p\\.o\\. box|postfach|boîte postale|bp",
    "rue|place|quai|chemin|route|allée|impasse|cours|passage|faubourg|ruelle|zone|zac|za",
    "calle|c/|paseo|avda|avenida|carrer|ronda|camino|carretera|plaça|polígono|gran vía",
    "via|viale|piazza|piazzale|corso|largo|vicolo|strada|contrada|località",
    "ul|ulica|al|aleja|aleje|plac|pl|os|osiedle|rynek",
    "rua|travessa|praça|alameda|rodovia|estrada",
    "cad|caddesi|sok|sokak|sokağı|bulvarı|mah|mahallesi|ulice|náměstí|třída|utca|út|tér|körút|bulevardul|calea",
    "улица|ул|проспект|просп|пр|переулок|пер|площадь|бульвар|шоссе|вулиця|вул",
    "شارع|طريق|רחוב|דרך|שדרות|straße|strasse|str|platz|weg|allee|gasse|straat|laan|plein"
  ].join("|")})(?![\\p{L}\\d])`,
  "iu"
)

/** Endings of street names that are one word. */
const streetEnding =
  /\p{L}(?:stra(?:ß|ss)e|str\.?|gasse|weg|platz|allee|ufer|ring|damm|chaussee|markt|steig|graben|kai|gürtel|straat|laan|plein|gracht|kade|dijk|singel|steeg|gatan|gata|vägen|väg|torget|torg|gade|vej|allé|plads|torv|veien|vei|gate|katu|tie|kuja|aukio|gasse|götu|stræti|braut|vegur)(?![\p{L}])/iu

/** Of these, those that are hardly anything else: a name that ends so is a street without any house. */
const sureEnding =
  /\p{L}(?:stra(?:ß|ss)e|str\.|gasse|weg|platz|allee|straat|laan|plein|gracht|gatan|vägen|torget|plads|katu|götu|stræti)(?![\p{L}])/iu

/** Whether a text says that it is a street, and not only a number with a name. */
export const saysStreet = (text: string): boolean => streetWord.test(text) || streetEnding.test(text)

/** Parts of a house. */
const unit =
  /^(?:suite|ste\.?|unit|floor|fl\.|level|apt\.?|apartment|room|rm\.?|building|bldg\.?|block|office|shop|c\/o|bât\.?|bâtiment|esc\.?|piso|planta|local|sala|conj\.?|conjunto|andar|bloco|interno|scala|top|tür|stiege|haus|gebäude|hinterhaus|lok\.?|lokal|m\.|kat|daire|no|d\.|стр\.?|корп\.?|оф\.?|офис|дом)[\s.:#]*[\p{L}\d][\p{L}\d\s/.-]{0,12}$|^\d{1,2}(?:st|nd|rd|th) floor$|^\d{1,2}\.\s?(?:og|stock|etage|sal|krs|kerros|tr)$|^(?:ground|first|second|third) floor$|^\d{1,2}[ºª°](?:\s?\p{L}{1,4})?$/iu

/** Where mail is kept for whom it is for: a street beside it says where he is. */
const box =
  /^(?:bp|b\.p\.|cs|po box|p\.\s?o\.\s?box|postfach|boîte postale|apartado(?: de correos)?|casella postale|postboks|box|pl|skrytka pocztowa)\s\d[\d\s]{0,7}$/iu

/** A house alone: `1148`, `12-14`, `51/3`, `s/n`, `n° 4`, `д. 5`. */
const house =
  /^(?:n[º°.]?\s?|nr\.?\s?|no\.?\s?:?|д\.?\s?|дом\s)?\d{1,5}\s?\p{L}?(?:\s?[-–/]\s?\d{1,4}\p{L}?)*$|^s\/n[.º°]?$/iu

/** With what a house stands before or behind the name of its street. */
const numbered =
  /^\d{1,5}\s?[a-z]?(?:\s?[-–/]\s?\d{1,5}[a-z]?)?(?:\s(?:bis|ter))?,?\s\p{L}|\p{L}[.)]?\s(?:n[º°.]\s?|nr\.?\s?|no[.:]\s?)?\d{1,4}\s?[a-z]?(?:\s?[-–/+]\s?\d{1,4}\s?[a-z]?)*(?:\s(?:lok|m|apt|top|suite|ste|unit|#)\.?\s?[\p{L}\d-]{1,6})?$/iu

/** Numbers of other things than houses, and ways to reach somebody. */
const elsewise =
  /@|\+\d|https?:|www\.|[€$£¥%©]|\d{7}|\d{3}[\s.-]\d{3}|\b(?:tel|tél|fon|telefon|telefono|phone|fax|mobile?|call|hrb|hra|siret|siren|rcs|nip|krs|regon|ust|uid|vat|cif|nif|iva|capital|kapital|since|seit|depuis|desde|copyright|inc|gmbh|ltd|llc|open|hours|uhr|reg|registered|employees|iban|page|step|version)\b/iu

/** Whether a text that names no street is a part of a sentence, or ends with what may be a year. */
const isSentence = (text: string): boolean =>
  /\s(?:19|20)\d\d$/.test(text) || text.split(" ").filter((word) => /^\p{Ll}{2,}$/u.test(word)).length > 1

/** What only counts, such as `Platz 1` of a race and `Zone 4` of a map: a street has a name. */
const isCounted =
  /^(?:platz|place|weg|way|zone|route|cours|passage|drive|close|court|row|level|lap|artikel|art|article|paket|tarif|kanal|charge|lot|position|pos|ausgabe|band|heft|kapitel|modell?|seite|teil|los)\.?\s\d+$/i

/** Words of a sentence in which a street is named. */
const inSentence = /\b(?:on|of|to|from|down|along|in|at|by|near|with|the)\s/i

const mostWords = 8

const wordCount = (text: string): number => text.split(/\s+/).length

/** A street with its house, such as `12 Wharf St` and `Königstraße 21`. */
const isStreet = (text: string): boolean =>
  text.length >= 4 &&
  (saysStreet(text) || !isSentence(text)) &&
  wordCount(text) <= mostWords &&
  !elsewise.test(text) &&
  !isCounted.test(text) &&
  numbered.test(text)

/** A street without one, which a word says that it is. */
const isNamedStreet = (text: string): boolean =>
  text.length >= 4 &&
  wordCount(text) <= 5 &&
  !elsewise.test(text) &&
  !isCounted.test(text) &&
  !inSentence.test(text) &&
  !/^\p{Ll}/u.test(text.replace(streetWord, "X")) &&
  (streetWord.test(text) || sureEnding.test(text))

/** Ends of the name of whoever is at an address, when nothing parts the two. */
const companyForm =
  /^.{0,80}(?:\b(?:inc|llc|ltd|limited|gmbh|kg|ag|ug|ohg|corp|corporation|company|plc|sarl|sas|s\.a\.s|s\.a|srl|s\.r\.l|s\.l|spa|s\.p\.a|b\.v|bv|n\.v|nv|ab|aps|oy|oyj)\b|\bA\/S\b|z o\.\s?o|s\.c|e\.\s?[UK]|e\.V)\.?:?\s+(?=\S)/iu

const numberWithin = /\s(\d{1,5}[a-z]?(?:[-–/]\d{1,5})?\s\p{L}.*)$/u

/** A street without what a sentence or a name says before it. */
const cleaned = (text: string): string => {
  const own = text.replace(companyForm, "").trim()
  if (/^\d/.test(own) || unit.test(own) || !numberWithin.test(own)) return own
  const lead = own.slice(0, own.search(numberWithin))
  // What ends in a number is written with its house behind, as in `Straße des 17. Juni 135`.
  return /^\d/.test(lead) || /\d\s?[a-z]?$/i.test(own) ? own : (numberWithin.exec(own)?.[1] ?? own)
}

/** A street, and the first of the pieces that it is made of. */
export interface FoundStreet {
  readonly street: string
  readonly from: number
}

/** Lines that a street may be away from the place below it. */
const isNear = (segments: ReadonlyArray<Segment>, at: number, next: number): boolean => {
  const [one, other] = [segments[at], segments[next]]
  return one !== undefined && other !== undefined && other.line - one.line <= 1
}

/** Parts of a house and boxes that may stand behind a street: a page can be made of nothing else. */
const mostBehind = 4

/** The street that ends with the piece at a place; null where there is none. */
export const streetEndingAt = (
  segments: ReadonlyArray<Segment>,
  at: number,
  mayFollow: number = mostBehind
): FoundStreet | null => {
  const text = cleaned(segments[at]?.text ?? "")
  const before = isNear(segments, at - 1, at) ? cleaned(segments[at - 1]?.text ?? "") : ""
  if (text === "") return null
  if (house.test(text)) {
    const isName = before.length >= 4 && !/\d/.test(before) && wordCount(before) <= 6 && !elsewise.test(before)
    return isName && (isNamedStreet(before) || !/^s\/n/i.test(text)) && segments[at - 1]!.line === segments[at]!.line
      ? { street: `${before}, ${text}`, from: at - 1 }
      : null
  }
  if (box.test(text)) {
    const beside = before === "" || mayFollow === 0 ? null : streetEndingAt(segments, at - 1, mayFollow - 1)
    return beside ?? { street: text, from: at }
  }
  if (unit.test(text)) {
    const whole = before !== "" && mayFollow > 0 ? streetEndingAt(segments, at - 1, mayFollow - 1) : null
    if (whole !== null) return { street: `${whole.street}, ${text}`, from: whole.from }
    return null
  }
  if (!isStreet(text) && !isNamedStreet(text)) return null
  // `Unit 4, Mill Lane`, and `Suite 5` above `12 Main Street`.
  const isWhole = isStreet(text)
  const isPart = before !== "" && !elsewise.test(before) && (unit.test(before) || (!isWhole && house.test(before)))
  return isPart ? { street: `${before}, ${text}`, from: at - 1 } : { street: text, from: at }
}
