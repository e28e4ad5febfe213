/**
 * Values that no text can be made of, at every place of what pages and services write for programs. Observed: that no reader throws.
 *
 * **Details.** A value that was parsed may be anything: `String`, `Number`, a template or a key throw over an object that says itself how it
 * becomes a text, and over lists that lie deep enough in each other.
 */
import { Option } from "effect"
import { describe, expect, it } from "vitest"
import { readJsonFeed } from "../../packages/adapters/documents/src/text/readJsonFeed.ts"
import { orcidRecord, readRecord } from "../../packages/adapters/people/src/orcidRecord.ts"
import { readManifest } from "../../packages/core/src/brands/domain/pictureCandidates.ts"
import { wikidataItem } from "../../packages/core/src/brands/domain/wikidataRow.ts"
import { namesOf } from "../../packages/core/src/competitors/readCompany.ts"
import type { ReadPage } from "../../packages/core/src/pages/capturePage.ts"
import { brandRead, companyRead, peopleRead, productRead } from "./doors/companies.ts"
import { pageFilled } from "./doors/filling.ts"
import { facts, mainContentOf, pageUrl } from "./doors/html.ts"

type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

const untextable = '{"toString":1,"valueOf":1}'

const nested = (levels: number, inner: string): string => "[".repeat(levels) + inner + "]".repeat(levels)

/** As they are written: some of them no object of a test has. */
const hostile: ReadonlyArray<string> = [
  untextable,
  nested(1, untextable),
  nested(15, untextable),
  nested(20_000, ""),
  "null",
  "1e999",
  "-0",
  "true",
  '""',
  '{"__proto__":{"name":1},"constructor":{"prototype":1},"name":{"toString":1}}',
  '{"@id":{"toString":1},"@type":{"toString":1},"@graph":{"length":5},"name":[[]],"value":[{}]}'
]

const mark = "\u0001hostile\u0001"

/** The document once for each of its places, with a mark in it, and once for the whole. */
function* marked(value: Json): Generator<Json> {
  yield mark
  if (isList(value)) {
    for (const [at, one] of value.entries()) for (const other of marked(one)) yield value.with(at, other)
  } else if (typeof value === "object" && value !== null) {
    for (const [key, one] of Object.entries(value)) for (const other of marked(one)) yield { ...value, [key]: other }
  }
}

/** All documents with one hostile value. */
const documentsOf = (value: Json, values = hostile): ReadonlyArray<string> =>
  [...marked(value)].flatMap((one) => {
    const text = JSON.stringify(one)
    return values.map((written) => text.replace(JSON.stringify(mark), () => written))
  })

/** What threw over which documents. */
const thrown = (documents: ReadonlyArray<string>, read: (text: string) => unknown): ReadonlyArray<string> =>
  documents.flatMap((text) => {
    try {
      read(text)
      return []
    } catch (cause) {
      return [`${cause instanceof Error ? cause.stack?.slice(0, 600) : "?"} over ${text.slice(0, 300)}`]
    }
  })

const organization: Json = {
  "@type": ["Organization"],
  "@id": "#us",
  name: "Brasero",
  url: "https://brasero.example/",
  logo: { url: "/logo.png", contentUrl: "/logo.png" },
  description: "Stoves",
  slogan: "Warm",
  sameAs: ["https://x.com/brasero"],
  tickerSymbol: "XNYS: BRS",
  naics: ["333414"],
  contactPoint: [{ telephone: "+49 30 1", email: "a@brasero.example" }],
  address: {
    "@type": "PostalAddress",
    streetAddress: "1 A",
    addressLocality: "Berlin",
    postalCode: "1",
    addressCountry: { name: "DE" }
  },
  numberOfEmployees: { value: 50, minValue: 10, maxValue: "50" },
  parentOrganization: { name: "Group" },
  employee: [
    {
      "@type": "Person",
      name: "Jane Roe",
      jobTitle: "CEO",
      email: "jane.roe@brasero.example",
      sameAs: ["https://www.linkedin.com/in/jane"],
      worksFor: [
        { "@type": "EmployeeRole", roleName: "CEO", startDate: "2020", worksFor: { "@id": "#us", name: "Brasero" } }
      ],
      alumniOf: [{ name: "TU", "@type": "CollegeOrUniversity" }],
      hasOccupation: { name: "CEO" },
      knowsAbout: ["stoves"],
      address: { addressLocality: "Berlin", addressCountry: "DE" }
    }
  ]
}

const product: Json = {
  "@type": "Product",
  "@id": "#k2",
  name: "Kettle K2",
  description: "A kettle",
  sku: "K2",
  category: "Stoves",
  keywords: ["camp"],
  brand: { name: "Brasero" },
  image: [{ url: "/a.png" }],
  audience: { audienceType: "campers" },
  additionalProperty: [{ name: "Weight", value: 5, unitText: "kg" }],
  depth: { value: 5, unitCode: "CMT" },
  featureList: ["warm"],
  aggregateRating: { ratingValue: 5, reviewCount: 2 },
  hasVariant: [{ name: "Red", color: "red", sku: "K2R", offers: { price: 5 } }],
  offers: {
    "@type": "AggregateOffer",
    offerCount: 1,
    lowPrice: 5,
    highPrice: 5,
    price: "5.00",
    priceCurrency: "EUR",
    availability: "https://schema.org/InStock",
    eligibleQuantity: { minValue: 1 },
    priceSpecification: [
      { price: 5, priceType: "ListPrice", unitCode: "MON", referenceQuantity: { unitCode: "MON", value: 1 } }
    ],
    offers: [{ price: 5, itemOffered: { name: "Red" } }]
  }
}

const others: Json = {
  "@context": "https://schema.org",
  "@graph": [
    { "@type": "WebSite", name: "Brasero", publisher: { name: "Brasero" }, inLanguage: "en" },
    {
      "@type": "BreadcrumbList",
      itemListElement: [{ "@type": "ListItem", position: 1, item: { name: "Stoves" }, name: "Stoves" }]
    },
    {
      "@type": "NewsArticle",
      headline: "Kettle K2",
      articleBody: "A kettle. ".repeat(60),
      isAccessibleForFree: false,
      datePublished: "2026-01-01",
      dateModified: "2026-01-01",
      author: [{ name: "Jane Roe" }],
      creator: "Jane Roe"
    },
    {
      "@type": "Recipe",
      name: "Tea",
      recipeInstructions: [{ "@type": "HowToSection", itemListElement: [{ "@type": "HowToStep", text: "Boil" }] }]
    },
    { "@type": "QAPage", mainEntity: { "@type": "Question", name: "Why?", acceptedAnswer: { text: "So" } } }
  ]
}

const page = (json: string, state: string): string =>
  `<html lang=en><head><title>Kettle K2</title><script type="application/ld+json">${json}</script></head><body><h1>Kettle K2</h1><main><p>${"A kettle by Brasero, $89. ".repeat(20)}</p></main><script id="__NEXT_DATA__" type="application/json">${state}</script></body></html>`

const namedOf = (json: string) => {
  const parsed: unknown = JSON.parse(json)
  const jsonLd = Array.isArray(parsed) ? parsed : [parsed]
  const metadata = { sourceUrl: pageUrl, finalUrl: pageUrl, jsonLd }
  return namesOf({ capture: { finalUrl: pageUrl }, shaped: { metadata } } as unknown as ReadPage, "brasero.example")
}

const isShallow = (text: string): boolean => !text.includes(nested(1_000, ""))

/** Some of it comes in pieces, with turns for others between them. */
const inOneGo = (given: unknown): void => {
  if (typeof given !== "object" || given === null || !("next" in given)) return
  const steps = given as Iterator<unknown>
  while (steps.next().done !== true);
}

/** All that is made of a page, on whichever thread: each by itself, since one that throws hides those behind it. */
const readers: ReadonlyArray<(html: string) => unknown> = [
  mainContentOf,
  facts,
  ...[brandRead, companyRead, peopleRead, productRead].map((open) => (html: string) => inOneGo(open(html)()))
]

const thrownByPages = (pages: ReadonlyArray<string>): ReadonlyArray<string> =>
  readers.flatMap((read) => thrown(pages, read))

describe("no value that a page writes for programs throws", () => {
  for (const [name, one] of Object.entries({ organization, product, others }))
    it(`in JSON-LD, and in what is handed to scripts: ${name}`, { timeout: 300_000 }, () => {
      const documents = documentsOf(one, hostile.slice(0, 4))
      expect(thrownByPages(documents.map((text) => page(text, text)))).toEqual([])
    })

  it("where it is of another kind, and as the whole", { timeout: 300_000 }, () => {
    const small = {
      "@type": ["Product", "Organization"],
      name: "Kettle K2",
      price: 5,
      offers: { lowPrice: 5, offerCount: 1, priceCurrency: "EUR" }
    }
    const documents = documentsOf(small)
    expect(thrownByPages(documents.map((text) => page(text, `{"props":${text}}`)))).toEqual([])
    expect(thrown(documents.slice(0, 12), (text) => pageFilled(page(text, text))())).toEqual([])
  })

  it("where a company's names are asked for", () => {
    const documents = [...documentsOf(organization), ...documentsOf(others)].filter(isShallow)
    expect(
      thrown(
        documents.filter((text) => /^[[{]/.test(text)),
        namedOf
      )
    ).toEqual([])
  })

  it("in a manifest", () => {
    const manifest = {
      name: "A",
      short_name: "A",
      theme_color: "#fff",
      icons: [{ src: "/a.png", sizes: "512x512", purpose: "any" }]
    }
    expect(thrown(documentsOf(manifest), (text) => readManifest(text, pageUrl))).toEqual([])
  })

  it("in a feed", () => {
    const author = { name: "Jane" }
    const item = {
      ...{ id: "1", url: "/a", external_url: "/a", title: "A", content_text: "a", content_html: "a", summary: "a" },
      ...{ image: "/a.png", date_published: "2026-01-01", authors: [author], author, tags: ["a"], language: "en" },
      attachments: [{ url: "/a.png", mime_type: "image/png" }]
    }
    const feed = {
      ...{
        version: "https://jsonfeed.org/version/1.1",
        title: "A",
        home_page_url: "/",
        feed_url: "/feed",
        language: "en"
      },
      ...{ description: "a", authors: [author], items: [item] }
    }
    expect(thrown(documentsOf(feed), (text) => readJsonFeed(text, pageUrl))).toEqual([])
  })

  it("in what services that know people and companies answer", () => {
    const [value, content] = [{ value: "A" }, { content: "A, B" }]
    const summary = {
      ...{ "department-name": "A", "role-title": "A", "start-date": { year: value, month: value, day: value } },
      organization: { name: "A", address: { city: "A", region: "A", country: "DE" } }
    }
    const orcid = {
      history: { "last-modified-date": { value: 1 } },
      person: {
        name: { "given-names": value, "family-name": value, "credit-name": value },
        "other-names": { "other-name": [content] },
        biography: content,
        "researcher-urls": { "researcher-url": [{ url: value }] },
        emails: { email: [{ email: "a@b.example" }] },
        addresses: { address: [{ country: { value: "DE" } }] },
        keywords: { keyword: [content] }
      },
      "activities-summary": {
        employments: { "affiliation-group": [{ summaries: [{ "employment-summary": summary }] }] },
        educations: { "affiliation-group": [{ summaries: [{ "education-summary": summary }] }] }
      }
    }
    const read = (text: string) =>
      Option.map(readRecord(JSON.parse(text)), (record) => orcidRecord("0000-0001-2345-6789", record, "name"))
    expect(thrown(documentsOf(orcid).filter(isShallow), read)).toEqual([])
    const snak = { datavalue: { value: "https://brasero.example/" } }
    const claim = { mainsnak: snak, rank: "normal", qualifiers: { P407: [{ datavalue: { value: { id: "Q1" } } }] } }
    const item = {
      ...{
        id: "Q42",
        labels: { en: { value: "A" } },
        descriptions: { en: { value: "A" } },
        aliases: { en: [{ value: "A" }] }
      },
      claims: { P856: [claim], P414: [claim], P154: [claim], P17: [claim] }
    }
    expect(thrown(documentsOf(item), (text) => wikidataItem(JSON.parse(text), () => "brasero.example"))).toEqual([])
  })
})
