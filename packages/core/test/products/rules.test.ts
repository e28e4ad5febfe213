import { assert, describe, it } from "@effect/vitest"
import { platformOf } from "../../src/products/domain/marketplaces.ts"
import { ProductLeads } from "../../src/products/domain/ProductLeads.ts"
import { openPage } from "../../src/products/domain/ProductPage.ts"
import { type Plan, plansOf, pricingOf } from "../../src/products/domain/plansOf.ts"
import { productLinkScore } from "../../src/products/domain/rankProductLinks.ts"
import { readAvailability } from "../../src/products/domain/readAvailability.ts"
import { isBySeat, readFrequency } from "../../src/products/domain/readBilling.ts"
import { heading, judged, linked, mug, sheet, shownPrice, url } from "./pages.ts"

describe("words of shops", () => {
  it("say whether something can be had", () => {
    for (const [text, availability] of [
      ["https://schema.org/InStock", "in_stock"],
      ["http://schema.org/SoldOut", "out_of_stock"],
      ["PreOrder", "preorder"],
      ["BackOrder", "backorder"],
      ["MadeToOrder", "made_to_order"],
      ["Discontinued", "discontinued"],
      ["In stock", "in_stock"],
      ["Only 3 left", "limited_availability"],
      ["Nur noch 2 verfügbar", "limited_availability"],
      ["Ausverkauft", "out_of_stock"],
      ["Jetzt vorbestellen", "preorder"],
      ["Auf Bestellung gefertigt", "made_to_order"],
      ["残りわずか", "limited_availability"],
      ["A mug of steel", null],
      ["Constructor", null],
      ["https://schema.org/valueOf", null],
      ["", null]
    ] as const) {
      assert.strictEqual(readAvailability(text), availability, text)
    }
  })

  it("say how often something is paid, and for whom", () => {
    for (const [text, frequency] of [
      ["$8 / month", "monthly"],
      ["$8 a month, $90 a year", "monthly"],
      ["9 € pro Monat", "monthly"],
      ["$90 per year", "yearly"],
      ["jährlich", "yearly"],
      ["$39 one-time payment", "one_time"],
      ["$0.004 per minute. No monthly fee.", "usage_based"],
      ["Made by hand", null]
    ] as const) {
      assert.strictEqual(readFrequency(text), frequency, text)
    }
    assert.deepStrictEqual(
      ["per user / month", "pro Nutzer", "$8 a user", "per month", "Invite a member"].map(isBySeat),
      [true, true, true, false, false]
    )
  })
})

describe("a page of a shop", () => {
  it("shows what something did cost before what it costs, with nothing between", () => {
    const priceOf = (text: string) => {
      const { price = null, regularPrice = null } = mug({}, [shownPrice(text)]) ?? {}
      return [price, regularPrice]
    }
    assert.deepStrictEqual(priceOf("$49.00 $39.00"), [39, 49])
    assert.deepStrictEqual(priceOf("Original price was: $49.00 $39.00"), [39, 49])
    for (const text of ["$39.00 $49.00", "$49.00 / $39.00", "$49.00 $4.00", "$49.00 $39.00 $29.00"])
      assert.deepStrictEqual(priceOf(text), [null, null], text)
  })
})

describe("an amount in a text", () => {
  const priceOf = (text: string) => {
    const { price = null, regularPrice = null } = mug({}, [shownPrice(text)]) ?? {}
    return [price, regularPrice]
  }

  it("is the price whatever is said of taxes, of the way and of savings beside it", () => {
    for (const text of [
      "€39.80 inkl. MwSt., zzgl. Versand",
      "€39.80 inkl. 19 % MwSt. zzgl. Versandkosten",
      "€39.80 + free delivery",
      "€39.80 livraison gratuite",
      "€39.80 kostenloser Versand",
      "€39.80 Save 20%",
      "€39.80 Save €10.00",
      "€39.80 (€79.60/l)",
      "€39.80 + €4.95 delivery"
    ]) {
      assert.deepStrictEqual(priceOf(text), [39.8, null], text)
    }
  })

  it("goes before what it was, in one text with it", () => {
    for (const text of ["Was €50.00 Now €40.00", "UVP: €50.00 €40.00", "€40.00 statt €50.00", "RRP €50.00, €40.00"]) {
      assert.deepStrictEqual(priceOf(text), [40, 50], text)
    }
  })

  it("is none that is promised, is a part of one, or is one of several", () => {
    for (const text of [
      "Free delivery over €50.00",
      "ab €50.00 versandkostenfrei",
      "€4.95 delivery",
      "€4.95 home delivery",
      "Save €10.00",
      "€50.00+ free shipping",
      "€10.00 off",
      "Spend €50.00 get €10.00",
      "12 x €10.00",
      "€5.00 / 100 g",
      "€18.00 – €22.00",
      "€18.00 €22.00"
    ]) {
      assert.deepStrictEqual(priceOf(text), [null, null], text)
    }
    assert.deepStrictEqual(priceOf("Was €50.00"), [null, null])
  })
})

describe("plans beside each other", () => {
  const plan = (name: string, amount: number | null, isBySeat = false): Plan => ({
    ...{ name, said: name, amount, currency: "EUR", frequency: "monthly", isBySeat }
  })
  const cards = (...texts: ReadonlyArray<readonly [name: string, price: string]>) => {
    const items = texts.map(([name, price]) => ({ facts: [heading(name), shownPrice(price)], lists: [], groups: [] }))
    const group = { name: "", source: "block" as const, context: "", items }
    const metadata = { sourceUrl: url, finalUrl: url }
    return openPage({ url, sheet: sheet({ groups: [group] }), metadata, images: [], shown: {} })
  }

  it("are two at least", () => {
    assert.deepStrictEqual(
      plansOf(cards(["Solo", "€8 / month"], ["Team", "€20 / month"])).map(({ amount }) => amount),
      [8, 20]
    )
    assert.deepStrictEqual(plansOf(cards(["Solo", "€8 / month"])), [])
  })

  it("have one price where one alone costs something, and are of seats where one of them is", () => {
    const of = (...plans: ReadonlyArray<Plan>) => {
      const { model, price } = pricingOf(plans)
      return [model, price]
    }
    const free = plan("Free", 0)
    assert.deepStrictEqual(of(plan("Pro", 8)), ["flat", 8])
    assert.deepStrictEqual(of(free, plan("Pro", 8)), ["freemium", 8])
    assert.deepStrictEqual(of(free, plan("Pro", 8, true)), ["per_seat", 8])
    assert.deepStrictEqual(of(plan("Solo", 8), plan("Team", 20)), ["tiered", null])
    assert.deepStrictEqual(of(plan("Enterprise", null)), ["custom", null])
    assert.deepStrictEqual(of(free), [null, null])
  })
})

describe("hosts of marketplaces", () => {
  it("are theirs alone", () => {
    for (const [url, platform] of [
      ["https://www.amazon.co.uk/dp/B000000001", "amazon"],
      ["https://smile.amazon.com/", "amazon"],
      ["https://amazon.com.evil.example/dp/B000000001", "generic"],
      ["https://notamazon.com/", "generic"],
      ["https://www.etsy.com/listing/1", "etsy"],
      ["https://shop.tiktok.com/view/product/1", "tiktok_shop"]
    ] as const) {
      assert.strictEqual(platformOf(url), platform, url)
    }
  })
})

describe("forms of a product", () => {
  it("are called by what they differ in", () => {
    const product = mug({
      "@type": "ProductGroup",
      hasVariant: [
        { sku: "R", color: "Red", size: "M", image: "/r.jpg", offers: { price: 5, priceCurrency: "EUR", url: "?v=r" } },
        { sku: "B", color: "Blue", size: "M", offers: { price: 5, priceCurrency: "EUR" } }
      ],
      offers: undefined
    })
    assert.deepStrictEqual(product?.variants, [
      {
        attributes: { Color: "Red", Size: "M" },
        images: ["https://shop.example/r.jpg"],
        sku: "R",
        url: "https://shop.example/products/mug?v=r"
      },
      { attributes: { Color: "Blue", Size: "M" }, images: [], sku: "B", url: null }
    ])
    assert.deepInclude(product, { price: 5, currency: "EUR" })
  })

  it("can be had where any of them can", () => {
    const forms = (...said: ReadonlyArray<string>) =>
      mug({
        hasVariant: said.map((availability, at) => ({ color: `c${at}`, offers: { price: 5, availability } })),
        offers: undefined
      })?.availability
    assert.strictEqual(forms("OutOfStock", "InStock"), "in_stock")
    assert.strictEqual(forms("OutOfStock", "OutOfStock"), "out_of_stock")
  })

  it("have prices in hundredths where shops of one make say so, and in no other state", () => {
    const state = (more: object) =>
      judged({
        sheet: sheet({
          facts: [heading("Mug")],
          things: [
            linked({ "@type": "Product", name: "Mug", offers: {} }),
            linked({ title: "Mug", price: 2_400, ...more }, "state")
          ]
        })
      }).product?.price
    assert.strictEqual(state({ handle: "mug", variants: [{ option1: "S" }, { option1: "L" }] }), 24)
    assert.strictEqual(state({}), 2_400)
  })

  it("are what may be chosen where one thing may be, and none of how many or in which land", () => {
    const chosen = (names: ReadonlyArray<string>, options: ReadonlyArray<ReadonlyArray<string>>) =>
      judged({
        sheet: sheet({ facts: [heading("Mug")], things: [linked({ "@type": "Product", name: "Mug", offers: {} })] }),
        shown: { choices: options.map((one) => ({ options: one })), choiceNames: names }
      }).product?.variants.map(({ attributes }) => attributes)
    assert.deepStrictEqual(chosen(["size"], [["Choose", "S", "M"]]), [{ Size: "S" }, { Size: "M" }])
    assert.deepStrictEqual(chosen(["quantity"], [["1", "2"]]), [])
    assert.deepStrictEqual(
      chosen(
        ["size", "color"],
        [
          ["S", "M"],
          ["Red", "Blue"]
        ]
      ),
      []
    )
    assert.deepStrictEqual(
      chosen(
        ["size", "country"],
        [
          ["S", "M"],
          ["AT", "DE"]
        ]
      ),
      [{ Size: "S" }, { Size: "M" }]
    )
  })
})

describe("addresses that lead to products", () => {
  it("are weighed by their paths and words", () => {
    const score = (path: string, text = "") => productLinkScore(`https://a.example${path}`, text)
    assert.isAbove(score("/products/mug"), score("/collections/mugs"))
    assert.isAbove(score("/collections/mugs"), score("/m-123456.html"))
    for (const path of ["/", "/blog/products/mug", "/cart", "/about", "/a.pdf.zip", "/mug"])
      assert.strictEqual(score(path), 0, path)
    assert.isAbove(score("/things", "Our products"), 0)
  })

  it("are taken once, the best first, and of the site alone", () => {
    const leads = new ProductLeads({ host: "a.example", registrable: null })
    leads.add([
      { url: "https://a.example/shop", text: "Shop" },
      { url: "https://a.example/products/one", text: "" },
      { url: "https://www.a.example/products/one#top", text: "" },
      { url: "https://b.example/products/two", text: "" }
    ])
    leads.addListed(["https://a.example/odd", "https://b.example/odd"])
    assert.deepStrictEqual(leads.take(2), ["https://a.example/odd", "https://a.example/shop"])
    leads.add([{ url: "https://a.example/shop", text: "Shop" }])
    assert.deepStrictEqual([leads.take(9).length, leads.take(9).length], [1, 0])
  })
})
