import { assert, describe, it } from "@effect/vitest"
import { readDataSchema } from "@kittiwake/core/extraction/domain/readDataSchema"
import { FactReader } from "@kittiwake/core/extraction/FactReader"
import { Effect, Result } from "effect"
import { layer } from "../src/FactReader.ts"

const number = { type: "number" }

/** What a page of this body says, by its own address. */
const fill = Effect.fnUntraced(function* (
  properties: object,
  body: string,
  more: { head?: string; lang?: string; title?: string } = {}
) {
  const reader = yield* FactReader
  const html = `<!doctype html><html lang="${more.lang ?? "en-US"}"><head><title>${more.title ?? "Shop"}</title>${more.head ?? ""}</head><body><main>${body}</main></body></html>`
  const sheet = yield* reader.read({ html, url: "https://shop.example/p/1" })
  const shape = Result.getOrThrow(readDataSchema({ type: "object", properties }))
  return (yield* reader.fill({ shape, instructions: "", sheets: [sheet] })).data
}, Effect.provide(layer))

const linked = (said: object) =>
  `<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", ...said })}</script>`

describe("filling a schema from a page", () => {
  it.effect("takes no count of offers for a price", () =>
    Effect.gen(function* () {
      const offers = { "@type": "AggregateOffer", offerCount: "7", priceCurrency: "USD" }
      const mug = (more: object) => linked({ "@type": "Product", name: "Mug", offers: { ...offers, ...more } })
      const asked = { price: number, low_price: number, high_price: number, offer_count: number }
      assert.deepStrictEqual(yield* fill(asked, "", { head: mug({ lowPrice: "5", highPrice: "50" }) }), {
        price: 5,
        low_price: 5,
        high_price: 50,
        offer_count: 7
      })
      assert.deepStrictEqual(yield* fill({ price: number }, "", { head: mug({}) }), {})
      const rated = linked({ "@type": "Product", name: "Mug", aggregateRating: { ratingCount: 89 } })
      assert.deepStrictEqual(yield* fill({ rating: number }, "", { head: rated }), {})
    })
  )

  it.effect("tells what a price is now from what it was, in one text and in several", () =>
    Effect.gen(function* () {
      const asked = { price: number, current_price: number, original_price: number }
      for (const [body, lang] of [
        ["<p>Was $99.00 Now $79.00</p>", "en-US"],
        ["<p><span>Was $99.00</span> <span>Now $79.00</span></p>", "en-US"],
        ['<div><div class="a">Was $99.00</div><div class="b">Now $79.00</div></div>', "en-US"],
        ["<p><del>$99.00</del> <ins>$79.00</ins></p>", "en-US"]
      ] as const)
        assert.deepStrictEqual(
          yield* fill(asked, body, { lang }),
          { price: 79, current_price: 79, original_price: 99 },
          body
        )
      for (const body of [
        "<p>Preis: statt 99,00 € nur 79,00 €</p>",
        "<p>79,00 € statt 99,00 €</p>",
        "<dl><dt>Preis</dt><dd>UVP 99 Jetzt 79</dd></dl>"
      ])
        assert.deepStrictEqual(yield* fill({ price: number, preis: number }, body, { lang: "de" }), {
          price: 79,
          preis: 79
        })
      assert.deepStrictEqual(yield* fill({ price: number }, "<p>Was $40.00</p>"), {})
      assert.deepStrictEqual(yield* fill({ price: number }, "<p>Save $20 now $79</p>"), { price: 79 })
    })
  )

  it.effect("reads of several things of a kind the one that the page is called by", () =>
    Effect.gen(function* () {
      const product = (name: string, price: string, more: object = {}) => ({
        ...{ "@type": "Product", name, offers: { "@type": "Offer", price, priceCurrency: "EUR" } },
        ...more
      })
      const asked = { name: { type: "string" }, price: number, sku: { type: "string" } }
      const graph = [product("Other mug", "5", { sku: "O-1" }), product("Red mug", "50")]
      const head = linked({ "@graph": graph })
      assert.deepStrictEqual(yield* fill(asked, "<h1>Red  Mug</h1>", { head }), { name: "Red mug", price: 50 })
      assert.deepStrictEqual(yield* fill(asked, "", { head, title: "Red mug – Shop" }), { name: "Red mug", price: 50 })
      const all = { products: { type: "array", items: { type: "object", properties: asked } } }
      assert.deepStrictEqual((yield* fill(all, "<h1>Red mug</h1>", { head })).products, [
        { name: "Other mug", price: 5, sku: "O-1" },
        { name: "Red mug", price: 50 }
      ])
      assert.strictEqual((yield* fill(asked, "<h1>Mugs</h1>", { head })).price, 5, "of none named the first")
    })
  )

  it.effect("takes the sum under a table for no row of it", () =>
    Effect.gen(function* () {
      const row = (one: string, other: string) => `<tr><td>${one}</td><td>${other}</td></tr>`
      const table = (...rows: ReadonlyArray<string>) =>
        `<table><tr><th>Item</th><th>Amount</th></tr>${rows.join("")}</table>`
      const asked = {
        items: { type: "array", items: { type: "object", properties: { item: { type: "string" }, amount: number } } },
        total: number
      }
      const two = [
        { item: "A", amount: 10 },
        { item: "B", amount: 20 }
      ]
      for (const sum of ["Total", "Grand total:", "Summe", "合計"])
        assert.deepStrictEqual(
          (yield* fill(asked, table(row("A", "10"), row("B", "20"), row(sum, "30")))).items,
          two,
          sum
        )
      assert.strictEqual((yield* fill(asked, table(row("A", "10"), row("Total", "10")))).total, 10)
      const named = yield* fill(asked, table(row("Total", "10"), row("Shell", "20"), row("Total War", "30")))
      assert.lengthOf(named.items as ReadonlyArray<unknown>, 3)
    })
  )

  it.effect("reads what is hidden from screen readers alone, which everybody else sees", () =>
    Effect.gen(function* () {
      const pair = (more: string) => `<dl ${more}><dt>Color</dt><dd>Red</dd></dl>`
      const asked = { color: { type: "string" } }
      assert.deepStrictEqual(yield* fill(asked, pair('aria-hidden="true"')), { color: "Red" })
      assert.deepStrictEqual(yield* fill(asked, pair("hidden")), {})
    })
  )

  it.effect("takes nobody's name for their title", () =>
    Effect.gen(function* () {
      const text = { type: "string" }
      const row = { type: "object", properties: { name: text, title: text } }
      const asked = (list: string) => ({ [list]: { type: "array", items: row } })
      const cards = (...all: ReadonlyArray<readonly [name: string, title: string]>) =>
        all.map(([name, title]) => `<div class="card"><h3>${name}</h3>${title}</div>`).join("")
      const told = cards(["Ann Reed", "<p>Head of Glazes</p>"], ["Bob Stone", "<p>Chief Executive</p>"])
      assert.deepStrictEqual(yield* fill(asked("team"), told, { title: "Team" }), {
        team: [
          { name: "Ann Reed", title: "Head of Glazes" },
          { name: "Bob Stone", title: "Chief Executive" }
        ]
      })
      const { staffMembers } = (yield* fill(asked("staffMembers"), told, { title: "Team" })) as {
        readonly staffMembers?: ReadonlyArray<object>
      }
      assert.deepInclude(staffMembers?.[0], { name: "Ann Reed", title: "Head of Glazes" })
      // A thing may be called by its title.
      const priced = { ...row, properties: { ...row.properties, price: number } }
      const sold = cards(["Clack 60", "<p>Price: $60</p>"], ["Clack 80", "<p>Price: $80</p>"])
      assert.deepStrictEqual(yield* fill({ keyboards: { type: "array", items: priced } }, sold), {
        keyboards: [
          { name: "Clack 60", title: "Clack 60", price: 60 },
          { name: "Clack 80", title: "Clack 80", price: 80 }
        ]
      })
    })
  )
})
