import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { countryNamed } from "../../src/extraction/domain/countries.ts"
import type { ScalarShape } from "../../src/extraction/domain/DataShape.ts"
import { localeOfLanguage } from "../../src/extraction/domain/PageLocale.ts"
import { readDataSchema } from "../../src/extraction/domain/readDataSchema.ts"
import { readDay, readMoment, readTime } from "../../src/extraction/domain/readDay.ts"
import { readMoney, readNumbers } from "../../src/extraction/domain/readNumber.ts"
import { readStock, readYesNo } from "../../src/extraction/domain/readStatus.ts"
import { readTyped, wantedOf } from "../../src/extraction/domain/readTyped.ts"
import { unitOfName } from "../../src/extraction/domain/units.ts"

const numberIn = (text: string, language = "en") => readNumbers(text, language)[0]?.value

/** `value` as a property of this name and schema takes it. */
const typed = (name: string, schema: object, value: string | number | boolean, language = "en") => {
  const [property] = Result.getOrThrow(readDataSchema({ type: "object", properties: { [name]: schema } })).properties
  return readTyped({ name, value }, property!.shape as ScalarShape, wantedOf(property!), localeOfLanguage(language))
}

describe("values on pages", () => {
  it("reads numbers as the language of the page parts them", () => {
    const cases: ReadonlyArray<readonly [string, number, string?]> = [
      ["1,249.00", 1249],
      ["1.249,00", 1249, "de"],
      ["1 249,00", 1249, "fr"],
      ["1'249", 1249, "de-CH"],
      ["1,249", 1249],
      ["1.249", 1249, "de"],
      ["1.249", 1.249],
      ["3,5", 3.5, "de"],
      ["0.125", 0.125, "de"],
      ["12.345.678", 12_345_678],
      ["1.1985", 1.1985],
      ["−4", -4],
      ["12k", 12_000],
      ["118 m²", 118],
      ["1.2 million", 1_200_000]
    ]
    for (const [text, value, language] of cases) assert.strictEqual(numberIn(text, language), value, text)
  })

  it("reads numbers as the country of a language parts them", () => {
    const ofPoint = ["es-MX", "es_MX", "es-US", "es-PE", "es-GT", "es-419", "de-CH", "it-CH", "ms", "en-ZA", "en-DE"]
    const madeUp = ["", "xx-YY", "x", "español", "-", "e".repeat(40), "en-u-nu-", "i-klingon"]
    for (const language of [...ofPoint, ...madeUp])
      assert.deepStrictEqual([numberIn("$12,500", language), numberIn("1.5", language)], [12_500, 1.5], language)
    const ofComma =
      "de fr es it pt nl pl ru sv da nb no fi cs tr el hu ro uk id hr sl sk bg ca vi et lt es-AR es-ES pt-BR"
    for (const language of [...ofComma.split(" "), "de-AT", "fr-CA", "es-made-up", "sr-Latn-RS", "DE"])
      assert.deepStrictEqual([numberIn("12.500", language), numberIn("1,250", language)], [12_500, 1.25], language)
    assert.strictEqual(numberIn("1,200.50", "es-MX"), 1200.5)
    assert.strictEqual(numberIn("CHF 1’200.50", "de-CH"), 1200.5)
    assert.strictEqual(numberIn("R 1 200,50", "en-ZA"), 1200.5)
  })

  it("reads money with its currency only where the sign has one", () => {
    assert.deepStrictEqual(
      ["64,50 €", "£1,199.00", "US$ 5", "$5", "1.620円", "CHF 20.-", "€ 425.000 k.k."].map((text) => {
        const [money] = readMoney(text, text.includes("k.k.") ? "nl" : "en")
        return [money?.value, money?.currency]
      }),
      [
        [64.5, "EUR"],
        [1199, "GBP"],
        [5, "USD"],
        [5, null],
        [1.62, "JPY"],
        [20, "CHF"],
        [425_000, "EUR"]
      ]
    )
  })

  it("reads days in many languages, and none that may be another", () => {
    const cases: ReadonlyArray<readonly [string, string | null, string?]> = [
      ["2026-12-04T19:30", "2026-12-04"],
      ["November 12, 2026", "2026-11-12"],
      ["12th Nov 2026", "2026-11-12"],
      ["12. März 2026", "2026-03-12", "de"],
      ["12 mars 2026", "2026-03-12", "fr"],
      ["12 de enero de 2027", "2027-01-12", "es"],
      ["1º de maio de 2026", "2026-05-01", "pt"],
      ["01.02.2027", "2027-02-01", "de"],
      ["2026年11月3日", "2026-11-03", "ja"],
      ["14/12/2026", "2026-12-14"],
      ["03/04/2026", null],
      ["03/04/2026", "2026-03-04", "en-US"],
      ["03/04/2026", "2026-04-03", "en-GB"],
      ["30 February 2026", null],
      ["4 December", null],
      ["in two weeks", null]
    ]
    for (const [text, day, language] of cases) assert.strictEqual(readDay(text, language ?? "en"), day, text)
    assert.strictEqual(readMoment("2026-10-02T08:00:00+0200"), "2026-10-02T08:00:00+02:00")
    assert.isNull(readMoment("2026-10-02 08:00"))
    assert.strictEqual(readTime("7.30 pm"), "19:30:00")
  })

  it("hears yes, no, there and gone", () => {
    assert.deepStrictEqual(["Yes", "✓", "nein", "–", "maybe"].map(readYesNo), [true, true, false, false, null])
    assert.deepStrictEqual(
      ["Sold out", "https://schema.org/InStock", "Nicht verfügbar", "Only 3 left", "Blue"].map(readStock),
      [false, true, false, true, null]
    )
  })

  it("gives values the type, unit, format and choice of their property", () => {
    const number = { type: "number" }
    assert.strictEqual(typed("weightKg", number, "4,800 g"), 4.8)
    assert.strictEqual(typed("storageGb", number, "1 TB"), 1000)
    assert.strictEqual(typed("durationMinutes", number, "PT1H30M"), 90)
    assert.isUndefined(typed("weightKg", number, "80 cm"))
    assert.strictEqual(typed("maxSalary", number, "£34,000 – £41,000"), 41_000)
    assert.strictEqual(typed("price", number, "Free"), 0)
    assert.isUndefined(typed("rooms", { type: "integer" }, "2.5"))
    assert.isUndefined(typed("price", { type: "number", exclusiveMaximum: 10 }, "$10"))
    assert.isUndefined(typed("price", number, "Born on 4 May 1970"))
    const choices = { type: "string", enum: ["in_stock", "out_of_stock"] }
    assert.strictEqual(typed("availability", choices, "https://schema.org/InStock"), "in_stock")
    assert.strictEqual(typed("availability", choices, "Ausverkauft"), "out_of_stock")
    assert.isUndefined(typed("availability", choices, "Blue"))
    assert.isUndefined(typed("status", { enum: ["up", "down"] }, "was up, is down"))
    assert.strictEqual(typed("phone", { type: "string" }, "+49 (0)30 123456"), "+4930123456")
    assert.strictEqual(typed("phone", { type: "string" }, "030 123456"), "030 123456")
    for (const told of ["3 days ago", "tomorrow", "vor drei Tagen"]) {
      assert.isUndefined(typed("date", { type: "string", format: "date" }, told), "another day at each look")
    }
    assert.isUndefined(typed("site", { type: "string", format: "uri" }, "javascript:alert(1)"))
    assert.isUndefined(typed("code", { type: "string", maxLength: 3 }, "ABCD"))
    assert.strictEqual(typed("email", { type: "string", format: "email" }, "Write to a.b@c.example!"), "a.b@c.example")
    assert.isFalse(typed("soldOut", { type: "boolean" }, "In stock"))
  })

  it("takes no word for what all objects have", () => {
    for (const word of ["Constructor", "constructor", "__proto__", "toString", "valueOf"]) {
      assert.isNull(countryNamed(word, "en"), word)
      assert.isNull(unitOfName(`weight ${word}`, ""), word)
    }
    assert.strictEqual(countryNamed("England", "en"), "GB")
  })

  it("reads what is long and strange in time", () => {
    const long = "1,".repeat(200_000) + "€".repeat(1_000)
    readNumbers(long, "en")
    readDay(long, "en")
    readMoney("1 1 1 1 1 1 1 1 1 1 ".repeat(10_000), "de")
  })
})
