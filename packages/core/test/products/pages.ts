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

export const judged = (given: Partial<ReadProductPage> = {}) =>
  productOf({ url, sheet: sheet(), metadata: { sourceUrl: url, finalUrl: url }, images: [], shown: {}, ...given })

/** What a page sells whose JSON-LD is a mug with this beside its name. */
export const mug = (said: PageThing["said"], facts: FactSheet["facts"] = []) =>
  judged({
    sheet: sheet({
      facts: [heading("Mug"), ...facts],
      things: [linked({ "@type": "Product", name: "Mug", offers: {}, ...said })]
    })
  }).product
