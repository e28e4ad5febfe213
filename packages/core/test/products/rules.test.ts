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
      ["In stock – order within 3 h 12 min for dispatch today", "in_stock"],
      ["Auf Lager, Lieferung in zwei bis drei Werktagen mit DHL", "in_stock"],
      ["Currently out of stock. Leave your address and we will write.", "out_of_stock"],
      ["Out of stock online – in stock in our shops in Leeds and York", null],
      ["Available in twelve colours – choose yours before Christmas", null],
      ["We had it in stock – now all we have is the one in the window", null],
      ["Not in stock", "out_of_stock"],
      ["No longer available", "discontinued"],
      ["Only 0 left", "out_of_stock"],
      ["0 in stock", "out_of_stock"],
      ["Notify me when available", "out_of_stock"],
      ["Nicht mehr vorrätig", "out_of_stock"],
      ["N'est plus disponible", "out_of_stock"],
      ["Currently not in stock – leave your address and we will write.", "out_of_stock"],
      ["Back in stock soon", null],
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

describe("a price that themes of shops call the regular one", () => {
  const priceOf = (...facts: ReadonlyArray<ReturnType<typeof shownPrice>>) => {
    const { price = null, regularPrice = null } = mug({}, facts) ?? {}
    return [price, regularPrice]
  }
  const regular = (text: string) => [
    shownPrice(text, "price"),
    shownPrice(text, "price regular"),
    shownPrice(text, "old price")
  ]

  it("is what is asked where there is no other", () => {
    assert.deepStrictEqual(priceOf(...regular("€20.00")), [20, null])
    assert.deepStrictEqual(priceOf(...regular("From €20.00")), [20, null])
    assert.deepStrictEqual(priceOf(...regular("€20.00"), shownPrice("€20.00", "price sale")), [20, null])
  })

  it("is what was asked beside a lower one, and where it is struck out and called so by nobody", () => {
    assert.deepStrictEqual(priceOf(...regular("€20.00"), shownPrice("€15.00", "price sale")), [15, 20])
    assert.deepStrictEqual(priceOf(shownPrice("€20.00", "price"), shownPrice("€20.00", "old price")), [null, null])
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
    for (const text of [
      ...[
        "€50.00, now €40.00",
        "50 € jetzt nur 40 €",
        "Until 2024 €50.00. It now costs €40.00.",
        "Used to cost €50.00, now €40.00"
      ],
      "Was €50.00 Now €40.00",
      "UVP: €50.00 €40.00",
      "€40.00 statt €50.00",
      "RRP €50.00, €40.00"
    ]) {
      assert.deepStrictEqual(priceOf(text), [40, 50], text)
    }
    assert.deepStrictEqual(priceOf("Until 2024 €40.00. It now costs €50.00."), [50, null])
    assert.deepStrictEqual(priceOf("Until 2024 €40.00"), [null, null])
    assert.deepStrictEqual(priceOf("Until 2027 €40.00"), [40, null])
    assert.deepStrictEqual(priceOf("14,99 €9,99 €"), [9.99, 14.99])
    assert.deepStrictEqual(priceOf("14,99 €1,50 € / 100 g"), [14.99, null])
    assert.deepStrictEqual(priceOf("14,99 €2,99 € Versand"), [14.99, null])
    assert.deepStrictEqual(priceOf("€40.00, now with €50.00"), [null, null])
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
      "€22.00 – €18.00",
      "€18.00 and €22.00",
      "€18.00 / €22.00",
      "Orders €50.00+",
      "Save €5.00 – €10.00",
      "Spend €50.00 – €80.00",
      "€18.00 – €22.00 – €30.00",
      "€18.00 €22.00"
    ]) {
      assert.deepStrictEqual(priceOf(text), [null, null], text)
    }
    assert.deepStrictEqual(priceOf("Was €50.00"), [null, null])
  })
})

describe("a plain price", () => {
  it("goes before the lowest of several, and before what is taken off", () => {
    const priceOf = (...texts: ReadonlyArray<string>) =>
      mug(
        {},
        texts.map((text) => shownPrice(text))
      )?.price ?? null
    assert.strictEqual(priceOf("Pay $10 to $20 less", "$40"), 40)
    assert.isNull(priceOf("Pay $10 to $20 less"))
    assert.strictEqual(priceOf("$100+", "$40"), 40)
    assert.strictEqual(priceOf("$40", "$100+"), 40)
    assert.strictEqual(priceOf("$10 – $20"), 10)
    assert.strictEqual(priceOf("$10 – $20", "$14"), 14)
    assert.strictEqual(priceOf("$40 less than elsewhere"), 40)
  })

  it("stays behind the lowest of several where it is of something else", () => {
    const pair = (name: string, value: string) => ({
      ...{ name, value, source: "pair" as const, context: "", quote: `${name}: ${value}` }
    })
    const priceOf = (text: string, ...facts: ReadonlyArray<ReturnType<typeof shownPrice> | ReturnType<typeof pair>>) =>
      judged({
        sheet: sheet({
          facts: [heading("Camera"), ...facts],
          things: [linked({ "@type": "Product", name: "Camera", offers: {} })],
          text
        })
      }).product?.price ?? null
    const camera = shownPrice("€499.00 – €899.00")
    const strap = shownPrice("€19.00")
    assert.strictEqual(priceOf("", camera, strap), 499, "is below the range")
    assert.strictEqual(priceOf("", camera, pair("Warranty price", "€559.00")), 499, "is called otherwise")
    assert.strictEqual(priceOf("", camera, shownPrice("€559.00", "price", "Bag")), 499, "stands below another heading")
    const bag = shownPrice("€559.00")
    assert.strictEqual(priceOf("", camera, pair("Bag", "€559.00"), bag), 499, "has another name beside it")
    assert.strictEqual(priceOf("", camera, pair("Price", "€559.00"), bag), 559)
    assert.strictEqual(priceOf("€499.00 – €899.00\nAdd to cart\nBag\n€559.00", camera, bag), 499, "stands elsewhere")
    assert.strictEqual(priceOf("Camera\n€499.00 – €899.00\n€559.00", camera, bag), 559)
    assert.strictEqual(priceOf("€20+\nAdd to cart\n€19.00", shownPrice("€20+"), strap), 20)
    assert.strictEqual(priceOf("€20+", shownPrice("€20+"), pair("Engraving price", "€5.00")), 20)
  })

  it("is that of the form chosen, below the prices of all forms and what is chosen", () => {
    const range = "€19.00 – €29.00"
    const chosen = (between: ReadonlyArray<string>, said = "€24.00", ...more: ReadonlyArray<string>) => {
      const [, name = "price", value = said] = /^(.*): (.*)$/.exec(said) ?? []
      const one = { ...shownPrice(value, name), source: name === "price" ? ("text" as const) : ("pair" as const) }
      return judged({
        sheet: sheet({
          facts: [heading("Mug"), shownPrice(range), { ...one, quote: said }, ...more.map((text) => shownPrice(text))],
          things: [linked({ "@type": "Product", name: "Mug", offers: {} })],
          text: ["Mug", range, ...between, said, ...more].join("\n")
        })
      }).product?.price
    }
    for (const between of [
      [],
      ["Rated 5 stars by those who have it.", "Size: M"],
      ["Choose your size and your colour below.", "Size | M"],
      ["Select a size", "Blue"],
      ["Größe: M", "Auf Lager"],
      ["Size | M", "Clear", "Quantity: 1"]
    ])
      assert.strictEqual(chosen(between), 24, between.join())
    assert.strictEqual(chosen(["Small", "Large"], "Your price: €24.00"), 24)
    assert.strictEqual(chosen(["Size: M"], "Price: €24.00"), 24)
    for (const between of [
      ["Size: M", "Add to cart", "Size: L"],
      ["Size: M", "Leather bag"],
      ["Size: M", "In stock.", "Storage box"],
      ["Size: M", "You may also like", "Size: L"],
      ["Two years of warranty", "Size: M"],
      ["Order a sample", "Size: M"],
      ["In stock."],
      ["Size: M", "One.", "Two.", "Three.", "Four.", "Five.", "Six."]
    ])
      assert.strictEqual(chosen(between), 19, between.join())
    assert.strictEqual(chosen(["Bag"], "Price: €24.00"), 19)
    assert.strictEqual(chosen(["Size: M"], "€34.00"), 19, "is above the range")
    assert.strictEqual(chosen(["Size: M", "Warranty"], "Your price: €24.00"), 19)
    assert.strictEqual(chosen(["Size: M"], "€24.00", "Size: L", "€29.00"), 19, "is one of several")
  })

  it("goes before what is taken off it, whatever is said behind that", () => {
    const below = (said: string, price = "49,00 €") => mug({}, [shownPrice(said), shownPrice(price)])?.price
    for (const text of [
      ...["10 € Rabatt sichern", "10 € Rabatt – nur heute", "10 € Rabatt - nur heute", "10 € weniger zahlen"],
      ...["10 € günstiger als zuvor", "10 € Nachlass sofort", "10 € Sofortrabatt", "10 €-Rabatt auf alles"],
      ...["10 € de remise immédiate", "10 € de réduction aujourd'hui", "10 € korting direct", "10 € di sconto subito"],
      ...[
        "€10 discount today",
        "€10 discount applied at checkout",
        "€10 discount code: MUG10",
        "€10 discount 2 days only"
      ],
      ...[
        "10 € Rabatt inklusive",
        "€10 discount already applied",
        "10 € Rabatt bereits abgezogen",
        "€10 less than before"
      ],
      ...["10 € Rabatt inkl. MwSt.", "€10 discount tax free", "10 € Rabatt:", "10 € Rabatt schon ab 2 Stück"]
    ])
      assert.strictEqual(below(text), 49, text)
    for (const text of ["99,00 € Rabatt inklusive", "€99.00 discount price", "€99.00 less tax"])
      assert.strictEqual(below(text, "€19.00"), 99, text)
    assert.isNull(mug({}, [shownPrice("99,00 € Rabatt: 10,00 €")])?.price ?? null)
    assert.isNull(mug({}, [shownPrice("10 € Rabatt schon ab 2 Stück")])?.price ?? null)
  })

  it("is no less for what is said behind it of discounts and taxes", () => {
    const priceOf = (text: string) => mug({}, [shownPrice(text)])?.price ?? null
    for (const text of [
      ...["€99.00 discount price", "€99.00 discounted", "€99.00 less tax", "99,00 € Rabatt inklusive"],
      ...[
        "99,00 € Rabattpreis",
        "99,00 € Rabatt-Preis",
        "99,00 € Rabatt bereits abgezogen",
        "€99.00 menos IVA",
        "€99.00 menos impuestos"
      ],
      ...["99,00 € korting inbegrepen", "€99.00 discount included", "€99.00 less 10%", "99,00 € Rabatt: 10 %"],
      ...["99,00 € günstiger als anderswo", "€99.00 discount already applied"]
    ])
      assert.strictEqual(priceOf(text), 99, text)
    for (const text of [
      ...["€99.00 less", "€99.00 discount on your first order", "99,00 € Rabatt auf alles", "€99.00 less per month"],
      ...[
        "99,00 € günstiger!",
        "99 € de remise dès 2 articles",
        "€99.00 cheaper with a code",
        "€99.00 korting bij 2 stuks"
      ]
    ])
      assert.isNull(priceOf(text), text)
  })
})

describe("a range of prices in a text", () => {
  const priceOf = (text: string) => {
    const { price = null, regularPrice = null } = mug({}, [shownPrice(text)]) ?? {}
    return [price, regularPrice]
  }

  it("know a price by what is said of its tax alone, and no price of something else by it", () => {
    const priced = (name: string) => {
      const facts = [heading("Drill"), shownPrice("£120.00", name)]
      return judged({ sheet: sheet({ facts }), shown: { buttons: ["Add to basket"] } }).product?.price ?? null
    }
    for (const name of ["inc VAT", "ex VAT", "Incl. VAT", "excl. btw", "inkl. MwSt.", "HT", "TTC", "+ VAT"])
      assert.strictEqual(priced(name), 120, name)
    for (const name of ["VAT", "Delivery inc VAT", "Net weight", "MwSt. 19 %", "Deposit ex VAT"])
      assert.strictEqual(priced(name), null, name)
    const both = [heading("Drill"), shownPrice("£100.00 ex VAT", "ex VAT"), shownPrice("£120.00 inc VAT", "inc VAT")]
    const { product } = judged({ sheet: sheet({ facts: both }), shown: { buttons: ["Add to basket"] } })
    assert.strictEqual(product?.price, 120)
  })

  it("has the lowest as its price", () => {
    for (const text of [
      "€18.00 – €22.00",
      "€18.00-€22.00",
      "€18–22",
      "18–22 €",
      "€18.00 to €22.00",
      "18 € bis 22 €",
      "de 18 € à 22 €",
      "desde 18 € hasta 22 €",
      "between €18.00 and €22.00",
      "zwischen 18 € und 22 €",
      "€18.00 ~ €22.00",
      "Price range: €18.00 through €22.00",
      "€18.00 – €22.00 incl. VAT",
      "From €18.00",
      "ab 18 €",
      "à partir de 18 €",
      "€18.00+",
      "from €18.00+",
      "€18.00+ / month",
      "Starting at €18.00",
      "١٨٫٠٠ € – ٢٢٫٠٠ €"
    ]) {
      assert.deepStrictEqual(priceOf(text), [18, null], text)
    }
    assert.deepStrictEqual(priceOf("Was €20.00 – €35.00 Now €15.00 – €30.00"), [15, 20])
  })

  it("makes a page that of a product where one may buy there, and no list one of a product", () => {
    const at = (price: string, buttons: ReadonlyArray<string>, cards: number) => {
      const items = Array.from({ length: cards }, (_, at) => ({
        facts: [
          { name: "url", value: `https://shop.example/${at}`, source: "block" as const, context: "", quote: "x" },
          { ...shownPrice(`€${at + 2}.00`), source: "block" as const }
        ],
        lists: [],
        groups: []
      }))
      const groups = cards === 0 ? [] : [{ name: "", source: "block" as const, context: "", items }]
      return judged({ sheet: sheet({ facts: [heading("Mugs"), shownPrice(price)], groups }), shown: { buttons } }).kind
    }
    assert.strictEqual(at("€18.00 – €22.00", ["Add to cart"], 0), "product")
    assert.strictEqual(at("€18.00+", ["Add to cart"], 0), "product")
    assert.strictEqual(at("€18.00 – €22.00", ["Add to cart"], 4), "product", "others beside it")
    assert.strictEqual(at("€18.00 – €22.00", [], 4), "listing", "from what to what the list goes")
    assert.strictEqual(
      at(
        "€18.00 – €22.00",
        Array.from({ length: 4 }, () => "Add to cart"),
        4
      ),
      "listing"
    )
    assert.strictEqual(at("€18.00 – €22.00", [], 0), "other")
  })
})

describe("several offers", () => {
  const gone = "https://schema.org/OutOfStock"
  const there = "https://schema.org/InStock"
  const offer = (price: number | string, availability: string | null, more: object = {}) => ({
    ...{ "@type": "Offer", price, priceCurrency: "EUR", ...(availability === null ? {} : { availability }) },
    ...more
  })
  const told = (product: ReturnType<typeof mug>) => [product?.price ?? null, product?.availability ?? null]
  const group = (...forms: ReadonlyArray<object>) => ({
    ...{ "@type": "ProductGroup", offers: undefined },
    hasVariant: forms
  })
  const form = (sku: string, offers: object, more: object = {}) => ({ "@type": "Product", sku, offers, ...more })
  /** What is told of a page at this address, which may have been asked for at another. */
  const at = (address: string, said: object, source: "json-ld" | "microdata" | "state" = "json-ld") => {
    const named = { "@type": "Product", name: "Mug", ...said }
    const { hash } = new URL(address)
    return judged({
      url: address.replace(hash, ""),
      sheet: sheet({ facts: [heading("Mug")], things: [linked(named, source)] }),
      metadata: { sourceUrl: address, finalUrl: address.replace(hash, "") },
      shown: { buttons: ["Add to cart"] }
    }).product
  }

  it("have the price of the cheapest that can be had, and not of one that is sold out", () => {
    const [sold, dear, dearest] = [offer(10, gone), offer(20, there), offer(30, there)]
    assert.deepStrictEqual(told(mug(group(form("a", sold), form("b", dear)))), [20, "in_stock"])
    assert.deepStrictEqual(told(mug(group(form("a", dearest), form("b", sold), form("c", dear)))), [20, "in_stock"])
    assert.deepStrictEqual(told(mug({ offers: [sold, dearest, dear] })), [20, "in_stock"])
    assert.deepStrictEqual(told(mug({ offers: [offer(30, gone), offer(10, gone)] })), [30, "out_of_stock"])
    assert.deepStrictEqual(told(mug({ offers: [offer(30, null), offer(10, null)] })), [10, null])
    assert.deepStrictEqual(told(mug({ offers: [offer(9, "PreOrder"), offer(20, there)] })), [20, "in_stock"])
    assert.deepStrictEqual(told(mug({ offers: [sold, offer(20, "BackOrder")] })), [20, "backorder"])
    assert.deepStrictEqual(told(mug({ offers: [sold, offer(20, "LimitedAvailability")] })), [
      20,
      "limited_availability"
    ])
  })

  it("have the price that the page shows, where that is one of theirs", () => {
    const offers = [offer(20, there), offer(30, there), offer(10, gone)]
    assert.deepStrictEqual(told(mug({ offers }, [shownPrice("€30.00")])), [30, "in_stock"])
    assert.deepStrictEqual(told(mug({ offers }, [shownPrice("€10.00")])), [20, "in_stock"], "sold out alone")
    assert.deepStrictEqual(told(mug({ offers }, [shownPrice("€15.00")])), [15, "in_stock"], "a sale")
    const cut = { offers: { "@type": "AggregateOffer", lowPrice: 5, highPrice: 9, priceCurrency: "EUR" } }
    assert.strictEqual(mug(cut, [shownPrice("€7.00")])?.price, 7)
    const meta = { "product:price:amount": "10.00" }
    const page = judged({
      sheet: sheet({ facts: [heading("Mug")], things: [linked({ "@type": "Product", name: "Mug", offers })] }),
      metadata: { sourceUrl: url, finalUrl: url, additionalMeta: meta }
    })
    assert.deepStrictEqual(told(page.product), [20, "in_stock"])
  })

  it("are those that are gone where the page shows that it is sold out", () => {
    const offers = [offer(10, gone), offer(20, there)]
    const page = judged({
      sheet: sheet({
        ...{ text: "Mug\nSold out", facts: [heading("Mug"), shownPrice("€10.00")] },
        things: [linked({ "@type": "Product", name: "Mug", offers })]
      }),
      shown: { buttons: ["Sold out"] }
    })
    assert.deepStrictEqual(told(page.product), [10, "out_of_stock"])
  })

  it("have that of the form that the address names", () => {
    const forms = group(
      form("RED-1", offer(10, gone, { url: "/products/mug?variant=11" }), { color: "Red", productID: 700_001 }),
      form("BLU-1", offer(20, there, { url: "/products/mug?variant=22" }), { color: "Blue", productID: 700_002 }),
      form("GRN-1", offer(30, there, { url: "/products/mug?variant=33" }), { color: "Green", productID: 700_003 })
    )
    for (const [query, price, availability] of [
      ["?variant=11", 10, "out_of_stock"],
      ["?utm_source=x&variant=33", 30, "in_stock"],
      ["?sku=RED-1", 10, "out_of_stock"],
      ["?pid=700003", 30, "in_stock"],
      ["#GRN-1", 30, "in_stock"],
      ["#/sku=grn-1", 30, "in_stock"],
      ["?Color=Green", 30, "in_stock"],
      ["#red", 10, "out_of_stock"],
      ["", 20, "in_stock"],
      ["?variant=44", 20, "in_stock"],
      ["?page=33", 20, "in_stock"],
      ["#reviews", 20, "in_stock"]
    ] as const) {
      assert.deepStrictEqual(told(at(`${url}${query}`, forms)), [price, availability], query)
    }
    assert.deepStrictEqual(told(at("https://shop.example/products/mug/GRN-1", forms)), [30, "in_stock"])
    assert.strictEqual(at(`${url}?variant=33`, { ...forms, productGroupID: "MUG" })?.sku, "GRN-1")
    assert.strictEqual(at(url, { ...forms, productGroupID: "MUG" })?.sku, "MUG")
    assert.strictEqual(at(url, forms)?.sku, "BLU-1", "that of the price")
    // What else the page says of another form gives way.
    const page = judged({
      url: `${url}?variant=33`,
      sheet: sheet({
        facts: [heading("Mug"), shownPrice("€20.00")],
        things: [linked({ name: "Mug", ...forms })]
      }),
      metadata: { sourceUrl: url, finalUrl: url, additionalMeta: { "product:price:amount": "20.00" } }
    })
    assert.strictEqual(page.product?.price, 30)
  })

  it("have those of forms before one that stands for all, in JSON-LD, microdata and state", () => {
    const forms = [form("a", offer(10, gone)), form("b", offer(20, there))]
    const low = { "@type": "AggregateOffer", lowPrice: 10, highPrice: 20, priceCurrency: "EUR", availability: there }
    assert.deepStrictEqual(told(at(url, { hasVariant: forms, offers: low })), [20, "in_stock"])
    assert.deepStrictEqual(told(at(url, { hasVariant: forms, offers: offer(10, there) })), [20, "in_stock"])
    // A price that no form has is said of the thing itself.
    assert.deepStrictEqual(told(at(url, { hasVariant: forms, offers: offer(15, there) })), [15, "in_stock"])
    const inside = { ...low, offers: [offer(10, gone), offer(20, there)] }
    assert.deepStrictEqual(told(at(url, { offers: inside }, "microdata")), [20, "in_stock"])
    const state = {
      ...{ title: "Mug", handle: "mug", price: 1_000, available: true },
      variants: [
        { id: 4_001_001, option1: "S", price: 1_000, available: false },
        { id: 4_001_002, option1: "L", price: 2_000, available: true }
      ]
    }
    assert.deepStrictEqual(told(at(url, state, "state")), [20, "in_stock"])
    assert.deepStrictEqual(told(at(`${url}?variant=4001001`, state, "state")), [10, "out_of_stock"])
    const nodes = { nodes: [{ price: { amount: "9.5" }, availableForSale: true }] }
    assert.deepStrictEqual(told(at(url, { variants: nodes }, "state")), [9.5, "in_stock"])
  })

  it("are found where the page writes them apart and calls them by their names", () => {
    const apart = (main: object, ...others: ReadonlyArray<object>) =>
      judged({
        sheet: sheet({
          facts: [heading("Mug")],
          things: [
            linked({ "@type": "ProductGroup", name: "Mug", ...main }),
            ...others.map((one) => linked({ ...one }))
          ]
        })
      }).product
    const [red, blue] = [offer(10, gone, { "@id": "#o1" }), offer(20, there, { "@id": "#o2" })]
    const forms = [
      { "@type": "Product", "@id": "#r", name: "Mug red", color: "Red", offers: { "@id": "#o1" } },
      { "@type": "Product", "@id": "#b", name: "Mug blue", color: "Blue", offers: [{ "@type": "Offer", "@id": "#o2" }] }
    ]
    const product = apart({ hasVariant: [{ "@id": "#r" }, { "@id": "#b" }] }, ...forms, red, blue)
    assert.deepStrictEqual(told(product), [20, "in_stock"])
    assert.lengthOf(product?.variants ?? [], 2)
    assert.deepStrictEqual(told(apart({ offers: { "@id": "#o2" } }, red, blue)), [20, "in_stock"])
    assert.deepStrictEqual(told(apart({ offers: { "@id": "#nowhere" } })), [null, null])
    const self = { "@id": "#m", hasVariant: [{ "@id": "#m" }], offers: offer(5, there) }
    assert.deepStrictEqual(told(apart(self)), [5, "in_stock"])
  })

  it("from low to high have the low one with what is said of them all", () => {
    const range = (more: object) =>
      told(mug({ offers: { "@type": "AggregateOffer", priceCurrency: "EUR", availability: there, ...more } }))
    assert.deepStrictEqual(range({ lowPrice: 5, highPrice: 9 }), [5, "in_stock"])
    assert.deepStrictEqual(range({ lowPrice: 5, offerCount: 4 }), [5, "in_stock"])
    assert.deepStrictEqual(range({ lowPrice: 5, highPrice: 9, offers: [{ "@type": "Offer" }] }), [5, "in_stock"])
    assert.deepStrictEqual(range({ lowPrice: 0, highPrice: 9 }), [null, "in_stock"])
    assert.deepStrictEqual(range({ lowPrice: 9, highPrice: 5 }), [null, "in_stock"])
    assert.deepStrictEqual(range({ highPrice: 9 }), [null, "in_stock"])
    assert.strictEqual(mug({ offers: { price: "12.00 - 48.00", priceCurrency: "EUR" } })?.price, 12)
    assert.strictEqual(mug({ offers: { priceSpecification: { minPrice: 12, maxPrice: 48 } } })?.price, 12)
  })

  it("are of one currency, of new things, and of one of them to keep", () => {
    const other = (currency: string) => ({ priceCurrency: currency })
    const offers = [offer(20, there), offer(15, there, other("GBP")), offer(3_000, there, other("JPY"))]
    assert.deepInclude(mug({ offers }), { price: 20, currency: "EUR" })
    assert.deepInclude(mug({ offers }, [shownPrice("£15.00")]), { price: 15, currency: "GBP" })
    const used = offer(5, there, { itemCondition: "https://schema.org/UsedCondition" })
    assert.strictEqual(mug({ offers: [used, offer(20, there)] })?.price, 20)
    assert.strictEqual(mug({ offers: [used, offer(20, there)] }, [shownPrice("€5.00")])?.price, 5)
    assert.strictEqual(mug({ offers: [used, offer(20, gone)] })?.price, 5)
    const many = offer(8, there, { eligibleQuantity: { minValue: 10 } })
    assert.strictEqual(mug({ offers: [many, offer(20, there)] })?.price, 20)
    const hired = offer(2, there, { businessFunction: "http://purl.org/goodrelations/v1#LeaseOut" })
    assert.strictEqual(mug({ offers: [hired, offer(20, there)] })?.price, 20)
    const members = [{ price: 9, validForMemberTier: { name: "Gold" } }, { price: 12 }]
    assert.strictEqual(mug({ offers: { priceSpecification: members } })?.price, 12)
    assert.strictEqual(mug({ offers: [offer(0, there), offer(20, there)] })?.price, 20)
  })

  it("of software are plans, of which none is meant", () => {
    const page = judged({
      url: "https://taskloom.example/pricing",
      metadata: { sourceUrl: url, finalUrl: url, siteName: "Taskloom" },
      sheet: sheet({
        ...{ text: "Pricing\n$8 – $20 per month", facts: [heading("Pricing"), shownPrice("$8 – $20 per month")] },
        things: [
          linked({ "@type": "SoftwareApplication", name: "Taskloom", offers: [offer(8, null), offer(20, null)] })
        ]
      })
    })
    assert.deepInclude(page.product, { name: "Taskloom", price: null })
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
