/** Products that a page shows side by side and that have no page of their own: each has a name, a price and a button to buy it. */
import type { FactSet } from "../../extraction/domain/FactSheet.ts"
import { isProse } from "../../extraction/domain/leftValues.ts"
import { isBeside } from "../../extraction/domain/rankLinks.ts"
import { parseUrl } from "../../security/domain/parseUrl.ts"
import { together } from "./Assertion.ts"
import { isToBuy } from "./isToBuy.ts"
import { maxProducts, type Product } from "./Product.ts"
import type { ProductPage } from "./ProductPage.ts"
import { shownAssertions } from "./shownAssertions.ts"
import { addressOf } from "./Thing.ts"
import { productFrom } from "./weighAssertions.ts"

const textsOf = ({ facts }: FactSet): ReadonlyArray<string> => facts.map(({ value }) => String(value))

/** Whether a thing is at another address: not where the page is, nor where baskets are filled. */
const hasPage = ({ facts }: FactSet, { url }: ProductPage): boolean =>
  facts.some(({ name, value }) => {
    const parsed = name === "url" ? parseUrl(String(value), url) : null
    return parsed !== null && parsed.pathname !== new URL(url).pathname && !isBeside(parsed.href)
  })

/** What one card says, read as a page of its own. */
const asPage = (page: ProductPage, card: FactSet, heading: string): ProductPage => {
  const lines = textsOf(card)
  return {
    ...page,
    sheet: { ...page.sheet, ...card, text: lines.join("\n"), headings: [], things: [] },
    metadata: { sourceUrl: page.url, finalUrl: page.url },
    names: { ...page.names, heading, title: heading },
    images: [],
    shown: { buttons: lines.filter(isToBuy) },
    lines
  }
}

const productIn = (page: ProductPage, card: FactSet): ReadonlyArray<Product> => {
  const name = card.facts.find((fact) => fact.name === "title")?.value
  if (name === undefined || !textsOf(card).some(isToBuy) || hasPage(card, page)) return []
  const own = asPage(page, card, String(name))
  const isSentence = (text: string) => isProse(text) && !isToBuy(text)
  const [sentence, ...others] = card.facts.filter((fact) => fact.name === "" && isSentence(String(fact.value)))
  const picture = card.facts.find((fact) => fact.name === "image")?.value
  const images = picture === undefined ? null : addressOf(String(picture), page.url)
  const said = together(shownAssertions(own, String(name)), {
    description:
      sentence === undefined || others.length > 0
        ? []
        : [{ value: String(sentence.value), source: "text", place: "card", weight: 0.2 }],
    images: images === null ? [] : [{ value: images, source: "text", place: "card", weight: 0.4 }]
  })
  const product = productFrom(own, String(name), said)
  return product.price === null ? [] : [product]
}

/** Cards that are looked at, and facts of one: a card says little. */
const most = { cards: 300, facts: 60 } as const

/** The products of all cards of a page, as many as one answer has at most. It yields between cards. @internal */
export function* shownCards(page: ProductPage): Generator<void, ReadonlyArray<Product>> {
  const found: Array<Product> = []
  const cards = page.sheet.groups.flatMap(({ items, source }) =>
    source === "block" || source === "list" ? items.filter(({ facts }) => facts.length <= most.facts) : []
  )
  for (const card of cards.slice(0, most.cards)) {
    if (found.length >= maxProducts) break
    found.push(...productIn(page, card))
    yield
  }
  return found
}
