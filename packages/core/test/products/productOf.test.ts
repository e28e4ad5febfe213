import { assert, describe, it } from "@effect/vitest"
import { heading, judged, linked, mug, sheet, shownPrice, url } from "./pages.ts"

const offer = (price: number, more: object = {}) => ({
  offers: { "@type": "Offer", price, priceCurrency: "EUR", ...more }
})

describe("what is said of one product in several places", () => {
  it("is what most of them say together, whoever is the surest alone", () => {
    assert.strictEqual(mug(offer(20))?.price, 20)
    assert.strictEqual(mug(offer(20), [shownPrice("€18.00")])?.price, 20)
    const sale = judged({
      sheet: sheet({
        facts: [heading("Mug"), shownPrice("€18.00")],
        things: [linked({ "@type": "Product", name: "Mug", ...offer(20) })]
      }),
      metadata: { sourceUrl: url, finalUrl: url, additionalMeta: { "product:price:amount": "18.00" } }
    })
    assert.strictEqual(sale.product?.price, 18)
  })

  it("is null where nobody says anything, and empty where there is nothing", () => {
    assert.deepStrictEqual(mug({}), {
      name: "Mug",
      description: "",
      features: [],
      targetAudience: [],
      tags: [],
      images: [],
      sku: null,
      price: null,
      regularPrice: null,
      currency: null,
      billingFrequency: null,
      pricingModel: null,
      availability: null,
      url,
      category: null,
      imageUrl: null,
      dimensions: [],
      variants: []
    })
  })

  it("is no price before a discount where it is not higher", () => {
    const former = (text: string) => mug(offer(20), [shownPrice("€20.00"), shownPrice(text, "old price")])?.regularPrice
    assert.strictEqual(former("€25.00"), 25)
    assert.isNull(former("€15.00"))
    assert.isNull(former("€20.00"))
  })

  it("is no price where there are several, and that of this page where it is told", () => {
    const offers = (url: string) => [
      { price: 10, priceCurrency: "EUR", url },
      { price: 30, priceCurrency: "EUR", url: "https://shop.example/o" }
    ]
    assert.isNull(mug({ offers: offers("https://shop.example/n") })?.price ?? null)
    assert.strictEqual(mug({ offers: offers(url) })?.price, 10)
    const range = { offers: { "@type": "AggregateOffer", lowPrice: 5, highPrice: 9, priceCurrency: "EUR" } }
    assert.deepInclude(mug(range), { price: null, currency: "EUR" })
  })

  it("counts no amount that is promised, listed, or part of a list of the same", () => {
    const priceOf = (fact: ReturnType<typeof shownPrice>) => mug({}, [fact])?.price
    assert.strictEqual(priceOf(shownPrice("€18.00")), 18)
    assert.isNull(priceOf(shownPrice("Free shipping over €18.00")))
    assert.isNull(priceOf(shownPrice("€18.00", "price", "listed")))
    assert.isNull(priceOf(shownPrice("€18.00 – €22.00")))
  })
})

describe("which page it is", () => {
  it("is that of a product by what it writes for programs, or by a price and a button", () => {
    const shown = (
      facts: ReadonlyArray<ReturnType<typeof heading>> | ReadonlyArray<ReturnType<typeof shownPrice>>,
      buttons: ReadonlyArray<string>
    ) => judged({ sheet: sheet({ facts: [heading("Mug"), ...facts] }), shown: { buttons } }).kind
    assert.strictEqual(shown([shownPrice("€18.00")], ["Add to cart"]), "product")
    assert.strictEqual(shown([shownPrice("€18.00")], []), "other")
    assert.strictEqual(shown([], ["Add to cart"]), "other")
    assert.strictEqual(shown([shownPrice("€18.00")], ["Subscribe to our letter"]), "other")
    assert.strictEqual(
      judged({ sheet: sheet({ things: [linked({ "@type": "Product", name: "Mug", ...offer(2) })] }) }).kind,
      "product"
    )
  })

  it("is none of a product that it reviews, sells tickets for, or begins with", () => {
    const things = [linked({ "@type": "Review", itemReviewed: { "@type": "Product", name: "Mug", ...offer(2) } })]
    assert.strictEqual(judged({ sheet: sheet({ things, facts: [heading("Mug"), shownPrice("€2.00")] }) }).kind, "other")
    const first = { url: "https://shop.example/", shown: { buttons: ["Add to cart"] } }
    assert.strictEqual(
      judged({ ...first, sheet: sheet({ facts: [heading("Shop"), shownPrice("€2.00")] }) }).kind,
      "other"
    )
  })

  it("is a list where cards have prices and it has none, and tells where they lead", () => {
    const items = ["a", "b", "c"].map((name) => ({
      facts: [
        { name: "url", value: `https://shop.example/${name}`, source: "block" as const, context: "", quote: name },
        { ...shownPrice("€2.00"), source: "block" as const }
      ],
      lists: [],
      groups: []
    }))
    const group = { name: "", source: "block" as const, context: "", items }
    const page = judged({ sheet: sheet({ facts: [heading("Mugs")], groups: [group] }) })
    assert.deepStrictEqual([page.kind, page.listed.length], ["listing", 3])
    // Beside a product of its own they are what others look at.
    const own = sheet({ facts: [heading("Mug"), shownPrice("€5.00")], groups: [group] })
    assert.strictEqual(judged({ sheet: own, shown: { buttons: ["Add to cart"] } }).kind, "product")
  })

  it("is about the thing of its address or its name, not about others on it", () => {
    const brush = linked({ "@type": "Product", name: "Brush", ...offer(3) })
    const own = linked({ "@type": "Product", name: "Big mug", url: `${url}/`, ...offer(9) })
    const page = judged({ sheet: sheet({ facts: [heading("Mug")], things: [brush, own] }) })
    assert.deepInclude(page.product, { price: 9 })
    const state = linked({ name: "Brush", price: 3, sku: "B" }, "state")
    assert.strictEqual(judged({ sheet: sheet({ facts: [heading("Mug")], things: [state] }) }).kind, "other")
    const beside = [linked({ "@type": "Product", name: "Mug", offers: {} }), state]
    assert.deepInclude(judged({ sheet: sheet({ facts: [heading("Mug")], things: beside }) }).product, {
      price: null,
      sku: null
    })
  })
})

describe("a page made to be read slowly or wrongly", () => {
  const processorMillis = (work: () => void): number => {
    const before = process.cpuUsage()
    work()
    const { system, user } = process.cpuUsage(before)
    return (system + user) / 1_000
  }

  it("costs no more than its limits, whatever it repeats", () => {
    const many = 20_000
    const wide = {
      "@type": "Product",
      name: "Mug",
      offers: Array.from({ length: 300 }, (_, at) => ({ price: at, name: "x".repeat(2_000) }))
    }
    const facts = Array.from({ length: many }, (_, at) => shownPrice(`€${at}.00`, `price ${at}`))
    const hostile = [
      { sheet: sheet({ facts }) },
      { sheet: sheet({ things: Array.from({ length: 300 }, () => linked(wide)) }) },
      { sheet: sheet({ text: "no ".repeat(many), facts: [heading("Pricing")] }), url: "https://shop.example/pricing" },
      {
        sheet: sheet({ text: `${"per ".repeat(40)}\n`.repeat(500), facts: [heading("Pricing")] }),
        url: "https://shop.example/pricing"
      },
      { metadata: { sourceUrl: url, finalUrl: url, title: `${"a - ".repeat(many)}` } },
      {
        shown: {
          choices: Array.from({ length: many }, () => ({ options: Array.from({ length: 50 }, () => "Red") })),
          buttons: Array.from({ length: many }, () => "Add to cart")
        }
      },
      {
        sheet: sheet({
          things: [linked({ "@type": "Product", name: "<".repeat(many), description: "<a".repeat(many), offers: {} })]
        })
      },
      {
        images: Array.from({ length: many }, (_, at) => ({
          src: `https://shop.example/${at}.png`,
          type: "url" as const,
          element: "img" as const,
          alt: "Mug ".repeat(500)
        })),
        sheet: sheet({ facts: [heading("Mug"), shownPrice("€1")] }),
        shown: { buttons: ["Buy now"] }
      }
    ]
    judged(hostile[0])
    for (const [at, page] of hostile.entries())
      assert.isBelow(
        processorMillis(() => judged(page)),
        250,
        `page ${at}`
      )
  })

  it("names nothing that stands for all objects", () => {
    const thing = linked(
      JSON.parse(
        `{"@type":"Product","name":"Mug","offers":{},"hasVariant":[{"color":"Red","additionalProperty":[{"name":"__proto__","value":"x"}]},{"color":"Blue"}]}`
      )
    )
    const { product } = judged({ sheet: sheet({ facts: [heading("Mug")], things: [thing] }) })
    assert.deepStrictEqual(
      product?.variants.map(({ attributes }) => Object.keys(attributes)),
      [["Color"], ["Color"]]
    )
  })
})
