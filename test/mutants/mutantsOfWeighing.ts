/** Mistakes in how what pages say is weighed: of products, and of brands. */
import { core, type Mutant } from "./Mutant.ts"

const rules = "test/products/rules.test.ts"
const whole = "test/products/productOf.test.ts"
const facts = "test/brands/brandFacts.test.ts"
const told = "test/brands/pageFacts.test.ts"

const products: ReadonlyArray<Mutant> = [
  core(
    "products: a price before a discount is lower than the one after it",
    "src/products/domain/weighAssertions.ts",
    "value > price.value",
    "value !== price.value",
    rules,
    whole
  ),
  core(
    "products: an address of another host is that of the product",
    "src/products/domain/weighAssertions.ts",
    "new URL(canonical).host === new URL(url).host ? canonical : url",
    "canonical !== url ? canonical : url",
    rules,
    whole
  ),
  core(
    "products: a list is a product where each of it has a button",
    "src/products/domain/judgePage.ts",
    "times < fewCards",
    "times >= 0",
    rules,
    whole
  ),
  core(
    "products: a text about a product is one",
    "src/products/domain/judgePage.ts",
    "(isText ? worth.text : 0)",
    "0",
    rules,
    whole
  ),
  core(
    "products: a front page is that of what it begins with",
    "src/products/domain/judgePage.ts",
    "(isFirstPage(page.url) ? worth.first : 0)",
    "0",
    rules,
    whole
  ),
  core(
    "products: what is denied is how it is paid",
    "src/products/domain/readBilling.ts",
    'said.replace(denied, " ")',
    "said",
    rules
  ),
  core(
    "products: an amount that is higher before than behind is a range",
    "src/products/domain/shownPrices.ts",
    "low.value < high.value",
    "low.value !== high.value",
    rules
  ),
  core(
    "products: what it usually costs is asked for",
    "src/products/domain/readOffers.ts",
    "isRegular(one) === isOld",
    "isRegular(one) !== null",
    rules,
    whole
  ),
  core(
    "products: amounts of machines are read as the page writes numbers",
    "src/products/domain/readOffers.ts",
    "if (/^\\d+(?:\\.\\d+)?$/.test(text)) return readAmount(Number(text), { language })",
    "",
    rules,
    whole
  ),
  core(
    "products: news lead to products",
    "src/products/domain/rankProductLinks.ts",
    " || noGoods.test(pathname)",
    "",
    rules
  ),
  core(
    "products: one plan alone is several",
    "src/products/domain/plansOf.ts",
    "best.length < 2 ? [] : best",
    "best",
    rules,
    whole
  ),
  core(
    "products: a team of which one plan is free pays for nobody",
    "src/products/domain/plansOf.ts",
    'isSeats\n        ? "per_seat"\n        : isFreeToo\n          ? "freemium"',
    'isFreeToo\n        ? "freemium"\n        : isSeats\n          ? "per_seat"',
    rules,
    whole
  ),
  core(
    "products: of several plans the first is the price",
    "src/products/domain/plansOf.ts",
    "paid.length === 1 ? paid[0]!.amount : null",
    "paid[0]?.amount ?? null",
    rules,
    whole
  )
]

const brands: ReadonlyArray<Mutant> = [
  core(
    "brand: what one place says often outdoes what several say",
    "src/brands/domain/mergeFacts.ts",
    "const places = Map.groupBy(same, ({ place }) => place)",
    "const places = Map.groupBy(same, (fact) => fact)",
    facts
  ),
  core("brand: mail of anybody is the brand's", "src/brands/domain/mergeFacts.ts", "(isOwn ? 0.6 : 0)", "0", facts),
  core(
    "brand: mail for one matter is that of everybody",
    "src/brands/domain/mergeFacts.ts",
    "(ofOffice.test(name) ? 0.3 : 0)",
    "0",
    facts
  ),
  core(
    "brand: profiles of writers are the brand's",
    "src/brands/domain/mergeFacts.ts",
    "likeDomain(socialHandle(value), domain) * 0.5",
    "likeDomain(socialHandle(value), domain) * 0",
    facts,
    told
  ),
  core(
    "brand: a name has its form of company",
    "src/brands/domain/mergeFacts.ts",
    "short.find(({ value }) => !isShouted(value)) ?? short[0] ?? facts[0]!",
    "facts[0]!",
    facts
  ),
  core(
    "brand: a slogan says the name alone",
    "src/brands/domain/mergeFacts.ts",
    'nameKey(value) !== nameKey(title?.value ?? "")',
    "nameKey(value) !== null",
    facts,
    told
  ),
  core(
    "brand: logos of customers are its own",
    "src/brands/domain/pictureCandidates.ts",
    'if (ofOthers.test(`${attributes.get("class")',
    'if (ofOthers.test(`${attributes.get("none")',
    told,
    facts
  ),
  core(
    "brand: colours of others are its own",
    "src/brands/domain/colours.ts",
    "otherName.test(property) ? 0 :",
    "otherName.test(property) ? 0.5 :",
    facts
  ),
  core(
    "brand: greys have names of colours",
    "src/brands/domain/colours.ts",
    "if (some < leastChroma) return Math.hypot(light, shares.hue * across)",
    "",
    facts
  ),
  core(
    "brand: colours have the names of others that are as dark",
    "src/brands/domain/colours.ts",
    "hue: 1.5",
    "hue: 0.3",
    facts
  ),
  core(
    "brand: greys are its own",
    "src/brands/domain/colours.ts",
    "hex !== null && !isNeutral(hex)",
    "hex !== null",
    facts
  )
]

export const mutantsOfWeighing: ReadonlyArray<Mutant> = [...products, ...brands]
