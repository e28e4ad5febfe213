import { assert, describe, it } from "@effect/vitest"
import { attributesOf, readBrandExtract } from "../../src/brands/domain/brandRules.ts"
import { brandColours, colourOf, cssColours, namedColour } from "../../src/brands/domain/colours.ts"
import { isParked } from "../../src/brands/domain/isParked.ts"
import { languageOf } from "../../src/brands/domain/languageOf.ts"
import { languages } from "../../src/brands/domain/languages.ts"
import { emailOf, linkedFacts, phoneOf } from "../../src/brands/domain/linkedFacts.ts"
import { mergeFacts } from "../../src/brands/domain/mergeFacts.ts"
import { type BrandPage, pageFacts } from "../../src/brands/domain/pageFacts.ts"
import { pictureCandidates, readManifest } from "../../src/brands/domain/pictureCandidates.ts"
import type { SiteFact } from "../../src/brands/domain/SiteFact.ts"
import { isPlaceholder, socialHandle, socialOf } from "../../src/brands/domain/socials.ts"
import { stockNamed, stocksIn, tokyoStocksIn } from "../../src/brands/domain/stockNamed.ts"
import { titleParts } from "../../src/brands/domain/titleParts.ts"

const table = <A, B>(name: string, rows: ReadonlyArray<readonly [A, B]>, of: (given: A) => B) =>
  it(name, () => {
    for (const [given, expected] of rows) assert.deepStrictEqual(of(given), expected, JSON.stringify(given))
  })

describe("what pages say of brands", () => {
  table<string, string | null>(
    "takes profiles for profiles, and what shares, signs in or shows one post for none",
    [
      ["https://twitter.com/acme", "x https://x.com/acme"],
      ["https://x.com/intent/post?text=a", null],
      ["https://www.facebook.com/acme/", "facebook https://www.facebook.com/acme"],
      ["https://www.facebook.com/sharer/sharer.php?u=a", null],
      ["https://facebook.com/profile.php?id=1234", "facebook https://facebook.com/profile.php?id=1234"],
      ["https://m.facebook.com/acme", "facebook https://facebook.com/acme"],
      ["https://de.linkedin.com/company/acme/about/", "linkedin https://de.linkedin.com/company/acme/about"],
      ["https://www.linkedin.com/shareArticle?url=a", null],
      ["https://www.youtube.com/watch?v=1", null],
      ["https://www.youtube.com/@acme", "youtube https://www.youtube.com/@acme"],
      ["https://www.instagram.com/p/abc", null],
      ["https://github.com/acme", "github https://github.com/acme"],
      ["https://github.com/acme/app", null],
      ["https://github.com/login", null],
      [
        "https://play.google.com/store/apps/details?id=com.acme&hl=en",
        "playstore https://play.google.com/store/apps/details?id=com.acme"
      ],
      ["https://play.google.com/store/apps/details", null],
      [
        "https://www.tripadvisor.es/Hotel_Review-g1-d1-Reviews-Acme.html",
        "tripadvisor https://www.tripadvisor.es/Hotel_Review-g1-d1-Reviews-Acme.html"
      ],
      ["https://www.pinterest.co.uk/acme", "pinterest https://www.pinterest.co.uk/acme"],
      ["https://pinterest.evil.example/acme", null],
      ["https://wa.me/491234567", "whatsapp https://wa.me/491234567"],
      ["https://notfacebook.com/acme", null],
      ["https://facebook.com.evil.example/acme", null],
      ["javascript:alert(1)", null],
      ["no address", null]
    ],
    (url) => {
      const found = socialOf(url)
      return found === null ? null : `${found.type} ${found.url}`
    }
  )

  table<string, ReturnType<typeof stockNamed>>(
    "reads shares with their exchanges",
    [
      ["NYSE: ABC", { ticker: "ABC", exchange: "NYSE" }],
      ["NasdaqGS:ABC", { ticker: "ABC", exchange: "NASDAQ" }],
      ["ABC.DE", { ticker: "ABC.DE", exchange: null }],
      ["Moon: ABC", null],
      ["we are not listed", null]
    ],
    stockNamed
  )

  it("finds shares in running text, and takes no other pair for one", () => {
    const found = stocksIn("Acme (NYSE: ACM) and Beta (TSX: BTA.A) met. Note: AT 5pm. LON: ACME.")
    assert.deepStrictEqual(
      found.map(({ at }) => at),
      [6, 27, 58]
    )
    assert.deepStrictEqual(
      found.map(({ holder, stock }) => ({ stock, holder })),
      [
        { stock: { ticker: "ACM", exchange: "NYSE" }, holder: "Acme" },
        { stock: { ticker: "BTA.A", exchange: "TSX" }, holder: "Beta" },
        { stock: { ticker: "ACME", exchange: "LSE" }, holder: "" }
      ]
    )
    const holders = (text: string) => stocksIn(text).map(({ holder }) => holder)
    assert.deepStrictEqual(holders("We are part of Halden Group plc (LSE: HLDN)."), ["Halden Group plc"])
    assert.deepStrictEqual(holders("Listed on the Warsaw Stock Exchange (WSE: VST)"), [""])
    assert.deepStrictEqual(tokyoStocksIn("東京証券取引所（証券コード：6199）、資本金 6200"), [
      { ticker: "6199", exchange: "JPX" }
    ])
  })

  table<string, string | null>(
    "names languages as the contract does",
    [
      ["de-AT", "german"],
      ["zh-Hans-CN", "chinese"],
      ["nb", "norwegian"],
      ["fa", "farsi"],
      ["sl_SI", "slovene"],
      ["x-default", null],
      ["", null],
      ["tlh", null]
    ],
    languageOf
  )

  it("knows tags of nearly all languages of the contract", () => {
    const tags = Array.from({ length: 26 * 26 }, (_, n) => String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26)))
    const found = new Set([...tags, "yue", "pcm", "ceb", "fil", "haw", "hmn"].map(languageOf))
    assert.isAbove(languages.filter((one) => found.has(one)).length, 112)
  })

  table<readonly [string, string], readonly [string | null, string | null]>(
    "tells the name from the tagline of a title",
    [
      [
        ["Acme | Rockets for every day", "acme.example"],
        ["Acme", "Rockets for every day"]
      ],
      [
        ["Home - Acme Inc", "acme.example"],
        ["Acme Inc", null]
      ],
      [
        ["The best rockets that money can buy today", "acme.example"],
        [null, null]
      ],
      [
        ["桜工具｜刃物と大工道具", "sakura.example"],
        ["桜工具", null]
      ],
      [
        ["Welcome", "acme.example"],
        [null, null]
      ]
    ],
    ([title, domain]) => {
      const { name, tagline } = titleParts(title, domain)
      return [name, tagline]
    }
  )

  table<string, string | null>(
    "reads numbers and addresses as they are called",
    [
      ["tel:+49 (0)641 555-0", "+496415550"],
      ["(512) 555-0100", "(512) 555-0100"],
      ["tel:12", null],
      ["call us now 555 0100", null]
    ],
    phoneOf
  )
  table<string, string | null>(
    "takes addresses of mail from links",
    [
      ["mailto:Info@Acme.example?subject=x", "info@acme.example"],
      ["mailto:info%40acme.example", "info@acme.example"],
      ["mailto:info%ZZ@acme.example", "info%zz@acme.example"],
      ["info@acme", null],
      ["a b@c.example", null]
    ],
    emailOf
  )

  it("takes no profile of who made the theme for the brand's", () => {
    const ofTheme = (url: string, domain: string) => {
      const found = socialOf(url)
      return found !== null && isPlaceholder(found, domain)
    }
    assert.isTrue(ofTheme("https://www.facebook.com/shopify", "acme.example"))
    assert.isTrue(ofTheme("https://x.com/webflow", "acme.example"))
    assert.isTrue(ofTheme("https://www.instagram.com/yourusername", "acme.example"))
    assert.isFalse(ofTheme("https://www.facebook.com/shopify", "shopify.com"))
    assert.isFalse(ofTheme("https://www.facebook.com/acme", "acme.example"))
    assert.strictEqual(socialHandle(socialOf("https://www.youtube.com/@ac%C3%A9")!), "acé")
  })

  const page = { url: "https://acme.example/", weight: 1, language: "pt-BR" }
  const site = { domain: "acme.example", isOwn: (url: string) => url.includes("acme.example") }
  const titles = (...jsonLd: ReadonlyArray<unknown>) =>
    linkedFacts(jsonLd, page, site).flatMap((fact) => (fact.field === "title" ? [[fact.value, fact.weight]] : []))

  it("takes companies from JSON-LD, and those that are others for less", () => {
    assert.deepStrictEqual(titles({ "@type": "Organization", name: "Acme" }), [["Acme", 1]])
    assert.deepStrictEqual(titles({ "@graph": [{ "@type": ["Florist"], name: "Acme" }] }), [["Acme", 1]])
    assert.deepStrictEqual(titles({ "@type": "Product", name: "Rocket" }), [])
    assert.deepStrictEqual(titles({ "@type": "Person", name: "Jo", telephone: "+1" }), [])
    assert.deepStrictEqual(titles({ "@type": "Organization", name: "Maker", url: "https://maker.example" }), [])
    assert.deepStrictEqual(titles({ "@type": "Organization", name: "Acme", url: "https://acme-old.com" }), [
      ["Acme", 0.5]
    ])
    assert.deepStrictEqual(titles({ "@type": "LocalBusiness", name: "Company Name", telephone: "+1 401 555 1212" }), [])
    assert.deepStrictEqual(titles({ "@type": "WebSite", name: "My WordPress Blog" }), [])
    const there = {
      "@type": "Organization",
      name: "Acme",
      address: { addressLocality: "Recife", addressCountry: "Brasil" }
    }
    const [address] = linkedFacts([there], page, site).filter(({ field }) => field === "address")
    assert.strictEqual(Object(address?.value).countryCode, "BR")
    assert.deepStrictEqual(titles({ "@type": "WebPage", publisher: { "@type": "Organization", name: "Acme" } }), [
      ["Acme", 0.6]
    ])
    for (const odd of [null, 5, "x", [], [[]], { "@type": {} }, { "@type": "Organization", name: { a: 1 } }])
      titles(odd)
    const deep = Array.from({ length: 10_000 }).reduce((inner) => ({ "@graph": [inner] }), {})
    assert.deepStrictEqual(titles(deep), [])
  })

  const fact = (value: string, place: SiteFact["place"], weight: number): SiteFact => ({
    ...{ field: "title", value, place, weight, url: page.url }
  })

  it("believes what several places say before what one says often, and calls a brand without its form", () => {
    const { sources, title } = mergeFacts(
      [
        ...Array.from({ length: 50 }, () => fact("Spam", "picture", 0.5)),
        fact("Acme, Inc.", "json-ld", 1),
        fact("Acme", "title", 0.5)
      ],
      "acme.example"
    )
    assert.strictEqual(title, "Acme")
    assert.deepStrictEqual(sources, [{ field: "title", place: "title", url: page.url }])
    const nothing = mergeFacts([], "acme.example")
    assert.deepStrictEqual([nothing.title, nothing.stock, nothing.socials, nothing.isAdult], [null, null, [], false])
  })

  it("has no slogan that is its name", () => {
    const slogan = (value: string, weight: number): SiteFact => ({
      ...{ field: "slogan", value, place: "heading", weight, url: page.url }
    })
    const facts = [fact("Acme", "title", 1), slogan("Acme, Inc.", 0.9), slogan("Anvils that fall", 0.5)]
    assert.strictEqual(mergeFacts(facts, "acme.example").slogan, "Anvils that fall")
  })

  it("prefers the address of everybody at the brand's own domain", () => {
    const mail = (value: string): SiteFact => ({
      ...{ field: "email", value, place: "link", weight: 0.6, url: page.url }
    })
    const best = (...values: ReadonlyArray<string>) => mergeFacts(values.map(mail), "acme.example").email
    assert.strictEqual(best("jo@acme.example", "acme@gmail.com", "info@acme.example"), "info@acme.example")
    assert.strictEqual(best("info@gmail.com", "jo@acme.example"), "jo@acme.example")
    assert.strictEqual(best("security@acme.example", "jo@acme.example"), "jo@acme.example")
  })
})

describe("colours", () => {
  table<string, string | null>(
    "are read however CSS writes them",
    [
      ["#0AF", "#00aaff"],
      ["#0a4d8cff", "#0a4d8c"],
      ["#0a4d8c80", null],
      ["rgb(10, 77, 140)", "#0a4d8c"],
      ["rgb(10 77 140 / 0.5)", null],
      ["hsl(0, 100%, 50%)", "#ff0000"],
      ["rgb(var(--x))", null],
      ["inherit", null]
    ],
    colourOf
  )

  it("of a brand are those that are named so, without greys and those of others", () => {
    const css = `:root{--brand:#7c3aed;--gray:#6b7280;--facebook:#1877f2}a{color:#e11d63}b{color:#e11d63}c{color:#fff}`
    assert.deepStrictEqual(
      cssColours(css).map(({ hex }) => hex),
      ["#7c3aed", "#e11d63"]
    )
    const claims = [
      { hex: "#7c3aed", weight: 5, source: "site" as const },
      { hex: "#7d3bee", weight: 3, source: "logo" as const },
      { hex: "#808080", weight: 50, source: "logo" as const }
    ]
    const navy = { hex: "#0b0b2a", weight: 1, source: "logo" as const }
    assert.deepStrictEqual(
      brandColours([{ hex: "#0b0b0b", weight: 50, source: "logo" }, navy]).map(({ hex }) => hex),
      ["#0b0b2a"],
      "a grey takes no colour with it"
    )
    assert.deepStrictEqual(brandColours(claims), [{ hex: "#7c3aed", name: "Violet", source: "site" }])
    assert.deepStrictEqual(brandColours(claims.slice(2)), [{ hex: "#808080", name: "Gray", source: "logo" }])
    assert.strictEqual(namedColour("#010101").name, "Black")
  })

  it("are called by their hue, however dark they are, and greys by none", () => {
    const called = (...colours: ReadonlyArray<string>) => [...new Set(colours.map((hex) => namedColour(hex).name))]
    assert.deepStrictEqual(called("#006241", "#0a5c4a", "#14532d", "#0b3d2e", "#365314"), ["Dark Green"])
    assert.deepStrictEqual(called("#5b2c6f", "#4a154b"), ["Purple"])
    assert.deepStrictEqual(called("#7f1d1d", "#800020"), ["Maroon"])
    assert.deepStrictEqual(called("#3e2723", "#4b3621"), ["Chocolate"])
    assert.deepStrictEqual(called("#36454f", "#2c3e50", "#1f2937"), ["Charcoal"])
    assert.deepStrictEqual(called("#333333", "#0f0f10", "#6b7280", "#fafafa"), ["Dark Gray", "Black", "Slate", "White"])
    assert.deepStrictEqual(called("#e50914", "#00ff00", "#0052cc"), ["Red", "Lime", "Cobalt"])
  })

  it("are searched in a hostile style sheet in time", () => {
    const before = process.cpuUsage().user
    for (const part of ["a", "--", "a ", "#", "a:", "--a:#fff", "rgb(", "a:rgb(1", "(".repeat(50)])
      cssColours(part.repeat(200_000))
    assert.isBelow((process.cpuUsage().user - before) / 1_000, 2_000)
  })
})

describe("a domain where nobody is", () => {
  const shown = (title: string, text: string, textLength = text.length) =>
    isParked({ title, text, finalUrl: "https://acme.example/", domain: "acme.example", facts: { textLength } })

  it("is told from a site that mentions one", () => {
    assert.isTrue(shown("acme.example", "This domain is for sale!"))
    assert.isTrue(shown("acme.example", "Diese Domain steht zum Verkauf."))
    assert.isTrue(shown("Welcome to nginx!", ""))
    assert.isTrue(shown("Index of /", ""))
    assert.isFalse(shown("Acme Domains", "This domain is for sale, and how to buy one.", 9_000))
    assert.isFalse(shown("Acme", "Rockets for sale."))
    assert.isTrue(shown("AmberLattice.example is for sale | HugeDomains", ""))
    assert.isTrue(shown("acme.example", "このドメインは、お名前.comで取得されています。"))
    assert.isTrue(shown("acme.example", "Hier entsteht eine neue Internetpräsenz"))
    assert.isFalse(shown("Acme", "Here is a house that is for sale by Acme. It was registered in 1990."))
    const lander = { domain: "acme.example", title: "", text: "", finalUrl: "https://acme.example/lander" }
    assert.isTrue(isParked({ ...lander, facts: { textLength: 0 } }))
    assert.isFalse(isParked({ ...lander, facts: { textLength: 600 } }))
    const elsewhere = {
      domain: "acme.example",
      title: "x",
      text: "",
      finalUrl: "https://www.hugedomains.com/a",
      facts: { textLength: 99_999 }
    }
    assert.isTrue(isParked(elsewhere))
    assert.isFalse(isParked({ ...elsewhere, domain: "hugedomains.com" }), "who keeps domains has a site too")
  })

  it("is told in time that grows with its text alone, and names their brand so", () => {
    const began = process.cpuUsage().user
    for (const unit of ["1-1", "a.", "registered at a", "this domain a "]) {
      assert.isFalse(shown("", unit.repeat(100_000), 10), unit)
    }
    for (const unit of [", ", "\u00a0", " - ", "– "]) {
      titleParts(`a${unit.repeat(20_000)}a`, "acme.example", [`b${unit.repeat(20_000)}b`])
    }
    assert.isBelow((process.cpuUsage().user - began) / 1_000, 2_000)
  })

  it("is not one whose short page has such words of something else", () => {
    for (const [title, text] of [
      ["Bilingual", "This website is available in English and German."],
      ["Acme Accounting", "This company is registered with the ICO. The website is registered with the ICO."],
      ["Acme", "Acme Ltd was registered with the ICO in 2020."],
      ["Acme Antiques", "Some of what you see may be for sale. Ask us."],
      ["Harbour Museum", "The future home of the harbour museum opens in June."],
      ["It works – coaching for managers", ""],
      ["Index of / a studio for type", ""],
      ["Plesk | The hosting platform", ""],
      ["Congratulations cards by Acme", ""]
    ] as const)
      assert.isFalse(shown(title, text), `${title} ${text}`)
    for (const [title, text] of [
      ["", "acme.example may be for sale."],
      ["", "acme.example was registered at Acme Registrar."],
      ["", "Future home of acme.example"],
      ["", "Future home of something quite cool."],
      ["", "This domain is available."],
      ["It works!", ""],
      ["Index of /files", ""],
      ["Web Server's Default Page", ""]
    ] as const)
      assert.isTrue(shown(title, text), `${title} ${text}`)
  })
})

describe("a hostile page", () => {
  it("is read in time, whatever its parts say", () => {
    const parts = [
      "A a ",
      "(A) ",
      "a@a.",
      "証券コード",
      "<img ",
      "<a href=/><img src=a>",
      "© ",
      "copyright",
      "© 2026 a",
      "NYSE: A ",
      "(A: ",
      "mailto:a@a.",
      "/",
      "@",
      "<svg>",
      "logo "
    ]
    const long = parts.map((part) => part.repeat(200_000 / part.length))
    const names = [
      ...[
        "heads",
        "pictures",
        "drawings",
        "homes",
        "headings",
        "leads",
        "taglines",
        "cells",
        "mails",
        "phones",
        "footers"
      ],
      ...["styles", "paragraphs"]
    ]
    const data = ["Names", "Phones", "Mails", "Streets", "Cities", "Regions", "Codes", "Countries"]
    const extracted = Object.fromEntries([...names, ...data.map((one) => `data${one}`)].map((name) => [name, long]))
    const page: BrandPage = {
      ...{ url: "https://acme.example/", isFront: true, links: [], extract: readBrandExtract(extracted) },
      metadata: {
        ...{ sourceUrl: "https://acme.example/", finalUrl: "https://acme.example/", title: "a | ".repeat(250) },
        openGraph: { siteName: "Inc ".repeat(1_000), image: ["/a.png"] },
        jsonLd: [
          { "@type": "Organization", name: long, sameAs: long, email: long, telephone: long, tickerSymbol: long }
        ]
      }
    }
    const before = process.cpuUsage().user
    const site = { domain: "acme.example", isOwn: () => true }
    mergeFacts(pageFacts(page, site), "acme.example")
    pictureCandidates(page, site)
    assert.isBelow((process.cpuUsage().user - before) / 1_000, 3_000)
  })

  it("holds nobody up with texts that are nearly addresses of mail", () => {
    const texts = Array.from({ length: 300 }, () => `${"a".repeat(60)}@`.repeat(32))
    const page: BrandPage = {
      ...{ url: "https://acme.example/", isFront: true, links: [] },
      extract: readBrandExtract({ paragraphs: ["Write to ann@acme,info@acme.example.", ...texts.slice(1)] }),
      metadata: { sourceUrl: "https://acme.example/", finalUrl: "https://acme.example/" }
    }
    const site = { domain: "acme.example", isOwn: () => true }
    let shortest = Number.POSITIVE_INFINITY
    let mail: string | null = null
    for (let attempt = 0; attempt < 5 && shortest > 40; attempt++) {
      const start = performance.now()
      const facts = pageFacts(page, site)
      shortest = Math.min(shortest, performance.now() - start)
      mail = mergeFacts(facts, "acme.example").email
    }
    assert.strictEqual(mail, "info@acme.example")
    // Read from each character on, it took 140 ms.
    assert.isBelow(shortest, 100)
  })
})

describe("what a page's parts say", () => {
  it("is read from markup and manifests, however odd", () => {
    const attributes = attributesOf('<img alt="A &amp; B > C" src="/a.png" data-x=""><b alt="no">')
    assert.deepStrictEqual(
      [...attributes],
      [
        ["alt", "A & B > C"],
        ["src", "/a.png"],
        ["data-x", ""]
      ]
    )
    const json = JSON.stringify({
      name: "Acme",
      theme_color: "#f00",
      icons: [{ src: "i.png", sizes: "512x512" }, null, 5]
    })
    const { color, icons, name } = readManifest(json, "https://acme.example/app/manifest.json")
    assert.deepStrictEqual(
      [name, color, icons.map(({ source }) => source)],
      ["Acme", "#f00", ["https://acme.example/app/i.png"]]
    )
    const before = process.cpuUsage().user
    for (const part of ["a", "a ", 'a="', "=", '"', " a=", "<"]) attributesOf(`<img ${part.repeat(100_000)}>`)
    assert.isBelow((process.cpuUsage().user - before) / 1_000, 1_000)
    for (const text of ["", "null", "[]", "{", '{"icons":{}}'])
      assert.deepStrictEqual(readManifest(text, "https://a.b/").icons, [])
  })
})
