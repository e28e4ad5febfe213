import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Result, Schema } from "effect"
import type { DataValue } from "../../src/extraction/domain/DataShape.ts"
import type { Fact, FactGroup, FactSheet } from "../../src/extraction/domain/FactSheet.ts"
import { fillSchema } from "../../src/extraction/domain/fillSchema.ts"
import { readDataSchema } from "../../src/extraction/domain/readDataSchema.ts"
import { fact, sheet } from "./sheets.ts"

const rows = (name: string, all: ReadonlyArray<{ readonly [name: string]: string }>): FactGroup => ({
  name,
  source: "table",
  context: "",
  items: all.map((row) => ({
    facts: Object.entries(row).map(([name, value]) => fact(name, value, { source: "table" })),
    lists: [],
    groups: []
  }))
})

const fill = (
  properties: object,
  sheets: ReadonlyArray<FactSheet>,
  more: { readonly required?: ReadonlyArray<string>; readonly instructions?: string } = {}
) => {
  const { instructions = "", ...words } = more
  const shape = Result.getOrThrow(readDataSchema({ type: "object", properties, ...words }))
  return fillSchema({ shape, instructions, sheets })
}

const text = { type: "string" }
const number = { type: "number" }

describe("a price beside the same without the tax", () => {
  const properties = { price: number, price_excl_vat: number, net_price: number, priceInclVat: number }
  const told = (...facts: ReadonlyArray<readonly [string, string]>) =>
    fill(properties, [sheet(facts.map(([name, value]) => fact(name, value)))]).data
  const both = { price: 120, price_excl_vat: 100, net_price: 100, priceInclVat: 120 }

  it("is the one with it, in whatever order", () => {
    for (const [without, including] of [
      ["Price excl. VAT", "Price incl. VAT"],
      ["Price ex. VAT", "Price inc. VAT"],
      ["Net price", "Gross price"],
      ["Preis (netto)", "Preis (brutto)"],
      ["Prix HT", "Prix TTC"]
    ] as const) {
      assert.deepStrictEqual(told([without, "€100.00"], [including, "€120.00"]), both)
      assert.deepStrictEqual(told([including, "€120.00"], [without, "€100.00"]), both)
    }
    assert.strictEqual(told(["Price excl. VAT", "€100.00"], ["Price", "€120.00"]).price, 120)
  })

  it("is told apart within one text", () => {
    for (const text of [
      "€100.00 excl. VAT (€120.00 incl. VAT)",
      "€120.00 incl. VAT / €100.00 excl. VAT",
      "excl. VAT: €100.00, incl. VAT: €120.00",
      "100,00 € zzgl. 20 % MwSt. / 120,00 € inkl. 20 % MwSt."
    ]) {
      const { price, price_excl_vat: without, priceInclVat: including } = told(["Price", text])
      assert.strictEqual(price, 120, text)
      assert.include([100, undefined], without, text)
      assert.include([120, undefined], including, text)
    }
  })

  it("is the only one where there is one, and never the other", () => {
    assert.deepStrictEqual(told(["Price", "€100.00 excl. VAT"]).price, 100)
    assert.deepStrictEqual(told(["Price excl. VAT", "€100.00"]), { price: 100, price_excl_vat: 100, net_price: 100 })
    assert.notProperty(told(["Price", "€120.00 incl. VAT"]), "price_excl_vat")
    assert.notProperty(told(["Price incl. VAT", "€120.00"]), "net_price")
  })
})

describe("a list in a table", () => {
  const texts = { type: "array", items: text }
  const plans = (...all: ReadonlyArray<{ readonly [name: string]: string }>) => sheet([], { groups: [rows("", all)] })

  it("is the first column, where that is called as the list is", () => {
    const page = plans(
      { Plan: "Starter", Price: "$19" },
      { Plan: "Harbour", Price: "$49" },
      { Plan: "Total", Price: "$68" }
    )
    assert.deepStrictEqual(fill({ plans: texts }, [page]).data, { plans: ["Starter", "Harbour"] })
    const { evidence } = fill({ plans: texts }, [page])
    assert.deepStrictEqual(
      evidence.map(({ path, quote, source }) => [path, quote, source]),
      [["/plans", "Starter; Harbour", "table"]]
    )
  })

  it("is none of another column, of one that is called otherwise, or that says a thing twice", () => {
    assert.deepStrictEqual(
      fill({ seats: texts }, [plans({ Plan: "A", Seats: "3" }, { Plan: "B", Seats: "4" })]).data,
      {}
    )
    assert.deepStrictEqual(
      fill({ plans: texts }, [plans({ "Plan change": "A", Price: "3" }, { "Plan change": "B", Price: "4" })]).data,
      {}
    )
    assert.deepStrictEqual(
      fill({ plans: texts }, [plans({ Plan: "A", Price: "3" }, { Plan: "A", Price: "4" })]).data,
      {}
    )
    const two = sheet([], {
      groups: [rows("", [{ Plan: "A" }, { Plan: "B" }]), rows("", [{ Plan: "C" }, { Plan: "D" }])]
    })
    assert.deepStrictEqual(fill({ plans: texts }, [two]).data, {})
  })
})

describe("filling a schema", () => {
  it("keeps figures that a list says again, and no words", () => {
    const lists = (name: string, values: ReadonlyArray<string>) =>
      sheet([], { lists: [{ name, source: "list", context: "", values }] })
    const numbers = { type: "array", items: { type: "number" } }
    assert.deepStrictEqual(fill({ numbers }, [lists("Numbers", ["7", "7", "9"])]).data, { numbers: [7, 7, 9] })
    const perks = { type: "array", items: text }
    assert.deepStrictEqual(fill({ perks }, [lists("Perks", ["Pool", "Wi-Fi", "Pool"])]).data, {
      perks: ["Pool", "Wi-Fi"]
    })
  })

  it("knows words of other languages and spellings for the same thing", () => {
    const page = sheet([fact("Preis", "12,50 €"), fact("Hersteller", "Nord"), fact("Verfügbarkeit", "Auf Lager")])
    assert.deepStrictEqual(fill({ price: number, manufacturer: text, in_stock: { type: "boolean" } }, [page]).data, {
      price: 12.5,
      manufacturer: "Nord",
      in_stock: true
    })
  })

  it("does not take the old price for the price, nor the price for the old one", () => {
    const both = sheet([fact("Old price", "$80"), fact("Price", "$60")])
    assert.deepStrictEqual(fill({ price: number, oldPrice: number }, [both]).data, { price: 60, oldPrice: 80 })
    assert.deepStrictEqual(fill({ oldPrice: number }, [sheet([fact("Price", "$60")])]).data, {})
    const yearly = sheet([fact("price", "$8 per month", { context: "$8 per month" })])
    assert.deepStrictEqual(fill({ yearlyPrice: number }, [yearly]).data, {})
  })

  it("answers yes and no from the side that the property asks from", () => {
    const flag = { type: "boolean" }
    const asked = (property: string, label: string, value: Fact["value"]) =>
      fill({ [property]: flag }, [sheet([fact(label, value)])]).data[property]
    const cases: ReadonlyArray<readonly [string, string, Fact["value"], boolean | undefined]> = [
      ["out_of_stock", "In stock", "No", true],
      ["in_stock", "Out of stock", "No", true],
      ["in_stock", "Out of stock", "Yes", false],
      ["out_of_stock", "Out of stock", "No", false],
      ["outOfStock", "inStock", true, false],
      ["in_stock", "In stock", "Yes", true],
      ["inactive", "Active", "Yes", false],
      ["is_active", "Inactive", "Yes", false],
      ["non_refundable", "Refundable", "Yes", false],
      ["nonrefundable", "Refundable", "Yes", false],
      ["refundable", "Not refundable", "✓", false],
      ["unavailable", "Available", "Yes", false],
      ["not_available", "Available", "No", true],
      ["taxes_excluded", "Taxes included", "Yes", false],
      ["smoking_allowed", "No smoking allowed", "Yes", false],
      ["free_trial", "Free trial without card", "Yes", undefined],
      ["indoor_pool", "Outdoor pool", "Yes", undefined],
      ["remote", "Onsite", "Yes", undefined],
      ["part_time", "Full time", "Yes", undefined]
    ]
    for (const [property, label, value, expected] of cases)
      assert.strictEqual(asked(property, label, value), expected, `${property} of ${label}: ${value}`)
    const number = { type: "number" }
    assert.deepStrictEqual(fill({ inactive_users: number }, [sheet([fact("Active users", "50")])]).data, {})
    assert.deepStrictEqual(
      fill({ refundable_deposit: number }, [sheet([fact("Non-refundable deposit", "$50")])]).data,
      {}
    )
    const status = { status: { enum: ["active", "inactive"] } }
    assert.deepStrictEqual(fill(status, [sheet([fact("Status", "Not active")])]).data, {})
  })

  it("takes nothing for a property of which a word is said nowhere", () => {
    const day = { type: "string", format: "date" }
    const company = sheet([
      fact("Published", "2024-05-06"),
      fact("CEO", "Ann Reed"),
      fact("Employees", "42"),
      fact("Name", "Kiln GmbH"),
      fact("Price", "€10.00"),
      fact("Revenue", "€5,000,000"),
      fact("Email", "info@x.example"),
      fact("Phone", "+43 316 555012"),
      fact("Weight", "5 kg")
    ])
    const others = {
      ...{ birth_date: day, expiry_date: day, order_date: day },
      ...{ ceo_email: text, ceo_phone: text, founder_name: text },
      ...{ female_employees: number, employees_in_germany: number },
      ...{ last_name: text, lastname: text, competitor_name: text, parent_company_name: text, user_name: text },
      ...{ wholesale_price: number, student_price: number, setup_price: number, competitor_price: number },
      ...{ revenue_growth: number, revenue_2023: number, shipping_weight_kg: number },
      ...{ press_email: text, privacy_email: { type: "string", format: "email" }, mobile_phone: text, fax: text }
    }
    assert.deepStrictEqual(fill(others, [company]).data, {})
    const same = {
      ...{ published_at: day, date_published: day, ceo_name: text, company_name: text, product_name: text },
      ...{ employee_count: number, number_of_employees: number, price_eur: number, weight_kg: number },
      ...{ contact_email: text, email_address: text, phone_number: text, total_revenue: number }
    }
    assert.deepStrictEqual(fill(same, [company]).missing, [])
    // What stands around says it as well: a heading, the kind of thing, the value itself.
    const mails = sheet([
      fact("email", "media@x.example", { context: "Press" }),
      fact("email", "privacy@x.example", { quote: "privacy@x.example" }),
      fact("name", "Inn", { context: "Hotel", source: "json-ld" })
    ])
    assert.deepStrictEqual(fill({ press_email: text, privacy_email: text, hotel_name: text }, [mails]).data, {
      press_email: "media@x.example",
      privacy_email: "privacy@x.example",
      hotel_name: "Inn"
    })
    const plans = {
      plans: { type: "array", items: { type: "object", properties: { plan_name: text, plan_price: number } } }
    }
    const listed = sheet([], {
      groups: [
        rows("Plans", [
          { Name: "Solo", Price: "$5" },
          { Name: "Team", Price: "$9" }
        ])
      ]
    })
    assert.deepStrictEqual(fill(plans, [listed]).data.plans, [
      { plan_name: "Solo", plan_price: 5 },
      { plan_name: "Team", plan_price: 9 }
    ])
  })

  it("finds both ends of a stretch of days under one label, and none of a single day", () => {
    const day = { type: "string", format: "date" }
    const asked = { start_date: day, end_date: day }
    assert.deepStrictEqual(fill(asked, [sheet([fact("Date", "4–6 March 2027")])]).data, {
      start_date: "2027-03-04",
      end_date: "2027-03-06"
    })
    assert.deepStrictEqual(fill(asked, [sheet([fact("Date", "4 March 2027")])]).data, {})
  })

  it("takes a heading for a title and for nothing that is called head", () => {
    const page = sheet([fact("title", "Welcome", { source: "heading", quote: "Welcome" })])
    const others = { head_office: text, head_of_sales: text, head_count: text, headcount: text, head: text }
    assert.deepStrictEqual(fill({ ...others, job_title: text, subtitle: text, title_deed: text }, [page]).data, {})
    assert.deepStrictEqual(fill({ headline: text, heading: text, page_title: text }, [page]).missing, [])
  })

  it("takes nothing of another thing of the kind that the start is of, but for lists of such things", () => {
    const at = (path: string, facts: ReadonlyArray<Fact>) => sheet(facts, { url: `https://shop.example${path}` })
    const asked = {
      price: number,
      weight_kg: number,
      sku: text,
      in_stock: { type: "boolean" },
      email: text,
      tags: { type: "array", items: text }
    }
    const red = (path: string) =>
      at(path, [fact("title", "Red mug", { source: "heading" }), fact("Price", "$10"), fact("Color", "red")])
    const blue = (path: string) =>
      sheet(
        [
          fact("title", "Blue mug", { source: "heading" }),
          ...[fact("Price", "$99"), fact("Color", "blue"), fact("Weight", "5 kg"), fact("SKU", "B-9")],
          fact("In stock", "No")
        ],
        {
          url: `https://shop.example${path}`,
          lists: [{ name: "Tags", values: ["blue", "mug"], source: "list", context: "" }]
        }
      )
    const contact = at("/p/contact", [fact("Email", "hi@shop.example")])
    for (const [start, other] of [
      ["/p/red", "/p/blue"],
      ["/en/p/red", "/en/p/blue"],
      ["/p?id=1", "/p?id=2"],
      ["/red-mug", "/blue-mug"],
      ["/new/red", "/sale/mugs/blue"]
    ] as const)
      assert.deepStrictEqual(
        fill(asked, [red(start), blue(other), contact]).data,
        { price: 10, email: "hi@shop.example" },
        `${start} ${other}`
      )
    // What a thing has below it, and what a site says of all, goes on filling.
    for (const [start, other] of [
      ["/p/red", "/p/red/details"],
      ["/p/red", "/p/specifications"],
      ["/", "/p/blue"]
    ] as const)
      assert.strictEqual(fill(asked, [red(start), blue(other)]).data.weight_kg, 5, `${start} ${other}`)
    const product = (path: string, name: string, more: ReadonlyArray<Fact>) =>
      at(path, [fact("name", name, { source: "json-ld", context: "Product" }), ...more])
    const linked = [product("/red.html", "Red", []), product("/blue.html", "Blue", [fact("SKU", "B-9")])]
    assert.deepStrictEqual(fill({ sku: text }, linked).data, {})
    const listed = { products: { type: "array", items: { type: "object", properties: { name: text, sku: text } } } }
    assert.deepStrictEqual(fill(listed, linked).data.products, [{ name: "Blue", sku: "B-9" }])
    const shape = Result.getOrThrow(readDataSchema({ type: "object", properties: { sku: text } }))
    const searched = fillSchema({ shape, instructions: "", sheets: linked, hasStart: false })
    assert.deepStrictEqual(searched.data, { sku: "B-9" })
  })

  it("passes over what stands under related things, and prefers what is written for programs", () => {
    const page = sheet([
      fact("price", "$9", { context: "You may also like" }),
      fact("price", "64.50", { source: "json-ld", context: "Product" }),
      fact("name", "Shop Inc", { source: "json-ld", context: "Organization" }),
      fact("name", "Kettle", { source: "json-ld", context: "Product" })
    ])
    assert.deepStrictEqual(fill({ name: text, price: number }, [page]).data, { name: "Kettle", price: 64.5 })
  })

  it("gives what is required and nowhere null, or what is empty of its kind, and never a value", () => {
    const required = ["a", "b", "c", "d", "e", "f", "g", "i", "j"]
    const { data, missing } = fill(
      {
        a: text,
        b: number,
        c: { type: ["number", "null"] },
        d: { type: "array", items: text },
        e: { type: "object", properties: { x: text }, required: ["x"] },
        f: { enum: ["yes", "no"] },
        g: { type: "boolean" },
        h: text,
        i: { type: "array", items: text, minItems: 2 },
        j: { type: ["array", "null"], items: text, minItems: 2 }
      },
      [sheet([])],
      { required }
    )
    assert.deepStrictEqual(data, { a: "", b: null, c: null, d: [], e: { x: "" }, f: null, g: null, i: [], j: null })
    assert.deepStrictEqual(missing, ["/a", "/b", "/c", "/d", "/e/x", "/f", "/g", "/h", "/i", "/j"])
  })

  it("takes the rows of the group that answers what is asked, of every page that has them, each once", () => {
    const plans = { type: "array", items: { type: "object", properties: { name: text, price: number } } }
    const errors = rows("Errors", [
      { Code: "404", Meaning: "not found" },
      { Code: "429", Meaning: "too many" }
    ])
    const first = sheet([], {
      groups: [
        errors,
        rows("Plans", [
          { Name: "Solo", Price: "$5" },
          { Name: "Team", Price: "$9" }
        ])
      ]
    })
    const second = sheet([], {
      url: "https://a.example/more",
      groups: [
        rows("Plans", [
          { Name: "Team", Price: "$9" },
          { Name: "Firm", Price: "$99" }
        ])
      ]
    })
    const { data, evidence } = fill({ plans }, [first, second])
    assert.deepStrictEqual<DataValue>(data.plans!, [
      { name: "Solo", price: 5 },
      { name: "Team", price: 9 },
      { name: "Firm", price: 99 }
    ])
    assert.strictEqual(evidence.find(({ path }) => path === "/plans/2/price")?.url, "https://a.example/more")
  })

  it("makes a row of every page where no page lists what is asked for", () => {
    const product = (name: string, price: string) =>
      sheet([fact("title", name, { source: "heading" }), fact("price", price)], { url: `https://a.example/${name}` })
    const products = { type: "array", items: { type: "object", properties: { name: text, price: number } } }
    assert.deepStrictEqual<DataValue>(fill({ products }, [product("A", "$1"), product("B", "$2")]).data.products!, [
      { name: "A", price: 1 },
      { name: "B", price: 2 }
    ])
  })

  it("looks for the name of what an object stands for, and not of the page", () => {
    const page = sheet([
      fact("title", "Stew", { source: "heading" }),
      fact("author", "Ola Lind", { source: "json-ld" })
    ])
    assert.deepStrictEqual(fill({ author: { type: "object", properties: { name: text } } }, [page]).data, {
      author: { name: "Ola Lind" }
    })
  })

  it("gives the same data for the same pages, and one page more never costs what the first said", () => {
    const page = sheet([fact("Price", "$5"), fact("Cost", "$6"), fact("Fee", "$7")])
    const other = sheet([fact("Price", "$8")], { url: "https://a.example/2" })
    assert.deepStrictEqual(fill({ price: number }, [page]), fill({ price: number }, [page]))
    assert.deepStrictEqual(fill({ price: number }, [page, other]).data, { price: 5 })
  })

  const anyFact = Schema.Struct({
    name: Schema.Literals(["price", "name", "stock", "date", "status", "tags", "Price (EUR)", "", "size"]),
    value: Schema.Union([
      Schema.String,
      Schema.Int,
      Schema.Boolean,
      Schema.Literals(["$5", "1.249,00 €", "Sold out", "2026-11-02", "in stock", "a, b, c", "12 kg"])
    ])
  })

  it.prop(
    "always gives what the schema takes, but for null where nothing was found",
    [Schema.Array(anyFact)],
    ([said]) => {
      const nullable = (type: string, more: object = {}) => ({ type: [type, "null"], ...more })
      const properties = {
        name: nullable("string", { minLength: 2, maxLength: 5 }),
        price: nullable("number", { minimum: 1, exclusiveMaximum: 1000 }),
        stock: nullable("integer"),
        date: nullable("string", { format: "date" }),
        status: { enum: ["in_stock", "out_of_stock", null] },
        available: nullable("boolean"),
        tags: { type: "array", items: { type: "string" }, maxItems: 2 },
        sizes: {
          type: "array",
          items: { type: "object", properties: { size: nullable("string"), price: nullable("number") } }
        }
      }
      const required = Object.keys(properties)
      const facts = said.map(({ name, value }) => fact(name, value))
      const group: FactGroup = {
        name: "sizes",
        source: "table",
        context: "",
        items: facts.map((one) => ({ facts: [one], lists: [], groups: [] }))
      }
      const { data } = fill(properties, [sheet(facts, { groups: [group] })], { required })
      const ajv = new Ajv2020({ formats: { date: /^\d{4}-\d{2}-\d{2}$/ }, strict: false })
      assert.isTrue(ajv.validate({ type: "object", properties, required }, data), JSON.stringify([data, ajv.errors]))
    }
  )
})

describe("a thing that the task names, on a page of something else", () => {
  const cards = rows("Plans", [
    { Name: "Free", Price: "$0", Description: "To try", Email: "free@acme.example" },
    { Name: "Pro", Price: "$10", Description: "For Pro users", Email: "pro@acme.example" },
    { Name: "Team", Price: "$30", Description: "For teams", Email: "team@acme.example" }
  ])
  const page = sheet(
    [fact("name", "Acme"), fact("description", "Acme makes anvils"), fact("contact email", "hello@acme.example")],
    { groups: [cards] }
  )
  const told = (instructions: string, properties: object) => fill(properties, [page], { instructions }).data

  it("says its price, and its page says what the page is called where the task speaks of both", () => {
    for (const task of [
      "Name and description of the company Acme and the price of its Pro plan",
      "Who is Acme, what do they make, and what do they ask for the Pro plan?",
      "Name, description and contact of this company, with the price of the Pro plan"
    ])
      assert.deepStrictEqual(
        told(task, { name: text, description: text, contact_email: text, price: number }),
        {
          name: "Acme",
          description: "Acme makes anvils",
          contact_email: "hello@acme.example",
          price: 10
        },
        task
      )
    assert.deepStrictEqual(told("What does the Pro plan cost?", { company_name: text, price: number }), {
      company_name: "Acme",
      price: 10
    })
  })

  it("says all that is asked of it alone", () => {
    const own = { name: "Pro", description: "For Pro users", price: 10 }
    for (const task of ["Describe the Pro plan", "Name, description and price of Acme's Pro plan"])
      assert.deepStrictEqual(told(task, { name: text, description: text, price: number }), own, task)
  })
})

describe("amounts that may be read in two ways", () => {
  const price = (language: string, ...values: ReadonlyArray<string>) => {
    const [first, ...more] = values
    const facts = [fact("price", first!), ...more.map((one) => fact("shipping", one))]
    return fill({ price: number }, [sheet(facts, { language })]).data.price
  }

  it("are thousands in the page's own way, whatever one amount beside them is written in", () => {
    assert.strictEqual(price("de", "1.299 €", "4.90 €"), 1299)
    assert.strictEqual(price("en", "$1,299", "4,90 €"), 1299)
    assert.strictEqual(price("de", "12.500 EUR", "4.90 €", "9.90 €", "19.90 €"), 12_500)
  })

  it("are read as those beside them where the page's own way would part them otherwise", () => {
    assert.strictEqual(price("en", "1.299 €", "4,90 €"), 1299)
    assert.strictEqual(price("de", "1,299 $", "4.90 $"), 1299)
    assert.strictEqual(price("en", "1.299 €"), 1.299)
    assert.strictEqual(price("de", "4.90 €"), 4.9)
    assert.strictEqual(price("de", "0.500 €", "4.90 €"), 0.5)
  })

  it("are so in a column of amounts, and measures in one are read as those beside them", () => {
    const column = (language: string, name: string, unit: string, ...values: ReadonlyArray<string>) => {
      const all = values.map((one, at) => ({ Name: `Thing ${at}`, [name]: one + unit }))
      const items = { type: "object", properties: { name: text, [name.toLowerCase()]: number } }
      const { data } = fill({ things: { type: "array", items } }, [
        sheet([], { language, groups: [rows("Things", all)] })
      ])
      return (data.things as ReadonlyArray<Record<string, DataValue>>).map((one) => one[name.toLowerCase()])
    }
    assert.deepStrictEqual(column("de", "Price", " €", "1.299", "4.90"), [1299, 4.9])
    assert.deepStrictEqual(column("en", "Price", " €", "1.299", "4,90"), [1299, 4.9])
    assert.deepStrictEqual(column("de", "Length", " m", "1.250", "4.90"), [1.25, 4.9])
  })
})

describe("an amount in a currency that is asked for", () => {
  it("is none that its name, or what stands beside it, says to be in another", () => {
    const properties = { price_usd: number, price_eur: number }
    const offer = (priceCurrency: string) =>
      ["price", "priceCurrency"].map((name) =>
        fact(name, name === "price" ? "90" : priceCurrency, { source: "json-ld", context: "Product offers" })
      )
    const told = (facts: ReadonlyArray<Fact>) => fill(properties, [sheet(facts)]).data
    assert.deepStrictEqual(told(offer("EUR")), { price_eur: 90 })
    assert.deepStrictEqual(told(offer("USD")), { price_usd: 90 })
    assert.deepStrictEqual(told([fact("Price (EUR)", "90")]), { price_eur: 90 })
    assert.deepStrictEqual(told([fact("Price in USD", "98"), fact("Price in EUR", "90")]), {
      price_usd: 98,
      price_eur: 90
    })
    assert.deepStrictEqual(fill({ price_usd: number }, [sheet([fact("Price", "98")])]).data, { price_usd: 98 })
  })
})

describe("an amount of several", () => {
  const told = (name: string, label: string, value: string, language = "en") => {
    const said =
      label === "price"
        ? fact(label, value, { source: "text", context: value, quote: value })
        : fact(label, value, { quote: `${label}: ${value}` })
    return fill({ [name]: number }, [{ ...sheet([said]), language }]).data
  }

  it("is not the price of one", () => {
    for (const [name, label, language] of [
      ["price_per_night", "7 nights", "en"],
      ["monthly_price", "12 months", "en"],
      ["price_per_month", "12 months", "en"],
      ["price_per_bottle", "6 bottles", "en"],
      ["bottle_price", "6 bottles", "en"],
      ["preis_pro_nacht", "7 Nächte", "de"],
      ["preis_pro_monat", "12 Monate", "de"],
      ["prix_par_nuit", "7 nuits", "fr"],
      ["precio_por_noche", "7 noches", "es"],
      ["prezzo_per_notte", "7 notti", "it"],
      ["prijs_per_maand", "12 maanden", "nl"],
      ["preco_por_noite", "7 noites", "pt"]
    ] as const) {
      assert.deepStrictEqual(told(name, label, "€490", language), {}, `${name}: ${label}`)
      assert.deepStrictEqual(told(name, "price", `${label}: €490`, language), {}, `${name} in one text: ${label}`)
      assert.deepStrictEqual(told(name, "price", `€490 (${label})`, language), {}, `${name} behind it: ${label}`)
    }
  })

  it("is not the price of one, where its label says so", () => {
    assert.deepStrictEqual(told("price_per_night", "Price for 7 nights", "€490"), {})
    assert.deepStrictEqual(told("preis_pro_nacht", "Preis für 7 Nächte", "490 €", "de"), {})
  })

  it("is left where that many are asked for, or something else is counted", () => {
    const kept = (name: string, label: string, value: string) =>
      assert.deepStrictEqual(told(name, label, value), { [name]: 490 }, `${name}: ${label}: ${value}`)
    kept("price_7_nights", "7 nights", "€490")
    kept("price", "price", "€490 for 7 nights")
    kept("price_per_night", "price", "€490 per night")
    kept("price_per_night", "Price per night", "€490 (minimum stay from 2 people)")
    kept("price_per_night", "Price for 1 night", "€490")
    kept("monthly_price", "Monthly price", "€490 for 3 users")
    kept("monthly_price", "Monthly price", "€490 (24 months)")
    kept("price_per_month", "price", "€490 per month for 24 months")
    kept("monthly_price", "price", "€490/month, 12 months minimum")
  })
})

describe("the price of a ticket, an event or a course", () => {
  const told = (text: string, context = "Museum") =>
    fill({ ticket_price: number }, [
      sheet([fact("price", text, { source: "text", context: `${context} ${text}`, quote: text })])
    ]).data

  it("is no amount that is said of something else", () => {
    for (const text of ["Our donors gave €250,000.", "Mug - €8.50", "€14.20 an hour", "Tasse 8,50 €", "Écharpe 12 €"])
      assert.deepStrictEqual(told(text), {}, text)
  })

  it("is what stands alone, with words of paying, or with what the page is called", () => {
    for (const text of [
      "€25",
      "From €25",
      "Adults €25",
      "Tickets cost €25.",
      "Eintritt: 25 €",
      "Entrée 25 €",
      "25 € p.P."
    ])
      assert.deepStrictEqual(told(text), { ticket_price: 25 }, text)
    assert.deepStrictEqual(told("Concert €25", "Summer concert"), { ticket_price: 25 })
  })
})
