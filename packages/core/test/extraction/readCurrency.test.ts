import { assert, describe, it } from "@effect/vitest"
import type { Fact, FactSheet } from "../../src/extraction/domain/FactSheet.ts"
import { countryOf, localeOf, localeOfLanguage, localeOfPart } from "../../src/extraction/domain/PageLocale.ts"
import { currencyNamed, readCurrency } from "../../src/extraction/domain/readCurrency.ts"

const fact = (name: string, value: string, context = ""): Fact => ({
  name,
  value,
  context,
  source: "json-ld",
  quote: value
})

const page = (given: Partial<FactSheet> = {}) =>
  localeOf({
    url: "https://a.example/",
    title: null,
    language: "en",
    text: "",
    isCut: false,
    facts: [],
    lists: [],
    groups: [],
    ...given
  })

const at = (host: string, given: Partial<FactSheet> = {}) => page({ url: `https://${host}/`, ...given })

describe("the currency of an amount", () => {
  it("is told by a code, or by a sign that no other has", () => {
    const cases: ReadonlyArray<readonly [string, string]> = [
      ["€49", "EUR"],
      ["1.249,00 €", "EUR"],
      ["49,- €", "EUR"],
      ["49,99 zł / miesiąc", "PLN"],
      ["R$ 1.299,90", "BRL"],
      ["CA$20 (US$15)", "CAD"],
      ["US$ 20", "USD"],
      ["£7.80", "GBP"],
      ["CHF 30.-", "CHF"],
      ["49 USD", "USD"],
      ["$49 USD", "USD"],
      ["1 990 Ft", "HUF"],
      ["₹1,499", "INR"]
    ]
    for (const [said, code] of cases) assert.strictEqual(readCurrency(said, page()), code, said)
    for (const said of ["49", "12 ft", "TOP 10", "Free", "5 kg", "ABC 5", "49 kreative Köpfe", "XYZ$"])
      assert.isUndefined(readCurrency(said, page()), said)
  })

  it("is told by words of Arabic and Persian, and by their country where several share one", () => {
    const cases: ReadonlyArray<readonly [string, ReturnType<typeof page>, string | null | undefined]> = [
      ["٢٩٩٫٠٠ ر.س", page({ language: "ar" }), "SAR"],
      ["\u200f299.00\u00a0ر.س.\u200f", page({ language: "ar" }), "SAR"],
      ["٢٩٩ د.إ", page(), "AED"],
      ["ج.م ٤٥٠", page(), "EGP"],
      ["٢٩٩ ريال سعودي", page({ language: "ar" }), "SAR"],
      ["٢٩٩ ريال", at("a.example.sa", { language: "ar" }), "SAR"],
      ["٢٩٩ ريال", at("a.example.qa", { language: "ar" }), "QAR"],
      ["٢٩٩ ريال", page({ language: "ar" }), null],
      ["۱۲۵٬۰۰۰ ریال", page({ language: "fa" }), "IRR"],
      // Ten rials have no code of their own.
      ["۱۲۵٬۰۰۰ تومان", page({ language: "fa" }), undefined],
      ["１２，８００円", page({ language: "ja" }), "JPY"],
      ["＄１２", page({ language: "en-US" }), "USD"],
      ["12,000원", page({ language: "ko" }), "KRW"],
      ["Rp 1.299.000", page({ language: "id" }), "IDR"],
      ["25 Euro", page({ language: "de" }), "EUR"],
      ["Euro 6", page({ language: "de" }), undefined],
      ["6 ft", page(), undefined]
    ]
    for (const [said, where, code] of cases) assert.strictEqual(readCurrency(said, where), code, said)
  })

  it("is that of the page where several have the sign, and not told where the page does not", () => {
    const linked = (code: string) => ({ facts: [fact("offers priceCurrency", code)] })
    const cases: ReadonlyArray<readonly [string, ReturnType<typeof page>, string | null]> = [
      ["$5", page(), null],
      ["$5", page({ language: "en-US" }), "USD"],
      ["$5", at("a.example.ca", { language: "en-US" }), "CAD"],
      ["$5", at("a.example.de", { language: "en-AU" }), "AUD"],
      ["$5", at("a.example.de"), null],
      ["$5", at("a.example.io"), null],
      ["$5", at("a.example.ca", linked("USD")), "USD"],
      ["$5", page(linked("EUR")), null],
      ["$5", page({ facts: [fact("priceCurrency", "USD"), fact("priceCurrency", "CAD")] }), null],
      ["$5", page({ text: "All prices in NZD." }), "NZD"],
      ["$5", page({ text: "USD EUR CAD" }), null],
      ["$5", page({ language: "en-US", footer: "All prices are in CAD." }), "CAD"],
      ["$5", at("a.example.ca", { footer: "Prices in US dollars (USD)" }), "USD"],
      ["$5", page({ text: "All prices in NZD.", footer: "CAD" }), "NZD"],
      ["$5", page({ language: "en-US", footer: "USD EUR CAD" }), "USD"],
      ["$5", page({ footer: "USD EUR CAD" }), null],
      ["$5", page({ facts: [fact("address addressCountry", "Australia")] }), "AUD"],
      ["$5", page({ facts: [fact("addressCountry", "AU", "Offer shippingDestination")] }), null],
      ["$5", page({ language: "en-US", facts: [fact("addressCountry", "CA")] }), null],
      ["99 kr", page({ language: "sv" }), "SEK"],
      ["99 kr", page({ language: "da" }), "DKK"],
      ["kr. 99", at("a.example.no"), "NOK"],
      ["99 kr", page(), null],
      ["¥500", at("a.example.jp"), "JPY"],
      ["￥500", page({ language: "zh-CN" }), "CNY"],
      ["¥500", page(), null],
      ["Rs. 500", at("a.example.in"), "INR"],
      ["£5", at("a.example.eg"), "EGP"]
    ]
    for (const [said, locale, code] of cases)
      assert.strictEqual(readCurrency(said, locale), code, `${said} ${locale.site} ${locale.language}`)
  })

  it("may stand alone", () => {
    assert.strictEqual(currencyNamed("€", page()), "EUR")
    assert.strictEqual(currencyNamed("$", page()), null)
    assert.strictEqual(currencyNamed("SEK", page()), "SEK")
    assert.isUndefined(currencyNamed("Euro", page()))
  })
})

describe("the country of a page", () => {
  it("is that of its addresses, else of its domain, else of its language; of several it is none", () => {
    const german = { language: "de", facts: [fact("addressCountry", "Österreich")] }
    assert.strictEqual(countryOf(at("a.example.de", german)), "AT")
    assert.strictEqual(countryOf(at("a.example.co.uk", { language: "de-AT" })), "GB")
    assert.strictEqual(countryOf(page({ language: "de-AT" })), "AT")
    assert.strictEqual(countryOf(page({ language: "pl" })), "PL")
    for (const host of ["a.example.io", "a.example.eu", "a.example.com", "10.0.0.1"])
      assert.isNull(countryOf(at(host, { language: "de" })), host)
    const both = [fact("addressCountry", "DE"), fact("addressCountry", "France")]
    assert.isNull(countryOf(at("a.example.de", { facts: both })))
    assert.strictEqual(countryOf(page({ facts: [fact("address", "1 Quai Sud, Marseille, France")] })), "FR")
    assert.isNull(countryOf(page({ facts: [fact("address", "France")] })), "no address says no more than a country")
  })

  it("may be another of a part of it, and costs nothing where nothing is said of it", () => {
    const part = { facts: [fact("addressCountry", "CH")], lists: [], groups: [] }
    assert.strictEqual(countryOf(localeOfPart(at("a.example.de"), part)), "CH")
    assert.strictEqual(countryOf(localeOfPart(at("a.example.de"), { facts: [], lists: [], groups: [] })), "DE")
    assert.deepStrictEqual(localeOfLanguage("fr").addresses, new Set())
  })
})
