/** Whether a line says nothing but what a thing costs: `Now only £59.00`, and not `You could win £100.00`. */
import type { Fact } from "./FactSheet.ts"
import { isNear } from "./matchNames.ts"
import { nameWords, stemmed } from "./nameWords.ts"
import { placeMoney } from "./readNumber.ts"
import { withoutBesidePrice } from "./saidKinds.ts"

const priceWord =
  /(?:price|cost|preis|prix|precio|prezzo|prijs|preço|preco|cena|pris|価格|价格|售价|가격|цена|ціна|fiyat|hinta|τιμή|السعر)s?$/iu

/** Words that may stand with a price and make it no other. */
const beside = new Set(
  stemmed(
    "the der die das le la el il de het now only just today current currently our your my sale special offer deal new was were before instead regular normal full total final online web selling retail unit each item piece product buy it this for is in stock available here from gbp usd eur chf euro euros dollar dollars pound pounds yen ab nur jetzt heute unser ihr aktuell aktueller statt für auf lager verfügbar sofort lieferbar kaufen neu stück maintenant seulement aujourd hui notre votre au lieu stock disponible pièce ahora sólo solo hoy antes oferta nuestro por ora adesso oggi invece offerta nostro disponibile nu voor onze teraz tylko agora nosso apenas"
  )
)

/** Amounts taken off in percent: `20% off`. */
const percent = /[-−–]?\s?\d{1,2}\s?%(?:\s(?:off|rabatt|discount|de descuento|de réduction|di sconto|korting))?/giu

const areBeside = (text: string, title: ReadonlyArray<string>): boolean =>
  (withoutBesidePrice(text.replace(percent, " ")).match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => {
    if (priceWord.test(word)) return true
    return nameWords(word).every(
      (one) => /^\p{L}$/u.test(one) || beside.has(one) || title.some((of) => isNear(of, one))
    )
  })

/**
 * Whether a fact says by its label, or with no more words than stand beside prices, that `amounts` are what a thing costs. `title` are the words
 * that the thing is called by.
 *
 * @internal
 */
export const isClearPrice = (
  { name, source, value }: Fact,
  amounts: ReadonlyArray<number>,
  title: ReadonlyArray<string>,
  language: string
): boolean => {
  const text = String(value)
  const placed = placeMoney(text, language)
  const told = placed.map(({ amounts: own, start }, at) => ({
    isAsked: own.some((one) => amounts.includes(one.value)),
    ahead: text.slice(placed[at - 1]?.end ?? 0, start)
  }))
  const isLabelClear = source === "text" || areBeside(name, title)
  const isAheadClear = told.every(({ ahead, isAsked }) => !isAsked || areBeside(ahead, title))
  return isLabelClear && isAheadClear && areBeside(text.slice(placed.at(-1)?.end ?? 0), title)
}
