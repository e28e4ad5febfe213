import { assert, describe, it } from "@effect/vitest"
import { readDataSchema } from "@kittiwake/core/extraction/domain/readDataSchema"
import { FactReader } from "@kittiwake/core/extraction/FactReader"
import { Effect, Result } from "effect"
import { layer } from "../src/FactReader.ts"

const number = { type: "number" }

/** What a page of this body says. */
const fill = Effect.fnUntraced(function* (properties: object, body: string, head = "") {
  const reader = yield* FactReader
  const html = `<!doctype html><html lang="en-GB"><head><title>Kettle – Shop</title>${head}</head><body>${body}</body></html>`
  const sheet = yield* reader.read({ html, url: "https://shop.example/p/1" })
  const shape = Result.getOrThrow(readDataSchema({ type: "object", properties }))
  return (yield* reader.fill({ shape, instructions: "", sheets: [sheet] })).data
}, Effect.provide(layer))

type Case = readonly [body: string, asked: object, data: object]

const scenario = (name: string, cases: ReadonlyArray<Case>) =>
  it.effect(name, () =>
    Effect.gen(function* () {
      for (const [body, asked, data] of cases) assert.deepStrictEqual<unknown>(yield* fill(asked, body), data, body)
    })
  )

const price = { price: number }
const kettle = '<main><h1>Kettle</h1><p class="price">£64.00</p></main>'
const head = (inside: string) => `<header><a href="/">Shop</a>${inside}</header>${kettle}`

const text = { type: "string" }
const flag = { type: "boolean" }
const inStock = "In stock – order within 3 h 12 min for dispatch today"
const shop = (inside: string) => `<main><h1>Gooseneck Kettle</h1>${inside}</main>`

describe("whether what a page is about can be had", () => {
  scenario("is not what is said of one of its forms", [
    [
      shop(`<ul><li>Matt Black</li><li>Cream (+£5.00)</li><li>Copper (sold out)</li></ul><p>${inStock}</p>`),
      { availability: text, in_stock: flag },
      { availability: inStock, in_stock: true }
    ],
    [
      shop("<ul><li>Matt Black</li><li>Copper (sold out)</li></ul>"),
      { copper: text, availability: text, in_stock: flag },
      { copper: "sold out" }
    ],
    // The name of a kettle has an S, and is no size.
    [shop("<ul><li>S – in stock</li><li>M – sold out</li></ul>"), { availability: text, in_stock: flag }, {}],
    [
      shop("<select><option>S - in stock</option><option>M - sold out</option></select>"),
      { availability: text, in_stock: flag },
      {}
    ],
    [
      shop("<p><span>Copper – sold out</span></p><p>In stock</p>"),
      { availability: text, in_stock: flag },
      { availability: "In stock", in_stock: true }
    ]
  ])

  scenario("is what is said of all of them, and of it by its name", [
    [
      shop("<ul><li>Matt Black (sold out)</li><li>Cream (sold out)</li><li>Copper (sold out)</li></ul>"),
      { availability: text, in_stock: flag },
      { availability: "sold out", in_stock: false }
    ],
    [shop("<p>Gooseneck Kettle – sold out</p>"), { in_stock: flag }, { in_stock: false }],
    [shop("<p>In stock – £64.00</p>"), { price: number }, { price: 64 }],
    [shop("<p>Sorry – sold out</p>"), { in_stock: flag }, { in_stock: false }],
    [shop("<p>Available in 12 colours – and in three sizes for every stove</p>"), { availability: text }, {}]
  ])
})

describe("the price of what a page is about", () => {
  scenario("is not what is in a basket", [
    [head('<a href="/basket">Basket (0) £0.00</a>'), price, { price: 64 }],
    [head('<a href="/cart">0 items - £0.00</a>'), price, { price: 64 }],
    [head('<a href="/cart">Cart $0.00</a>'), price, { price: 64 }],
    [head('<a href="/warenkorb">Warenkorb 0,00 €</a>'), price, { price: 64 }],
    [head('<a class="x" href="/cart/?x=1"><span class="amount">£12.00</span> <b>1 item</b></a>'), price, { price: 64 }],
    [`<div><span>Basket (0) £0.00</span></div>${kettle}`, price, { price: 64 }],
    [`<div><span>Mon panier</span> <span>0,00 €</span></div>${kettle}`, price, { price: 64 }],
    [`<div class="top"><a href="/cart">£0.00</a></div>${kettle}`, price, { price: 64 }],
    [`<div class="mini-cart"><p>Kettle cover</p><p>£8.00</p></div>${kettle}`, price, { price: 64 }],
    [`<div class="mini-cart"><p>Kettle cover</p><p>£8.00</p></div><main><h1>Kettle</h1></main>`, price, {}],
    [head('<a href="/basket">Basket (0) £0.00</a>').replace("£64.00", "On request"), price, {}]
  ])

  scenario("is not what stands at the head of a site, unless that is asked for", [
    [head('<a href="/gift">Gift cards from £25</a>'), price, { price: 64 }],
    [
      head('<a href="/gift">Gift cards from £25</a>'),
      { gift_card_price: number, price: number },
      { gift_card_price: 25, price: 64 }
    ],
    ['<header><a href="/gift">Gift cards from £25</a></header><main><h1>About us</h1></main>', price, {}],
    // The head of what is sold is no head of a site.
    ["<header><h1>Kettle</h1><p>£64.00</p></header><p>It boils.</p>", price, { price: 64 }],
    ["<main><header><p>£64.00</p></header><h2>Kettle</h2></main>", price, { price: 64 }],
    ["<header><p>Kettle</p><p>Price: £64.00</p></header><p>It boils.</p>", price, { price: 64 }]
  ])

  scenario("may be on a button that fills a basket, and that of a basket that is sold", [
    ['<main><h1>Kettle</h1><a class="btn" href="/cart/add">Add to basket – £64.00</a></main>', price, { price: 64 }],
    ['<main><h1>Kettle</h1><a href="/cart">Buy it now for £64.00</a></main>', price, { price: 64 }],
    ["<main><h1>Picnic basket</h1><p>Basket £45.00</p></main>", price, { price: 45 }],
    ['<main><h1>Kettle</h1><form class="cart"><p>£64.00</p></form></main>', price, { price: 64 }]
  ])

  it.effect("comes from what the page says for programs first", () =>
    Effect.gen(function* () {
      const offer = { "@type": "Product", name: "Kettle", offers: { price: "64.00", priceCurrency: "GBP" } }
      const linked = `<script type="application/ld+json">${JSON.stringify(offer)}</script>`
      const body = '<header><a href="/basket">Basket (0) £0.00</a></header><main><h1>Kettle</h1></main>'
      assert.deepStrictEqual(yield* fill(price, body, linked), { price: 64 })
      const marked =
        '<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Kettle</h1><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="64.00">64</span></div></div>'
      assert.deepStrictEqual(yield* fill(price, `<header><a href="/basket">Basket £0.00</a></header>${marked}`), {
        price: 64
      })
    })
  )

  scenario("may say on which side of the tax it is, and is no tax", [
    ["<main><h1>Kettle</h1><p>£64.00 inc VAT</p></main>", price, { price: 64 }],
    ["<main><h1>Kettle</h1><p>£64.00 ex VAT</p></main>", price, { price: 64 }],
    ["<main><h1>Kettle</h1><p>£64.00 (exc. VAT)</p></main>", price, { price: 64 }],
    ["<main><h1>Kettle</h1><p>64,00 € incl. 19 % VAT</p></main>", price, { price: 64 }],
    ["<main><h1>Kettle</h1><p>£64.00 +VAT</p></main>", price, { price: 64 }],
    ["<main><h1>Kettle</h1><p>£64.00 VAT included</p></main>", price, { price: 64 }],
    ["<main><h1>Kettle</h1><p>£53.33 (£64.00 inc. VAT)</p></main>", price, { price: 64 }],
    ["<main><h1>Kettle</h1><p class='price'>£53.33 <small>(£64.00 inc. VAT)</small></p></main>", price, { price: 64 }],
    [
      "<main><h1>Kettle</h1><p>£50–£60 inc. VAT</p></main>",
      { min_price: number, max_price: number },
      { min_price: 50, max_price: 60 }
    ],
    ["<main><h1>釜</h1><p>11,637円+税</p><p>税込12,800円</p></main>", price, { price: 12_800 }],
    ["<main><h1>釜</h1><p>11,637円＋税（税込12,800円）</p></main>", price, { price: 12_800 }],
    ["<main><h1>釜</h1><p>12,800円（税抜11,637円）</p></main>", price, { price: 12_800 }],
    ["<main><h1>釜</h1><p>11,637円+税</p></main>", price, { price: 11_637 }],
    ["<main><h1>Kettle</h1><p>£64.00 VAT</p></main>", price, {}],
    ["<main><h1>Kettle</h1><p>£4.00 shipping ex VAT</p></main>", price, {}]
  ])

  const linkedOf = (offers: object) =>
    `<script type="application/ld+json">${JSON.stringify({ "@type": "Product", name: "Kettle", offers })}</script>`
  const stale = linkedOf({ "@type": "Offer", price: "80.00", priceCurrency: "GBP" })
  const told = (name: string, price: number, cases: ReadonlyArray<string>, head = stale) =>
    it.effect(name, () =>
      Effect.gen(function* () {
        for (const inside of cases) {
          const body = `<main><h1>Kettle</h1>${inside}</main>`
          assert.deepStrictEqual<unknown>(yield* fill({ price: number }, body, head), { price }, inside)
        }
      })
    )

  told("is the one that is shown where that for programs is struck out, or shown nowhere", 64, [
    "<p><del>£80.00</del> <b>£64.00</b></p>",
    "<p><span class='line-through'>£80.00</span> <span>£64.00</span></p>",
    "<p>£64.00 <span class='text-decoration-line-through'>£80.00</span></p>",
    "<p><span style='text-decoration: line-through'>£80.00</span> £64.00</p>",
    "<span class='was'>£80.00</span><span class='price'>£64.00</span>",
    "<p class='price'>£64.00</p>",
    "<p class='price'>£64.00</p><p>£53.33 ex VAT</p>",
    "<p>Was £80.00, now £64.00</p>",
    "<p class='price'>£64.00</p><p>Delivery cost: £4.99</p>",
    "<p class='price'>£64.00</p><h2>Related</h2><p>Cosy £9.00</p>"
  ])
  told("is the one that is shown where that is half of it, or less", 40, ["<p class='price'>£40.00</p>"])
  told("is that for programs where none is shown, or not clearly another one", 80, [
    "<p>It boils.</p>",
    "<p class='price'>£80.00</p><p>Cover: £9.00</p>",
    "<p>Small £64.00</p><p>Large £72.00</p>",
    "<p>From £64.00</p>",
    "<p>£8.00 a month</p>",
    "<p>€64.00</p>",
    "<p>£9.00</p>",
    "<p>Members: £64.00</p>",
    "<p class='member-price'>£64.00</p>",
    "<p>Save up to £16.00</p>",
    "<p>You could win £100.00</p>",
    "<p>Buy 2 for £110.00</p>",
    "<p>Get up to £30.00 for your old kettle</p>",
    "<label><input type='checkbox'> 3-year protection plan £19.99</label>",
    "<p class='price'>£64.00</p><ul><li>1 l: £64.00</li><li>2 l: £80.00</li></ul>"
  ])
  for (const price of ["0.00", 0, "6400"])
    told(
      `is the one that is shown where that for programs is ${price}`,
      64,
      ["<p>£64.00</p>", "<p class='price'>£64.00</p><p>Delivery £0.00</p>"],
      linkedOf({ "@type": "Offer", price, priceCurrency: "GBP" })
    )
  told(
    "is nothing where that for programs is and the page says so, or no price",
    0,
    [
      "<p class='price'>Free</p>",
      "<p class='price'>Free</p><p>£64.00</p>",
      "<p>It boils.</p>",
      "<p>Save up to £16.00</p>"
    ],
    linkedOf({ "@type": "Offer", price: "0", priceCurrency: "GBP" })
  )
  told(
    "is that of a form for programs where several are",
    80,
    ["<p class='price'>£64.00</p>"],
    linkedOf([
      { price: "80.00", priceCurrency: "GBP" },
      { price: "70.00", priceCurrency: "GBP" }
    ])
  )

  scenario("is beside what a basket holds, which is told where it is asked for", [
    [head('<a href="/basket">Basket (2) £30.00</a>'), { basket_total: number }, { basket_total: 30 }],
    [head('<a href="/cart">Cart £0.00</a>'), { cart_total: number, price: number }, { cart_total: 0, price: 64 }],
    [
      '<main><h1>Your basket</h1><p>Kettle × 2</p><div class="cart-summary"><p>Total: £30.00</p></div></main>',
      { total_price: number, total: number },
      { total_price: 30, total: 30 }
    ],
    ["<main><h1>Basket</h1><p>Basket total: £30.00</p></main>", { basket_total: number }, { basket_total: 30 }]
  ])
})
