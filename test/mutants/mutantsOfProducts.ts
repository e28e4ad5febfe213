/** Mistakes in what pages are said to sell. */
import { core, type Mutant } from "./Mutant.ts"

const pages = "test/products/productOf.test.ts"
const rules = "test/products/rules.test.ts"

export const mutantsOfProducts: ReadonlyArray<Mutant> = [
  core(
    "products: a text that names a product sells it",
    "src/products/domain/judgePage.ts",
    "text: -0.6",
    "text: 0",
    pages
  ),
  core(
    "products: two cards make a list",
    "src/products/domain/judgePage.ts",
    "const fewCards = 3",
    "const fewCards = 2",
    pages
  ),
  core(
    "products: one free thing makes software of all",
    "src/products/domain/plansOf.ts",
    "plans.every(({ amount }) => amount === null || amount === 0)",
    "plans.some(({ amount }) => amount === null || amount === 0)",
    pages
  ),
  core(
    "products: whatever stands beside each other with prices is software",
    "src/products/domain/softwareFrom.ts",
    "if (apps.length === 0 && !isOfPrices(page)) return false",
    "if (apps.length < 0 && !isOfPrices(page)) return false",
    pages
  ),
  core(
    "products: what is paid by the month or the year is paid by the year",
    "src/products/domain/readBilling.ts",
    'if (monthly.test(text)) return "monthly"',
    'if (monthly.test(text) && !yearly.test(text)) return "monthly"',
    rules
  ),
  core(
    "products: the first form alone says whether any can be had",
    "src/products/domain/thingAssertions.ts",
    "all.find((one) => /in_?stock/i.test(one)) ?? all[0]",
    "all[0]",
    rules
  ),
  core(
    "products: a price that cannot be goes before the one that is shown",
    "src/products/domain/weighAssertions.ts",
    "written === 0 || Math.abs",
    "written < 0 || Math.abs",
    pages
  ),
  core(
    "products: what an amount was is what is asked",
    "src/products/domain/aroundPrice.ts",
    'if (formerLead.test(before)) return is("former")',
    "",
    rules
  ),
  core(
    "products: words of the way to the buyer make any amount that of the way",
    "src/products/domain/aroundPrice.ts",
    'tail.replace(besides, " ")',
    "tail",
    rules
  ),
  core(
    "products: the price of a hundred grams is that of the thing",
    "src/products/domain/readOffers.ts",
    ".filter((one) => !isOfMeasure(one))",
    "",
    pages
  ),
  core(
    "products: a lone thing of another page is what the page is about",
    "src/products/domain/mainThing.ts",
    "(near > 0 || !isOther(thing, names))",
    "near >= 0",
    pages
  )
]
