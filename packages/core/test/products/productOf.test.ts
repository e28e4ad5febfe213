import { assert, describe, it } from "@effect/vitest"
import type { FactSheet, PageThing } from "../../src/extraction/domain/FactSheet.ts"
import { heading, inPieces, judged, linked, mug, sheet, shownPrice, url } from "./pages.ts"

const offer = (price: number, more: object = {}) => ({
  offers: { "@type": "Offer", price, priceCurrency: "EUR", ...more }
})

describe("what is said of one product in several places", () => {
  it("is what most of them say together, whoever is the surest alone", () => {
    assert.strictEqual(mug(offer(20))?.price, 20)
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
    const usual = (regularPrice: number) => mug(offer(20, { regularPrice }))?.regularPrice
    assert.deepStrictEqual([usual(25), usual(20), usual(15)], [25, null, null])
    const priceSpecification = [
      { priceType: "https://schema.org/ListPrice", price: 30, priceCurrency: "EUR" },
      { price: 20, priceCurrency: "EUR" }
    ]
    assert.deepInclude(mug({ offers: { priceSpecification } }), { price: 20, regularPrice: 30 })
  })

  it("is the lowest price where there are several, and that of this page where it is told", () => {
    const offers = (url: string) => [
      { price: 10, priceCurrency: "EUR", url },
      { price: 30, priceCurrency: "EUR", url: "https://shop.example/o" }
    ]
    assert.strictEqual(mug({ offers: offers("https://shop.example/n") })?.price, 10)
    assert.strictEqual(mug({ offers: offers(url) })?.price, 10)
    const range = { offers: { "@type": "AggregateOffer", lowPrice: 5, highPrice: 9, priceCurrency: "EUR" } }
    assert.deepInclude(mug(range), { price: 5, currency: "EUR" })
  })

  it("is what is shown beside several, and where what is written cannot be", () => {
    const range = { offers: { "@type": "AggregateOffer", lowPrice: 5, highPrice: 9, priceCurrency: "EUR" } }
    assert.strictEqual(mug(range, [shownPrice("€7.00")])?.price, 7)
    assert.strictEqual(mug(offer(0), [shownPrice("€19.99")])?.price, 19.99)
    assert.strictEqual(mug(offer(0))?.price, 0)
    assert.strictEqual(mug({ offers: { price: "1.299" } }, [shownPrice("€1,299.00")])?.price, 1_299)
    assert.strictEqual(mug({ offers: { price: "1.299" } }, [shownPrice("€9.50")])?.price, 1.299)
    assert.isNull(mug({ offers: { price: "9".repeat(400), priceCurrency: "EUR" } })?.price ?? null)
  })

  it("is that of the thing, not that of a litre of it", () => {
    const specified = (...priceSpecification: ReadonlyArray<object>) => mug({ offers: { priceSpecification } })
    const byWeight = { price: 1.2, referenceQuantity: { value: 100, unitCode: "GRM" } }
    assert.strictEqual(specified(byWeight, { price: 12 })?.price, 12)
    assert.isNull(specified(byWeight)?.price ?? null)
    assert.deepInclude(specified({ price: 20, unitCode: "MON" }), { price: 20, billingFrequency: "monthly" })
    assert.deepInclude(specified({ price: 20, billingDuration: "P1Y" }), { billingFrequency: "yearly" })
    assert.deepInclude(specified({ price: 20, unitCode: "C62" }), { billingFrequency: null })
    assert.deepInclude(mug({}, [shownPrice("€20.00 per month")]), { price: 20, billingFrequency: "monthly" })
  })

  it("measures in units by their codes, and leaves others as they are", () => {
    const height = (unitCode: string) => mug({ height: { value: 3, unitCode } })?.dimensions
    assert.deepStrictEqual(height("CMT"), ["Height: 3 cm"])
    assert.deepStrictEqual(height("constructor"), ["Height: 3 constructor"])
  })

  it("has amounts as machines write them, whatever the language of the page", () => {
    const sold = (language: string, price: string) =>
      judged({
        sheet: sheet({
          language,
          facts: [heading("Mug")],
          things: [linked({ "@type": "Product", name: "Mug", offers: { price, priceCurrency: "EUR" } })]
        })
      }).product?.price
    assert.deepStrictEqual([sold("de-DE", "19.999"), sold("de-DE", "1.234,50")], [19.999, 1234.5])
  })

  it("is at the address that the page calls its own, unless that is of another host", () => {
    const at = (canonicalUrl: string) =>
      judged({
        sheet: sheet({ things: [linked({ "@type": "Product", name: "Mug", ...offer(2) })] }),
        metadata: { sourceUrl: url, finalUrl: url, canonicalUrl }
      }).product?.url
    assert.strictEqual(at("https://shop.example/mug"), "https://shop.example/mug")
    assert.strictEqual(at("https://evil.example/mug"), url)
  })

  it("is what the whole thing costs everybody, with the tax, and no part of that", () => {
    const priceOf = (language: string, ...facts: ReadonlyArray<ReturnType<typeof shownPrice>>) =>
      judged({ sheet: sheet({ language, facts: [heading("Mug"), ...facts] }), shown: { buttons: ["Add to cart"] } })
        .product?.price ?? null
    const said = (language: string, ...texts: ReadonlyArray<string>) =>
      priceOf(language, ...texts.map((text) => shownPrice(text)))
    assert.strictEqual(said("en-GB", "or £49.95 per month for 24 months", "£1,199"), 1199)
    assert.strictEqual(said("de", "ab 49,95 € im Monat", "1.199,00 €"), 1199)
    assert.strictEqual(said("fr", "49,95 € par mois", "1 199,00 €"), 1199)
    assert.strictEqual(said("de", "0,50 € / Stück", "11,99 €"), 11.99)
    assert.strictEqual(said("it", "0,50 € al pezzo", "11,99 €"), 11.99)
    assert.strictEqual(said("en", "From $399 with trade-in", "$799"), 799)
    assert.strictEqual(said("de", "399 € mit Inzahlungnahme", "799 €"), 799)
    assert.strictEqual(said("de", "100,00 € netto", "119,00 € brutto"), 119)
    assert.strictEqual(said("de", "100,00 € netto", "119,00 €"), 119)
    assert.strictEqual(said("nl", "€ 100,00 excl. btw", "€ 121,00 incl. btw"), 121)
    assert.strictEqual(said("pt-BR", "De R$ 399,90", "Por R$ 299,90"), 299.9)
    assert.strictEqual(said("pt-BR", "De R$ 399,90 por R$ 299,90"), 299.9)
    assert.strictEqual(priceOf("en", shownPrice("$72", "member price"), shownPrice("$90")), 90)
    assert.strictEqual(priceOf("it", shownPrice("120 €", "Prezzo consigliato"), shownPrice("89 €", "Prezzo")), 89)
    assert.strictEqual(priceOf("es", shownPrice("120 €", "Precio recomendado"), shownPrice("89 €", "Precio")), 89)
  })

  it("is what each month or without the tax is asked where nothing else is", () => {
    const said = (language: string, ...texts: ReadonlyArray<string>) =>
      judged({
        sheet: sheet({ language, facts: [heading("Mug"), ...texts.map((text) => shownPrice(text))] }),
        shown: { buttons: ["Add to cart"] }
      }).product?.price ?? null
    assert.strictEqual(said("en", "€10.00 per month"), 10)
    assert.strictEqual(said("en", "€10.00 per month", "€96.00 per year"), 10)
    assert.strictEqual(said("en", "€10.00 per month", "Billed annually: €96.00"), 10)
    assert.strictEqual(said("de", "100,00 € netto"), 100)
    assert.strictEqual(said("de", "100,00 € netto", "300,00 €"), 100)
    assert.strictEqual(said("es", "De 10 € a 20 €"), 10)
    assert.strictEqual(said("pt-BR", "De R$ 10 a R$ 20"), 10)
  })

  it("counts no amount that is promised, listed, or part of a list of the same", () => {
    const priceOf = (fact: ReturnType<typeof shownPrice>) => mug({}, [fact])?.price
    assert.strictEqual(priceOf(shownPrice("€18.00")), 18)
    assert.isNull(priceOf(shownPrice("Free shipping over €18.00")))
    assert.isNull(priceOf(shownPrice("€18.00", "price", "listed")))
    assert.strictEqual(priceOf(shownPrice("€18.00 – €22.00")), 18)
  })
})

describe("a price that a page writes for programs", () => {
  const old = (text: string) => shownPrice(text, "old price")
  const priced = (written: number, ...shown: ReadonlyArray<ReturnType<typeof shownPrice>>) => {
    const product = mug(offer(written), shown)
    return [product?.price, product?.regularPrice]
  }

  it("is not what it costs where the page strikes it, or shows another one and this nowhere", () => {
    assert.deepStrictEqual(priced(30, old("€30.00"), shownPrice("€24.00")), [24, 30])
    assert.deepStrictEqual(priced(30, shownPrice("€30.00", "old price"), shownPrice("€24.00", "price now")), [24, 30])
    assert.deepStrictEqual(priced(30, shownPrice("€24.00")), [24, null])
    // What rose is told as well.
    assert.deepStrictEqual(priced(18, shownPrice("€24.00")), [24, null])
    assert.deepStrictEqual(priced(30, old("€28.00"), shownPrice("€24.00")), [24, 28])
    assert.deepStrictEqual(priced(30, shownPrice("€24.00"), shownPrice("€24.00 inc VAT")), [24, null])
    for (const source of ["microdata", "state"] as const) {
      const said = judged({
        sheet: sheet({
          facts: [heading("Mug"), shownPrice("€24.00")],
          things: [
            linked({ "@type": "Product", name: "Mug", ...offer(30) }),
            linked({ "@type": "Product", name: "Mug", ...offer(30) }, source)
          ]
        }),
        metadata: { sourceUrl: url, finalUrl: url, additionalMeta: { "product:price:amount": "30.00" } }
      })
      assert.strictEqual(said.product?.price, 24, source)
    }
  })

  it("is what it costs where the page shows none, or not clearly one", () => {
    assert.strictEqual(priced(30)[0], 30)
    for (const shown of [
      [shownPrice("€30.00")],
      [shownPrice("€24.00"), shownPrice("€27.00")],
      [shownPrice("from €24.00")],
      [shownPrice("€24.00+")],
      [shownPrice("€12.00 – €48.00")],
      [shownPrice("€24.00 per month")],
      [shownPrice("€24.00 / kg")],
      [shownPrice("$24.00 USD")],
      [shownPrice("€24.00", "member price")],
      [shownPrice("€25.21 ex VAT")],
      [shownPrice("€24.00", "price", "Frequently bought together")],
      // Of something so much cheaper, or so much dearer.
      [shownPrice("€5.00")],
      [shownPrice("€300.00")],
      [old("€36.00")],
      [old("€30.00"), shownPrice("€32.00")]
    ])
      assert.strictEqual(priced(30, ...shown)[0], 30, shown.map(({ value }) => value).join(" "))
    const inText = judged({
      sheet: sheet({
        facts: [heading("Mug"), shownPrice("€24.00")],
        things: [linked({ "@type": "Product", name: "Mug", ...offer(30) })],
        text: "Mug\n€24.00\nLarge: 30,00 €"
      })
    })
    assert.strictEqual(inText.product?.price, 30)
  })

  it("is what it costs where what is shown is an amount of something else", () => {
    for (const shown of [
      "Save up to €16.00",
      "You could win €100.00",
      "Rated best mug under €100.00",
      "Get up to €25.00 for your old mug",
      "Buy 2 for €50.00",
      "Add engraving + €20.00",
      "3-year protection plan €19.99",
      "Our cheaper model costs €25.00"
    ])
      assert.strictEqual(priced(30, shownPrice(shown))[0], 30, shown)
    for (const shown of ["Now only €24.00", "The mug costs €24.00.", "In stock – €24.00 incl. VAT", "€24.00 (20% off)"])
      assert.strictEqual(priced(30, shownPrice(shown))[0], 24, shown)
  })

  it("is none where that is nothing, or the one that is shown in its small coins", () => {
    for (const written of [0, 2400]) assert.strictEqual(priced(written, shownPrice("€24.00"))[0], 24)
    assert.strictEqual(priced(2400, shownPrice("€24.00"), shownPrice("€27.00"))[0], 2400)
    assert.strictEqual(priced(2400, shownPrice("Save up to €24.00"))[0], 2400)
    assert.strictEqual(priced(0)[0], 0)
    assert.strictEqual(priced(2400, shownPrice("€240.00"))[0], 2400)
  })

  it("is that of its form where there are several", () => {
    const said = (price: number) => ({ "@type": "Offer", price, priceCurrency: "EUR" })
    const forms = (facts: ReadonlyArray<ReturnType<typeof shownPrice>>, at: string) =>
      judged({
        url: at,
        sheet: sheet({
          url: at,
          facts: [heading("Mug"), ...facts],
          things: [
            linked({
              "@type": "Product",
              name: "Mug",
              offers: [
                { ...said(20), url: `${url}?v=1` },
                { ...said(30), url: `${url}?v=2` }
              ]
            })
          ]
        }),
        metadata: { sourceUrl: at, finalUrl: at }
      }).product?.price
    assert.strictEqual(forms([shownPrice("€24.00")], `${url}?v=2`), 30)
    assert.strictEqual(forms([shownPrice("€20.00")], `${url}?v=1`), 20)
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
    for (const button of [
      ...[
        "اشتر الآن",
        "اشتري الآن",
        "اشترِ",
        "أضف إلى السلة",
        "Kjøp nå",
        "Legg i handlekurven",
        "Satın al",
        "Hemen alın"
      ],
      ...[
        "Sepete ekle",
        "Adaugă în coșul tău",
        "Предзаказать",
        "Kosárba teszem",
        "หยิบใส่ตะกร้าสินค้า",
        "Do košíku",
        "افزودن به سبد خرید",
        "خرید"
      ]
    ])
      assert.strictEqual(shown([shownPrice("€18.00")], [button]), "product", button)
    for (const button of [
      "اشترك الآن",
      "اشتراك",
      "خرید اینترنتی چیست",
      "Kjøpsvilkår",
      "Satın alma koşulları",
      "Предзаказы",
      "Koupitelné"
    ])
      assert.strictEqual(shown([shownPrice("€18.00")], [button]), "other", button)
    assert.strictEqual(shown([], ["Add to cart"]), "other")
    assert.strictEqual(shown([shownPrice("€18.00")], ["Subscribe to our letter"]), "other")
    // A button for each of a list is for none of them alone.
    assert.strictEqual(shown([shownPrice("€18.00")], ["Add to cart", "Add to cart", "Add to cart"]), "other")
    const typed = (type: string) =>
      judged({
        sheet: sheet({ facts: [heading("Mug"), shownPrice("€18.00")] }),
        shown: { buttons: ["Add to cart"] },
        metadata: { sourceUrl: url, finalUrl: url, openGraph: { type } }
      }).kind
    assert.deepStrictEqual([typed("website"), typed("article")], ["product", "other"])
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

  it("is a text where it says so, whatever it names", () => {
    const things = [linked({ "@type": "Product", name: "Mug", ...offer(2) })]
    const facts = [heading("Mug")]
    assert.strictEqual(judged({ sheet: sheet({ facts, things }) }).kind, "product")
    const article = [...things, linked({ "@type": "Article", headline: "Mug" })]
    assert.strictEqual(judged({ sheet: sheet({ facts, things: article }) }).kind, "other")
  })

  it("is that of what it hands its scripts where it shows nothing else", () => {
    const things = [linked({ name: "Mug", price: 129.5, currency: "EUR", sku: "M" }, "state")]
    const kindOf = (text: string) => judged({ sheet: sheet({ facts: [heading("Mug")], things, text }) }).kind
    assert.deepStrictEqual([kindOf("Mug"), kindOf("words ".repeat(50))], ["product", "other"])
  })

  it("is that of what it is called, not of the lone thing of another page", () => {
    const chair = (more: object) => linked({ "@type": "Product", name: "Chair", ...offer(50), ...more })
    const table = (thing: ReturnType<typeof linked>) =>
      judged({
        url: "https://shop.example/table",
        sheet: sheet({ facts: [heading("Table"), shownPrice("€300.00")], things: [thing] }),
        shown: { buttons: ["Add to cart"] },
        metadata: { sourceUrl: url, finalUrl: url, title: "Table" }
      }).product
    assert.deepInclude(table(chair({ url: "/chair" })), { name: "Table", price: 300 })
    // Another name alone may be a longer one, and another address that of a form.
    assert.deepInclude(table(chair({})), { name: "Chair", price: 50 })
    assert.deepInclude(table(chair({ url: "/t-1", name: "Oak table" })), { name: "Oak table", price: 50 })
  })

  it("is no list for two cards beside it", () => {
    const items = ["a", "b", "c"].map((name, at) => ({
      facts: [
        { name: "url", value: `https://shop.example/${name}`, source: "block" as const, context: "", quote: name },
        ...(at < 2 ? [{ ...shownPrice("€2.00"), source: "block" as const }] : [])
      ],
      lists: [],
      groups: []
    }))
    const groups = [{ name: "", source: "block" as const, context: "", items }]
    const things = [linked({ "@type": "Product", name: "Mug", ...offer(2) })]
    assert.strictEqual(judged({ sheet: sheet({ facts: [heading("Mug")], groups, things }) }).kind, "product")
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

  it("tells cards that have no page of their own and a button to buy them", () => {
    const block = (value: string, name = "") => ({
      ...{ name, value, source: "block" as const, context: "", quote: value }
    })
    const card = (name: string, price: string, ...more: ReadonlyArray<ReturnType<typeof block>>) => ({
      ...{ facts: [heading(name), shownPrice(price), ...more], lists: [], groups: [] }
    })
    const buy = block("Add to cart")
    const cardsIn = (...items: ReadonlyArray<ReturnType<typeof card>>) => {
      const facts = [heading("Shop"), ...items.map(() => shownPrice("€2.00", "price", "Mug listed"))]
      const group = { name: "", source: "block" as const, context: "products", items }
      const { cards, product } = judged({ sheet: sheet({ facts, groups: [group] }) })
      assert.isNull(product)
      return cards
    }
    const shop = "https://shop.example"
    const found = cardsIn(
      card("Bowl", "€20.00", block("A deep bowl for soup."), block(`${shop}/bowl.jpg`, "image"), buy),
      card("Mug", "€12.00", block(`${shop}/cart/add?id=2`, "url"), buy),
      card("Plate", "€15.00", block("Sold out")),
      card("Vase", "€9.00", block(`${shop}/vase`, "url"), buy),
      card("Class of pottery", "€90.00"),
      card("Kiln", "on request", buy)
    )
    assert.deepStrictEqual(
      found.map(({ name, price }) => [name, price]),
      [
        ["Bowl", 20],
        ["Mug", 12],
        ["Plate", 15]
      ]
    )
    const [bowl, mug, plate] = found
    assert.deepInclude(bowl, {
      currency: "EUR",
      description: "A deep bowl for soup.",
      imageUrl: `${shop}/bowl.jpg`,
      url
    })
    assert.deepInclude(mug, { description: "", imageUrl: null, url })
    assert.strictEqual(plate?.availability, "out_of_stock")
  })

  it("is described by what its page calls a description, in a class, a label or a heading", () => {
    const described = (given: Partial<FactSheet>) =>
      judged({
        sheet: sheet({ ...given, facts: [heading("Mug"), shownPrice("€5.00"), ...(given.facts ?? [])] }),
        shown: { buttons: ["Add to cart"] }
      }).product?.description
    const said = "Made of clay and glazed by hand."
    for (const name of ["description", "product-description", "Beschreibung", "Descripción"])
      assert.strictEqual(described({ facts: [shownPrice(said, name)] }), said)
    assert.strictEqual(described({ facts: [shownPrice(said, "description", "Other mug listed")] }), "")
    const headings = [
      { line: 0, level: 1 },
      { line: 1, level: 2 },
      { line: 4, level: 2 }
    ]
    const text = `Mug\nDescription\n${said}\nHolds 300 ml.\nDelivery\nWithin a week.`
    assert.strictEqual(described({ text, headings }), `${said} Holds 300 ml.`)
    assert.strictEqual(described({ text: text.replace("Description", "Warranty"), headings }), "")
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

describe("plans of software", () => {
  const text = (said: string) => ({ ...shownPrice(said, ""), source: "block" as const })
  const plan = (name: string, ...said: ReadonlyArray<string>) => ({
    facts: [{ ...heading(name), source: "block" as const }, ...said.map(text)],
    lists: [],
    groups: []
  })
  const priced = (title: string, ...items: ReadonlyArray<ReturnType<typeof plan>>) =>
    judged({
      url: "https://taskloom.example/offers",
      metadata: { sourceUrl: url, finalUrl: url, siteName: "Taskloom" },
      sheet: sheet({ facts: [heading(title)], groups: [{ name: "", source: "block", context: "", items }] })
    })

  it("are read where a page is said to be of prices, and nowhere else", () => {
    const plans = [plan("Basic", "$8 per month"), plan("Team", "$20 per month")]
    assert.deepInclude(priced("Pricing", ...plans).product, { name: "Taskloom", billingFrequency: "monthly" })
    assert.strictEqual(priced("Flats to rent", ...plans).kind, "other")
    const asked = [plan("Strategy", "Contact us"), plan("Training", "Contact us")]
    assert.strictEqual(priced("Our services", ...asked).kind, "other")
    assert.strictEqual(priced("Upcoming events", plan("Meetup", "Free"), plan("Webinar", "Free")).kind, "other")
    // One thing that is free makes no software of the others.
    assert.strictEqual(priced("Prices", plan("Sample", "Free"), plan("Mug", "$12")).kind, "other")
  })

  it("are paid as their price and what directly follows it say, whatever they count", () => {
    const counted = ["10,000 emails per month", "Invite a member"]
    const one = (...said: ReadonlyArray<string>) =>
      priced("Pricing", plan("A", ...said, ...counted), plan("B", ...said, ...counted)).product
    assert.deepInclude(one("$99 / year"), { billingFrequency: "yearly", pricingModel: "tiered" })
    assert.deepInclude(one("$99", "per year"), { billingFrequency: "yearly", pricingModel: "tiered" })
    assert.deepInclude(one("$99", "per user / month"), { billingFrequency: "monthly", pricingModel: "per_seat" })
  })
})

describe("a page made to be read slowly or wrongly", () => {
  const processorMillis = (work: () => void): number => {
    const before = process.cpuUsage()
    work()
    const { system, user } = process.cpuUsage(before)
    return (system + user) / 1_000
  }

  it("is read offer by offer, so that others have the thread meanwhile", () => {
    const forms = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ title: `Mug ${at}`, price: `€${at}.00` }))
    const read = (said: PageThing["said"], source: PageThing["source"]) =>
      inPieces({
        url,
        sheet: sheet({
          facts: [heading("Mug")],
          things: [linked({ "@type": "Product", name: "Mug", ...said }, source)]
        }),
        metadata: { sourceUrl: url, finalUrl: url },
        images: [],
        shown: {}
      })
    for (const [said, source] of [
      [{ variants: forms(300) }, "state"],
      [{ offers: forms(300) }, "json-ld"],
      [{ offers: { "@type": "AggregateOffer", offers: forms(300) } }, "microdata"],
      [{ hasVariant: Array.from({ length: 30 }, () => ({ offers: forms(10) })) }, "json-ld"]
    ] as const) {
      assert.isAtLeast(read(said, source).pieces, 300)
    }
    // Of more than any shop has a part is read.
    const { pieces } = read({ hasVariant: Array.from({ length: 300 }, () => ({ offers: forms(300) })) }, "json-ld")
    assert.isAtMost(pieces, 1_500)
  })

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
      {
        sheet: sheet({
          things: (["json-ld", "microdata"] as const).flatMap((source) =>
            Array.from({ length: many / 4 }, (_, at) => linked({ "@type": "Product", name: `Mug ${at}` }, source))
          )
        })
      },
      { sheet: sheet({ things: [linked({ ...wide, offers: {}, keywords: "a,b,".repeat(many), tags: wide.offers })] }) },
      {
        sheet: sheet({
          things: [
            linked({ ...wide, hasVariant: Array.from({ length: 300 }, () => ({ "@id": "#a" })), offers: undefined }),
            linked({ ...wide, "@id": "#a", name: "Other" })
          ]
        })
      },
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
