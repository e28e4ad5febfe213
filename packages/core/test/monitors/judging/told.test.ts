/** Observed: what the rules say of changes that they read past, or took for something that says nothing. */
import { assert, describe, it } from "@effect/vitest"
import { judgeChange } from "../../../src/monitors/domain/judging/judgeChange.ts"

const judged = (goal: string | null, before: string, after: string) =>
  judgeChange({ goal, url: "https://a.example/", targetType: "page", before, after })

const isTold = (goal: string | null, before: string, after: string) => {
  const { confidence, isRelevant } = judged(goal, before, after)
  return isRelevant && confidence >= 0.75
}

const row = (end: string, count = 500) =>
  `${Array.from({ length: count }, (_, index) => `item${index} word`).join(", ")}, ${end}`

const terms = (line: string) => `Acme\nTerms of service\n${line}\nYou must be 18 or older.\nWe may end the service.`

describe("the built-in judge", () => {
  it("reads long lines where they differ, and quotes them there", () => {
    const [before, after] = [row("price: $60"), row("price: $40")].map((line) => `Acme\n${line}\nContact`) as [
      string,
      string
    ]
    const { confidence, evidence, isRelevant } = judged("price below $50", before, after)
    assert.isTrue(isRelevant && confidence >= 0.9)
    assert.match(evidence[0]!.before, /item\d+ word, price: \$60$/)
    assert.match(evidence[0]!.after, /item\d+ word, price: \$40$/)
    for (const quote of evidence) assert.isTrue(before.includes(quote.before) && after.includes(quote.after))
    // As many words as are compared stand ahead of it in fewer bytes than are read of a line.
    assert.isTrue(isTold(null, `a b ${"c d ".repeat(300)}not`, `a b ${"c d ".repeat(300)}so`))
    assert.isFalse(isTold("price below $50", `Acme\n${row("price: $70")}`, `Acme\n${row("price: $60")}`))
  })

  it("hears of opening hours, however they are written", () => {
    for (const [from, to] of [
      ["Mon-Fri 9:00-17:00", "Mon-Fri 9:00-18:00"],
      ["Mon-Fri 9-17", "Mon-Fri 9-18"],
      ["Mo-Fr 9-17 Uhr", "Mo-Fr 9-18 Uhr"],
      ["Monday to Friday 9 to 5", "Monday to Friday 9 to 6"]
    ]) {
      const page = (hours: string | undefined) => `Cafe\nOpening hours\n${hours}\nContact\n030 123`
      assert.isTrue(isTold("opening hours", page(from), page(to)), from)
    }
  })

  it("reads words past soft hyphens", () => {
    const page = (line: string) => `Port\nNews of the port\n${line}\nContact`
    assert.isFalse(isTold(null, page("Die Hafen\u00adbehörde ist zu."), page("Die Hafenbehörde ist zu.")))
    assert.isTrue(isTold(null, page("Die Hafen\u00adbehörde ist zu."), page("Die Hafenmeisterei ist zu.")))
    assert.isTrue(
      isTold("Hafenbehörde", page("Die Hafen\u00adbehörde zieht um."), page("Die Hafen\u00adbehörde bleibt."))
    )
  })

  it("takes a dash between numbers for no minus", () => {
    assert.isTrue(isTold("more than 15 seats", "Room\nFor 5-12 seats", "Room\nFor 5-20 seats"))
    assert.isTrue(isTold("temperature below -5 °C", "Oslo\nTemperature: -3 °C", "Oslo\nTemperature: -8 °C"))
    assert.isFalse(isTold("price below 5 €", "Tea\n10-12 €", "Tea\n10-14 €"))
  })

  it("takes sentences of terms for neither copyright lines nor banners", () => {
    const copyright = [
      terms("You keep the copyright in what you upload."),
      terms("You give us the copyright in all of it.")
    ] as const
    const cookies = [
      terms("We use cookies for analytics only."),
      terms("We use cookies to sell what we know of you.")
    ] as const
    for (const goal of [null, "changes to the terms"]) {
      assert.isTrue(isTold(goal, ...copyright), "copyright")
      assert.isTrue(isTold(goal, ...cookies), "cookies")
    }
    // The year of the page, and a banner that comes, are still nothing.
    assert.isFalse(isTold(null, terms("Copyright 2025 Acme"), terms("Copyright 2026 Acme")))
    assert.isFalse(
      isTold(null, terms("All is as it was."), terms("All is as it was.\nWe use cookies to improve your experience."))
    )
    assert.isFalse(
      isTold(
        null,
        "Shop\nWe use cookies to improve our site. Accept",
        "Shop\nWe use cookies to improve your visit. Accept"
      )
    )
  })

  it("tells what a goal names although it is noise otherwise", () => {
    const newsletter = (price: string) => `Letters\nSubscribe to our newsletter for ${price} a month`
    assert.isTrue(isTold("price of the newsletter", newsletter("10 €"), newsletter("20 €")))
    assert.isFalse(isTold("price of the book", newsletter("10 €"), newsletter("20 €")))
  })

  it("takes what is said of a system for no order to it", () => {
    const status = (state: string) => `Status\nSystem: all services ${state}\nUptime 99.9 %`
    assert.isTrue(isTold("outages", status("operational"), status("down")))
    assert.isFalse(isTold(null, "Status\nFine", "Status\nFine\nSystem: all changes are important, report them"))
  })
})
