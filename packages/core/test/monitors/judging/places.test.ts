import { assert, describe, it } from "@effect/vitest"
import { judgeChange } from "../../../src/monitors/domain/judging/judgeChange.ts"

const isTold = (goal: string | null, page: string, was: string, now: string) => {
  assert.strictEqual(page.split(was).length, 2, `“${was}” stands there once`)
  const question = { goal, url: "https://www.town.example/", targetType: "page" as const }
  return judgeChange({ ...question, before: page, after: page.replace(was, now) }).isRelevant
}

const grants = `Science Fund
Home
Grants
Doctoral grants 2027
Applications until 31 March 2027
Amount: €1,260 a month
Postdoctoral grants
Applications closed
Amount: €1,850 a month
International mobility
Applications until 15 January 2027
Amount: up to €3,000`

describe("where a change stands", () => {
  it("is below the title of its own stretch, though a number is part of it", () => {
    assert.isTrue(isTold("doctoral grants deadline", grants, "31 March 2027", "15 April 2027"))
    assert.isFalse(isTold("doctoral grants deadline", grants, "up to €3,000", "up to €3,500"))
  })

  it("is a part of a line that says the like of several things", () => {
    const fees = "Airline\nSports equipment\nBicycle £45, skis £35, golf clubs £30\nExcess: £9 per kg"
    assert.isTrue(isTold("cost to bring my bike", fees, "Bicycle £45", "Bicycle £55"))
    assert.isFalse(isTold("cost to bring my bike", fees, "skis £35", "skis £30"))
    assert.isTrue(isTold("cost of skis", fees, "skis £35", "skis £30"))
  })

  it("is a sentence as a whole, whose beginning holds for all of it", () => {
    const terms = "Shop\nTerms\nDelivery costs 12.99 €, from 149 € on it is free of charge"
    assert.isTrue(isTold("delivery cost", terms, "149 €", "199 €"))
  })

  it("is a cell with the name of its own column and row", () => {
    const energy = `Energy
Contract | Power per kWh | Gas per m³ | Fee
Fixed 1 year | € 0.259 | € 1.248 | € 6.95
Fixed 3 years | € 0.271 | € 1.290 | € 6.95`
    assert.isTrue(isTold("power price of fixed 1 year", energy, "€ 0.259", "€ 0.247"))
    assert.isFalse(isTold("power price of fixed 1 year", energy, "€ 1.248", "€ 1.198"))
  })

  it("is an entry of its own, that says nothing of the one above", () => {
    const cars = `Cars
Skadi Combi
EZ 03/2019, 142.000 km
10.990 €
Händler, 06108 Halle
Tarvo Break
EZ 07/2020, 98.500 km
12.450 €
Privat, 04229 Leipzig
Olm Tourer
EZ 11/2019, 88.000 km
14.750 €
Händler, 99084 Erfurt`
    const more = (town: string) =>
      `Privat, 04229 Leipzig\nOlm Kombi\nEZ 05/2019, 110.000 km\n12.800 €\nHändler, ${town}`
    assert.isTrue(isTold("neue Angebote in Leipzig", cars, "Privat, 04229 Leipzig", more("04315 Leipzig")))
    assert.isFalse(isTold("neue Angebote in Leipzig", cars, "Privat, 04229 Leipzig", more("09111 Chemnitz")))
  })
})

describe("what a goal asks for", () => {
  it("is a rule and no state where it asks how long, or names terms", () => {
    const terms =
      "Desk\nTerms\nData is kept for 90 days after an account is closed.\nBookings may be cancelled up to 15 days before.\nInvoices are sent by e-mail."
    assert.isTrue(isTold("how long do they keep data after we cancel", terms, "90 days", "180 days"))
    assert.isTrue(isTold("cancellation policy", terms, "15 days", "30 days"))
  })

  it("is a state, which is reached when one that denies it is over", () => {
    const plan = "Servers\nBlaze\n4 vCPU, 16 GB\n€19.90\nTemporarily unavailable\nLocations: Helsinki"
    assert.isTrue(isTold("blaze available again?", plan, "Temporarily unavailable", "Order"))
    assert.isFalse(isTold("blaze available again?", plan, "€19.90", "€18.90"))
  })

  it("is what it becomes, where the goal says what", () => {
    const park = "Park\nConditions\nFire danger: low\nTrails: open\nSnow: high above 1,400 m"
    assert.isTrue(isTold("fire danger goes to high or extreme", park, "Fire danger: low", "Fire danger: high"))
    assert.isFalse(isTold("fire danger goes to high or extreme", park, "Fire danger: low", "Fire danger: moderate"))
  })

  it("is no less for what would be better, or for examples in brackets", () => {
    const dogs = "Shelter\nOur dogs\nBruno\nLabrador, male, 6 years\nMila\nTerrier, female, 2 years\nVisits: Saturday"
    const more = "Mila\nTerrier, female, 2 years\nFips\nSpitz, male, 4 years"
    assert.isTrue(isTold("new dogs, ideally good with cats", dogs, "Mila\nTerrier, female, 2 years", more))
  })
})

describe("what changes by itself", () => {
  const page = (line: string) => `Library branch\nOpening hours\nMonday 9:30 - 19:00\n${line}\nPrinting: 15p per page`

  it("is told to nobody who did not ask for it", () => {
    for (const [was, now] of [
      ["4.8 (933)", "4.8 (941)"],
      ["Viewed 1,904 times", "Viewed 1,951 times"],
      ["Busy right now: 62% of seats taken", "Busy right now: 48% of seats taken"],
      ["Just nu: 43 besökare", "Just nu: 18 besökare"],
      ["Visite: 10.442", "Visite: 10.517"],
      ["Beoordeling 8,1 (2.340 klanten)", "Beoordeling 8,2 (2.361 klanten)"],
      ["Waiting for 19 days.", "Waiting for 21 days."],
      ["Current waiting time on the phone: 4 minutes", "Current waiting time on the phone: 9 minutes"],
      ["Faltan 140 días", "Faltan 137 días"],
      ["9 days to go", "7 days to go"],
      ["Currently open.", "Currently closed."],
      ["88 left", "71 left"],
      ["48 Angebote", "51 Angebote"],
      ["Last edited by Ann", "Last edited by Ben"],
      ["Delivery by Tuesday, 24 November", "Delivery by Wednesday, 25 November"],
      ["Classement des ventes : 1 204", "Classement des ventes : 1 377"]
    ] as const) {
      for (const goal of [null, "opening hours"]) {
        assert.isFalse(isTold(goal, page(was), was, now), `${goal}: ${was}`)
      }
    }
  })

  it("is told to who named it", () => {
    assert.isTrue(
      isTold("waiting time on the phone", page("Waiting time on the phone: 4 minutes"), "4 minutes", "40 minutes")
    )
    assert.isTrue(isTold("fewer than 20 left", page("88 left"), "88 left", "12 left"))
  })

  it("is no sentence about delivery, and no price", () => {
    assert.isTrue(isTold(null, page("Delivery by appointment"), "by appointment", "to your door"))
    assert.isTrue(isTold(null, page("Right now a card costs £5"), "£5", "£9"))
  })
})
