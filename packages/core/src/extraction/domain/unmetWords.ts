/**
 * Words of a property that make it another than what a page says: a wholesale price is not the price, and a birth date not any date.
 * Every word does that which nothing at the value says, but for those that add nothing.
 */
import { type FieldWords, isNear, type LabelWords, strictOf } from "./matchNames.ts"
import { stemmed } from "./nameWords.ts"
import { areOpposed, isNegator } from "./polarity.ts"
import type { Wanted } from "./readTyped.ts"
import { areRelatives, speaksOf } from "./relatives.ts"

const setOf = (words: string): ReadonlySet<string> => new Set(stemmed(words))

/** What every page is of, in names of things; and what says that no other one is meant. */
const nothing = setOf(
  "product item article event course book recipe movie film game model property listing album podcast company organization organisation business firm unternehmen firma empresa entreprise shop store site website page web object entity this current now actual main primary official overall general latest final exact real full complete unit single default display key top all available supported customer contact name value number num id date day time url uri link href email mail type kind info information detail data text note string formatted raw period duration term is has can does was are have had offers ticket"
)

/** Things that are paid for, of which a page has often the price of another: one of them adds nothing where nothing else is said. */
const paidThings = setOf("event course ticket")
/** What is said with the price of such a thing, and makes no other of it. */
const besidePaid = setOf(
  "price prices cost costs fee fees rate ticket tickets admission entry entrance standard regular general full normal adult adults person persons people head participant each all free only just now today book here buy register registration online door at incl including plus vat tax taxes usd eur gbp chf euro euros dollar dollars pounds preis kosten kostet eintritt karte karten erwachsene person personen teilnehmer ab nur pro je inkl inklusive zzgl mwst jetzt ticketpreis billet billets entree tarif plein adulte adultes personne prix partir des seulement par tva entrada entradas precio adulto adultos persona personas desde solo iva biglietto biglietti ingresso prezzo intero adulti quota prijs toegang kaartje kaartjes volwassene volwassenen personen vanaf btw bilhete bilhetes ingressos preco inteira pessoa partir inscricao kr zl"
)

/** What names of numbers end with. */
const ofNumbers = setOf("count total amount sum quantity rate score percent percentage level")
/** What names of texts end with. */
const ofTexts = setOf("description summary policy condition content label hour code")
/** What asks whether something is there. */
const ofFlags = setOf(
  "available included supported offered provided allowed possible enabled accepted option feature service"
)

/** What a name says that counts things, such as offers with a price. */
const ofCounts = setOf("count counts number numbers anzahl nombre numero quantity qty")

const ofReviews = setOf("review reviews bewertungen avis resenas recensioni comments opinions レビュー")
const ofMarks = setOf("rating score stars average mark note puntuacion 評価 value")

/** A fee for booking is one of its own, though its word has the stem of a book, which any page may be of. */
const [booking] = stemmed("booking")
const fees = setOf("fee charge surcharge")

/** Endings that change a word and not what it names. */
const endings = /^(?:s|n|en|er|ed|d|or|ion|ation|ment|al|ity|nes|abl|abilit|in|isch|lich|ung|ungen)$/

const addsNothing = (
  word: string,
  { unit, ...wanted }: Wanted,
  { isFlag = false }: FieldWords,
  kind: string
): boolean => {
  if (word === booking && wanted.isMoney && wanted.words.some((one) => fees.has(one))) return false
  if (nothing.has(word)) return true
  // Words that turn it round are weighed where yes and no are read.
  if (isFlag) return ofFlags.has(word) || word === "out" || isNegator(word, 0, [word, ""])
  if (wanted.isMoney || wanted.isCurrency) {
    if (speaksOf([word], "price") || speaksOf([word], "currency") || /^(?:usd|eur|gbp|chf|jpy|cod|cent)$/.test(word))
      return true
  } else if (kind === "number" && ofNumbers.has(word)) return true
  if (wanted.isEmail && speaksOf([word], "address")) return true
  if (wanted.isPhone && speaksOf([word], "phone")) return !/^(?:mobil|fax|cel|hand)/.test(word)
  return kind === "text" && ofTexts.has(word)
}

/** Kinds of one thing that its other names do not tell apart: any number may be called. */
const kinds: ReadonlyArray<ReadonlySet<string>> = [
  setOf("mobile mobil handy cell cellular cellphone movil cellulare portable gsm"),
  setOf("fax telefax")
]

/** Whether a word is said by another one: by itself, by one that means the same, or as a part of a longer one. */
const isSaid = (word: string, one: string, addsNothing: (word: string) => boolean): boolean => {
  const own = kinds.find((kind) => kind.has(word))
  if (own !== undefined) return own.has(one)
  if (isNear(word, one)) return true
  if (areOpposed(word, one)) return false
  if (one.length >= 4 && word.startsWith(one)) {
    const rest = word.slice(one.length)
    if (/^(?:isbn|ean|gtin|upc)$/.test(one) && /^\d{1,2}$/.test(rest)) return true
    return endings.test(rest) || addsNothing(rest)
  }
  // What a compound ends with says the kind alone: a last name is not the name.
  if (one.length >= 4 && word.endsWith(one)) return addsNothing(word.slice(0, -one.length))
  return word.length >= 4 && (one.startsWith(word) || one.endsWith(word))
}

/** Words of a property that a label does not say; null where the label is of something else. @internal */
export const unmetWords = (
  field: FieldWords,
  { context, name }: LabelWords,
  { kind, wanted }: { readonly kind: string; readonly wanted: Wanted }
): ReadonlyArray<string> | null => {
  const counts = (words: ReadonlyArray<string>) => words.some((word) => ofCounts.has(word))
  if (kind === "number" && (wanted.isMoney || wanted.isMark) && counts(name) && !counts(field.name)) return null
  // How many have said something is no mark, though both are called reviews.
  const isOfReviews = (words: ReadonlyArray<string>) =>
    words.some((word) => ofReviews.has(word)) && !words.some((word) => ofMarks.has(word))
  if (kind === "number" && wanted.isMark && isOfReviews(name) && !field.name.some((word) => ofReviews.has(word)))
    return null
  const isEmpty = (word: string) => addsNothing(word, wanted, field, kind)
  const unitWords = wanted.unit === null ? [] : wanted.words.slice(-1)
  return field.name.filter(
    (word) =>
      !isEmpty(word) &&
      // Words of time and order are weighed by themselves.
      strictOf(word) === undefined &&
      !unitWords.includes(word) &&
      field.nouns?.includes(word) !== true &&
      !name.some(
        (one) =>
          // A word that says one of them says no other one: of `job title` and `title` the job is not said.
          (one === word || !field.name.includes(one)) &&
          (isSaid(word, one, isEmpty) || (field.isFlag === true && areOpposed(word, one)))
      ) &&
      !context.some((one) => isSaid(word, one, isEmpty))
  )
}

/** Whether some word that a label does not say is said nowhere else at the value. `said` is what stands there. @internal */
export const isUnsaid = (field: FieldWords, left: ReadonlyArray<string>, said: ReadonlyArray<string>): boolean => {
  const words = said.filter((one) => !field.name.includes(one) || left.includes(one))
  return left.some((word) => !words.some((one) => word === one || areRelatives(word, one)))
}

/**
 * Whether an amount without a label, such as one of a sentence, speaks of other things than the one that a property asks the price of: donors
 * give no price of a ticket, and neither is that of a mug one.
 *
 * @internal
 */
export const isPriceOfOther = (
  { name: asked }: FieldWords,
  { name, context }: LabelWords,
  said: ReadonlyArray<string>
): boolean => {
  const things = asked.filter((word) => paidThings.has(word))
  const isOwn = (word: string) => things.some((thing) => word === thing || areRelatives(word, thing))
  if (things.length === 0 || things.some((thing) => name.includes(thing)) || said.some((word) => things.includes(word)))
    return false
  // The passage is part of what stands around it: what is there once more is what the page or its part is called.
  const around = new Map<string, number>()
  for (const word of context) around.set(word, (around.get(word) ?? 0) + 1)
  for (const word of said) around.set(word, (around.get(word) ?? 0) - 1)
  return said.some(
    (word) =>
      /^\p{L}{2,}$/u.test(word) &&
      !besidePaid.has(word) &&
      !asked.includes(word) &&
      !isOwn(word) &&
      (around.get(word) ?? 0) < 1
  )
}
