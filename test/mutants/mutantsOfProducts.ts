/** Mistakes in what pages are said to sell. */
import { core, type Mutant } from "./Mutant.ts"

const pages = "test/products/productOf.test.ts"
const rules = "test/products/rules.test.ts"

export const mutantsOfProducts: ReadonlyArray<Mutant> = [
  core(
    "rates: what an amount says of its month answers nothing",
    "src/extraction/domain/findScalar.ts",
    "return rest === field ? match : Math.max(match, filling.match(rest, fact))",
    "return match",
    "packages/adapters/html/test/fillingRates.test.ts"
  ),
  core(
    "rates: what is paid each year is paid each week",
    "src/extraction/domain/rateMet.ts",
    "return said.some((one) => isOfSame(word, one) || (word === daily && one === day))",
    "return true",
    "packages/adapters/html/test/fillingRates.test.ts"
  ),
  core(
    "prices: what is in a basket is a price of the page",
    "src/extraction/domain/findScalar.ts",
    "    if (isBesidePage(filling, field, fact, set)) continue\n",
    "",
    "packages/adapters/html/test/fillingPrices.test.ts"
  ),
  core(
    "prices: a basket that is sold is one that is filled",
    "src/extraction/domain/baskets.ts",
    "return (said.isNothing || /\\d/.test(rest) || ofOne.test(rest)) && ",
    "return ",
    "test/extraction/baskets.test.ts"
  ),
  core(
    "stock: what is denied beside it is there",
    "src/extraction/domain/readStatus.ts",
    '"preorder" : stateNow(said, status).state',
    '"preorder" : status.state',
    "test/extraction/readValues.test.ts"
  ),
  core(
    "stock: what will be there is there",
    "src/extraction/domain/readStatus.ts",
    'states.has("preorder") || isThere === isGone ? null : isThere',
    "isThere",
    "test/extraction/readValues.test.ts"
  ),
  core(
    "stock: a choice is what comes back soon",
    "src/extraction/domain/readTyped.ts",
    "isThere !== true && known.there.has(other)",
    "isThere === false && known.there.has(other)",
    "test/extraction/readValues.test.ts"
  ),
  core(
    "stock: one form that is gone is all of the thing",
    "src/extraction/domain/readStatus.ts",
    "others.every((one) => one !== null && ",
    "others.some((one) => one !== null && ",
    "test/extraction/stockOfForms.test.ts"
  ),
  core(
    "stock: what stands behind a status never denies it",
    "src/extraction/domain/readStatus.ts",
    "return behind === null || behind === isThere ? isThere : null",
    "return isThere",
    "test/extraction/stockOfForms.test.ts"
  ),
  core(
    "products: each of thousands of things is held against all others",
    "src/products/domain/mainThing.ts",
    "return count[thing.source] === 1",
    "return from(thing.source) === 1",
    pages
  ),
  core(
    "products: all offers of a thing are read in one piece",
    "src/products/domain/readOffers.ts",
    "    const whole = offerOf(one, locale, options)\n    yield\n",
    "    const whole = offerOf(one, locale, options)\n",
    pages
  ),
  core(
    "products: offers of one thing have no number",
    "src/products/domain/askedOffer.ts",
    "    if (found.length >= mostOffers) break\n",
    "",
    pages
  ),
  core(
    "products: the lowest of several goes before a plain price",
    "src/products/domain/shownPrices.ts",
    "const prices = plainFirst(told, page)",
    "const prices = told",
    rules
  ),
  core(
    "products: the price of a strap goes before what its camera costs",
    "src/products/domain/shownPrices.ts",
    "      !otherwise.has(fact.value)",
    "      true",
    rules
  ),
  core(
    "products: a price that stands elsewhere on a page goes before the lowest of several",
    "src/products/domain/shownPrices.ts",
    " && (isChosen || (isYours && yours.test(name)))",
    "",
    rules
  ),
  core(
    "products: the price of the form chosen stays behind the lowest of all",
    "src/products/domain/shownPrices.ts",
    "(isChosen || (isYours && yours.test(name)))",
    "false",
    rules
  ),
  core(
    "products: what is taken off is the price",
    "src/products/domain/aroundPrice.ts",
    "(takenOff.test(tail) && !isWhole)",
    "false",
    rules
  ),
  core(
    "products: a price before which something is taken off is none",
    "src/products/domain/aroundPrice.ts",
    "(takenOff.test(tail) && !isWhole)",
    "takenOff.test(tail)",
    rules
  ),
  core(
    "products: what may be taken off goes before a higher price",
    "src/products/domain/shownPrices.ts",
    "!isDoubtful || price.amount >= most",
    "true",
    rules
  ),
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
    "products: the cheapest form is asked for though it is sold out",
    "src/products/domain/meantOffer.ts",
    "one) => rankOf(one) === rank)",
    "one) => rankOf(one) >= rank)",
    rules
  ),
  core(
    "products: a form that the address names is one of several",
    "src/products/domain/meantOffer.ts",
    "preferring(named ?? priced, isOfOne)",
    "preferring(priced, isOfOne)",
    rules
  ),
  core(
    "products: a price that is shown of a form that is sold out is that of the one that is not",
    "src/products/domain/productOf.ts",
    "said.price.filter(({ value }) => !others.has(value))",
    "said.price",
    rules
  ),
  core(
    "products: one form that stands for all goes before them",
    "src/products/domain/askedOffer.ts",
    "price === null || isLow || prices.has(price)",
    "price === null",
    rules
  ),
  core(
    "products: an offer that a rule chose goes before what is shown",
    "src/products/domain/askedOffer.ts",
    "const guessed = 0.25",
    "const guessed = 1",
    rules
  ),
  core(
    "products: offers that stand apart are none",
    "src/products/domain/withReferences.ts",
    "(byId.get(id) ?? one)",
    "one",
    rules
  ),
  core(
    "products: from what to what a list goes makes it a product",
    "src/products/domain/judgePage.ts",
    "(!isLow || hasButton)",
    "isLow !== undefined",
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
    'if (formerLead.test(before) || isSaidBefore(lead)) return is("former")',
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
    "!isOfMeasure(one) && ",
    "",
    pages
  ),
  core(
    "products: a lone thing of another page is what the page is about",
    "src/products/domain/mainThing.ts",
    "(near > 0 || !isOther(thing, names))",
    "near >= 0",
    pages
  ),
  core(
    "products: a price that is struck out is believed where it is written for programs",
    "src/products/domain/productOf.ts",
    "price: said.price.filter((one) => !isStale(one))",
    "price: said.price",
    pages
  ),
  core(
    "products: what a page shows stands for any form that it writes",
    "src/products/domain/productOf.ts",
    "    !ofForms.has(amount) &&\n",
    "",
    pages
  ),
  core(
    "products: one of several prices that are shown is believed",
    "src/extraction/domain/stalePrices.ts",
    "  if (!isOne) return null\n",
    "",
    pages
  ),
  core(
    "products: what is written is stale wherever else it is shown",
    "src/extraction/domain/stalePrices.ts",
    "return standsAnywhere(sheet, written.amount, locale) ? null : amount",
    "return amount",
    pages
  ),
  core(
    "products: what is saved is the price",
    "src/extraction/domain/stalePrices.ts",
    "now.find(({ isClear }) => isClear)",
    "now[0]",
    pages
  ),
  core(
    "products: a price in small coins is asked",
    "src/extraction/domain/stalePrices.ts",
    "(written === 0 || isSame(written, shown * coins))",
    "written === 0",
    pages
  ),
  core(
    "prices: the amount before one with the tax in parentheses is with it",
    "src/extraction/domain/nowAndBefore.ts",
    'return isBeside && own < taxed && taxed <= own * mostTaxed ? "without" : null',
    "return null",
    "packages/adapters/html/test/fillingPrices.test.ts"
  ),
  core(
    "prices: what costs half is something else",
    "src/extraction/domain/stalePrices.ts",
    "const leastPart = 0.2",
    "const leastPart = 0.6",
    "packages/adapters/html/test/fillingPrices.test.ts"
  ),
  core(
    "prices: what members pay is the price",
    "src/extraction/domain/stalePrices.ts",
    "ofMembers.test(fact.name) || ",
    "",
    "packages/adapters/html/test/fillingPrices.test.ts"
  ),
  core(
    "products: the price of a strap is that of the watch",
    "src/extraction/domain/stalePrices.ts",
    "Math.max(amount, written.amount) * leastPart",
    "0",
    pages
  ),
  core(
    "products: whatever has a price on a page of several is sold there",
    "src/products/domain/shownCards.ts",
    "!textsOf(card).some(isToBuy) || ",
    "",
    pages
  ),
  core(
    "products: cards that lead to pages of their own are told twice",
    "src/products/domain/shownCards.ts",
    " || hasPage(card, page)",
    "",
    pages
  ),
  core(
    "products: a site has none of its cards",
    "src/products/readCatalog.ts",
    ", ...page.cards]",
    "]",
    "packages/adapters/html/test/productsOfSite.test.ts"
  ),
  core(
    "products: what lies below any heading describes them",
    "src/products/domain/shownAssertions.ts",
    'level > 0 && descriptionName.test((lines[line] ?? "").trim())',
    "level > 1",
    pages
  ),
  core(
    "products: an instalment ahead of the price is the price",
    "src/products/domain/shownPrices.ts",
    "    ? whole\n",
    "    ? prices\n",
    pages
  ),
  core(
    "products: what is called inc VAT is no price",
    "src/products/domain/shownPrices.ts",
    "(wanted.test(name) || saysTaxAlone(name))",
    "wanted.test(name)",
    rules
  )
]
