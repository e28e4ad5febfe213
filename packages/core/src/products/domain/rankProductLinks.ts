/** Which addresses of a site lead to what it sells. */
import { isBeside, mayBePage } from "../../extraction/domain/rankLinks.ts"

const ofProduct =
  /\/(?:products?|produkte?|produits?|productos?|prodott[oi]|produtos?|produkty|items?|p|dp|pd|listing|artikel|sku|goods)\/[^/]+/i
const ofList =
  /\/(?:products|produkte|produits|productos|prodotti|produtos|produkty|sortiment|all)\/?$|\/(?:shop|store|collections?|categor(?:y|ies)|catalog(?:ue)?|boutique|tienda|negozio|loja|sklep|winkel)(?:\/[^/]*)?\/?$/i
const ofPrices = /\/(?:pricing|plans|preise|tarifs|precios|precos|prezzi|prijzen|cennik)\/?$/i
const wordsOfList =
  /^(?:shop|store|products|all products|our products|shop all|collections?|catalog(?:ue)?|sortiment|alle produkte|produkte|boutique|produits|nos produits|tienda|productos|prodotti|produtos|loja|produkty|sklep|pricing|plans|preise|tarifs|precios|商品一覧|产品)$/iu
const numbered = /(?:[-_/]p?\d{4,}|-p-\d+)(?:[-_./]|$)/i
const noGoods =
  /\/(?:blogs?|news|articles?|journal|magazin|about|team|careers?|jobs?|help|support|faq|contact|docs|press|policies|pages|tags?|author)(?:\/|$)/i

/** How surely an address is that of a product, or leads to some; 0 is not at all. @internal */
export const productLinkScore = (url: string, text: string): number => {
  const { pathname } = new URL(url)
  if (pathname === "/" || !mayBePage(url) || isBeside(url) || noGoods.test(pathname)) return 0
  const isGood = ofProduct.test(pathname) && !ofList.test(pathname)
  const byPath = isGood
    ? 3
    : ofPrices.test(pathname)
      ? 2.5
      : ofList.test(pathname)
        ? 2
        : numbered.test(pathname)
          ? 1.5
          : 0
  const byWords = wordsOfList.test(text.trim().slice(0, 60)) ? 1.5 : 0
  return byPath + byWords
}

/** What is worth more than any address: the page says itself that it lists a product there. @internal */
export const listedScore = 4
