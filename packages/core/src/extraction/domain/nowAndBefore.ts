/**
 * Which amounts of a text are asked now, and which were before, as the words beside them say.
 *
 * **Details.** Nobody here knows which day it is: *until 31 March $5* may be asked still. It is asked no more where the same text says what is
 * asked now, or where nothing but a year stands behind *until*, as those write it who look back, and that year is surely over or a verb of
 * the past stands behind it.
 */
import { isSurelyOver } from "./askedTime.ts"
import { type PlacedNumber, placeNumbers } from "./readNumber.ts"
import { type TaxSide, taxSidesIn } from "./taxSide.ts"

const lead = String.raw`(?<!\p{L})(?:`
const tail = String.raw`)\s?(?:price|preis)?\s?[:：]?\s?[\p{Sc}(]?\s?$`
/** What stands right before an amount that is asked no more, and before one that is taken off. */
const formerly = new RegExp(
  String.raw`${lead}was|were|old|before|previously|formerly|original|originally|orig\.|regular|regularly|reg\.|list|rrp|msrp|srp|compare at|instead of|uvp|uvp:|unverb\. preisempf\.|statt|vorher|früher|war|bisher|bislang|ursprünglich|alter|au lieu de|avant|ancien|antes|en lugar de|en vez de|prima|anziché|invece di|in plaats van|van|adviesprijs|zamiast|wcześniej|tidigare|ord\.|ordinarie|em vez de|通常価格|定価|原价${tail}`,
  "iu"
)
const saved = new RegExp(
  `${lead}save|you save|saving|savings|sparen|spare|sie sparen|économisez|ahorra|risparmi|bespaar${tail}`,
  "iu"
)

const amountAhead = String.raw`\s?[:：]?\s?[\p{Sc}(]?\s?$`
/** Words that may stand before an amount and add nothing. */
const few = String.raw`(?:\s(?:only|just|about|around|roughly|some|for|at|as low as|it|us|you|nur|noch|etwa|rund|ca\.|uns|sie|es|de|à|environ|seulement|unos|solo|sólo|di|circa|soltanto|em|por))`

/** What a thing cost, in words of the past. */
const cost = new RegExp(
  String.raw`(?<!\p{L})(?:(?<!(?:be|is|are|been|was|were)\s)used to (?:be|cost|charge|sell|pay)|(?:was|were|had been) (?:priced|sold|listed|offered)|(?:was|were|war(?:en)?|[eé]tai(?:en)?t|eran?)(?=${few})|(?:once|previously|formerly|originally) (?:cost|paid|charged|priced|sold|listed|offered)|in the past|kosteten?|betrug(?:en)?|co[uû]tai(?:en)?t|costaban?|costavano?|custavam?|custou|kostte|kostade|kostede|kosztował\p{L}*|стоил\p{L}*|раньше)${few}{0,2}${amountAhead}`,
  "iu"
)

const until = "(?:until|till|bis|jusqu['’](?:en|à|au)|hasta|fino al?|até|tot|fram till|indtil)"
const edge = String.raw`(?:(?:the )?(?:end|start|beginning|middle|ende|anfang|mitte|la fin|fin|finales|fine|início|eind)\s(?:of\s|de\s|di\s|d['’])?)?`
/** What is round is a size as likely as a year. */
const year = String.raw`(?:19|20)(?!00)\d\d(?![\d/.-]\d|\d)`
const clause = String.raw`,?\s(?:it|the|this|that|we|they|you|was|were|cost|paid|es|sie|er|der|die|das|wir|war|lag|kostete|betrug|il|elle|le|la|on|el|los|las)(?!\p{L})(?:\s\p{L}[\p{L}'’]*){0,4}`
/** *Until 2024 it was $5*, where nothing else stands before it that holds until then. */
const untilYear = new RegExp(
  String.raw`(?:^|[.!?;:(]\s?|(?<!\p{L})(?:price|preis|prix|precio|fee)\s)${until}\s${edge}(?<year>${year})[,)]?(?<clause>${clause})?${amountAhead}`,
  "iu"
)
/** A verb of the past in the clause behind a year. */
const pastVerb =
  /(?<!\p{L})(?:was|were|had|cost|paid|charged|used to|war(?:en)?|lag(?:en)?|kosteten?|betrug(?:en)?|zahlten?|[eé]tai(?:en)?t|co[uû]tai(?:en)?t|costaban?|costavano?|costava|era[n]?|kostte|kostade)(?!\p{L})/iu

/** Whether all that holds is said to have held until a year that is over. */
const heldUntil = (ahead: string): boolean => {
  const { groups } = untilYear.exec(ahead) ?? {}
  return groups !== undefined && (isSurelyOver(Number(groups.year)) || pastVerb.test(groups.clause ?? ""))
}
/** What comes behind that day. */
const andThen =
  /(?<!\p{L})(?:then|afterwards|after that|dann|danach|ensuite|puis|después|luego|poi|dopo|depois|daarna)(?!\p{L})/iu
/** Until any day, before an amount and behind one. */
const untilAhead = new RegExp(String.raw`(?<!\p{L})${until}\s[^.!?;]{1,60}$`, "iu")
const untilBehind = new RegExp(String.raw`^\s?\(?${until}\s`, "iu")

const present =
  "now|current(?:ly)?|today|at present|at the moment|nowadays|these days|since then|jetzt|aktuell\\p{L}*|derzeit|heute|nun|inzwischen|mittlerweile|seither|seitdem|maintenant|désormais|actuellement|aujourd['’]hui|ahora|actualmente|hoy|adesso|attualmente|oggi|agora|atualmente|hoje|tegenwoordig|momenteel|teraz|obecnie|сейчас|теперь"
/** *It now costs*, *now only*. */
const nowAhead = new RegExp(
  String.raw`(?<!\p{L})(?:${present})(?!\p{L})(?:[,:]?\s\p{L}[\p{L}'’]*){0,3}${amountAhead}`,
  "iu"
)
const nowBehind = new RegExp(String.raw`^\s?\(?(?:${present})(?!\p{L})`, "iu")
/** Nothing but that stands between what was asked and what is. */
const onlyNow = new RegExp(
  String.raw`^[\s,;–—-]*(?:${present})(?!\p{L})(?:[\s:]|only|just|nur|noch|for|für|seulement|solo|sólo|por|slechts)*[\p{Sc}(]?\s?$`,
  "iu"
)

const object = String.raw`(?:\s[\p{L}\d]+){0,4}\s(?:from|von|de|da|desde)\s?$`
/** *Raised from $5*, *reduced from $9*. */
const raised = new RegExp(
  String.raw`(?<!\p{L})(?:raised|increased|rose|went up|erhöht|gestiegen|stieg|angehoben|augmentée?s?|subió|aumentó|aumentat[oaie])${object}`,
  "iu"
)
const reduced = new RegExp(
  String.raw`(?<!\p{L})(?:reduced|lowered|dropped|cut|fell|went down|gesenkt|gesunken|sank|baissée?s?|réduite?s?|bajó|redujo|ridott[oaie])${object}`,
  "iu"
)
const changedTo = /^\s?(?:to|auf|à|a)\s?$/iu

/** Whether an amount is what another was before it changed. */
const isLeftBehind = (lead: string, tail: string, before: number, after: number | undefined): boolean =>
  after !== undefined &&
  changedTo.test(tail) &&
  // In German a range is *von bis*, and *von auf* a change.
  ((before < after && raised.test(lead)) ||
    (before > after && reduced.test(lead)) ||
    (/auf/i.test(tail) && /(?<!\p{L})von\s?$/iu.test(lead)))

type Kind = "now" | "before" | "saved"

interface Said {
  readonly ahead: string
  readonly behind: string
  readonly kind: Kind
  /** Whether words say that it is asked now. */
  readonly isNow: boolean
}

/** Whether words of the past stand right before an amount. @internal */
export const isSaidBefore = (ahead: string): boolean =>
  !nowAhead.test(ahead) && (cost.test(ahead) || (heldUntil(ahead) && !andThen.test(ahead)))

/**
 * Whether a price was reduced from an amount, as Brazil writes it: *De R$ 399,90 por R$ 299,90*, in one text or in two. Elsewhere *de* begins a
 * range, and does there as well where one follows.
 *
 * @internal
 */
export const isReducedFrom = (ahead: string, behind: string, language: string, currency: string | null): boolean =>
  (currency === "BRL" || /^pt(?![a-z])/i.test(language)) &&
  /^\s*de\s?:?\s?$/i.test(ahead) &&
  !/^\s?(?:a|à|até|[-–—])\s?$/i.test(behind)

/** Whether nothing but a word of now stands between two amounts, so that the first is left behind. @internal */
export const isNowAlone = (between: string): boolean => onlyNow.test(between)

const saidOf = (text: string, placed: ReadonlyArray<PlacedNumber>, index: number, language: string): Said => {
  const { end, number, start } = placed[index]!
  const next = placed[index + 1]
  const ahead = text.slice(index === 0 ? 0 : placed[index - 1]!.end, start)
  const behind = text.slice(end, next?.start ?? text.length)
  // The word right before an amount goes before what stands further off: *now reduced, was $50*.
  const nearest = saved.test(ahead) ? "saved" : formerly.test(ahead) ? "before" : null
  if (nearest !== null) return { ahead, behind, kind: nearest, isNow: false }
  if (nowAhead.test(ahead)) return { ahead, behind, kind: "now", isNow: true }
  if (number.isMoney && isReducedFrom(ahead, behind, language, number.currency))
    return { ahead, behind, kind: "before", isNow: false }
  const isOver = isSaidBefore(ahead) || isLeftBehind(ahead, behind, number.value, next?.number.value)
  if (isOver) return { ahead, behind, kind: "before", isNow: false }
  // What stands right before the next amount is of that.
  const isOfNext = next !== undefined && nowAhead.test(behind)
  return { ahead, behind, kind: "now", isNow: nowBehind.test(behind) && !isOfNext }
}

const kindsOf = (text: string, placed: ReadonlyArray<PlacedNumber>, language: string): ReadonlyArray<Kind> => {
  // Both ends of a range are asked at one time.
  const firsts = placed.filter(({ start }, index) => placed[index - 1]?.start !== start)
  const all = firsts.map((_, index) => saidOf(text, firsts, index, language))
  const saysNow = all.some(({ isNow }) => isNow)
  const kinds = all.map(({ ahead, behind, isNow, kind }, index): Kind => {
    if (kind !== "now" || isNow || !saysNow) return kind
    const isLeft = all[index + 1]?.isNow === true && onlyNow.test(behind)
    return isLeft || untilAhead.test(ahead) || untilBehind.test(behind) ? "before" : "now"
  })
  return placed.map(({ start }) => kinds[firsts.findIndex((one) => one.start === start)]!)
}

/** How much more an amount with the tax may be than one without it. */
const mostTaxed = 1.35
const inParentheses = /^\s?[(\uff08][^)\uff09]*$/u

/** On which side each amount is: one that says nothing is without the tax where parentheses right behind it have it with the tax. */
const sidesIn = (text: string, placed: ReadonlyArray<PlacedNumber>): ReadonlyArray<TaxSide | null> => {
  const sides = taxSidesIn(text, placed)
  return sides.map((side, at) => {
    const [one, next] = [placed[at]!, placed[at + 1]]
    if (side !== null || next === undefined || sides[at + 1] !== "with") return side
    const [own, taxed] = [one.number.value, next.number.value]
    const isBeside = inParentheses.test(text.slice(one.end, next.start))
    return isBeside && own < taxed && taxed <= own * mostTaxed ? "without" : null
  })
}

/** The amounts on one side of the tax; all where the text tells none. */
const onTaxSide = (
  text: string,
  placed: ReadonlyArray<PlacedNumber>,
  asked: TaxSide | null
): ReadonlyArray<PlacedNumber> => {
  const sides = sidesIn(text, placed)
  const wanted = asked ?? (sides.includes("with") && sides.includes("without") ? "with" : null)
  if (wanted === null || sides.every((side) => side === null)) return placed
  const meant = placed.filter((_, at) => sides[at] === wanted)
  // Beside one without the tax, one that says nothing is with it.
  return meant.length === 0 && wanted === "with" ? placed.filter((_, at) => sides[at] === null) : meant
}

/**
 * The amounts in a text by whether they are asked now or were before; neither are those that one saves. Of amounts with the tax and without it
 * those on the side that is asked for, and where neither is those with it.
 *
 * @internal
 */
export const nowAndBefore = (text: string, language: string, taxSide: TaxSide | null = null) => {
  const placed = onTaxSide(text, placeNumbers(text, language), taxSide)
  const kinds = kindsOf(text, placed, language)
  const of = (kind: "now" | "before") => placed.filter((_, index) => kinds[index] === kind).map(({ number }) => number)
  return { now: of("now"), before: of("before") }
}

/** Whether what stands right before an amount says that it is asked now. @internal */
export const isSaidNow = (before: string): boolean => nowAhead.test(before)

/** Whether a sentence says how something was before. @internal */
export const isOver = (text: string): boolean =>
  /(?<![\p{L}])(?:until|till|formerly|previously|used to|no longer|originally|bis|früher|ehemals|jusqu['’]\p{L}+|auparavant|hasta|antes)(?![\p{L}])/iu.test(
    text
  )

const past =
  /(?<!\p{L})(?:was|were|had been|back then|kosteten?|betrug(?:en)?|(?:preise?|eintritt|gebühr|beitrag|tarif)\s+war(?:en)?|damals|co[uû]tai(?:en)?t|[eé]tai(?:en)?t|costaban?|costavano?|custavam?|custou|fue(?:ron)?|kostte|kostade)(?!\p{L})/iu
const presentAhead = new RegExp(
  String.raw`(?<!\p{L})(?:is|are|costs?|ist|sind|beträgt|kostet|kosten|est|sont|coûten?t?|cuestan?|costa|custa)${few}{0,2}${amountAhead}`,
  "iu"
)

/** Whether a sentence speaks of what was. @internal */
export const speaksOfBefore = (text: string): boolean => isOver(text) || past.test(text)

/** Whether a sentence speaks of what was asked before, by itself and by what stands right before its amount. @internal */
export const wasAsked = (text: string, before: string): boolean =>
  !isSaidNow(before) && (isOver(text) || (past.test(text) && !presentAhead.test(before)))
