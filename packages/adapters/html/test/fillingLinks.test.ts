/** Addresses behind words, counts with their units, large amounts, and marks beside how many gave them. */
import { assert, describe, it } from "@effect/vitest"
import { readDataSchema } from "@kittiwake/core/extraction/domain/readDataSchema"
import { FactReader } from "@kittiwake/core/extraction/FactReader"
import { Effect, Result } from "effect"
import { layer } from "../src/FactReader.ts"

const number = { type: "number" }
const text = { type: "string" }

const fill = Effect.fnUntraced(function* (properties: object, body: string) {
  const reader = yield* FactReader
  const html = `<!doctype html><html lang="en-US"><head><title>Town</title></head><body><main>${body}</main></body></html>`
  const sheet = yield* reader.read({ html, url: "https://town.example/p" })
  const shape = Result.getOrThrow(readDataSchema({ type: "object", properties }))
  return (yield* reader.fill({ shape, instructions: "", sheets: [sheet] })).data
}, Effect.provide(layer))

const items = (properties: object) => ({ items: { type: "array", items: { type: "object", properties } } })

const row = (date: string, path: string) => `<tr><td>${date}</td><td><a href="${path}">PDF</a></td></tr>`

describe("what a page says behind words and beside them", () => {
  it.effect("is no address that is cut, and a text that is", () =>
    Effect.gen(function* () {
      const long = "a".repeat(2_500)
      const body = (value: string) => `<dl><dt>Document url</dt><dd>${value}</dd><dt>Notes</dt><dd>Fired.</dd></dl>`
      const asked = { document_url: { type: "string", format: "uri" }, notes: text }
      assert.deepStrictEqual(yield* fill(asked, body(`https://town.example/?signed=${long}`)), { notes: "Fired." })
      const linked = { "@type": "Thing", image: `https://town.example/${long}`, description: `word ${long}` }
      const said = yield* fill(
        { image: { type: "string", format: "uri" }, description: text },
        `<script type="application/ld+json">${JSON.stringify(linked)}</script>`
      )
      assert.deepStrictEqual(said, { description: linked.description.slice(0, 2_000) })
    })
  )

  it.effect("is the address of a link where one is asked for", () =>
    Effect.gen(function* () {
      const table = `<h1>Minutes</h1><table><tr><th>Date</th><th>Document</th></tr>${row("3 March 2026", "/1.pdf")}${row("4 March 2026", "/2.pdf")}</table>`
      for (const asked of [text, { type: "string", format: "uri" }]) {
        assert.deepStrictEqual(yield* fill(items({ date: text, document_url: asked }), table), {
          items: [
            { date: "3 March 2026", document_url: "https://town.example/1.pdf" },
            { date: "4 March 2026", document_url: "https://town.example/2.pdf" }
          ]
        })
      }
      assert.deepStrictEqual(yield* fill(items({ date: text, document: text }), table), {
        items: [
          { date: "3 March 2026", document: "PDF" },
          { date: "4 March 2026", document: "PDF" }
        ]
      })
      const list =
        '<h1>Rule</h1><dl><dt>Document</dt><dd><a href="/r.pdf">PDF</a></dd><dt>Date</dt><dd>3 March 2026</dd></dl>'
      assert.deepStrictEqual(yield* fill({ document_url: text, document: text }, list), {
        document_url: "https://town.example/r.pdf",
        document: "PDF"
      })
      assert.deepStrictEqual(yield* fill({ document_url: text }, "<p>Document: PDF</p>"), {})
      assert.deepStrictEqual(yield* fill({ website_url: text }, "<p>Website: www.town.example/visit</p>"), {
        website_url: "www.town.example/visit"
      })
    })
  )

  it.effect("is a count with its unit, where a text is asked for", () =>
    Effect.gen(function* () {
      const card = (name: string, line: string) => `<div class="card"><h3>${name}</h3><p>${line}</p></div>`
      const plans = `<h1>Plans</h1>${card("Solo", "10 GB storage")}${card("Team", "1 TB storage")}`
      assert.deepStrictEqual(yield* fill(items({ name: text, storage: text }), plans), {
        items: [
          { name: "Solo", storage: "10 GB" },
          { name: "Team", storage: "1 TB" }
        ]
      })
      const seats = `<h1>Plans</h1>${card("Solo", "3 seats")}${card("Team", "5 seats")}`
      assert.deepStrictEqual(yield* fill(items({ name: text, seats: text }), seats), {
        items: [
          { name: "Solo", seats: "3" },
          { name: "Team", seats: "5" }
        ]
      })
    })
  )

  it.effect("is an amount in billions, and no size of a thing", () =>
    Effect.gen(function* () {
      const stock =
        "<dl><dt>Market cap</dt><dd>18.42B</dd><dt>Revenue</dt><dd>-2.1B USD</dd><dt>Assets</dt><dd>1.5T</dd><dt>Load</dt><dd>5T</dd></dl>"
      assert.deepStrictEqual(
        yield* fill({ market_cap: number, revenue: number, assets: number, load: number }, stock),
        {
          market_cap: 18_420_000_000,
          revenue: -2_100_000_000,
          assets: 1_500_000_000_000,
          load: 5
        }
      )
    })
  )

  it.effect("is a mark, and never how many gave it", () =>
    Effect.gen(function* () {
      const card = (name: string, mark: string) =>
        `<li><h2>${name}</h2><div class="rating">${mark}</div><p class="price">$9</p></li>`
      const rated = (one: string, other: string) =>
        `<h1>Mugs</h1><ul class="products">${card("One", one)}${card("Two", other)}</ul>`
      assert.deepStrictEqual(
        yield* fill(items({ name: text, rating: number }), rated("★★★★½ (128)", "★★★☆☆ (1,204)")),
        {
          items: [
            { name: "One", rating: 4.5 },
            { name: "Two", rating: 3 }
          ]
        }
      )
      assert.deepStrictEqual(
        yield* fill(items({ name: text, price: number, rating: number }), rated("(128)", "(1,204)")),
        {
          items: [
            { name: "One", price: 9 },
            { name: "Two", price: 9 }
          ]
        }
      )
      assert.deepStrictEqual(
        yield* fill(items({ name: text, rating: number }), rated("4.5 (128 reviews)", "3.8 (1,204)")),
        {
          items: [
            { name: "One", rating: 4.5 },
            { name: "Two", rating: 3.8 }
          ]
        }
      )
    })
  )
})
