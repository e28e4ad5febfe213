import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { countryNamed } from "../../src/extraction/domain/countries.ts"
import type { ScalarShape } from "../../src/extraction/domain/DataShape.ts"
import { holdsWhole } from "../../src/extraction/domain/holdsWhole.ts"
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

  it("takes no number of a score or a ratio for the value", () => {
    for (const text of ["3:1", "3:1 after extra time", "16:9", "1:25000"])
      assert.isUndefined(typed("score", { type: "number" }, text), text)
    assert.strictEqual(typed("aspect_ratio", { type: "number" }, "2.39:1"), 2.39)
    for (const [name, text, value] of [
      ["contrast_ratio", "1000:1", 1000],
      ["contrast", "1000 : 1 (typical)", 1000],
      ["compression_ratio", "9:1", 9],
      ["kontrastverhältnis", "1000:1", 1000]
    ] as const)
      assert.strictEqual(typed(name, { type: "number" }, text), value, text)
    for (const text of ["16:9", "1:4", "3:10", "3:1.5", "3:1 and 4:1", "1:1:1"])
      assert.isUndefined(typed("ratio", { type: "number" }, text), text)
    assert.strictEqual(typed("duration_minutes", { type: "number" }, "1:30:00"), 90)
    assert.strictEqual(typed("floors", { type: "number" }, "3: all open"), 3)
    assert.strictEqual(typed("price", { type: "number" }, "Scale 1:8, $49.99"), 49.99)
  })

  it("takes a dash for cents that are none, whatever the language of the page parts", () => {
    const prices = [
      "€ 1.299,-",
      "1.299,- €",
      "1.299,– €",
      "€1.299,--",
      "€ 1.299.-",
      "1,299.- CHF",
      "CHF 1'299.–",
      "1 299,- Kč"
    ]
    const more = [
      "1.299:- kr",
      "₹1,299/-",
      "₹1,299 /-",
      "1.299,= €",
      "€ 1.299,—",
      "EUR 1.299,-",
      "1299,- €",
      "€ 1299.-"
    ]
    for (const language of ["", "en", "de", "nl", "sv", "de-CH", "en-IN"]) {
      for (const text of [...prices, ...more])
        assert.deepStrictEqual(
          readMoney(text, text.includes("kr") ? "sv" : language).map(({ value }) => value),
          [1299],
          `${text} ${language}`
        )
      for (const text of ["1.299,-", "1,299.-", "1 299,-", "1.299:-"])
        assert.strictEqual(numberIn(text, language), 1299, `${text} ${language}`)
      assert.deepStrictEqual(readMoney("₹1,29,900/-", language)[0]?.value, 129_900)
      assert.deepStrictEqual(
        readMoney("€ 12.500,- – € 13.250,-", language).map(({ value }) => value),
        [12_500, 13_250]
      )
      assert.deepStrictEqual(
        readMoney("€ 12.500,- – 13.250,-", language).map(({ value }) => value),
        [12_500, 13_250]
      )
      assert.deepStrictEqual(
        readMoney("12.500,- – 13.250,- €", language).map(({ value }) => value),
        [12_500, 13_250]
      )
    }
    // A number of decimals is no group of thousands, and a dash between two numbers stands for no cents.
    assert.strictEqual(readMoney("€ 12.50,-", "en")[0]?.value, 12.5)
    assert.strictEqual(readMoney("€ 0.299,-", "en")[0]?.value, 0.299)
    assert.deepStrictEqual(
      readMoney("€1.299-€1.599", "en").map(({ value }) => value),
      [1.299, 1.599]
    )
    assert.deepStrictEqual(numberIn("1.299 - 1.599 l"), 1.299)
    assert.strictEqual(numberIn("1.299, -5 °C"), 1.299)
    assert.strictEqual(numberIn("1.299,-5"), 1.299)
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

  it("reads figures of Arabic, of Persian and in full width as those of Latin", () => {
    const cases: ReadonlyArray<readonly [string, number, string?]> = [
      ["٣٤٩", 349, "ar"],
      ["٣٤٩٫٥٠ ر.س", 349.5, "ar"],
      ["١٬٢٩٩٫٠٠ ر.س.", 1299, "ar"],
      ["١٬٢٩٩", 1299, "ar-MA"],
      ["\u200f299.00\u00a0ر.س.\u200f", 299, "ar"],
      ["\u200f1,299.00\u00a0\u200fر.س.", 1299, "ar"],
      ["۱۲۵٬۰۰۰ تومان", 125_000, "fa"],
      ["۱۲۵۰۰۰ تومان", 125_000, "fa"],
      ["۲ میلیون تومان", 2_000_000, "fa"],
      ["٥ ملايين ريال", 5_000_000, "ar"],
      ["￥１２，８００", 12_800, "ja"],
      ["１２，８００円", 12_800, "ja"],
      ["１万円", 10_000, "ja"],
      ["د.إ 1,250", 1250, "en"],
      ["ج.م ٤٥٠", 450, "ar"],
      ["EGP 1,250", 1250, "en"],
      ["١٢ كجم", 12, "ar"]
    ]
    for (const [text, value, language] of cases) assert.strictEqual(numberIn(text, language), value, text)
    const number = { type: "number" }
    assert.strictEqual(typed("price", number, "السعر ٢٩٩ ريال", "ar"), 299)
    assert.strictEqual(typed("rooms", { type: "integer" }, "۳", "fa"), 3)
    assert.strictEqual(typed("rating", number, "٤٫٥/٥", "ar"), 4.5)
    assert.strictEqual(typed("phone", { type: "string" }, "٠٥٠ ١٢٣ ٤٥٦٧", "ar"), "050 123 4567")
    // What a text is stays as it is written.
    assert.strictEqual(typed("title", { type: "string" }, "۱۰۰ کتاب", "fa"), "۱۰۰ کتاب")
    assert.isEmpty(readMoney("ريال مدريد 3", "ar"))
    assert.isEmpty(readMoney("مدينار 3", "ar"))
  })

  it("reads money as each country writes it, and none where the same letters are something else", () => {
    const cases: ReadonlyArray<readonly [string, number, string | null, string]> = [
      ["12,000원", 12_000, "KRW", "ko"],
      ["1만 2,000원부터", 12_000, "KRW", "ko"],
      ["1299元", 1299, "CNY", "zh"],
      ["₱1,299.00", 1299, "PHP", "en-PH"],
      ["₦5,000", 5_000, "NGN", "en-NG"],
      ["GH₵25.00", 25, "GHS", "en-GH"],
      ["4 990 Ft", 4_990, "HUF", "hu"],
      ["129,90 lei", 129.9, "RON", "ro"],
      ["25,90 лв.", 25.9, "BGN", "bg"],
      ["Rp 1.299.000", 1_299_000, "IDR", "id"],
      ["RM25.00", 25, "MYR", "en-MY"],
      ["Rs 1,299", 1299, null, "en-IN"],
      ["S/ 25.00", 25, "PEN", "es-PE"],
      ["R1,299.00", 1299, "ZAR", "en-ZA"],
      ["199:-", 199, "SEK", "sv"],
      ["1.299.000đ", 1_299_000, "VND", "vi"],
      ["1,299 บาท", 1299, "THB", "th"],
      ["25,- €", 25, "EUR", "de"],
      ["1 299,- Kč", 1299, "CZK", "cs"],
      ["25 Euro", 25, "EUR", "de"],
      ["20–35 Euro", 20, "EUR", "de"],
      ["25 dollars", 25, null, "en"],
      ["25 Franken", 25, "CHF", "de-CH"]
    ]
    for (const [text, value, currency, language] of cases) {
      const [money] = readMoney(text, language)
      assert.deepStrictEqual([money?.value, money?.currency], [value, currency], text)
    }
    for (const [text, language] of [
      ["6 ft", "en"],
      ["25 lei", "it"],
      ["Audi RS 5", "en"],
      ["Rm 25", "en"],
      ["R 5", "en"],
      ["Euro 6", "de"],
      ["Euro 2024", "en"],
      ["회원 3명", "ko"],
      ["3원칙", "ko"],
      ["公元2024年", "zh"],
      ["2024元旦", "zh"],
      ["thanks 5 :-)", "sv"],
      ["5 pounds", "en"],
      ["s/ 25", "es-ES"],
      ["PHP 8", "en"]
    ] as const)
      assert.isEmpty(readMoney(text, language), text)
  })

  it("multiplies a number by the word behind it, in many languages, and leaves what is not sure", () => {
    const cases: ReadonlyArray<readonly [string, number | undefined, string?]> = [
      ["$1.5 trillion", 1.5e12],
      ["5 thousand", 5_000],
      ["$3 mn", 3e6],
      ["$2bn", 2e9],
      ["$5k/mo", 5_000],
      ["1.2M", 1.2e6],
      ["2.5M+ users", 2.5e6],
      ["$5–10 million", 5e6],
      ["5–10 million dollars", 5e6],
      ["5–10 Mio. €", 5e6, "de"],
      ["$900k–$1.2M", 900_000],
      ["2 dozen eggs", 24],
      ["12,5 Millionen Euro", 12.5e6, "de"],
      ["1,2 Mio. €", 1.2e6, "de"],
      ["2 Mrd. €", 2e9, "de"],
      ["3 Tausend", 3_000, "de"],
      ["2 Billionen Euro", 2e12, "de"],
      ["500 T€", 500_000, "de"],
      ["500 k€", 500_000, "fr"],
      ["1,2 M€", 1.2e6, "fr"],
      ["2 milliards d'euros", 2e9, "fr"],
      ["3 mil millones de euros", 3e9, "es"],
      ["5 mil", 5_000, "es"],
      ["2 billones", 2e12, "es"],
      ["2 miliardi di euro", 2e9, "it"],
      ["R$ 2,5 bilhões", 2.5e9, "pt-BR"],
      ["3 miljoen", 3e6, "nl"],
      ["2 biljoen", 2e12, "nl"],
      ["2,5 mld zł", 2.5e9, "pl"],
      ["12 tys. zł", 12_000, "pl"],
      ["3 miljarder kr", 3e9, "sv"],
      ["12億円", 1.2e9, "ja"],
      ["3万人", 30_000, "ja"],
      ["1億2,000万円", 1.2e8, "ja"],
      ["月給25万円", 250_000, "ja"],
      ["3万亿元", 3e12, "zh"],
      ["2亿", 2e8, "zh"],
      ["5 करोड़", 5e7, "hi"],
      ["2 लाख", 200_000, "hi"],
      ["₹12,34,567", 1_234_567, "en-IN"],
      ["₹1,25,000.50", 125_000.5, "en-IN"],
      ["₹2.5 lakh", 250_000, "en-IN"],
      ["₹1.2 crore", 1.2e7, "en-IN"],
      // Words that are no scale, and sizes that are written like one.
      ["900 employees", 900],
      ["118 m²", 118],
      ["5 m", 5],
      ["$10 T-shirt", 10],
      ["100 m $5", 5],
      // Nobody counts so, or not in this language, or it is not said of what.
      ["5 zillion", undefined],
      ["$2 billion", undefined, "de"],
      ["5 mil", undefined],
      ["3兆", undefined, "zh-CN"],
      ["T-shirt $12 M", undefined]
    ]
    for (const [text, value, language] of cases) assert.strictEqual(numberIn(text, language), value, text)
    const number = { type: "number" }
    for (const [name, text] of [
      ["users", "1.2m"],
      ["population", "1.2 B"],
      ["revenue", "3 t"]
    ] as const)
      assert.isUndefined(typed(name, number, text), text)
    assert.strictEqual(typed("length", number, "5 m"), 5)
    assert.strictEqual(typed("revenueMillions", number, "$12.5M"), 12.5)
    const assets = { name: "Assets (in millions)", value: "450" }
    const [property] = Result.getOrThrow(readDataSchema({ type: "object", properties: { assets: number } })).properties
    const read = readTyped(assets, property!.shape as ScalarShape, wantedOf(property!), localeOfLanguage("en"))
    assert.strictEqual(read, 450e6)
  })

  it("keeps the minus of money, which no dash between two amounts is", () => {
    const cases: ReadonlyArray<readonly [string, number, string?]> = [
      ["-$5.00", -5],
      ["−€1,200.00", -1200],
      ["–5 €", -5, "de"],
      ["$-5", -5],
      ["($3,000)", -3000],
      ["(EUR 20)", -20],
      ["$10–$20", 10],
      ["Save – $5", 5],
      ["from $5 (incl. VAT)", 5],
      ["+$5", 5],
      ["Until 2024 $5", 5],
      ["10 users €50", 50],
      ["80 € 45 €", 80, "de"],
      ["80€ 45€", 80, "de"],
      ["14,99 €1,50 € / 100 g", 14.99, "de"],
      ["ab 14,99 €29,99 € UVP", 14.99, "de"],
      ["14,99 €1 249,00 €", 14.99, "de"],
      ["14,99 €9,99 €", 14.99, "de"],
      ["9,99 €14,99 €1,50 €/100g", 9.99, "de"],
      ["Until 2024 $5.50 USD", 5.5],
      ["Until 2024 $5 $10", 5]
    ]
    for (const [text, value, language] of cases) assert.strictEqual(numberIn(text, language), value, text)
    assert.deepStrictEqual(
      readNumbers("$10 -$20", "en").map(({ value }) => value),
      [10, 20]
    )
    assert.strictEqual(numberIn("(12)"), 12, "a count of reviews")
  })

  it("reads what words, arrows and parentheses say to be below zero, and nothing where they may say something else", () => {
    const cases: ReadonlyArray<readonly [string, number | undefined, string?]> = [
      ["▼ 2.1 %", -2.1],
      ["▲ 2.1 %", 2.1],
      ["↓6%", -6],
      ["142.30 ▼ 1.20", 142.3],
      ["▼ 0.35", -0.35],
      ["Change ▼ 2.1 %", -2.1],
      ["minus 5 °C", -5],
      ["minus 5 Grad", -5, "de"],
      ["moins 5 °C", -5, "fr"],
      ["Température : moins 5 °C", -5, "fr"],
      ["menos 5 °C", -5, "es"],
      ["минус 5 °C", -5, "ru"],
      ["マイナス 5", -5, "ja"],
      ["minus €3 million", -3e6],
      ["Profit: ($2 million)", -2e6],
      // In two ways.
      ["(2.1 %)", undefined],
      ["▼ $299", undefined],
      ["a loss of €3 million", undefined],
      ["Verlust von 3 Mio. €", undefined, "de"],
      // Of other things.
      ["(12)", 12],
      ["Sort by price ▼ 12 results", 12],
      ["Download ↓ 12 MB", 12],
      ["↓ 5 °C", 5],
      ["↓ 20% off", 20],
      ["au moins 5 kg", 5, "fr"],
      ["al menos 5 días", 5, "es"],
      ["plus minus 5", 5],
      ["plus or minus 5", 5],
      ["10 minus 5", 10],
      ["terminus 5", 5],
      ["Minuscule 5", 5]
    ]
    for (const [text, value, language] of cases) assert.strictEqual(numberIn(text, language), value, text)
    assert.deepStrictEqual(
      readNumbers("10 minus 5", "en").map(({ value }) => value),
      [10, 5]
    )
  })

  it("reads what is written in parts as one number, and none of its parts for it", () => {
    const number = { type: "number" }
    const cases: ReadonlyArray<readonly [string, string, number | undefined, string?]> = [
      ["duration_minutes", "1 h 30 min", 90],
      ["duration_minutes", "2h 15m", 135],
      ["duration_minutes", "1h30", 90, "fr"],
      ["duration_minutes", "2 Stunden 20 Minuten", 140, "de"],
      ["duration_hours", "2 days 3 hours", 51],
      ["duration_hours", "1½ hours", 1.5],
      ["duration_minutes", "1:45:30", 105.5],
      ["duration_minutes", "1:45 h", 105],
      ["duration_minutes", "1:45", undefined],
      ["duration", "1 h 30 min", undefined],
      ["delivery_days", "3 months", undefined],
      ["delivery_days", "2 weeks", 14],
      ["height_cm", "6 ft 2 in", 187.96],
      ["height_cm", "5'11\"", 180.34],
      ["height_cm", "6'2\" (188 cm)", 188],
      ["weight_g", "7 lb 8 oz", 3401.942775],
      ["width_cm", "1 m 20 cm", 120],
      ["length_cm", "12 × 30 cm", undefined],
      ["amount", "1/2", 0.5],
      ["amount", "24/7", undefined],
      ["size", "3/4 inch", 0.75],
      ["flour_cups", "1 1/2 cups", 1.5],
      ["rating", "4.5/5", 4.5],
      ["count", "12:30", undefined],
      ["price", "99 Cent", 0.99, "de"],
      ["price", "99¢", 0.99],
      ["price_cents", "99 cents", 99],
      ["price_cents", "$5.00", 500]
    ]
    for (const [name, text, value, language] of cases)
      assert.strictEqual(typed(name, number, text, language), value, `${name}: ${text}`)
  })

  it("takes no number out of a sentence, and thousands for a whole number that a point parts", () => {
    const number = { type: "number" }
    assert.strictEqual(typed("seats", number, "about 30 of them are free"), 30)
    assert.isUndefined(typed("seats", number, "our oldest customers have been with us for 30 years now"))
    assert.strictEqual(typed("seats", { type: "integer" }, "1.299"), 1299)
    assert.isUndefined(typed("seats", { type: "integer" }, "1.25"))
    assert.isUndefined(typed("seats", { type: "integer" }, "1.2995"))
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
    for (const [text, time] of [
      ["7.30 pm", "19:30:00"],
      ["14:30 Arrival", "14:30:00"],
      ["10:00 Prague time", "10:00:00"],
      ["12:15 a.m.", "00:15:00"],
      ["9 am", "09:00:00"],
      ["9 apples", null],
      ["19.30 Uhr", "19:30:00"],
      ["18h45", "18:45:00"],
      ["1.25 kg", null],
      ["$10.50", null],
      ["13:00 pm", null],
      ["25:00", null],
      ["1.25 kg at 8:05", "08:05:00"]
    ] as const)
      assert.strictEqual(readTime(text), time, text)
  })

  it("reads the first and the last day of a stretch", () => {
    const day = { type: "string", format: "date" }
    const cases: ReadonlyArray<readonly [string, string, string, string?]> = [
      ["4–6 March 2027", "2027-03-04", "2027-03-06"],
      ["March 4–6, 2027", "2027-03-04", "2027-03-06"],
      ["March 30 – April 2, 2027", "2027-03-30", "2027-04-02"],
      ["30 March – 2 April 2027", "2027-03-30", "2027-04-02"],
      ["30 December – 2 January 2027", "2026-12-30", "2027-01-02"],
      ["4. bis 6. März 2027", "2027-03-04", "2027-03-06", "de"],
      ["4.–6.3.2027", "2027-03-04", "2027-03-06", "de"],
      ["30.3. – 2.4.2027", "2027-03-30", "2027-04-02", "de"],
      ["du 4 au 6 mars 2027", "2027-03-04", "2027-03-06", "fr"],
      ["del 4 al 6 de marzo de 2027", "2027-03-04", "2027-03-06", "es"],
      ["2027-03-04 – 2027-03-06", "2027-03-04", "2027-03-06"],
      ["2027-03-04/2027-03-06", "2027-03-04", "2027-03-06"],
      ["March 4, 2027 to March 6, 2027", "2027-03-04", "2027-03-06"],
      ["4 March 2027", "2027-03-04", "2027-03-04"]
    ]
    for (const [text, first, last, language] of cases) {
      assert.strictEqual(typed("start_date", day, text, language), first, text)
      assert.strictEqual(typed("end_date", day, text, language), last, text)
    }
  })

  it("hears yes, no, there and gone", () => {
    assert.deepStrictEqual(["Yes", "✓", "nein", "–", "maybe"].map(readYesNo), [true, true, false, false, null])
    assert.deepStrictEqual(
      ["Sold out", "https://schema.org/InStock", "Nicht verfügbar", "Only 3 left", "Blue"].map(readStock),
      [false, true, false, true, null]
    )
    for (const said of ["Slut i lager", "Udsolgt", "Utsolgt", "Niedostępny", "Vyprodáno", "Elfogyott", "Stoc epuizat"])
      assert.isFalse(readStock(said), said)
    for (const said of [
      "Нет в наличии",
      "Tükendi",
      "غير متوفر",
      "ناموجود",
      "품절",
      "สินค้าหมด",
      "Hết hàng",
      "אזל מהמלאי"
    ])
      assert.isFalse(readStock(said), said)
    for (const said of ["I lager", "På lager", "Dostępny", "Skladem", "Raktáron", "În stoc", "В наличии", "Stokta"])
      assert.isTrue(readStock(said), said)
    for (const said of ["متوفر", "موجود", "재고 있음", "มีสินค้า", "Còn hàng", "במלאי", "Διαθέσιμο", "Tersedia"])
      assert.isTrue(readStock(said), said)
    for (const said of ["Disponibilité", "Dostępność", "Lagerkapacitet", "Sklademová", "متوفرات الشركة"])
      assert.isNull(readStock(said), said)
  })

  it("hears that something is not there in whatever words deny it, count none or wait for it", () => {
    const denied = `Not in stock|Currently not in stock|Not currently in stock|No longer available|This item is no longer available.
The Kettle K2 is not in stock.|We do not have it in stock|Never in stock|Isn't in stock|Not yet available|None available|No items in stock
No tickets available|0 in stock|0 left in stock|Only 0 left|In stock: 0|In stock (0)|In stock: no|Available: false
Notify me when available|Email me when back in stock|Nicht mehr verfügbar|Noch nicht verfügbar|Leider nicht mehr auf Lager|Nicht sofort lieferbar
Keine Exemplare verfügbar|0 Stück auf Lager|Auf Lager: 0|Plus disponible|N'est plus disponible|Pas en stock|0 en stock|Sin stock
Ya no disponible|No está disponible|Avísame cuando esté disponible|Non più disponibile|Niet meer op voorraad|Não disponível|Inte i lager
Nie jest dostępny|在庫なし|在庫はありません|入荷待ち|无货|暂时缺货`
    for (const said of denied.split(/[|\n]/)) {
      assert.isFalse(readStock(said), said)
      assert.isFalse(typed("in_stock", { type: "boolean" }, said), said)
      assert.isTrue(typed("sold_out", { type: "boolean" }, said), said)
    }
    const toCome = `Back in stock soon|Available soon|Available from 5 May 2099|Available again in June|Bald wieder verfügbar
Wieder lieferbar ab 12.01.|Bientôt disponible|In stock: no pickup available`
    for (const said of toCome.split(/[|\n]/)) assert.isNotTrue(readStock(said), said)
    const there = `In stock|Only 3 left in stock|In stock, not refundable|Available now – no delivery on Sundays|No minimum order. In stock.
In stock: yes|100 in stock|Not sold out|Never out of stock|Still available|In stock again|Not only in stock but cheap|Size 0 in stock|In_Stock
Nur noch 2 auf Lager|Sofort lieferbar|Nicht ausverkauft|Plus de 10 en stock|En stock, expédié sous 24 h|Sin IVA. Disponible|在庫あり|有货|3 dostępne`
    for (const said of there.split(/[|\n]/)) assert.isTrue(readStock(said), said)
    const choices = { type: "string", enum: ["in_stock", "out_of_stock"] }
    assert.strictEqual(typed("availability", choices, "No longer available"), "out_of_stock")
    assert.isUndefined(typed("availability", choices, "Back in stock soon"))
  })

  it("hears that something may not be, whatever word denies it, and nothing in a question", () => {
    for (const said of [
      ...["Keine Haustiere erlaubt", "Pets are never allowed", "Dogs aren't allowed", "No pets allowed"],
      ...["Aucun animal admis", "Geen huisdieren toegestaan", "Ningún animal permitido", "Hunde nie erlaubt"]
    ])
      assert.isFalse(readYesNo(said), said)
    for (const said of ["Are pets allowed? No", "Pets allowed when small", "Haustiere bald erlaubt"])
      assert.isNull(readYesNo(said), said)
    for (const said of ["Pets allowed", "Haustiere erlaubt", "Animaux admis"]) assert.isTrue(readYesNo(said), said)
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
    for (let before = 470; before < 500; before += 1) {
      const text = `${"x ".repeat(250).slice(0, before)} anna.weber@kiln.example.com`
      const told = typed("email", { type: "string", format: "email" }, text)
      assert.isTrue(told === undefined || told === "anna.weber@kiln.example.com", String(told))
    }
    assert.isFalse(typed("soldOut", { type: "boolean" }, "In stock"))
  })

  it("finds words and numbers whole in a text, and no piece of them", () => {
    const cases: ReadonlyArray<readonly [string, string, boolean]> = [
      ["for only $1,299", "$1,299", true],
      ["for only $1,299", "299", false],
      ["for only $1,299", "$1", false],
      ["1 299 €", "299 €", false],
      ["1 299 €", "1", false],
      ["at 12.50", "12", false],
      ["at 12:50", "50", false],
      ["$5 million", "$5", false],
      ["$5 million", "$5 million", true],
      ["5k users", "5", false],
      ["12億円", "12", false],
      ["-$5.00", "$5.00", false],
      ["-$5.00", "5.00", false],
      ["$5 – $9", "$9", true],
      ["12 kg", "12", true],
      ["so unhappy", "happy", false],
      ["unhappy, then happy", "happy", true],
      ["non-refundable", "refundable", false],
      ["Ann's", "Ann", true],
      ["café", "caf", false],
      ["cafe\u0301", "cafe", false],
      ["陶芸家の田中さん", "田中", true],
      ["김철수입니다", "김철수", true],
      ["ann.reed@x.example", "reed@x.example", false],
      ["ann@x.example.org", "ann@x.example", false],
      ["Write to ann@x.example.", "ann@x.example", true],
      ["In 2011 Ann Reed", "2011", true],
      ["nothing", "", true],
      ["nothing", "else", false]
    ]
    for (const [text, part, isThere] of cases) assert.strictEqual(holdsWhole(text, part), isThere, `${part} in ${text}`)
    assert.isFalse(holdsWhole("1".repeat(100_000), "11"))
  })

  it("takes no word for what all objects have", () => {
    for (const word of ["Constructor", "constructor", "__proto__", "toString", "valueOf"]) {
      assert.isNull(countryNamed(word, "en"), word)
      assert.isNull(unitOfName(`weight ${word}`, ""), word)
    }
    assert.strictEqual(countryNamed("England", "en"), "GB")
  })

  it("reads an amount in the currency that its property names, and none in another", () => {
    const n = { type: "number" }
    const cases: ReadonlyArray<readonly [string, string, number | undefined, string?]> = [
      ["price_usd", "€90 (approx. $98)", 98],
      ["price_eur", "€90 (approx. $98)", 90],
      ["price_in_euros", "€90 (approx. $98)", 90],
      ["price_usd", "€90", undefined],
      ["ticket_price_gbp", "€90", undefined],
      ["price_dollars", "90 €", undefined],
      ["preis_chf", "90,00 €", undefined, "de"],
      ["preis_in_franken", "90,00 € / CHF 95.00", 95, "de"],
      ["prix_euros", "90,00 €", 90, "fr"],
      ["precio_usd", "US$ 90", 90, "es"],
      ["price_usd", "CA$90", undefined],
      ["price_usd", "Free over €90", undefined],
      ["revenue_usd", "€4 million", undefined],
      ["revenue_usd", "$4 million", 4_000_000],
      ["price_usd", "$98", 98],
      ["price_usd", "98", 98],
      ["price_usd", "Free", 0],
      ["price_usd", "was $120, now $98", 98],
      ["price_cad", "$98", 98],
      ["price", "€90 (approx. $98)", 90],
      ["eur_usd_rate", "1.08", 1.08],
      ["try_price", "€90", 90],
      ["price_all_inclusive", "€90", 90]
    ]
    for (const [name, said, value, language] of cases)
      assert.strictEqual(typed(name, n, said, language), value, `${name}: ${said}`)
    assert.isUndefined(typed("price", { ...n, description: "Price in USD" }, "€90"))
    assert.strictEqual(typed("price", { ...n, description: "The price in the shop" }, "€90"), 90)
  })

  it("reads of a measure in several units the one that its property names, and works out none that pages round", () => {
    const n = { type: "number" }
    const cases: ReadonlyArray<readonly [string, string, number | undefined, string?]> = [
      ["horsepower", "110 kW (150 hp)", 150],
      ["engine_horsepower", "110 kW (150 PS)", 150, "de"],
      ["power_kw", "110 kW (150 hp)", 110],
      ["horsepower", "110 kW", undefined],
      ["kcal", "1,850 kJ / 442 kcal", 442],
      ["calories", "1850kJ/442kcal", 442],
      ["energy_kj", "1,850 kJ / 442 kcal", 1850],
      ["kcal", "1,850 kJ", undefined],
      ["calories", "412 calories", 412],
      ["calories", "412", 412],
      ["kalorien", "412 Kalorien", 412, "de"],
      ["temperature_f", "180 °C (356 °F)", 356],
      ["temperature_celsius", "180 °C (356 °F)", 180],
      ["oven_temp_c", "356 °F", undefined],
      ["temperature", "180 °C", 180],
      ["top_speed_mph", "210 km/h (130 mph)", 130],
      ["top_speed_kmh", "210 km/h (130 mph)", 210],
      ["top_speed_mph", "58 m/s", undefined],
      ["wind_km_h", "12 kn (22 km/h)", 22],
      ["distance_km", "210 km/h", undefined],
      ["pressure_psi", "8 bar (116 psi)", 116],
      ["pressure_bar", "8 bar (116 psi)", 8],
      ["speed_mbps", "100 Mbit/s", 100],
      ["speed_gbps", "100 Mbit/s", 0.1],
      ["speed_mb", "100 Mbit/s", undefined],
      ["tank_liters", "13.2 gal", undefined],
      ["tank_gallons", "13.2 gal (50 l)", 13.2],
      ["grade_f", "12", 12],
      ["weight_kg", "3 lb 14 oz (1.76 kg)", 1.76],
      ["length_cm", "6 ft 2 in (188 cm)", 188],
      ["length_cm", "6 ft 2 in", 187.96],
      ["duration_minutes", "1 h 30 min (+ 15 min break)", 90]
    ]
    for (const [name, said, value, language] of cases)
      assert.strictEqual(typed(name, n, said, language), value, `${name}: ${said}`)
  })

  it("reads neither end of a range, but where the least or the most is asked for", () => {
    const n = { type: "number" }
    const cases: ReadonlyArray<readonly [string, string, number | undefined, string?]> = [
      ["term_months", "12–84 months", undefined],
      ["term", "12-84 months", undefined],
      ["weight_kg", "2–3 kg", undefined],
      ["weight", "2 kg – 3 kg", undefined],
      ["delivery_days", "2 to 4 days", undefined],
      ["lieferzeit_tage", "2 bis 4 Tage", undefined, "de"],
      ["lieferzeit", "zwischen 2 und 4 Tagen", undefined, "de"],
      ["delai_jours", "2 à 4 jours", undefined, "fr"],
      ["plazo", "de 2 a 4 días", undefined, "es"],
      ["tempo", "da 2 a 4 giorni", undefined, "it"],
      ["levertijd", "2 tot 4 dagen", undefined, "nl"],
      ["prazo", "entre 2 e 4 dias", undefined, "pt"],
      ["age_years", "6–12 years", undefined],
      ["delivery_time", "3 days – 2 weeks", undefined],
      ["term_min", "12–84 months", 12],
      ["max_term", "12–84 months", 84],
      ["start_year", "2019–2023", 2019],
      ["end_year", "2019–2023", 2023],
      ["price_from", "€80–120", 80],
      ["lowest_price", "€80–120", 80],
      ["weight_kg", "2 kg", 2],
      ["weight_kg", "4.4 lb - 2 kg", 2],
      ["seats", "5", 5],
      ["power", "150 hp - 2021", 150],
      ["rating", "4.5 - 120 reviews", 4.5],
      ["temperature", "-4 °C", -4],
      ["score", "3-1", 3],
      ["rooms", "3 and 4", 3]
    ]
    for (const [name, said, value, language] of cases)
      assert.strictEqual(typed(name, n, said, language), value, `${name}: ${said}`)
    assert.isUndefined(typed("price_per_night", n, "€80–120"))
    assert.isUndefined(typed("price_per_night", n, "€80 to €120"))
  })

  it("reads what is long and strange in time", () => {
    const long = "1,".repeat(200_000) + "€".repeat(1_000)
    readNumbers(long, "en")
    readDay(long, "en")
    readMoney("1 1 1 1 1 1 1 1 1 1 ".repeat(10_000), "de")
  })
})
