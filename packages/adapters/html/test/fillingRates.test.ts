/** Amounts of instalments and units beside prices, as rows and pages have them. */
import { assert, describe, it } from "@effect/vitest"
import { readDataSchema } from "@kittiwake/core/extraction/domain/readDataSchema"
import { FactReader } from "@kittiwake/core/extraction/FactReader"
import { Effect, Result } from "effect"
import { layer } from "../src/FactReader.ts"

const number = { type: "number" }

const fill = Effect.fnUntraced(function* (properties: object, body: string, isChecked = false) {
  const reader = yield* FactReader
  const html = `<!doctype html><html lang="en-GB"><head><title>Shop</title></head><body><main>${body}</main></body></html>`
  const sheet = yield* reader.read({ html, url: "https://shop.example/p/1" })
  const shape = Result.getOrThrow(readDataSchema({ type: "object", properties }))
  return (yield* reader.fill({ shape, instructions: "", sheets: [sheet], isChecked })).data
}, Effect.provide(layer))

/** What two cards with the same lines say, as the first of them. */
const cardOf = Effect.fnUntraced(function* (names: ReadonlyArray<string>, lines: string) {
  const asked = Object.fromEntries(names.map((name) => [name, number]))
  const items = { type: "array", items: { type: "object", properties: { name: { type: "string" }, ...asked } } }
  const card = (name: string) => `<div class="card"><h3>${name}</h3>${lines}</div>`
  const body = `<h1>Things</h1>${card("One")}${card("Two")}`
  const [plain, checked] = [yield* fill({ items }, body), yield* fill({ items }, body, true)]
  assert.deepStrictEqual(checked, plain)
  const [{ name: _, ...first }] = plain.items as unknown as [Record<string, unknown>]
  return first
})

describe("an amount for a time or a unit", () => {
  it.effect("is no price where that stands there too", () =>
    Effect.gen(function* () {
      for (const lines of [
        '<p class="price">£999</p><p>or £41.63 per month for 24 months</p>',
        '<p>or £41.63 per month for 24 months</p><p class="price">£999</p>',
        "<p>£999</p><p>£41.63/mo. (PCP)</p>",
        "<p>From £999 or £41.63/mo.</p>",
        "<p>£41.63 a month or £999</p>"
      ])
        assert.deepStrictEqual(
          yield* cardOf(["price", "monthly_price"], lines),
          { price: 999, monthly_price: 41.63 },
          lines
        )
      const payment = yield* cardOf(["price", "monthly_payment", "unit_price"], "<p>£999</p><p>£41.63 per month</p>")
      assert.deepStrictEqual(payment, { price: 999, monthly_payment: 41.63 })
    })
  )

  it.effect("answers a property of that time under a head that says the price alone", () =>
    Effect.gen(function* () {
      const text = { type: "string" }
      const plans = Effect.fnUntraced(function* (asked: string, cells: readonly [string, string], isList = false) {
        const shape = {
          plans: { type: "array", items: { type: "object", properties: { name: text, [asked]: number } } }
        }
        const row = (name: string, cell: string) =>
          isList ? `<li>${name}: ${cell}</li>` : `<tr><td>${name}</td><td>${cell}</td></tr>`
        const rows = `${row("Small", cells[0])}${row("Studio", cells[1])}`
        const head = "<tr><th>Plan</th><th>Price</th></tr>"
        const all = yield* fill(shape, `<h1>Plans</h1>${isList ? `<ul>${rows}</ul>` : `<table>${head}${rows}</table>`}`)
        return (all.plans as unknown as ReadonlyArray<Record<string, unknown>>).map((plan) => plan[asked] ?? null)
      })
      const rates: ReadonlyArray<
        readonly [asked: string, behind: ReadonlyArray<string>, others: ReadonlyArray<string>]
      > = [
        ["monthlyPrice", [" a month", " / month", "/mo", " per user per month"], [" a year", " per week", "/kg"]],
        ["price_per_month", [" a month", " monthly"], [" a year"]],
        ["yearlyPrice", [" a year", " per annum", " annually"], [" a month", "/mo", " per week"]],
        ["weekly_price", [" a week"], [" a year", " a month"]],
        ["price_per_night", [" per night"], [" per week"]],
        ["daily_price", [" a day"], [" a week"]],
        ["price_per_kg", ["/kg"], []]
      ]
      for (const [asked, behind, others] of rates) {
        for (const isList of [false, true]) {
          for (const one of behind)
            assert.deepStrictEqual(
              yield* plans(asked, [`$9.50${one}`, `$24${one}`], isList),
              [9.5, 24],
              `${asked} of ${one}`
            )
          for (const one of others)
            assert.deepStrictEqual(
              yield* plans(asked, [`$9.50${one}`, `$24${one}`], isList),
              [null, null],
              `${asked} of ${one}`
            )
        }
      }
      assert.deepStrictEqual(yield* plans("monthlyPrice", ["$95 a year or $9.50 a month", "$24 a month"]), [9.5, 24])
      assert.deepStrictEqual(yield* plans("yearlyPrice", ["$95 a year or $9.50 a month", "$24 a month"]), [95, null])
      for (const nothing of ["Free", "$0"])
        assert.deepStrictEqual(yield* plans("monthlyPrice", [nothing, "$24 a month"]), [0, 24], nothing)
      const single = '<h1>Studio</h1><p class="price">$24 / month</p>'
      assert.deepStrictEqual(yield* fill({ monthly_price: number }, single), { monthly_price: 24 })
      assert.deepStrictEqual(yield* fill({ yearly_price: number }, single), {})
    })
  )

  it.effect("is the price of a plan, whatever the device costs that is sold with it", () =>
    Effect.gen(function* () {
      const rated = '<p class="price">£20/month</p>'
      for (const device of ["<p>Device price £400</p>", "<p>Device price: £400</p>"]) {
        const plan = yield* fill({ price: number }, `<h1>Phone plan</h1>${rated}${device}`)
        assert.deepStrictEqual(plan, { price: 20 }, device)
        const phone = yield* fill({ price: number }, `<h1>Kiln 9</h1>${rated}${device}`)
        assert.deepStrictEqual(phone, { price: 400 }, device)
      }
      const whole = yield* fill({ price: number }, `<h1>Meal plan</h1>${rated}<p>Price: £400</p>`)
      assert.deepStrictEqual(whole, { price: 400 })
    })
  )

  it.effect("is the price of what is paid by the month, whatever is paid once", () =>
    Effect.gen(function* () {
      for (const lines of [
        "<p>£9 per month</p>",
        "<p>£9 per month</p><p>+ £49 set-up</p>",
        "<p>£9 per month</p><p>£90 per year</p>",
        "<p>£9 per month</p><p>£12 one-off</p>"
      ])
        assert.deepStrictEqual(yield* cardOf(["price"], lines), { price: 9 }, lines)
      assert.deepStrictEqual(yield* cardOf(["price", "monthly_price"], "<p>£9 per month</p>"), {
        price: 9,
        monthly_price: 9
      })
    })
  )

  it.effect("of a unit is that of the unit, and the price is none", () =>
    Effect.gen(function* () {
      const jar = "<p>£3.99</p><p>£15.96/kg</p>"
      assert.deepStrictEqual(yield* cardOf(["price", "unit_price"], jar), { price: 3.99, unit_price: 15.96 })
      assert.deepStrictEqual(yield* cardOf(["price", "unit_price"], "<p>£15.96/kg</p><p>£3.99</p>"), {
        price: 3.99,
        unit_price: 15.96
      })
      assert.deepStrictEqual(yield* cardOf(["price", "unit_price"], "<p>£3.99</p>"), { price: 3.99 })
      assert.deepStrictEqual(yield* cardOf(["unit_price"], "<p>£3.99</p>"), { unit_price: 3.99 })
      assert.deepStrictEqual(yield* cardOf(["price"], "<p>£15.96/kg</p>"), { price: 15.96 })
      const order =
        "<table><tr><th>Part</th><th>Unit price</th></tr><tr><td>Bolt</td><td>£2</td></tr><tr><td>Nut</td><td>£1</td></tr></table>"
      const parts = {
        type: "array",
        items: { type: "object", properties: { part: { type: "string" }, unit_price: number } }
      }
      assert.deepStrictEqual(yield* fill({ parts }, order), {
        parts: [
          { part: "Bolt", unit_price: 2 },
          { part: "Nut", unit_price: 1 }
        ]
      })
    })
  )
})
