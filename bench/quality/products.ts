/**
 * `node bench/quality/products.ts`: whether pages are told to be those of a product, and what of it is found, right and invented, by half
 * and field.
 *
 * `--list` names what is wrong in the half that was tuned on; of the other half nothing is named, by no option.
 */
import { parseArgs } from "node:util"
import { FactReader } from "@kittiwake/core/extraction/FactReader"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import type { Product } from "@kittiwake/core/products/domain/Product"
import * as HtmlFactReader from "@kittiwake/html/FactReader"
import * as HtmlPageReader from "@kittiwake/html/PageReader"
import { Effect, Layer } from "effect"
import { inThreadTurns } from "../../packages/core/src/organizations/inThreadTurns.ts"
import { platformOf } from "../../packages/core/src/products/domain/marketplaces.ts"
import { productOf } from "../../packages/core/src/products/domain/productOf.ts"
import { productRules } from "../../packages/core/src/products/domain/shownRules.ts"
import { type Half, halves, type Label, type LabelledPage, pagesOf } from "./products/pages.ts"

const { values } = parseArgs({ options: { list: { type: "boolean", default: false } } })

/** As the product reads them. */
const read = Effect.fnUntraced(function* ({ html, url }: LabelledPage) {
  const shaped = yield* (yield* PageReader).shape({
    html,
    sourceUrl: url,
    finalUrl: url,
    includeSelectors: [],
    excludeSelectors: [],
    mainContentOnly: false,
    frames: null,
    markdown: null,
    wantsHtml: false,
    wantsMetadata: true,
    wantsLinks: true,
    wantsImages: true,
    extract: productRules(platformOf(url))
  })
  const sheet = yield* (yield* FactReader).read({ html, url, tellsThings: true })
  return yield* inThreadTurns(
    productOf({
      url,
      sheet,
      metadata: shaped.metadata ?? { sourceUrl: url, finalUrl: url },
      images: shaped.images,
      shown: shaped.extracted ?? {}
    })
  )
})

/** Fields, whether a label that does not name them says that there is nothing, and what is there. */
const fields: ReadonlyArray<{
  readonly name: keyof Label
  readonly isAlways: boolean
  readonly of: (product: Product) => unknown
}> = [
  { name: "name", isAlways: false, of: ({ name }) => name },
  { name: "price", isAlways: true, of: ({ price }) => price },
  { name: "regular_price", isAlways: true, of: ({ regularPrice }) => regularPrice },
  { name: "currency", isAlways: true, of: ({ currency }) => currency },
  { name: "availability", isAlways: true, of: ({ availability }) => availability },
  { name: "sku", isAlways: false, of: ({ sku }) => sku },
  { name: "category", isAlways: false, of: ({ category }) => category },
  { name: "billing_frequency", isAlways: true, of: ({ billingFrequency }) => billingFrequency },
  { name: "pricing_model", isAlways: true, of: ({ pricingModel }) => pricingModel },
  { name: "dimensions", isAlways: false, of: ({ dimensions }) => dimensions },
  { name: "features", isAlways: false, of: ({ features }) => features.length },
  { name: "images", isAlways: false, of: ({ images }) => images.length },
  { name: "variants", isAlways: false, of: ({ variants }) => variants.length }
]

const isSame = (name: keyof Label, wanted: unknown, found: unknown): boolean =>
  name === "images" || name === "features"
    ? Number(found) >= Number(wanted)
    : JSON.stringify(found) === JSON.stringify(wanted)

const share = (part: number, whole: number): string => (whole === 0 ? "-" : (part / whole).toFixed(2))

const measure = Effect.gen(function* () {
  const failing: Array<string> = []
  const rows: Array<string> = []
  for (const half of halves) {
    const pages = pagesOf(half)
    const verdicts = yield* Effect.forEach(pages, (page) => Effect.map(read(page), (verdict) => ({ page, verdict })))
    const note = (page: LabelledPage, what: string) => {
      if (half === "tuned") failing.push(`${page.name}: ${what}`)
    }
    const right = verdicts.filter(({ page, verdict }) => {
      const isRight =
        verdict.kind === page.label.page && (page.label.platform ?? "generic") === (verdict.platform ?? "generic")
      if (!isRight) note(page, `is ${page.label.page}, told ${verdict.kind}`)
      return isRight
    })
    rows.push(
      `| ${half} | what the page is | ${pages.length} | ${right.length} (${share(right.length, pages.length)}) | |`
    )
    rows.push(
      ...fieldRows(
        half,
        verdicts.flatMap(({ page, verdict: { product } }) =>
          product === null || page.label.page !== "product" ? [] : [{ page, product }]
        ),
        pages.filter(({ label }) => label.page === "product").length,
        note
      )
    )
  }
  console.log("| half | field | published | found and right | invented or wrong, of all that is answered |")
  console.log("|---|---|---:|---:|---:|")
  console.log(rows.join("\n"))
  if (values.list) console.log(`\n${failing.join("\n")}`)
})

const isNothing = (value: unknown): boolean =>
  value === null || value === 0 || (Array.isArray(value) && value.length === 0)

const fieldRows = (
  half: Half,
  read: ReadonlyArray<{ readonly page: LabelledPage; readonly product: Product }>,
  all: number,
  note: (page: LabelledPage, what: string) => void
): ReadonlyArray<string> =>
  fields.map(({ isAlways, name, of }) => {
    const asked = read.filter(({ page }) => isAlways || page.label[name] !== undefined)
    const published = asked.filter(({ page }) => !isNothing(page.label[name] ?? null))
    const right = published.filter(({ page, product }) => isSame(name, page.label[name], of(product)))
    const answered = asked.filter(({ product }) => !isNothing(of(product)))
    const wrong = answered.filter(({ page, product }) => !isSame(name, page.label[name] ?? null, of(product)))
    for (const { page, product } of asked) {
      if (
        !isSame(name, page.label[name] ?? null, of(product)) &&
        !(name === "images" || name === "features" ? Number(of(product)) >= Number(page.label[name]) : false)
      )
        note(page, `${name} is ${JSON.stringify(page.label[name] ?? null)}, told ${JSON.stringify(of(product))}`)
    }
    const missed = all - read.length
    return `| ${half} | ${name} | ${published.length}${missed > 0 ? ` (of ${missed} more pages nothing was told)` : ""} | ${right.length} (${share(right.length, published.length)}) | ${wrong.length} of ${answered.length} |`
  })

await Effect.runPromise(Effect.provide(measure, Layer.merge(HtmlPageReader.layer, HtmlFactReader.layer)))
