/** What stands beside an amount in one text: whether it is what the thing costs, what it did cost, or what is promised with it. */
import { isSaidBefore } from "../../extraction/domain/nowAndBefore.ts"
import type { BillingFrequency } from "./Product.ts"
import { readFrequency } from "./readBilling.ts"

/** What an amount is by the words before it and behind it. */
export interface AroundPrice {
  readonly is: "price" | "former" | "promise"
  /** Whether more may be asked: `$20+`. */
  readonly isFrom: boolean
  readonly frequency: BillingFrequency | null
  /** Whether a price may as well be what is taken off one. */
  readonly isDoubtful: boolean
}

const shipping =
  /free|gratis|shipping|delivery|postage|versand|liefer|livraison|envío|envio|spedizione|consegna|bezorg|verzend|wysyłk|送料/iu

/** Said with amounts that are not what the product costs. */
const promising = new RegExp(
  `${shipping.source}|spend|over|above|save|sparen|économis|ahorr|risparm|bespaar|coupon|voucher|gift|points|deposit|trade-?in|inzahlungnahme|eintausch|(?:avec|prime) reprise|con permuta|inruil|na troca|\\boff\\b|\\/\\s?\\d|grundpreis|per \\d|pro \\d`,
  "iu"
)

const shippingWords = String.raw`(?:\p{L}{0,20}versand\p{L}{0,20}|lieferung|liefer\p{L}{0,20}|shipping|delivery|postage|p&p|livraison|(?<!\p{L})port(?!\p{L})|envíos?|envios?|frete|spedizione|consegna|verzending|verzendkosten|bezorging|wysyłk\p{L}{0,20}|dostaw\p{L}{0,20})`
const freeWords = String.raw`(?<!\p{L})(?:free|gratis|gratuit[aeos]*|kostenlos\p{L}{0,20}|kostenfrei\p{L}{0,20}|inklusive|darmow\p{L}{0,20}|offerte?s?)`
const plusWords = String.raw`(?<!\p{L})(?:zzgl|zuzüglich|plus|exkl|excl|excluding|inkl|incl|including|inclus|hors|más|escl\p{L}{0,20}|sin|senza|mit|with|avec|con|und|and|et|e|y|\+|&)`

/** Taxes, and the way to the buyer, which cost nothing or more: neither says that the amount is that of the way. */
const besides = new RegExp(
  [
    String.raw`${plusWords}\.?\s+(?:(?:\d+ ?%|\p{L}{1,20}\.?)\s{1,3}){0,4}?${shippingWords}(?:\p{L}{0,20}kosten)?`,
    String.raw`${freeWords}\s{1,3}(?:\p{L}{1,20}\s{1,3}){0,2}?${shippingWords}`,
    String.raw`${shippingWords}\s+(?:is |ist |est )?${freeWords}`,
    "versandkostenfrei|portofrei",
    String.raw`(?:you )?save\s+\d+\s?%|(?:sie )?sparen(?: sie)?\s+\d+\s?%|-?\d+\s?%(?:\s+off|\s+rabatt)?`
  ].join("|"),
  "giu"
)

/** From which amount on something is promised. */
const threshold = /(?:\b(?:ab|from|over|above|dès|desde|da|vanaf|od|min|orders?|de)|à partir de|bestellwert)\.?\s*$/iu

const formerLead =
  /(?:^|[^\p{L}])(?:was|old|before|rrp|msrp|srp|uvp|regular(?:ly)?|reg|originally|compare at|instead(?: of)?|previously|list|retail|statt|vorher|bisher|ehemals|anterior|antes|ancien|au lieu de|conseillé|barré|prima|vecchio|listino|adviesprijs|van|wcześniej|zamiast)\.?(?:[\s-](?:price|preis|prix|precio|prezzo|prijs))?\s*:?\s*$/iu

const perMeasure = /^\s*(?:\/|pro|per|je)\s*(?:\d+\s*)?(?:kg|g|l|ml|cl|m|m²|m³|lb|oz|liter|litre|stück)(?!\p{L})/iu

/** Behind the lowest of several prices, with nothing else but how often it is paid. */
const andMore = /^\+\s*(?:$|(?:\/|per\s|pro\s|par\s|al?\s)\s*\p{L}+\.?\s*$)/iu
const ordering = /order|bestell|commande|pedido|ordin|min\.?\s*$|minimum/iu

/** A part of what is paid, of which there are several. */
const instalment = /\d\s*[x×]\s*(?:à|of|von|de|di)?\s*$/iu

/** Behind an amount that others follow, whose words before them these may be too. */
const directly = new RegExp(String.raw`^\s*(?:off(?!\p{L})|${shippingWords})`, "iu")
/** What an amount is called that is taken off. */
const takenOffWords = String.raw`^(?:\s*|-)(?:less|cheaper|discount|weniger|günstiger|billiger|\p{L}{0,20}rabatt|nachlass|ersparnis|de moins|moins cher|de remise|de réduction|de rabais|menos|más barato|de descuento|in meno|di sconto|korting|goedkoper)(?!\p{L})`
/** Behind what is taken off: `$10 to $20 less`, `10 € Rabatt sichern`. */
const takenOff = new RegExp(takenOffWords, "iu")

/** Behind such a word, where the amount before it is asked: the price by its name, taxes, and how much is taken off. */
const ofWhole = new RegExp(
  [
    String.raw`${takenOffWords}(?:\s{1,3}|-)(?:price|preis|prix|precio|prezzo|prijs)(?!\p{L})`,
    String.raw`${takenOffWords}(?<=less|weniger|menos|meno)\s{1,3}(?:\p{L}{1,8}\s)?(?:tax(?:es)?|vat|gst|mwst|ust|mehrwertsteuer|iva|impuestos|imposte)(?!\p{L})`,
    String.raw`${takenOffWords}\s{0,3}:?\s{0,3}(?:\p{Sc}\s?\d|[-–]?\s?\d{1,6}(?:[.,]\d{1,2})?\s?[%\p{Sc}])`
  ].join("|"),
  "iu"
)

const included =
  "(?:inklusive|included|inbegriffen|enthalten|abgezogen|eingerechnet|inbegrepen|incluse?|comprise?|incluid[oa]|incluso)"

/** The same, where it may be asked or be what is taken off: `99,00 € Rabatt inklusive`, `$40 less than elsewhere`. */
const ofEither = new RegExp(
  [
    String.raw`${takenOffWords}(?<=less|cheaper|weniger|günstiger|billiger|moins|cher|menos|barato|meno|goedkoper)\s{1,3}(?:als|than|dan|que|di)(?!\p{L})`,
    String.raw`${takenOffWords}\s{1,3}(?:is |ist |est )?(?:(?:already|bereits|schon|déjà|ya|già|al|reeds)\s{1,3}(?:applied|deducted|berücksichtigt|appliqué|déduite?|aplicado|applicato|verrekend|${included})|${included})(?!\p{L})`
  ].join("|"),
  "iu"
)

/** The words of the same clause: what is behind a comma or a point speaks of something else. */
const lastClause = (text: string): string => text.split(/[,;|·•\n()]|\.\s/u).at(-1) ?? ""

/** Where an amount stands in its text. */
export interface Surroundings {
  /** What stands between the amount before it, if any, and itself. */
  readonly lead: string
  /** The same up to the next. */
  readonly tail: string
  readonly isFirst: boolean
  readonly isLast: boolean
}

/** What an amount is. @internal */
export const aroundPrice = ({ isFirst, isLast, lead, tail }: Surroundings): AroundPrice => {
  const before = lastClause(lead)
  const frequency = readFrequency(tail.split(/[,;|·•\n]/u)[0] ?? "")
  const isFrom = isLast && andMore.test(tail) && !ordering.test(before)
  const isDoubtful = ofEither.test(tail)
  // What stands behind a colon at its end is the amount that follows.
  const isWhole = isDoubtful || ofWhole.test(tail) || (!isLast && /:\s*$/u.test(tail))
  const is = (kind: AroundPrice["is"]): AroundPrice => ({ is: kind, isFrom, frequency, isDoubtful })
  if (formerLead.test(before) || isSaidBefore(lead)) return is("former")
  const isMore = !isFrom && /^\+(?!\s*(?:vat|tax|mwst|tva|iva))/iu.test(tail)
  if (instalment.test(before) || promising.test(before) || isMore || (takenOff.test(tail) && !isWhole))
    return is("promise")
  if (!(isFirst && isLast) && perMeasure.test(tail)) return is("promise")
  if (!isLast) return is(directly.test(tail) ? "promise" : "price")
  const rest = tail.replace(besides, " ")
  const isFreeFrom = rest !== tail && threshold.test(before) && shipping.test(tail)
  return is(isFreeFrom || promising.test(rest) ? "promise" : "price")
}
