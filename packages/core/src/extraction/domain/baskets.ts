/**
 * What a shop says of the basket of whoever looks at a page: what is in it now is no price of what the page is about.
 *
 * **Details.** A button to fill it is none of that: `Add to basket – £64.00` says a price.
 */
import type { Fact, FactSet } from "./FactSheet.ts"
import { stemmed } from "./nameWords.ts"
import { placeMoney } from "./readNumber.ts"

const names =
  "(?:shopping |einkaufs)?(?:cart|basket|trolley|bag)|warenk[oö]rbe?|einkaufs(?:wagen|korb)|panier|(?:carrito|cesta|bolsa)(?: de (?:la )?compra)?|carrello|carrinho(?: de compras)?|winkel(?:wagen|mand(?:je)?)|koszyk|(?:ind)?k[uø]bskurv|(?:handle|indkøbs)?kurv|varukorg(?:en)?|kundvagn(?:en)?|handlekurv|ostoskori|košík|kosár|sepet(?:im)?|coș(?:ul)?(?: de cumpărături)?|корзина|кошик|количка|καλάθι|giỏ hàng|keranjang|السلة|سبد خرید|עגלה|ตะกร้า|カート|买物篮|购物车|購物車|장바구니"
const owners =
  "my|your|the|view|shopping|mein|ihr|dein|zum|der|mon|votre|mi|tu|su|il tuo|o seu|meu|jouw|mijn|twój|min|din"
const items =
  "items?|products?|articles?|artikel(?:n|en)?|produkte?n?|produits?|art[ií]culos?|productos?|articol[oi]|prodott[oi]|itens|produtos?|producten|produkt(?:y|ów)|varor|varer|tuotetta|items?\\s?in|товар\\p{L}*|点|件|개"
const sums =
  "total|subtotal|sub-total|sum|summe|gesamt|zwischensumme|sous-total|totale|totaal|suma|is empty|empty|leer|vide|vac[ií][oa]|vuoto|vazio|leeg"

const calls = new RegExp(String.raw`(?<!\p{L})(?:${names})(?!\p{L})`, "iu")
const known = new RegExp(
  String.raw`(?<!\p{L})(?:${names}|${owners}|${items}|${sums}|in|im|de|du|del|della|do|dans|nel|en|no|i|w|le|la|el|il|o)(?!\p{L})`,
  "giu"
)

/** Whether a text has such words and no others. */
const isAbout = (text: string): boolean => {
  const left = text.replaceAll(known, " ")
  return left !== text && !/\p{L}/u.test(left)
}

const ofOne = new RegExp(String.raw`(?<!\p{L})(?:${owners}|${items}|${sums})(?!\p{L})`, "iu")
const counts = new RegExp(String.raw`^\s*\(?0\)?\s(?:${items})(?!\p{L})[^\p{L}]*$`, "iu")

/** What most texts of pages lack, which are looked at no further. */
const mayBe = new RegExp(String.raw`(?:^|\s)\(?0\)?\s\p{L}|(?<!\p{L})(?:${names})(?!\p{L})`, "iu")

/** Longest text that is one of a basket alone. */
const longest = 60

/** Text without its amounts, and whether all of them are nothing; null where it has none. */
const withoutMoney = (text: string): { readonly rest: string; readonly isNothing: boolean } | null => {
  const placed = placeMoney(text, "")
  if (placed.length === 0) return null
  let rest = text
  for (const { end, start } of placed.toReversed()) rest = `${rest.slice(0, start)} ${rest.slice(end)}`
  return { rest, isNothing: placed.every(({ amounts }) => amounts.every(({ value }) => value === 0)) }
}

/** Whether a short text says nothing but what is in a basket: `Basket (0) £0.00`, `0 items – £0.00`. @internal */
export const isOfBasket = (text: string): boolean => {
  if (text.length > longest || !/\p{Nd}/u.test(text) || !mayBe.test(text)) return false
  const said = withoutMoney(text)
  if (said === null) return false
  const rest = said.rest.replaceAll(/[()[\]]/g, " ")
  if (said.isNothing && counts.test(rest)) return true
  // What is sold may be a basket too.
  return (said.isNothing || /\d/.test(rest) || ofOne.test(rest)) && calls.test(rest) && isAbout(rest)
}

/** Whether the text of a link into a basket says no more than what is in it: one that says more may be there to buy with. @internal */
export const isBasketLink = (text: string): boolean => {
  const rest = withoutMoney(text.slice(0, longest * 2))?.rest ?? text
  return text.length <= longest && (!/\p{L}/u.test(rest) || isAbout(rest))
}

/** Whether a short text calls a basket, and nothing else: `Your basket`, `Warenkorb (2)`. @internal */
export const isBasketName = (text: string): boolean => text.length <= longest && calls.test(text) && isAbout(text)

const path =
  /\/(?:(?:shopping-?)?(?:cart|basket|bag)|minicart|warenkorb|einkaufswagen|panier|carrito|cesta|carrello|carrinho|winkel(?:wagen|mand(?:je)?)|koszyk|kurv|varukorg|kundvagn|handlekurv|ostoskori|kosik|kosar|sepet(?:im)?)(?:\.\w{2,5})?\/?$/i

/** Whether an address is that of a basket: one that puts something into it says what. @internal */
export const isBasketPath = (address: string): boolean => {
  const [at = ""] = address.trim().slice(0, 500).split("#")
  const [where = "", query = ""] = at.split("?")
  return !/add|buy|item|product|id=/i.test(query) && path.test(where)
}

const part =
  /^(?:(?:site|header|mini|nav|top|widget|shop|off-?canvas|side|floating|sticky|ajax)[-_]+(?:header[-_]+|shopping[-_]+)?(?:cart|basket|bag)|mini(?:cart|basket|bag)|(?:shopping[-_]+)?(?:cart|basket|bag)[-_]+(?:contents?|drawer|preview|summary|widget|flyout|dropdown|sidebar|total|totals|count|link|icon|toggle|header))$/i

/** Whether names of an element say that it is a basket beside the page: `mini-cart`. @internal */
export const isBasketPart = (name: string): boolean => part.test(name)

/** What contexts of facts say of those that stand in a basket beside the page, and of those at the head of its site. */
export const inBasket = "in-basket"
export const inMasthead = "in-masthead"

const saysBasket = new RegExp(String.raw`(?<!\S)${inBasket}(?!\S)`)
const saysMasthead = new RegExp(String.raw`(?<!\S)${inMasthead}(?!\S)`)

/** Where a fact stands beside what its page is about; null for all others. @internal */
export const besideOf = ({ context, quote, source }: Fact): "basket" | "masthead" | null => {
  if (source === "json-ld" || source === "microdata" || source === "metadata" || source === "state") return null
  if (saysBasket.test(context) || isOfBasket(quote)) return "basket"
  return saysMasthead.test(context) ? "masthead" : null
}

const basketWords: ReadonlySet<string> = new Set(
  stemmed("basket cart bag trolley order checkout warenkorb panier carrito cesta carrello carrinho winkelwagen koszyk")
)

/** Whether words of a property ask for what is in a basket. @internal */
export const asksBasket = (words: ReadonlyArray<string>): boolean => words.some((word) => basketWords.has(word))

/** Whether a page is that of a basket, by its heading; each is looked at once. */
const pages = new WeakMap<FactSet, boolean>()

/** @internal */
export const isBasketPage = (set: FactSet): boolean => {
  const known = pages.get(set)
  if (known !== undefined) return known
  const heading = set.facts.find(({ name, source }) => source === "heading" && name === "title")
  const isOne = heading !== undefined && isBasketName(String(heading.value))
  pages.set(set, isOne)
  return isOne
}
