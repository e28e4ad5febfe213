/** Which amounts of a text are asked now: a price that was is no answer to what something costs. */
import { assert, describe, it } from "@effect/vitest"
import { nowAndBefore } from "../../src/extraction/domain/nowAndBefore.ts"

const told = (text: string, language: string) => {
  const { before, now } = nowAndBefore(text, language)
  return [now.map(({ value }) => value), before.map(({ value }) => value)]
}

const says = (text: string, now: ReadonlyArray<number>, before: ReadonlyArray<number>, language = "en") =>
  assert.deepStrictEqual(told(text, language), [now, before], text)

describe("an amount", () => {
  it("goes after what Brazil writes before an amount and the one below it", () => {
    says("De R$ 399,90 por R$ 299,90", [299.9], [399.9], "pt-BR")
    says("De: R$ 399,90", [], [399.9], "pt-BR")
    says("Por R$ 299,90", [299.9], [], "pt-BR")
    says("De 39,90 € por 29,90 €", [29.9], [39.9], "pt")
    says("De R$ 399,90", [], [399.9], "en")
  })

  it("is asked no more where words of the past stand before it", () => {
    says("Until 2024 $5. It now costs $9.", [9], [5])
    says("Until 2024 it was only $5", [], [5])
    says("Until the end of 2024: $5", [], [5])
    says("Price until 2024: $5", [], [5])
    says("Until 2027 it was $49", [], [49])
    says("Until 2027 $49. It now costs $59.", [59], [49])
    says("It used to cost $5", [], [5])
    says("It used to be just $5; it is now $9", [9], [5])
    says("Previously priced at $5, now $9", [9], [5])
    says("Was only $5, now $9", [9], [5])
    says("Formerly sold for $5", [], [5])
    says("Bis 2024 5 €, jetzt 9 €", [9], [5], "de")
    says("Bis Ende 2024 kostete es 5 €", [], [5], "de")
    says("Der Eintritt kostete 5 €, heute sind es 9 €", [9], [5], "de")
    says("Jusqu'en 2024 : 5 €. Désormais 9 €", [9], [5], "fr")
    says("L'entrée coûtait 5 €", [], [5], "fr")
    says("Hasta 2024, el precio era de 5 €. Ahora cuesta 9 €", [9], [5], "es")
    says("Fino al 2024 5 €, oggi 9 €", [9], [5], "it")
    says("Was $20–35, now $15–30", [15, 30], [20, 35])
  })

  it("is what it was before it changed", () => {
    says("Raised from $5 to $9", [9], [5])
    says("Reduced from $9 to $5", [5], [9])
    says("The fee was increased in 2024 from $5 to $9", [9], [5])
    says("Von 9 € auf 5 € gesenkt", [5], [9], "de")
    says("Von 5 € bis 9 €", [5, 9], [], "de")
    says("Tickets from $5 to $9", [5, 9], [])
    says("Reduced tickets from $5 to $9", [5, 9], [])
  })

  it("is left behind by one beside it that is asked now", () => {
    says("$80, now $45", [45], [80])
    says("80 € jetzt nur 45 €", [45], [80], "de")
    says("$9 now, $5 until 31 March", [9], [5])
    says("Adults $10, children now $5", [10, 5], [])
    says("$5 now and $9 in May", [5, 9], [])
  })

  it("is asked where nobody can tell that the day is over, and where the words are of something else", () => {
    says("Until 31 March: $5", [5], [])
    says("Early bird until 31 March $5, regular $9", [5], [9])
    says("Until 2030 free, then $5", [5], [])
    says("Until 2027 the price is $49", [49], [])
    says("Price until 2027: $49", [49], [])
    says("Jusqu'en 2027, le prix est de 49 €", [49], [], "fr")
    says("Warranty until 2030, price $5", [5], [])
    says("Offer valid until 2030: $5", [5], [])
    says("Bis 2000 Nutzer: 5 €", [5], [], "de")
    says("Bis 2000: 5 €", [5], [], "de")
    says("It used to be free but costs $5", [5], [])
    says("It used to be free, now $5", [5], [])
    says("Victorian era print $20", [20], [])
    says("Pay once at $5", [5], [])
    says("Can be used to pay $5", [5], [])
    says("Cutting boards from $5 to $9", [5, 9], [])
    says("$5 today only", [5], [])
    says("$50, now save $10", [50], [])
    says("Now reduced, was $50", [], [50])
    says("Heute nur 40 € statt 50 €", [40], [50], "de")
    says("De 10 € a 20 €", [10, 20], [], "es")
    says("De R$ 10 a R$ 20", [10, 20], [], "pt-BR")
    says("A partir de R$ 399,90", [399.9], [], "pt-BR")
    says("de 120 €", [120], [], "fr")
  })
})
