/** Goals about prices in languages of which the rules know few words. */
import { describe, it } from "@effect/vitest"
import { checkPairs } from "./onPages.ts"

const shop = (price: string): string =>
  `<h1>Kettle K2</h1><p>${price}</p><p>It boils a litre in two minutes and switches itself off when it is done.</p>`

/** A goal, a price that is too high, one just above the bound, and one below it. */
const bounds: ReadonlyArray<readonly [goal: string, high: string, above: string, below: string]> = [
  ["السعر أقل من 300 ريال", "329 ريال", "309 ريال", "299 ريال"],
  ["מחיר מתחת ל 300 ₪", "329 ₪", "309 ₪", "299 ₪"],
  ["τιμή κάτω από 300 €", "329 €", "309 €", "299 €"],
  ["300 Ft alatt", "329 Ft", "309 Ft", "299 Ft"],
  ["ціна нижче 300 грн", "329 грн", "309 грн", "299 грн"],
  ["цена ниже 300 руб", "329 руб.", "309 руб.", "299 руб."],
  ["ราคาต่ำกว่า 300 บาท", "329 บาท", "309 บาท", "299 บาท"],
  ["ราคา ต่ำ กว่า 300 บาท", "329 บาท", "309 บาท", "299 บาท"],
  ["fiyat 300 TL altında", "329 TL", "309 TL", "299 TL"]
]

describe("goals about prices in many languages", () => {
  it.effect("are told where the price comes below the bound, and not before", () =>
    checkPairs(
      bounds.flatMap(([goal, high, above, below]) => [
        [goal, shop(high), shop(below), true] as const,
        [goal, shop(high), shop(above), false] as const
      ])
    )
  )

  it.effect("are told of a price that changes, where no more can be read", () =>
    checkPairs([
      ["سعر", shop("329 ريال"), shop("299 ريال"), true],
      ["إذا انخفض السعر", shop("329 ريال"), shop("299 ريال"), true],
      ["値下げ", shop("329円"), shop("299円"), true],
      ["μειωθεί το κόστος", shop("329 €"), shop("299 €"), true],
      ["אם זה נהיה זול", shop("329 ₪"), shop("299 ₪"), true]
    ])
  )

  it.effect("are told of no price where the page says their words of something else, or Latin words name it", () =>
    checkPairs([
      ["the flurb becomes gnarly", shop("$329"), shop("$299"), false],
      ["new colours", shop("$329"), shop("$299"), false],
      ["opening hours", shop("$329"), shop("$299"), false],
      [
        "το πρόγραμμα",
        "<h1>Μουσείο</h1><p>Εισιτήριο: 8 €</p><p>Το πρόγραμμα: κάθε Τρίτη μουσική.</p>",
        "<h1>Μουσείο</h1><p>Εισιτήριο: 9 €</p><p>Το πρόγραμμα: κάθε Τρίτη μουσική.</p>",
        false
      ]
    ])
  )
})
