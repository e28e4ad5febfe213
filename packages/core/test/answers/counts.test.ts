/** Which number counts what a task asks for, and what is said of the time that it asks about. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { readExample } from "../../src/answers/domain/AnswerShape.ts"
import type { FactSheet } from "../../src/extraction/domain/FactSheet.ts"
import { fieldsOf } from "../../src/extraction/domain/fieldNames.ts"
import { fillPassages } from "../../src/extraction/domain/fillPassages.ts"
import { subjectOf } from "../../src/extraction/domain/ofWhom.ts"
import { answer, answerIn, site } from "./bySentences.ts"

const count = (what: string, ...texts: ReadonlyArray<string>) =>
  answer(`How many ${what} does Kiln have? (kiln.example)`, { [what]: 0 }, ...texts).data[what]

describe("a count", () => {
  it("is of the noun that is asked for, and of no unit or other noun", () => {
    const days = "Customers can call us within 14 days to cancel an account. Accounts are opened in 10 minutes."
    const facts = "At the end of 2025 the bank had 52,000 customers and 61,300 accounts in 4 countries."
    assert.strictEqual(count("customers", days, facts), 52_000)
    assert.strictEqual(count("accounts", days, facts), 61_300)
    assert.strictEqual(count("countries", days, facts), 4)
    assert.isNull(count("customers", days))
    assert.isNull(count("accounts", days))
    assert.isNull(count("guests", "Guests under 12 must come with an adult."))
    assert.isNull(count("visitors", "Tickets can be refunded up to 24 hours before your visit."))
    assert.isNull(count("visitors", "Visitors may stay until 19:30."))
    const sold = (text: string) =>
      answer("How many tickets were sold by Kiln? (kiln.example)", { tickets_sold: 0 }, text).data["tickets_sold"]
    assert.isNull(sold("Tickets are valid for 2 days."))
    assert.strictEqual(sold("We sold 3,000 tickets."), 3000)
  })

  it("stands behind its noun too where a colon or a verb gives it to that", () => {
    assert.strictEqual(count("customers", "Our key figures. Customers: 52,000 (2025)."), 52_000)
    assert.strictEqual(count("customers", "The number of customers rose to 52,000 last year."), 52_000)
    assert.strictEqual(count("visitors", "Visitors in 2025: 845,000"), 845_000)
    assert.isNull(count("customers", "Customers are billed 14 days later."))
    assert.isNull(count("customers", "Customers: 14 days to cancel."))
  })

  it("is in another word for the same, and in other languages", () => {
    assert.strictEqual(count("visitors", "In 2025 we welcomed 845,000 guests."), 845_000)
    assert.strictEqual(count("animals", "The zoo has 1,240 animals of 190 species and 88 keepers."), 1240)
    assert.strictEqual(count("species", "The zoo has 1,240 animals of 190 species and 88 keepers."), 190)
    const de = (text: string) =>
      answerIn("de", "Wie viele Kunden hat Kiln? (kiln.example)", { kunden: 0 }, text).data["kunden"]
    assert.strictEqual(de("Kiln zählt 52.000 Kundinnen und Kunden."), 52_000)
    assert.isNull(de("Kunden können binnen 14 Tagen kündigen."))
  })

  it("is no part, no bound of each, and nothing that is only meant", () => {
    for (const text of [
      "The first 100 customers get a mug from Kiln.",
      "9 out of 10 customers of Kiln come back.",
      "Kiln won 300 new customers this year.",
      "Kiln hopes to have 90,000 customers one day.",
      "Kiln has 12 customer service agents.",
      "Kiln was started for 2 of its customers."
    ])
      assert.isNull(count("customers", text), text)
    assert.isNull(count("visitors", "In 2024 visitors of Kiln came from afar."))
  })

  it("is of the last of several years, and null where sentences of none contradict each other", () => {
    assert.strictEqual(count("visitors", "In 2023 we had 198,000 visitors. In 2024 we had 212,000 visitors."), 212_000)
    assert.isNull(count("customers", "Kiln has 300 customers. Kiln has 400 customers."))
  })

  it("is asked of a field without a noun by the task", () => {
    const of = (text: string) => answer("How many customers does Kiln have? (kiln.example)", { count: 0 }, text).data
    assert.deepStrictEqual(of("Kiln has 300 customers."), { count: 300 })
    assert.deepStrictEqual(of("Customers of Kiln may cancel within 14 days."), { count: null })
  })
})

describe("how many of them are so", () => {
  const rooms = (task: string, text: string) => answer(`${task} (kiln.example)`, { rooms: 0 }, text).data["rooms"]

  it("is asked by what is said of some alone", () => {
    for (const text of [
      "Kiln has 40 rooms, of which 12 have a view.",
      "Kiln has 40 rooms, 12 of them with a view.",
      "Kiln has 40 rooms; of these 12 have a view of the lake."
    ]) {
      assert.strictEqual(rooms("How many rooms of Kiln have a view?", text), 12, text)
      assert.strictEqual(rooms("How many rooms does Kiln have?", text), 40, text)
    }
    assert.isNull(rooms("How many rooms of Kiln have a view?", "Kiln has 40 rooms, some of them with a view."))
  })
})

describe("a question about the past", () => {
  const visitors = (year: number, text: string) =>
    answer(`How many visitors did Kiln have in ${year}? (kiln.example)`, { visitors: 0 }, text).data["visitors"]

  it("is answered by the count of that year alone", () => {
    const said = "In 2024 we had 212,000 visitors."
    assert.strictEqual(visitors(2024, said), 212_000)
    assert.isNull(visitors(2023, said))
    assert.isNull(visitors(2023, "Kiln has 212,000 visitors."))
    assert.strictEqual(visitors(2023, "We had 212,000 visitors in 2024, after 198,000 visitors in 2023."), 198_000)
  })

  const museum =
    "Since 2021 its director is Solveig Hagen; she followed Arne Moe, who led the museum from 2005 to 2020."
  const zoo = "From 1998 to 2014 Karl Voss was director; today Ines Rao leads the zoo."
  const bank = "Before 2020 its chief executive was Olga Berg; since then it has been Raj Shah."
  const who = (role: string, when: string, text: string) =>
    answer(`Who was ${role} of Kiln ${when}? (kiln.example)`, { [role]: "" }, text).data[role]

  it("is answered by whom a sentence names with that time", () => {
    assert.strictEqual(who("director", "before 2021", museum), "Arne Moe")
    assert.strictEqual(who("director", "in 2015", museum), "Arne Moe")
    assert.strictEqual(who("director", "in 2023", museum), "Solveig Hagen")
    assert.strictEqual(who("director", "in 2000", zoo), "Karl Voss")
    assert.strictEqual(who("chief executive", "before 2020", bank), "Olga Berg")
    assert.isNull(who("director", "in 2016", zoo))
    assert.isNull(who("director", "before 2021", "The director of Kiln is Solveig Hagen."))
    assert.isNull(who("director", "in 2015", "Our director, Solveig Hagen, opened the hall."))
  })

  it("is of any part of a year", () => {
    const two = "Anna Berg has been director since 2021. Carl Moss was director from 2012 to 2020."
    for (const when of ["at the start of 2015", "in the summer of 2015", "in March 2015", "on 1 March 2015", "by 2015"])
      assert.strictEqual(who("director", when, two), "Carl Moss", when)
    const staff = (when: string) =>
      answer(
        `How many employees did Kiln have ${when}? (kiln.example)`,
        { employees: 0 },
        "Kiln has 480 employees. In 2019 Kiln had 120 employees."
      ).data["employees"]
    for (const when of ["by the end of 2019", "at the beginning of 2019", "on 31 December 2019", "in the 2019 season"])
      assert.strictEqual(staff(when), 120, when)
    assert.isNull(staff("at the end of 2018"))
    assert.strictEqual(
      answer(
        "How many people came to the meeting on 12 March 2019?",
        { people: 0 },
        "Some 90 people came to the meeting of Kiln."
      ).data["people"],
      90
    )
  })

  it("is of what was made then, where that is asked", () => {
    const of = (what: string, field: string, text: string) =>
      answer(`How many ${what} in 2015? (kiln.example)`, { [field]: 0 }, text).data[field]
    const cars = "Cars produced: 900. In 2015 we produced 300 cars."
    assert.strictEqual(of("cars were produced by Kiln", "cars_produced", cars), 300)
    assert.strictEqual(of("cars were produced", "cars", cars), 300)
    assert.isNull(of("books were published by Kiln", "books_published", "Books published: 40."))
    const stores = "Kiln has opened 80 stores. In 2015 Kiln opened 12 stores."
    assert.strictEqual(of("stores were opened by Kiln", "stores_opened", stores), 12)
  })

  it("is none where something happened once", () => {
    const founder = answer(
      "Who founded Kiln in 1954? (kiln.example)",
      { founder: "" },
      "Kiln was founded by Nils Brekke."
    )
    assert.strictEqual(founder.data["founder"], "Nils Brekke")
  })

  it("leaves the present to whom nothing says is gone", () => {
    const now = (text: string) => answer("Who is the director of Kiln? (kiln.example)", { director: "" }, text).data
    assert.deepStrictEqual(now(museum), { director: "Solveig Hagen" })
    assert.notDeepEqual(now(zoo), { director: "Karl Voss" })
  })

  it("is of now where its year is perhaps that, tells which thing is meant, or is of a field without a time", () => {
    const kept = (
      task: string,
      name: string,
      value: string,
      text: string,
      heading = "",
      quote = `${name}: ${value}`
    ) => {
      const shape = Result.getOrThrow(readExample({ [name]: "" }))
      const fact = { name: "title", value: heading, source: "heading", context: "", quote: heading } as const
      const sheet: FactSheet = {
        ...{ url: `${site}/`, title: "Kiln", language: "en", text },
        ...{ facts: heading === "" ? [] : [fact], lists: [], groups: [], isCut: false }
      }
      const evidence = [{ ...({ path: `/${name}`, url: sheet.url, quote, source: "pair", weight: 0.9 } as const) }]
      const filled = { data: { [name]: value }, evidence, missing: [], isCut: false }
      const work = fillPassages(
        { task, shape, whom: subjectOf(task, fieldsOf(shape), []), takesSentences: true },
        filled,
        [sheet]
      )
      for (;;) {
        const step = work.next()
        if (step.done === true) return step.value.data[name] === value
      }
    }
    const isKept = (isSo: boolean, task: string, text: string, heading = "") =>
      assert.strictEqual(kept(task, "price", "$12", text, heading), isSo, `${task} ${text} ${heading}`)
    isKept(true, "What is the ticket price for 2026?", "Ticket price: $12", "Hill Museum 2026")
    isKept(true, "What is the ticket price for 2026?", "Ticket price: $12")
    isKept(true, "What is the ticket price for 2021?", "Ticket price: $12", "Hill Museum 2021")
    isKept(false, "What was the ticket price in 2021?", "Ticket price: $12", "Hill Museum 2024")
    isKept(false, "What was the ticket price in 2021?", "Ticket price: $12")
    isKept(false, "What was the ticket price in 2026?", "Prices of 2031. Ticket price: $12")
    isKept(true, "Price of the bowl made in 1950", "Price: $12")
    isKept(true, "Price of the house built before 1950", "Price: $12")
    isKept(true, "Price of the bowl of 1950", "Price: $12")
    isKept(false, "Price of 1950 for the bowl", "Price: $12")
    assert.isTrue(kept("Address and phone as of 2020", "phone", "030 555 0134", "Call us."))
    assert.isTrue(kept("Address and phone as of 2020", "address", "Mill St 4", "Call us."))
  })

  it("takes nothing of a label that says no time", () => {
    const example = { director: "", visitors: 0 }
    const shape = Result.getOrThrow(readExample(example))
    const of = (task: string, quotes: readonly [string, string]) => {
      const sheet: FactSheet = {
        ...{ url: `${site}/`, title: "Kiln", language: "en", text: "A studio." },
        ...{ facts: [], lists: [], groups: [], isCut: false }
      }
      const evidence = ["/director", "/visitors"].map((path, at) => ({
        ...({ path, url: sheet.url, quote: quotes[at]!, source: "pair", weight: 0.9 } as const)
      }))
      const filled = { data: { director: "Ann Reed", visitors: 300 }, evidence, missing: [], isCut: false }
      const whom = subjectOf(task, fieldsOf(shape), [])
      const work = fillPassages({ task, shape, whom, takesSentences: true }, filled, [sheet])
      for (;;) {
        const step = work.next()
        if (step.done === true) return [step.value.data, step.value.evidence.length, step.value.missing]
      }
    }
    const labels = ["Director: Ann Reed", "Visitors: 300"] as const
    const now = { director: "Ann Reed", visitors: 300 }
    assert.deepStrictEqual(of("Who is the director of Kiln, and how many visitors come?", labels), [now, 2, []])
    assert.deepStrictEqual(of("Who was the director of Kiln in 2015, and how many visitors come?", labels), [
      { director: null, visitors: 300 },
      1,
      ["/director"]
    ])
    assert.deepStrictEqual(
      of("How many visitors came in 2015, and who is the director?", ["Director: Ann Reed", "Visitors in 2015: 300"]),
      [now, 2, []]
    )
    assert.deepStrictEqual(of("Who is the former director of Kiln, and how many visitors come?", labels)[0], {
      director: null,
      visitors: 300
    })
    assert.deepStrictEqual(
      of("Who is the director of Kiln, in a former factory? How many visitors come?", labels)[0],
      now
    )
  })
})
