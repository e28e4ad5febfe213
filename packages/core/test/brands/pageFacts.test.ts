import { assert, describe, it } from "@effect/vitest"
import { brandRules, readBrandExtract } from "../../src/brands/domain/brandRules.ts"
import { mergeFacts } from "../../src/brands/domain/mergeFacts.ts"
import { type BrandPage, pageFacts } from "../../src/brands/domain/pageFacts.ts"
import { pictureCandidates } from "../../src/brands/domain/pictureCandidates.ts"

const site = { domain: "acme.example", isOwn: (url: string) => new URL(url).hostname.endsWith("acme.example") }

type Found = { readonly [rule: string]: ReadonlyArray<string> }

const pageOf = (title: string, found: Found, given: Partial<BrandPage> = {}): BrandPage => {
  for (const rule of Object.keys(found)) assert.isTrue(brandRules.has(rule), rule)
  const url = given.url ?? "https://acme.example/"
  const metadata = { sourceUrl: url, finalUrl: url, title, ...given.metadata }
  const extract = readBrandExtract(Object.fromEntries(Object.entries(found).map(([rule, texts]) => [rule, [...texts]])))
  return { isFront: true, links: [], extract, ...given, url, metadata }
}

const told = (title: string, found: Found, given?: Partial<BrandPage>) =>
  mergeFacts(pageFacts(pageOf(title, found, given), site), site.domain)

const links = (...urls: ReadonlyArray<string>) => urls.map((url) => ({ url, text: "", nofollow: false }))

describe("what a page says of its brand", () => {
  it("has a slogan where the page calls it out, and none in a title that says what it is about", () => {
    assert.strictEqual(
      told("Acme | Rockets for every day", { headings: ["Rockets for every day."] }).slogan,
      "Rockets for every day"
    )
    assert.strictEqual(told("Acme | Rockets for every day", { headings: ["New in July"] }).slogan, null)
    assert.strictEqual(told("Acme", { taglines: ["Notes on rockets"] }).slogan, "Notes on rockets")
    const called = {
      metadata: { sourceUrl: "", finalUrl: "", title: "星空｜精度で未来を削る", openGraph: { siteName: "星空" } }
    }
    assert.strictEqual(told("", { headings: ["精度で未来を削る"] }, called).slogan, "精度で未来を削る")
  })

  it("is described by the first sentences under its heading where its head is silent", () => {
    const leads = [
      "We use cookies to make this site better for you.",
      "Call us: 555 010 0199 or write to us any time.",
      "Soon?"
    ]
    const sentence = "Acme makes rockets for small islands and their schools."
    assert.strictEqual(told("Acme", { leads: [...leads, sentence] }).description, sentence)
    assert.strictEqual(told("Acme", { leads }).description, null)
    const metadata = { sourceUrl: "", finalUrl: "", description: "Rockets." }
    assert.strictEqual(told("Acme", { leads: [sentence] }, { metadata }).description, "Rockets.")
  })

  it("is reached by an address that the page shows at its own domain, and by no other's", () => {
    const paragraphs = [
      "Made by studio@pixel.example",
      "Write to jo@mail.acme.example, press@acme.example or info@acme.example."
    ]
    assert.strictEqual(told("Acme", { paragraphs }).email, "info@acme.example")
    assert.strictEqual(told("Acme", { paragraphs: ["studio@pixel.example, x@notacme.example"] }).email, null)
    assert.strictEqual(
      told("Acme", { cells: ["press@acme.example", "sales@acme.example"] }).email,
      "sales@acme.example"
    )
  })

  it("is at the address that its text shows, and not at those of who keeps its pages, judges it or stands for it", () => {
    const of = (...shown: ReadonlyArray<string>) => told("Acme", { shown: [shown.join("\n")] }).address
    const own = "Acme GmbH, Königstraße 21, 70173 Stuttgart, Deutschland"
    assert.deepStrictEqual(of(own), {
      ...{ street: "Königstraße 21", city: "Stuttgart", stateProvince: null, stateCode: null, postalCode: "70173" },
      ...{ country: "Germany", countryCode: "DE" }
    })
    assert.isNull(of("Gehostet von Wolke AG, Ringstraße 1, 10115 Berlin, Deutschland"))
    assert.isNull(of("My agent is Folio, 10 Gate Street, London WC2A 3HP"))
    assert.isNull(of("Aufsichtsbehörde:", "Amt für Dinge", "Ringstraße 1", "10115 Berlin", "Deutschland"))
    const office = "Sales in the US: 33 Irving Pl, New York, NY 10003"
    assert.strictEqual(of(office, own)?.city, "Stuttgart")
    assert.strictEqual(of("33 Irving Pl, New York, NY 10003", `Headquarters: ${own}`)?.city, "Stuttgart")
    assert.strictEqual(of("Ringstraße 1, 10115 Berlin", "Königstraße 21, 70173 Stuttgart")?.city, "Berlin")
  })

  it("is at none of the addresses of those whom its text names for other reasons", () => {
    const of = (...shown: ReadonlyArray<string>) => told("Acme", { shown: [shown.join("\n")] }).address
    const own = "Neubaugasse 51, 1070 Wien"
    const companies = [
      "Cloud Inc., 101 Townsend St, San Francisco, CA 94107",
      "Heat Ltd, 7 Friar Street, Reading RG1 1AA",
      "Helpdesk, 989 Market Street, San Francisco, CA 94103"
    ]
    for (const lines of [
      ["You can complain to the Information Commissioner’s Office:", "5 Water Lane, Wilmslow, Cheshire SK9 5AF"],
      ["Der Landesbeauftragte für den Datenschutz", "Lautenweg 20", "70173 Stuttgart"],
      ["Agencia Española de Protección de Datos, Calle Jorge Juan, 6, 28001 Madrid"],
      ["Our dealers", "Corner Shop, 12 High Street, Oxford OX1 4AB", "Green Grocer, 4 Mill Road, Cambridge CB1 2AD"],
      ["12–14 May 2026: Halle 4, Messeweg 1, 30521 Hannover, Germany"],
      ["Website by Pixel, 4 Mill Road, Cambridge CB1 2AD"],
      companies
    ]) {
      assert.isNull(of(...lines), lines.join(" / "))
    }
    assert.strictEqual(of(own, ...companies)?.city, "Wien", "the fuller address of another is not likelier")
    assert.strictEqual(of(`Acme, ${own}`, companies[0]!)?.city, "Wien")
    assert.strictEqual(
      of("Muster Labs GmbH, Ringstraße 1, 10115 Berlin")?.city,
      "Berlin",
      "one may be whose site it is"
    )
    const dealers = ["Our dealers", "Corner Shop, 12 High Street, Oxford OX1 4AB"]
    assert.strictEqual(of(...dealers, `Acme, ${own}`)?.city, "Wien")
    const texts = Array.from(
      { length: 3 },
      () => "Since many years rockets of all kinds are made here by hand and tested."
    )
    assert.strictEqual(of(...dealers, ...texts, own)?.city, "Wien", "a list ends where other texts begin")
  })

  it("is not called by the numbers of authorities, dealers and those who process what it keeps", () => {
    const of = (...shown: ReadonlyArray<string>) => told("Acme", { shown: [shown.join("\n")] }).phone
    assert.isNull(of("Complain to the Information Commissioner:", "5 Water Lane, Wilmslow", "Tel. 0303 555 0113"))
    assert.isNull(of("Our dealers", "Corner Shop", "01865 555 019", "Green Grocer", "01223 555 019"))
    assert.strictEqual(of("Showroom: Tel. 030 555 01 90", "Büro: Tel. 0711 555 01 90"), "0711 555 01 90")
    assert.isNull(of("Cloud Inc., tel. 01865 555 019", "Heat Ltd, tel. 01223 555 019"))
    assert.isNull(of("UK: +44 20 7946 0018", "US: +1 646 555 0190", "Japan: 03-4579-0190"))
    assert.strictEqual(of("Beschwerde: Amt, Tel. 030 555 01 90", "Acme", "Tel. 0711 555 01 90"), "0711 555 01 90")
  })

  it("is called by the number that its text shows in the country of its address, and by none of several", () => {
    const of = (...shown: ReadonlyArray<string>) => told("Acme", { shown: [shown.join("\n")] }).phone
    const [german, american] = ["Tel. +49 711 555 01 90", "US: +1 646 555 0190"]
    assert.strictEqual(of(german), "+497115550190")
    assert.isNull(of(german, american))
    assert.strictEqual(of(american, german, "Königstraße 21, 70173 Stuttgart, Deutschland"), "+497115550190")
    assert.isNull(of("My agent is Folio, +44 20 7242 9562"))
  })

  it("has as many employees as its text says of itself", () => {
    assert.strictEqual(told("Acme", { shown: ["Acme\nWe are 340 employees in two towns."] }).employees?.exact, 340)
    assert.strictEqual(told("Acme", { shown: ["Acme\nMitarbeiter:innen: 120"] }).employees?.exact, 120)
  })

  it("is listed where it is named, and not where it names its parent or the news", () => {
    const of = (text: string, siteName = "") =>
      told("Acme", { paragraphs: [text] }, { metadata: { sourceUrl: "", finalUrl: "", openGraph: { siteName } } }).stock
        ?.ticker
    assert.strictEqual(of("Acme Rockets plc (LSE: ACM)"), "ACM")
    assert.strictEqual(of("NYSE: ACM"), "ACM")
    assert.strictEqual(of("Part of Halden Group plc (LSE: HLDN)"), undefined)
    assert.strictEqual(of("Ryanair (NASDAQ: RYAAY) flies again."), undefined)
    assert.strictEqual(of("Shares of Rocketeers Inc. (NYSE: RKT)", "Rocketeers"), "RKT")
    assert.strictEqual(told("Acme", { cells: ["証券コード：6199"] }).stock?.exchange, "JPX")
  })

  it("is not listed by what its text names of others, however it writes that", () => {
    const of = (...paragraphs: ReadonlyArray<string>) => told("Acme", { paragraphs }).stock?.ticker
    assert.strictEqual(of("Our clients include Apple (NASDAQ: AAPL) and Nike (NYSE: NKE)."), undefined)
    assert.strictEqual(of("Our clients include Apple, NASDAQ: AAPL."), undefined)
    assert.strictEqual(of("Markets today. NASDAQ: AAPL", "NYSE: NKE"), undefined)
    assert.strictEqual(of("NASDAQ: AAPL", "NYSE: NKE"), undefined, "of several that stand alone none is its own")
    assert.strictEqual(of("証券コード：6199", "証券コード：6200"), undefined)
    assert.strictEqual(of("NASDAQ: AAPL", "We are listed as acme, NYSE: ACM."), "ACM")
    assert.strictEqual(of("Our shares trade at NYSE: ACM."), "ACM")
    assert.strictEqual(of("Ticker symbol: NYSE: ACM"), "ACM")
    // A text on a page beside the first is too little.
    const about = { isFront: false, url: "https://acme.example/about" }
    assert.strictEqual(told("Acme", { paragraphs: ["Acme (NYSE: ACM)"] }, about).stock?.ticker, "ACM")
  })

  it("is called as its heading and its footer say where its title says nothing", () => {
    const heads = { headings: ["Welcome", "Bold Boats", "Our fleet of boats"], shownBelow: ["Bold Boats, Mill Lane"] }
    assert.strictEqual(told("Home", heads).title, "Bold Boats")
    assert.strictEqual(told("Home", { headings: ["Acme Boats"] }).title, "Acme Boats")
    assert.isNull(told("Home", { headings: ["Our fleet", "News"] }).title)
    assert.isNull(
      told("Home", { headings: ["We build boats for the sea"], shownBelow: ["We build boats for the sea"] }).title
    )
    assert.strictEqual(told("Acme", heads).title, "Acme")
  })

  it("is called as who its footer says has the rights, and never as a year, the rights or a page", () => {
    const pages = ["Imprint", "Recipes"].map((text) => ({ url: `https://acme.example/${text}`, text, nofollow: false }))
    const of = (...lines: ReadonlyArray<string>) =>
      told("Northwind", { shownBelow: [lines.join("\n")] }, { links: pages }).title
    for (const line of [
      ...["© 2026", "© 2026. All rights reserved.", "© 2019–2026", "(c) 2026", "Copyright © 2026, All rights reserved"],
      ...[
        "© 2026 – Tous droits réservés",
        "© 2026 Alle Rechte vorbehalten",
        "© 2026 版权所有",
        "©2026年 無断転載を禁じます"
      ],
      ...["© 2026 Imprint Recipes", "Recipes Imprint © 2026", "© 2019-present", "Copyright", "© 12345"]
    ]) {
      assert.strictEqual(of(line), "Northwind", line)
    }
    assert.strictEqual(of("© 2026", "Terms of use"), "Northwind", "what stands in the next line is no holder")
    for (const line of [
      ...[
        "© 2026 Bold Boats Ltd",
        "Copyright (c) 2026 by Bold Boats",
        "© Bold Boats 2026",
        "© 2019–2026 Bold Boats, Inc."
      ],
      ...["©2026 Bold Boats All rights reserved", "© Bold Boats. Tous droits réservés", "© 2026 – Bold Boats"],
      ...["Copyright 2026 Bold Boats | Imprint", "© Bold Boats 2019-2026", "© 2024, 2026 Bold Boats"]
    ]) {
      assert.strictEqual(of(line), "Bold Boats", line)
    }
    assert.strictEqual(of("© 2026 北风咖啡 版权所有"), "北风咖啡")
    assert.strictEqual(of("© 2026 Кофе и чай. Все права защищены."), "Кофе и чай")
    assert.strictEqual(of("© 2026 37signals"), "37signals")
    assert.strictEqual(of("© NORTHWIND 2026"), "Northwind", "as the title writes it")
  })

  it("is not called as a heading that its footer has in a longer name, or as that of a page", () => {
    const links = [{ url: "https://acme.example/r", text: "Recipes", nofollow: false }]
    const of = (title: string, heading: string, ...lines: ReadonlyArray<string>) =>
      told(title, { headings: [heading], shownBelow: [lines.join("\n")] }, { links }).title
    assert.strictEqual(of("Home", "Boats", "Bold Boats Ltd, Dover"), null)
    assert.strictEqual(of("Home", "Bold", "Bold Boats Ltd, Dover"), null)
    assert.strictEqual(of("Home", "Boats", "Ropes & Boats, Dover"), null)
    assert.strictEqual(of("Home", "Boat", "Boats, Dover"), null)
    assert.strictEqual(of("Home", "Recipes", "Recipes Wholesale", "Recipes"), null)
    for (const line of [
      "Bold Boats Ltd, Dover",
      "By Bold Boats",
      "Sold by Bold Boats",
      "© 2026 Bold Boats All rights"
    ]) {
      assert.strictEqual(of("Home", "Bold Boats", line), "Bold Boats", line)
    }
    assert.strictEqual(of("Northwind Tea", "Rare Tea", "Rare Tea"), "Northwind Tea", "the title is asked first")
    assert.strictEqual(of("Home | Northwind", "Rare Tea"), "Northwind")
    assert.strictEqual(of("Northwind – Coffee & Tea", "Coffee & Tea", "Coffee & Tea"), "Northwind")
  })

  it("has a description whose beginning is told where it is long", () => {
    const description = "Acme makes rockets. ".repeat(400)
    const metadata = { sourceUrl: "", finalUrl: "", description }
    assert.lengthOf(told("Acme", {}, { metadata }).description ?? "", 1_000)
    const jsonLd = [{ "@type": "Organization", name: "Acme", description }]
    assert.lengthOf(told("Acme", {}, { metadata: { sourceUrl: "", finalUrl: "", jsonLd } }).description ?? "", 1_000)
  })

  it("is where its microdata says, when that is one place", () => {
    const one = {
      dataStreets: ["5 High St"],
      dataCities: ["London"],
      dataCodes: ["N1"],
      dataCountries: ["United Kingdom"]
    }
    const of = (found: Found) => {
      const { address } = told("Acme", found)
      return address === null ? null : [address.street, address.city, address.postalCode, address.countryCode]
    }
    assert.deepStrictEqual(of(one), ["5 High St", "London", "N1", "GB"])
    assert.deepStrictEqual(of({ ...one, dataStreets: ["5 High St", "5 High St"] }), ["5 High St", "London", "N1", "GB"])
    const both = {
      dataStreets: ["5 High St", "1 Rue X"],
      dataCities: ["London", "Paris"],
      dataCodes: ["N1", "75001"],
      dataCountries: ["United Kingdom", "France"]
    }
    assert.deepStrictEqual(of(both), ["5 High St", "London", "N1", "GB"])
    assert.isNull(of({ ...both, dataCities: ["Paris"] }), "the city is that of another branch")
    const jsonLd = [
      { "@type": "WebPage", publisher: { "@type": "Organization", name: "A", address: { streetAddress: "1 B" } } }
    ]
    const given = { metadata: { sourceUrl: "", finalUrl: "", jsonLd } }
    assert.strictEqual(told("Acme", one, given).address?.street, "5 High St", "surer than a publisher's")
  })

  it("has the employees and the country that it says, as ranges and in its own words", () => {
    const of = (node: object) => {
      const jsonLd = [{ "@type": "Organization", name: "Acme", ...node }]
      return told("Acme", {}, { metadata: { sourceUrl: "", finalUrl: "", jsonLd } })
    }
    const employees = (numberOfEmployees: unknown) => of({ numberOfEmployees }).employees
    const fifty = { exact: null, range: "51 to 200" } as const
    assert.deepStrictEqual(employees({ minValue: 51, maxValue: 200 }), fifty)
    assert.deepStrictEqual(employees({ minValue: "60", maxValue: "180" }), fifty)
    assert.deepStrictEqual(employees("51-200"), fifty)
    assert.deepStrictEqual(employees("51 – 200 employees"), fifty)
    assert.deepStrictEqual(employees("1,001-5,000"), { exact: null, range: "1001 to 5000" })
    assert.deepStrictEqual(employees({ value: 140 }), { exact: 140, range: "51 to 200" })
    assert.deepStrictEqual(employees("140"), { exact: 140, range: "51 to 200" })
    for (const odd of [
      { minValue: 40, maxValue: 400 },
      { minValue: 51 },
      "51-",
      "200-51",
      "many",
      {},
      { minValue: {} }
    ])
      assert.isNull(employees(odd), JSON.stringify(odd))
    const country = (addressCountry: string) =>
      of({ address: { streetAddress: "1 A", addressCountry } }).address?.countryCode
    assert.deepStrictEqual(["Deutschland", "España", "日本", "Nowhere"].map(country), ["DE", "ES", "JP", null])
  })

  it("is for adults where its head says so", () => {
    const adult = (rating: string) =>
      told("Acme", {}, { metadata: { sourceUrl: "", finalUrl: "", additionalMeta: { rating } } }).isAdult
    assert.deepStrictEqual(["adult", "RTA-5042-1996-1400-1577-RTA", "general"].map(adult), [true, true, false])
  })

  it("has the profiles of its header and footer before those of who speaks in its text", () => {
    const found = { footerLinks: ["https://x.com/boats4u"] }
    const of = (found: Found) =>
      told("Acme", found, { links: links("https://x.com/jane_c", "https://x.com/boats4u") }).socials.map(
        ({ url }) => url
      )
    assert.deepStrictEqual(of(found), ["https://x.com/boats4u"])
    assert.deepStrictEqual(of({ headerLinks: ["//x.com/boats4u"] }), ["https://x.com/boats4u"])
    const many = [...Array.from({ length: 50_000 }, (_, n) => `https://x.com/u${n}`), "https://x.com/acme"]
    const before = process.cpuUsage().user
    const { socials } = told("Acme", {}, { links: links(...many) })
    assert.isBelow((process.cpuUsage().user - before) / 1_000, 500)
    assert.deepStrictEqual(socials, [{ type: "x", url: "https://x.com/acme" }], "at the end of many")
  })

  it("has the profiles that are called as it is, before those of its writers", () => {
    const { socials } = told(
      "Acme",
      {},
      { links: links("https://x.com/jo_reports", "https://x.com/acme", "https://facebook.com/shopify") }
    )
    assert.deepStrictEqual(socials, [{ type: "x", url: "https://x.com/acme" }])
  })

  it("is not called as builders of sites call what nobody has named", () => {
    const metadata = { sourceUrl: "", finalUrl: "", title: "Acme", openGraph: { siteName: "My Site" } }
    assert.strictEqual(told("", {}, { metadata }).title, "Acme")
  })
})

describe("pictures that may be its logo", () => {
  const logos = (found: Found, jsonLd: ReadonlyArray<Readonly<Record<string, unknown>>> = []) =>
    pictureCandidates(pageOf("Acme", found, { metadata: { sourceUrl: "", finalUrl: "", jsonLd } }), site)
      .filter(({ use }) => use === "logo")
      .map(({ source }) => new URL(source).pathname)

  it("are what leads to the first page before what a plugin or a customer calls a logo", () => {
    const own = '<img src="/img/acme.png" alt="">'
    const customer = '<img src="/img/globex.svg" alt="Globex logo">'
    const found = { pictures: [customer, own], homes: [`<a href="/">${own}</a>`] }
    const linked = { "@type": "Organization", name: "Acme", logo: "/plugin.png" }
    assert.deepStrictEqual(logos(found, [linked]), ["/img/acme.png", "/plugin.png", "/img/globex.svg"])
    const [placeholder] = logos(found, [{ ...linked, name: "Site Title" }])
    assert.strictEqual(placeholder, "/img/acme.png")
    assert.notInclude(logos(found, [{ ...linked, name: "Other", url: "https://other.example" }]), "/plugin.png")
  })

  it("are none that the page calls those of customers, partners or cards", () => {
    const pictures = [
      '<img class="customer-logo" src="/img/globex.svg" alt="Globex logo">',
      '<img src="/img/logo-visa.png" alt="">',
      '<img src="/img/hooli.png" alt="Partner logo">',
      '<img class="logo" src="/img/acme.png" alt="">'
    ]
    assert.deepStrictEqual(logos({ pictures, homes: [] }), ["/img/acme.png"])
  })

  it("are none that lead to a parent", () => {
    const parent = '<img src="/img/halden-logo.svg" alt="A Halden company">'
    const homes = [
      `<a href="https://halden.example/">${parent}</a>`,
      '<a href="/products"><img src="/img/new.png"></a>'
    ]
    assert.deepStrictEqual(logos({ pictures: [parent], homes }), [])
  })

  it("costs no more where it names shares by the thousand, and knows its own among the first", () => {
    const own = "Acme (NYSE: ACM) makes rockets."
    const others = Array.from({ length: 200 }, () => "Nasdaq: ABC, ".repeat(150))
    assert.strictEqual(told("Acme", { paragraphs: [own, ...others] }).stock?.ticker, "ACM")
    const before = process.cpuUsage()
    told("Acme", { footers: others, paragraphs: others, cells: others })
    const { system, user } = process.cpuUsage(before)
    // It took two seconds of the thread that answers everybody.
    assert.isBelow((user + system) / 1_000, 400)
  })
})
