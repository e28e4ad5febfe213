/** Observed: what is there from a day on that is told in figures or ahead of it, and lists where one waits for a place. */
import { assert, describe, it } from "@effect/vitest"
import { judgeChange } from "../../../src/monitors/domain/judging/judgeChange.ts"

const isTold = (goal: string, before: string, after: string) => {
  const page = (line: string) => `Yoga\nSome words of introduction that stay.\n${line}\nContact us`
  const question = { goal, url: "https://a.example/", targetType: "page" as const }
  const { confidence, isRelevant } = judgeChange({ ...question, before: page(before), after: page(after) })
  return isRelevant && confidence >= 0.75
}

describe("what will be there", () => {
  it("is not there yet, however its day is written", () => {
    for (const [goal, was, now] of [
      ["wieder lieferbar", "Derzeit nicht lieferbar", "Wieder lieferbar ab 12.01.2027"],
      ["wieder lieferbar", "Derzeit nicht lieferbar", "Ab 12. Januar wieder lieferbar"],
      ["wieder lieferbar", "Derzeit nicht lieferbar", "Dieser Artikel ist ab dem 12.01. wieder lieferbar"],
      ["wieder verfügbar", "Nicht verfügbar", "Verfügbar ab KW 12"],
      ["back in stock", "Out of stock", "Available from 12/01/2027"],
      ["back in stock", "Out of stock", "In stock from 2027-01-12"],
      ["de nouveau disponible", "Indisponible", "Disponible à partir du 12/01/2027"],
      ["de nuevo disponible", "Agotado", "Disponible a partir del 12 de enero"],
      ["di nuovo disponibile", "Esaurito", "Disponibile dal 12 gennaio"],
      ["weer op voorraad", "Uitverkocht", "Vanaf 12 januari weer op voorraad"],
      ["weer op voorraad", "Uitverkocht", "Weer op voorraad vanaf week 12"]
    ] as const)
      assert.isFalse(isTold(goal, was, now), `${goal}: ${was} → ${now}`)
  })

  it("and is there where the day is of something else", () => {
    for (const [goal, was, now] of [
      ["wieder lieferbar", "Derzeit nicht lieferbar", "Wieder lieferbar, Preis gültig ab 12.01.2027"],
      ["wieder lieferbar", "Derzeit nicht lieferbar", "Seit 12.01.2027 wieder lieferbar"],
      ["back in stock", "Out of stock", "Available in 12 sizes"],
      ["back in stock", "Out of stock", "Prices from 12.50: in stock"],
      ["back in stock", "Out of stock", "Available from 12.50 €"],
      ["back in stock", "Out of stock", "In stock (updated 12/01/2027)"],
      ["weer op voorraad", "Uitverkocht", "Op voorraad, levering vanaf 12 januari"]
    ] as const)
      assert.isTrue(isTold(goal, was, now), `${goal}: ${was} → ${now}`)
  })
})

describe("a waiting list", () => {
  it("is no place that is free", () => {
    for (const [goal, was, now] of [
      ["wenn wieder Plätze frei sind", "Ausgebucht", "Warteliste"],
      ["wenn wieder Plätze frei sind", "Ausgebucht", "Ausgebucht – Warteliste möglich"],
      ["when places are available", "Fully booked", "Waiting list"],
      ["when registration opens", "Registration is closed", "Waiting list open"],
      ["when registration opens", "Registration is closed", "Registration: waitlist is now open"],
      ["quand il y a de nouveau des places disponibles", "Complet", "Liste d'attente ouverte"],
      ["cuando haya plazas disponibles", "Agotado", "Lista de espera abierta"]
    ] as const)
      assert.isFalse(isTold(goal, was, now), `${goal}: ${was} → ${now}`)
  })

  it("may be what is asked for, and stand beside what is", () => {
    for (const [goal, was, now] of [
      ["when the waiting list opens", "Waiting list closed", "Waiting list open"],
      ["when registration opens", "Registration is closed", "Registration is open, and so is the waiting list"],
      ["wenn wieder Plätze frei sind", "Ausgebucht, Warteliste", "Noch 2 Plätze frei"]
    ] as const)
      assert.isTrue(isTold(goal, was, now), `${goal}: ${was} → ${now}`)
  })
})
