/** What `FactReader` promises, run against any adapter. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer, Result } from "effect"
import type { DataObject } from "../extraction/domain/DataShape.ts"
import type { Question } from "../extraction/domain/fillSchema.ts"
import { readDataSchema } from "../extraction/domain/readDataSchema.ts"
import { FactReader } from "../extraction/FactReader.ts"

const url = "https://shop.example/p/1"

const read = (html: string | Uint8Array) => FactReader.use((reader) => reader.read({ html, url }))

const shapeOf = (properties: { readonly [name: string]: unknown }): Question["shape"] =>
  Result.getOrThrow(readDataSchema({ type: "object", properties }))

const fill = Effect.fnUntraced(function* (
  properties: { readonly [name: string]: unknown },
  html: string,
  at: string = url
) {
  const reader = yield* FactReader
  const sheet = yield* reader.read({ html, url: at })
  return yield* reader.fill({ shape: shapeOf(properties), instructions: "", sheets: [sheet] })
})

const text = { type: "string" }
const number = { type: "number" }

const shop = `<html lang="en"><head><title>Kettle</title><style>.x{content:"Price: $1"}</style></head><body>
<h1>Kettle</h1><p>Price: $49.50</p><p hidden>Price: $12</p><template><p>Price: $13</p></template>
<table><thead><tr><th>Size</th><th>Stock</th></tr></thead><tbody><tr><td>S</td><td>3</td></tr><tr><td>M</td><td>0</td></tr></tbody></table>
<ul class="features"><li>Cordless</li><li>Whistles</li></ul></body></html>`

/** Runs every promise of the port. */
export const suite = (name: string, layer: Layer.Layer<FactReader>) =>
  describe(`FactReader (${name})`, () => {
    it.effect("tells values with their names and the passages that say them", () =>
      Effect.gen(function* () {
        const { facts, title, text } = yield* read(shop)
        assert.strictEqual(title, "Kettle")
        assert.include(text, "Price: $49.50")
        const price = facts.find((fact) => fact.name === "Price")
        assert.strictEqual(price?.value, "$49.50")
        assert.strictEqual(price?.quote, "Price: $49.50")
      }).pipe(Effect.provide(layer))
    )

    it.effect("takes what is struck out for no value of now, unless nothing else is there", () =>
      Effect.gen(function* () {
        const said = [
          "<p>Price: <del>$59.00</del> <ins>$45.00</ins></p>",
          "<p class=price><s>$59.00</s>$45.00</p>",
          "<dl><dt>Price</dt><dd><del><span>$59.00</span></del> $45.00</dd></dl>",
          "<div><span>Price</span><span><strike>$59.00</strike> $45.00</span></div>",
          "<table><tr><th>Size</th><th>Price</th></tr><tr><td>S</td><td><del>$59.00</del> $45.00</td></tr></table>",
          "<ul><li>Price: <del>$59.00</del> $45.00</li><li>Size: S</li></ul>"
        ]
        for (const html of said) {
          assert.deepStrictEqual((yield* fill({ price: number }, `<h1>Kettle</h1>${html}`)).data, { price: 45 }, html)
        }
        const struck = yield* fill({ note: text }, "<h1>Kettle</h1><dl><dt>Note</dt><dd><del>sold out</del></dd></dl>")
        assert.deepStrictEqual(struck.data, { note: "sold out" })
      }).pipe(Effect.provide(layer))
    )

    it.effect("hears nothing from scripts, styles and what is hidden", () =>
      Effect.gen(function* () {
        const { facts } = yield* read(`<script>var price = "Price: $11"</script>${shop}`)
        const values = facts.map(({ value }) => String(value))
        for (const unseen of ["$1", "$11", "$12", "$13"]) assert.notInclude(values, unseen)
      }).pipe(Effect.provide(layer))
    )

    it.effect("tells things as the page writes them where they are wanted, and of state what is for sale", () =>
      Effect.gen(function* () {
        const reader = yield* FactReader
        const html = `<html><head><script type="application/ld+json">{"@graph":[{"@type":"Product","name":"Kettle","offers":{"price":5}}]}</script>
          <script type="application/json">{"menu":[{"name":"Home","url":"/"}],"product":{"title":"Kettle","price":500}}</script>
          <script>window.__STATE__ = {"item":{"name":"Lid","prices":[2],"__proto__":{"x":1}}};</script><script>price = {</script></head>
          <body><div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Kettle</b></div></body></html>`
        const { things, ...said } = yield* reader.read({ html, url, tellsThings: true })
        assert.deepStrictEqual(things, [
          { source: "json-ld", name: "", said: { "@type": "Product", name: "Kettle", offers: { price: 5 } } },
          { source: "microdata", name: "", said: { "@type": "https://schema.org/Product", name: "Kettle" } },
          { source: "state", name: "product", said: { title: "Kettle", price: 500 } },
          { source: "state", name: "item", said: { name: "Lid", prices: [2] } }
        ])
        assert.deepStrictEqual(yield* reader.read({ html, url }), said)
      }).pipe(Effect.provide(layer))
    )

    it.effect("takes no text that does not match its pattern, where that can be matched", () =>
      Effect.gen(function* () {
        const page = "<h1>Kettle</h1><p>Code: see the box</p><p>Color: red</p><p>Code: AB-1234</p><p>Maker: Acme</p>"
        const { data, missing } = yield* fill(
          {
            code: { ...text, pattern: "^[A-Z]{2}-\\d{4}$" },
            color: { ...text, pattern: "^#" },
            maker: { ...text, pattern: "(?=never)" },
            brand: { ...text, description: "maker", pattern: "((a{900}){900}){900}" }
          },
          page
        )
        assert.deepStrictEqual(data, { code: "AB-1234", maker: "Acme", brand: "Acme" })
        assert.deepStrictEqual(missing, ["/color"])
      }).pipe(Effect.provide(layer))
    )

    it.effect("reads bytes as it reads text", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* read(new TextEncoder().encode(shop)), yield* read(shop))
      }).pipe(Effect.provide(layer))
    )

    it.effect("loses no more of JSON-LD to mistakes than they spoil", () =>
      Effect.gen(function* () {
        const broken = `<script type="application/ld+json">{"@type":"Product","name":"Kettle",}</script>
<script type="application/ld+json">{{{{</script>
<script type="application/ld+json">{"@type":"Offer","price":"49.50"}</script>`
        const { facts } = yield* read(`${broken}<p>x</p>`)
        assert.deepStrictEqual(
          facts.filter(({ source }) => source === "json-ld").map(({ name, value }) => [name, value]),
          [
            ["name", "Kettle"],
            ["price", "49.50"]
          ]
        )
      }).pipe(Effect.provide(layer))
    )

    it.effect("fills a schema with typed values, rows and lists, each with the passage that says it", () =>
      Effect.gen(function* () {
        const sizes = {
          type: "array",
          items: { type: "object", properties: { size: text, stock: { type: "integer" } } }
        }
        const filled = yield* fill({ name: text, price: number, sizes, features: { type: "array", items: text } }, shop)
        assert.deepStrictEqual<DataObject>(filled.data, {
          name: "Kettle",
          price: 49.5,
          sizes: [
            { size: "S", stock: 3 },
            { size: "M", stock: 0 }
          ],
          features: ["Cordless", "Whistles"]
        })
        const price = filled.evidence.find(({ path }) => path === "/price")
        assert.strictEqual(price?.quote, "Price: $49.50")
        assert.strictEqual(price?.url, url)
        assert.deepStrictEqual(filled.missing, [])
      }).pipe(Effect.provide(layer))
    )

    it.effect(
      "reads telephone numbers with the country that their page tells, and leaves others as they are written",
      () =>
        Effect.gen(function* () {
          const phoneOf = Effect.fnUntraced(function* (said: string, at = url, more = "") {
            const page = `<html lang="en"><h1>Contact</h1><p>Phone: ${said}</p>${more}</html>`
            const { data, evidence } = yield* fill({ phone: text }, page, at)
            return [data.phone, evidence[0]?.said]
          })
          const [german, link] = ["https://a.example.de/", `<a href="tel:+493055501">Call</a>`]
          assert.deepStrictEqual(yield* phoneOf("030 555 01 20", german), ["+49305550120", "030 555 01 20"])
          assert.deepStrictEqual(yield* phoneOf("030 555 01 20"), ["030 555 01 20", undefined])
          assert.deepStrictEqual(yield* phoneOf("+44 (0)1632 960 123", german), [
            "+441632960123",
            "+44 (0)1632 960 123"
          ])
          assert.deepStrictEqual(yield* phoneOf("030 555 01 20 ext. 4", german), ["030 555 01 20 ext. 4", undefined])
          assert.deepStrictEqual(yield* phoneOf("1155", german), ["1155", undefined])
          // Without its area, a number of North America is none.
          assert.deepStrictEqual(yield* phoneOf("555 0100", "https://a.example.us/"), ["555 0100", undefined])
          assert.deepStrictEqual(yield* phoneOf("030 555 01", url, link), ["+493055501", "030 555 01"])
          assert.deepStrictEqual(yield* phoneOf("0381 49 10 22", url, link), ["+49381491022", "0381 49 10 22"])
          for (const said of ["(512) 555-0100", "512-555-0100"]) {
            assert.deepStrictEqual(yield* phoneOf(said, german), [said, undefined])
            assert.deepStrictEqual(yield* phoneOf(said, "https://a.example.us/"), ["+15125550100", said])
            assert.deepStrictEqual(yield* phoneOf(said, "https://a.example.mx/"), ["+525125550100", said])
          }
          const french = `<address>1 Quai Sud, 13002 Marseille, France</address>`
          assert.deepStrictEqual(yield* phoneOf("04 91 55 12 34", german, french), ["+33491551234", "04 91 55 12 34"])
        }).pipe(Effect.provide(layer))
    )

    it.effect("names the currency of an amount beside it, where the page tells which", () =>
      Effect.gen(function* () {
        const currencyOf = (said: string, at: string) =>
          Effect.map(
            fill(
              { price: number, currency: { type: ["string", "null"] } },
              `<main><h1>Tea</h1><p>Price: ${said}</p></main>`,
              at
            ),
            ({ data, evidence }) => [data.currency, evidence.find(({ path }) => path === "/currency")?.quote]
          )
        assert.deepStrictEqual(yield* currencyOf("$5", "https://tea.example.ca/"), ["CAD", "Price: $5"])
        assert.deepStrictEqual(yield* currencyOf("5 €", url), ["EUR", "Price: 5 €"])
        assert.deepStrictEqual(yield* currencyOf("$5", url), [null, undefined])
        const footer = "<footer><p>All prices are in NZD.</p></footer>"
        assert.deepStrictEqual(yield* currencyOf(`$5</p></main>${footer}<p hidden>`, url), ["NZD", "Price: $5"])
        const hidden = `<div hidden>${footer}</div>`
        assert.deepStrictEqual(yield* currencyOf(`$5</p></main>${hidden}<p>`, url), [null, undefined])
      }).pipe(Effect.provide(layer))
    )

    it.effect("makes up nothing that no page says", () =>
      Effect.gen(function* () {
        const { data, evidence, missing } = yield* fill({ warranty: text, weightKg: number, isbn: text }, shop)
        assert.deepStrictEqual(data, {})
        assert.deepStrictEqual(evidence, [])
        assert.deepStrictEqual(missing, ["/warranty", "/weightKg", "/isbn"])
      }).pipe(Effect.provide(layer))
    )

    it.effect("keeps what it can of a page that says too much, and says so", () =>
      Effect.gen(function* () {
        const rows = Array.from({ length: 100_000 }, (_, index) => `<p>Label ${index}: value ${index}</p>`).join("")
        const sheet = yield* read(`<h1>Much</h1>${rows}`)
        assert.isTrue(sheet.isCut)
        assert.isAbove(sheet.facts.length, 1_000)
        const filled = yield* FactReader.use((reader) =>
          reader.fill({ shape: shapeOf({ name: text }), instructions: "", sheets: [sheet] })
        )
        assert.deepStrictEqual(filled.data, { name: "Much" })
        assert.isTrue(filled.isCut)
      }).pipe(Effect.provide(layer))
    )
  })
