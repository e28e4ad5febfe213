/** Data out of what pages say. Observed: which of several pages and things is heard, and with what it is proved. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { Fact, FactGroup, FactList, FactSheet } from "../../src/extraction/domain/FactSheet.ts"
import { fillSchema } from "../../src/extraction/domain/fillSchema.ts"
import { readDataSchema } from "../../src/extraction/domain/readDataSchema.ts"
import { fact, sheet } from "./sheets.ts"

const list = (name: string, values: ReadonlyArray<string>): FactList => ({ name, source: "list", context: "", values })

const group = (name: string, items: ReadonlyArray<ReadonlyArray<Fact>>): FactGroup => ({
  name,
  source: "block",
  context: "",
  items: items.map((facts) => ({ facts, lists: [], groups: [] }))
})

const filled = (
  properties: object,
  sheets: ReadonlyArray<FactSheet>,
  { instructions = "", ...words }: { readonly required?: ReadonlyArray<string>; readonly instructions?: string } = {}
) =>
  fillSchema({
    shape: Result.getOrThrow(readDataSchema({ type: "object", properties, ...words })),
    instructions,
    sheets
  })

const text = { type: "string" }
const number = { type: "number" }
const texts = { type: "array", items: text }
const rows = (properties: object) => ({ type: "array", items: { type: "object", properties } })

describe("what proves a value", () => {
  const saidOf = (properties: object, value: Fact["value"], name = "Price") =>
    filled(properties, [sheet([fact(name, value)])]).evidence.map(({ said }) => said)

  it("has it as the page writes it, where that is otherwise", () => {
    assert.deepStrictEqual(saidOf({ price: number }, "€1,299.00"), ["€1,299.00"])
    assert.deepStrictEqual(saidOf({ maker: text }, "Acme", "Maker"), [undefined])
    assert.deepStrictEqual(saidOf({ phone: text }, "+44 1632 960123", "Phone"), ["+44 1632 960123"])
    // What is a number on the page as well is written no other way.
    assert.deepStrictEqual(saidOf({ price: number }, 12), [undefined])
  })

  it("has no more of it than the beginning", () => {
    const [said] = saidOf({ price: number }, `€5.00${" ".repeat(80)}`)
    assert.isAtMost(said?.length ?? 0, 60)
  })
})

describe("of several pages", () => {
  const page = (at: number, facts: ReadonlyArray<Fact>, lists: ReadonlyArray<FactList> = []) =>
    sheet(facts, { url: `https://a.example/${at}`, lists })

  const makerOf = (...sheets: ReadonlyArray<FactSheet>) => {
    const { data, evidence } = filled({ maker: text }, sheets)
    return [data.maker, evidence[0]?.url]
  }
  const made = (at: number, by: string, source: Fact["source"] = "pair") => page(at, [fact("Maker", by, { source })])

  it("the first goes before another that says it hardly surer, and behind one that says it much surer", () => {
    assert.deepStrictEqual(makerOf(made(1, "Acme"), made(2, "Bolt", "json-ld")), ["Acme", "https://a.example/1"])
    assert.deepStrictEqual(makerOf(made(1, "Acme", "text"), made(2, "Bolt", "json-ld")), [
      "Bolt",
      "https://a.example/2"
    ])
  })

  it("the earlier goes before a later that says it as surely", () => {
    assert.deepStrictEqual(makerOf(page(1, []), made(2, "Bolt"), made(3, "Core")), ["Bolt", "https://a.example/2"])
  })

  it("one alone says a list, the first that says it as well as any", () => {
    const { data } = filled({ features: texts }, [
      page(1, [], [list("Features", ["Light", "Quiet"])]),
      page(2, [], [list("Features", ["Heavy", "Loud"])])
    ])
    assert.deepStrictEqual(data, { features: ["Light", "Quiet"] })
    const later = [page(1, [], [list("Main features", ["Light"])]), page(2, [], [list("Highlights", ["Heavy"])])]
    assert.deepStrictEqual(filled({ features: texts }, later).data, { features: ["Light"] })
  })

  it("none says a list by one that is called otherwise", () => {
    assert.deepStrictEqual(filled({ features: texts }, [page(1, [], [list("Stops", ["Quay", "Pier"])])]).data, {})
  })
})

describe("a row", () => {
  const plans = (...items: ReadonlyArray<ReadonlyArray<Fact>>) => [sheet([], { groups: [group("Plans", items)] })]

  it("is called by what its list is called, in one and in many", () => {
    const items = [
      [fact("title", "Pro", { source: "heading" }), fact("price", "€5")],
      [fact("title", "Max", { source: "heading" }), fact("price", "€9")]
    ]
    const { data } = filled({ plans: rows({ plan: text, price: number }) }, plans(...items))
    assert.deepStrictEqual(data, {
      plans: [
        { plan: "Pro", price: 5 },
        { plan: "Max", price: 9 }
      ]
    })
    const cities = [sheet([], { groups: [group("Cities", items)] })]
    assert.deepStrictEqual(filled({ cities: rows({ city: text, price: number }) }, cities).data, {
      cities: [
        { city: "Pro", price: 5 },
        { city: "Max", price: 9 }
      ]
    })
  })

  it("says nothing twice, once with its name and once without", () => {
    const plan = (name: string, said: string) => [
      fact("title", name, { source: "heading", quote: name }),
      ...[name, said].map((value) => fact("", value, { source: "text", quote: value }))
    ]
    const { data } = filled(
      { plans: rows({ name: text, description: text }) },
      plans(plan("Pro", "For teams"), plan("Max", "For all"))
    )
    assert.deepStrictEqual(data, {
      plans: [
        { name: "Pro", description: "For teams" },
        { name: "Max", description: "For all" }
      ]
    })
  })

  it("of people has what they do, and never their name, under their title", () => {
    const of = (name: string, ...more: ReadonlyArray<Fact>) => [fact("title", name, { source: "heading" }), ...more]
    const team = (...people: ReadonlyArray<ReadonlyArray<Fact>>) => [sheet([], { groups: [group("Team", people)] })]
    const both = team(of("Ada Lovelace", fact("role", "Engineer")), of("Grace Hopper", fact("role", "Admiral")))
    assert.deepStrictEqual(filled({ team: rows({ name: text, title: text }) }, both).data, {
      team: [{ name: "Ada Lovelace" }, { name: "Grace Hopper" }]
    })
    assert.deepStrictEqual(filled({ team: rows({ name: text, role: text }) }, both).data, {
      team: [
        { name: "Ada Lovelace", role: "Engineer" },
        { name: "Grace Hopper", role: "Admiral" }
      ]
    })
    const reached = (name: string, figure: number) => of(name, fact("phone", `+44 1632 96012${figure}`))
    const named = team(reached("Ada Lovelace", 3), reached("Grace Hopper", 4))
    assert.deepStrictEqual(filled({ team: rows({ title: text, phone: text }) }, named).data, {
      team: [{ phone: "+441632960123" }, { phone: "+441632960124" }]
    })
    // Where nobody asks what they are called, a heading may be what they do.
    const jobs = team(reached("Chief Engineer", 3), reached("Sales Manager", 4))
    assert.deepStrictEqual(filled({ team: rows({ title: text, phone: text }) }, jobs).data, {
      team: [
        { title: "Chief Engineer", phone: "+441632960123" },
        { title: "Sales Manager", phone: "+441632960124" }
      ]
    })
  })
})

describe("what somebody does", () => {
  it("is not what they are called", () => {
    const page = sheet([fact("name", "Ada Lovelace"), fact("role", "Ada Lovelace")])
    assert.deepStrictEqual(filled({ name: text, role: text }, [page]).data, { name: "Ada Lovelace" })
  })
})

describe("what nobody says", () => {
  it("is nothing of its kind where it is wanted or may be null, and left out else", () => {
    const properties = { a: text, b: { type: ["string", "null"] }, c: text, maker: text }
    const { data } = filled(properties, [sheet([fact("Maker", "Acme")])], { required: ["a"] })
    assert.deepStrictEqual(data, { a: "", b: null, maker: "Acme" })
  })
})

describe("a price of one", () => {
  const pricesOf = (...facts: ReadonlyArray<Fact>) => filled({ price: number, unit_price: number }, [sheet(facts)]).data

  it("is not the price of the thing, unless that is what it is called or said to be", () => {
    assert.deepStrictEqual(pricesOf(fact("Price", "€5.00")), { price: 5 })
    assert.deepStrictEqual(pricesOf(fact("Unit price", "€5.00")), { price: 5, unit_price: 5 })
    assert.deepStrictEqual(pricesOf(fact("Price", "€5.00 per unit")), { price: 5, unit_price: 5 })
  })
})

describe("a thing that a task names beside its page", () => {
  const plan = (name: string, price: string, description: string, support: string) => [
    fact("Name", name, { source: "table" }),
    fact("Price", price, { source: "table" }),
    fact("Description", description, { source: "table" }),
    fact("Support", support, { source: "table" })
  ]
  const plans = group("Plans", [
    plan("Free", "$0", "To try", "None"),
    plan("Pro", "$10", "For Pro users", "By email"),
    plan("Team", "$30", "For teams", "By phone")
  ])
  const told = (properties: object, instructions: string, ...facts: ReadonlyArray<Fact>) =>
    filled(properties, [sheet([fact("name", "Acme"), ...facts], { groups: [plans] })], { instructions }).data
  const ofBoth = "Name and description of the company Acme and the price of its Pro plan"

  it("says what its page says nothing of, and what things have and pages have not", () => {
    assert.deepStrictEqual(told({ name: text, description: text, price: number }, ofBoth), {
      name: "Acme",
      description: "For Pro users",
      price: 10
    })
    const support = fact("support", "In the shop")
    assert.deepStrictEqual(told({ name: text, support: text, price: number }, ofBoth, support), {
      name: "Acme",
      support: "By email",
      price: 10
    })
  })

  it("is one row of all that are asked for", () => {
    const all = [
      { name: "Free", price: 0 },
      { name: "Pro", price: 10 },
      { name: "Team", price: 30 }
    ]
    const properties = { plans: rows({ name: text, price: number }) }
    assert.deepStrictEqual(told(properties, "What does the Pro plan cost?"), { plans: all })
  })
})

describe("an object", () => {
  it("of another thing than the page is not called by what the page is", () => {
    const facts = [fact("title", "Kettle", { source: "heading" }), fact("seller", "Acme Ltd")]
    const seller = { type: "object", properties: { name: text } }
    assert.deepStrictEqual(filled({ name: text, seller }, [sheet(facts)]).data, {
      name: "Kettle",
      seller: { name: "Acme Ltd" }
    })
    assert.deepStrictEqual(filled({ name: text, seller }, [sheet(facts.slice(0, 1))]).data, { name: "Kettle" })
  })

  it("of a company is called by its site where nothing else is asked for", () => {
    const company = { type: "object", properties: { name: text } }
    const page = [sheet([fact("site name", "Acme", { source: "metadata" }), fact("Price", "€5")])]
    assert.deepStrictEqual(filled({ company }, page).data, { company: { name: "Acme" } })
    assert.deepStrictEqual(filled({ company, price: number }, page).data, { price: 5 })
  })
})
