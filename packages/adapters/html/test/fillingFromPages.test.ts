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

  it.effect("takes texts for programs without their markup, and leaves signs of less", () =>
    Effect.gen(function* () {
      const text = { type: "string" }
      const asked = { name: text, description: text, material: text, features: { type: "array", items: text } }
      const mug = {
        ...{ "@type": "Product", name: "Ana&#39;s<br>mug", material: "H<sub>2</sub>O-proof, 5 < 6 & <x>" },
        ...{
          description: "<p>Keeps warm.</p><p>Un<b>break</b>able &amp; light.</p>",
          features: ["<i>Blue</i>", "Big<br/>round"]
        }
      }
      assert.deepStrictEqual(yield* fill(asked, "", { head: linked(mug) }), {
        name: "Ana's mug",
        description: "Keeps warm. Unbreakable & light.",
        material: "H2O-proof, 5 < 6 & <x>",
        features: ["Blue", "Big round"]
      })
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

  it.effect("takes values of a table by the heads of their columns, wherever cells reach down", () =>
    Effect.gen(function* () {
      const item = { item: { type: "string" }, size: { type: "string" }, amount: number }
      const asked = { items: { type: "array", items: { type: "object", properties: item } } }
      const foot = "<tfoot><tr><td>Total<td><td>60</tfoot>"
      const head = "<thead><tr><th rowspan=2>Item<th>Size<th>Amount</thead>"
      const bodies =
        "<tbody><tr><td rowspan=0>A<td>S<td>10<tr><td>M<td>20<tbody><tr><td rowspan=9>B<td hidden>x<td>S<td>30<tbody><tr><td>C<td>L<td>40"
      assert.deepStrictEqual(yield* fill(asked, `<table>${foot}${head}${bodies}</table>`), {
        items: [
          { item: "A", size: "S", amount: 10 },
          { item: "A", size: "M", amount: 20 },
          { item: "B", size: "S", amount: 30 },
          { item: "C", size: "L", amount: 40 }
        ]
      })
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

  const text = { type: "string" }
  const flag = { type: "boolean" }
  const integer = { type: "integer" }

  it.effect("calls a list by the heading above it, and none by that of the section before", () =>
    Effect.gen(function* () {
      const rows = (...names: ReadonlyArray<string>) =>
        names.map((name) => `<div class="row"><span class="name">${name}</span><span class="state">Up</span></div>`)
      const body = `<section><h2>Components</h2>${rows("API", "Mail", "Search").join("")}</section><section><h2>Incidents</h2><div class="inc"><h3>Slow mail</h3><time datetime="2026-11-20">Nov 20</time><p>Resolved.</p></div><div class="inc"><h3>Login</h3><time datetime="2026-11-11">Nov 11</time><p>Resolved.</p></div></section>`
      const components = {
        type: "array",
        items: { type: "object", properties: { name: text, status: text } }
      }
      const { components: found } = yield* fill({ components }, body)
      assert.deepStrictEqual(
        (found as ReadonlyArray<{ name: string }>).map(({ name }) => name),
        ["API", "Mail", "Search"]
      )
    })
  )

  it.effect(
    "takes no title that says only what kind of page it is for a name, and calls a site as its title does",
    () =>
      Effect.gen(function* () {
        const asked = { name: text }
        const of = (heading: string, title: string) => fill(asked, `<h1>${heading}</h1>`, { title })
        assert.deepStrictEqual(yield* of("Contact us", "Contact us"), {})
        assert.deepStrictEqual(yield* of("Kontakt", "Kontakt – Praxis Lindner"), { name: "Praxis Lindner" })
        assert.deepStrictEqual(yield* of("About Kestrel", "Kestrel | About"), { name: "Kestrel" })
        assert.deepStrictEqual(yield* of("Contact lenses", "Contact lenses"), { name: "Contact lenses" })
        assert.deepStrictEqual(yield* fill({ title: text }, "<h1>Contact us</h1>"), { title: "Contact us" })
        // The host is shop.example.
        assert.deepStrictEqual(yield* fill({ title: text }, "", { title: "Red mug | Shop" }), { title: "Red mug" })
        assert.deepStrictEqual(yield* fill({ title: text }, "", { title: "Shop talk | Red mug" }), {
          title: "Shop talk | Red mug"
        })
        const head = '<meta property="og:site_name" content="Tickets.example">'
        assert.deepStrictEqual(yield* fill({ venue_name: text }, "<h1>Gala</h1>", { head }), {})
        const plans = { type: "array", items: { type: "object", properties: { name: text, price: number } } }
        const card = (name: string, price: string) => `<div class="card"><h3>${name}</h3><p>${price}</p></div>`
        assert.deepStrictEqual(yield* fill({ plans }, [card("Team", "$9"), card("Company", "$29")].join("")), {
          plans: [
            { name: "Team", price: 9 },
            { name: "Company", price: 29 }
          ]
        })
      })
  )

  it.effect("takes no title of a page for the name of somebody beside it", () =>
    Effect.gen(function* () {
      const listing = {
        type: "object",
        properties: { price: number, agent: { type: "object", properties: { name: text } } }
      }
      assert.deepStrictEqual(yield* fill({ listing }, "<h1>42 Maple Ave</h1><p>$389,900</p>"), {
        listing: { price: 389900 }
      })
    })
  )

  it.effect("takes what one of several things says for none of the page", () =>
    Effect.gen(function* () {
      const reply = (author: string) =>
        `<article class="reply"><a class="author" href="/u">${author}</a><p class="body">Text of ${author}.</p></article>`
      const body = `<h1>Creaking</h1><p>Started by marta</p><div>${reply("joe")}${reply("pat")}</div>`
      assert.deepStrictEqual(yield* fill({ author: text }, body), {})
    })
  )

  it.effect("takes a dash for no text", () =>
    Effect.gen(function* () {
      for (const dash of ["–", "-", "—", "n/a"])
        assert.deepStrictEqual(yield* fill({ default: text }, `<dl><dt>Default</dt><dd>${dash}</dd></dl>`), {}, dash)
    })
  )

  it.effect("reads each line, and each piece of a line, by itself", () =>
    Effect.gen(function* () {
      const lines =
        "<p>Dr. Eva Lindner<br>Rosenweg 8<br>79102 Freiburg</p><p>Telefon: 0761 000 120<br>E-Mail: a@b.example</p>"
      assert.deepStrictEqual(yield* fill({ street: text, zip: text, city: text, email: text }, lines, { lang: "de" }), {
        street: "Rosenweg 8",
        zip: "79102",
        city: "Freiburg",
        email: "a@b.example"
      })
      assert.deepStrictEqual(yield* fill({ isin: text, wkn: text }, "<p>ISIN: DE000A1NWD12 · WKN: A1NWD1</p>"), {
        isin: "DE000A1NWD12",
        wkn: "A1NWD1"
      })
      assert.deepStrictEqual(yield* fill({ comments: integer, views: integer }, "<p>1,204 views · 18 comments</p>"), {
        comments: 18,
        views: 1204
      })
      assert.deepStrictEqual(yield* fill({ difficulty: text }, "<p>By Amina. Difficulty: Easy. It freezes well.</p>"), {
        difficulty: "Easy"
      })
    })
  )

  it.effect("finds the parts of an address by its postal code", () =>
    Effect.gen(function* () {
      const asked = { street: text, postal_code: text, city: text }
      for (const [line, street, postal_code, city] of [
        ["7 quai des Tanneurs, 69005 Lyon", "7 quai des Tanneurs", "69005", "Lyon"],
        ["88 Willow Rd, Salem, OR 97301", "88 Willow Rd", "97301", "Salem"],
        ["21 Cannon Row, London SW1A 2JS", "21 Cannon Row", "SW1A 2JS", "London"]
      ] as const)
        assert.deepStrictEqual(yield* fill(asked, `<p>${line}</p>`), { street, postal_code, city }, line)
      // A line with a number of five figures is no address.
      assert.deepStrictEqual(yield* fill(asked, "<p>In 2026 we sold, 12345 Units</p>"), {})
    })
  )

  it.effect("reads a figure over the word that says what it is", () =>
    Effect.gen(function* () {
      const card = (value: string, label: string) =>
        `<div><div class="v">${value}</div><div class="l">${label}</div></div>`
      const body = `<div>${card("1.240 €", "Kaltmiete")}${card("3,5", "Zimmer")}${card("86,4 m²", "Wohnfläche")}</div>`
      assert.deepStrictEqual(
        yield* fill({ kaltmiete: number, zimmer: number, wohnflaeche: number }, body, { lang: "de" }),
        {
          kaltmiete: 1240,
          zimmer: 3.5,
          wohnflaeche: 86.4
        }
      )
      assert.deepStrictEqual(yield* fill({ duration_weeks: integer }, "<div><b>Duration</b> 8 weeks</div>"), {
        duration_weeks: 8
      })
    })
  )

  it.effect(
    "tells how many years and months something takes from a year, and the unit that is asked for from another",
    () =>
      Effect.gen(function* () {
        const body =
          "<dl><dt>Warranty</dt><dd>24 months</dd><dt>Power</dt><dd>110 kW (150 PS)</dd><dt>Year</dt><dd>2021</dd></dl>"
        assert.deepStrictEqual(
          yield* fill(
            { warranty_years: integer, warranty_months: integer, power_kw: integer, power_hp: integer, year: integer },
            body
          ),
          { warranty_years: 2, warranty_months: 24, power_kw: 110, power_hp: 150, year: 2021 }
        )
      })
  )

  it.effect("reads leave that is given and refused, and none that depends", () =>
    Effect.gen(function* () {
      for (const [said, isAllowed] of [
        ["Les animaux ne sont pas admis.", false],
        ["Not allowed", false],
        ["Allowed", true],
        ["Haustiere willkommen", true],
        ["Small pets allowed on request", undefined]
      ] as const)
        assert.deepStrictEqual(
          yield* fill({ pets_allowed: flag }, `<dl><dt>Pets</dt><dd>${said}</dd></dl>`),
          isAllowed === undefined ? {} : { pets_allowed: isAllowed },
          said
        )
    })
  )

  it.effect("knows choices in other words, and none where several are meant", () =>
    Effect.gen(function* () {
      const fuel = { type: "string", enum: ["petrol", "diesel", "electric"] }
      const of = (said: string) => fill({ fuel }, `<dl><dt>Combustible</dt><dd>${said}</dd></dl>`, { lang: "es" })
      assert.deepStrictEqual(yield* of("Gasolina"), { fuel: "petrol" })
      assert.deepStrictEqual(yield* of("Gasolina o diésel"), {})
      assert.deepStrictEqual(yield* of("Hidrógeno"), {})
      assert.deepStrictEqual(yield* of("Diésel"), { fuel: "diesel" })
      const head = linked({
        "@type": "Product",
        name: "Mug",
        offers: { "@type": "Offer", price: "5", availability: "https://schema.org/PreOrder" }
      })
      const availability = { type: "string", enum: ["in_stock", "out_of_stock", "preorder"] }
      assert.deepStrictEqual(yield* fill({ availability }, "", { head }), { availability: "preorder" })
    })
  )

  it.effect("reads all steps of a recipe, and all tags of an article", () =>
    Effect.gen(function* () {
      const step = (text: string) => ({ "@type": "HowToStep", text })
      const recipe = linked({
        "@type": "Recipe",
        name: "Dal",
        recipeInstructions: [
          step("Rinse."),
          { "@type": "HowToSection", name: "Cook", itemListElement: [step("Fry."), step("Simmer.")] }
        ]
      })
      const texts = { type: "array", items: text }
      assert.deepStrictEqual(yield* fill({ steps: texts }, "", { head: recipe }), {
        steps: ["Rinse.", "Fry.", "Simmer."]
      })
      const head = ["latency", "serverless"].map((tag) => `<meta property="article:tag" content="${tag}">`).join("")
      assert.deepStrictEqual(yield* fill({ tags: texts }, "", { head }), { tags: ["latency", "serverless"] })
    })
  )

  it.effect("reads figures and money of other scripts", () =>
    Effect.gen(function* () {
      const asked = { price: number, currency: { type: "string" } }
      for (const [body, lang, price, currency] of [
        ["<p>٢٩٩٫٥٠ ر.س</p>", "ar", 299.5, "SAR"],
        ["<p>السعر: ١٬٢٩٩ ريال سعودي</p>", "ar", 1_299, "SAR"],
        ["<dl><dt>سعر</dt><dd>٤٥٠ ج.م</dd></dl>", "ar", 450, "EGP"],
        ["<p>￥１２，８００</p>", "ja", 12_800, "JPY"],
        ["<p>12,000원</p>", "ko", 12_000, "KRW"],
        ["<p>Rp 1.299.000</p>", "id", 1_299_000, "IDR"]
      ] as const)
        assert.deepStrictEqual(yield* fill(asked, body, { lang }), { price, currency }, body)
      const area = "<div><div>٨٦ م²</div><div>المساحة</div></div>"
      assert.deepStrictEqual(yield* fill({ المساحة: number }, area, { lang: "ar" }), { المساحة: 86 })
    })
  )

  it.effect("takes what was asked for no price of now", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* fill({ price: number }, "<p>Until 2024 $5. It now costs $9.</p>"), { price: 9 })
      assert.deepStrictEqual(yield* fill({ price: number }, "<p>Used to cost $5</p>"), {})
      assert.deepStrictEqual(yield* fill({ price: number }, "<p>$5 until 31 March</p>"), { price: 5 })
    })
  )

  it.effect("tells in Japanese which amount is with the tax", () =>
    Effect.gen(function* () {
      const asked = { price: number }
      for (const said of [
        "税込 64,800円\uff08税抜 58,910円\uff09",
        "64,800円(税込) 58,910円(税抜)",
        "64,800円\uff08本体58,910円+税\uff09"
      ])
        assert.deepStrictEqual(yield* fill(asked, `<p>${said}</p>`, { lang: "ja" }), { price: 64800 }, said)
    })
  )
})
