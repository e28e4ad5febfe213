/** Pages that were read, for rules of products. */
import type { FactSheet, PageThing } from "../../src/extraction/domain/FactSheet.ts"
import type { ReadProductPage } from "../../src/products/domain/ProductPage.ts"
import { productOf } from "../../src/products/domain/productOf.ts"

export const url = "https://shop.example/products/mug"

export const sheet = (given: Partial<FactSheet> = {}): FactSheet => ({
  url,
  title: "Mug",
  language: "en-IE",
  text: "",
  isCut: false,
  facts: [],
  lists: [],
  groups: [],
  ...given
})

export const linked = (said: PageThing["said"], source: PageThing["source"] = "json-ld"): PageThing => ({
  source,
  name: "",
  said
})

export const heading = (text: string) => ({
  name: "title",
  value: text,
  source: "heading" as const,
  context: "",
  quote: text
})

export const shownPrice = (text: string, name = "price", context = "") => ({
  name,
  value: text,
  source: "text" as const,
  context,
  quote: text
})

/** What a page sells, and in how many pieces that is found. */
export const inPieces = (read: ReadProductPage) => {
  const work = productOf(read)
  for (let pieces = 1; ; pieces += 1) {
    const step = work.next()
    if (step.done === true) return { verdict: step.value, pieces }
  }
}

export const judged = (given: Partial<ReadProductPage> = {}) =>
  inPieces({ url, sheet: sheet(), metadata: { sourceUrl: url, finalUrl: url }, images: [], shown: {}, ...given })
    .verdict

/** What a page sells whose JSON-LD is a mug with this beside its name. */
export const mug = (said: PageThing["said"], facts: FactSheet["facts"] = []) =>
  judged({
    sheet: sheet({
      facts: [heading("Mug"), ...facts],
      things: [linked({ "@type": "Product", name: "Mug", offers: {}, ...said })]
    })
  }).product
