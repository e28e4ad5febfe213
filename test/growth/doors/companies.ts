/** What rules make of pages that were read: products, brands, people, competitors and industries, on the thread that answers calls. */

import type { ExtractRules } from "@kittiwake/core/pages/domain/ExtractRules"
import type { ShapedPage } from "@kittiwake/core/pages/PageReader"
import type { PersonClues } from "@kittiwake/core/people/domain/PersonClues"
import { doPageWork } from "../../../packages/adapters/html/src/PageWork.ts"
import { brandRules, readBrandExtract } from "../../../packages/core/src/brands/domain/brandRules.ts"
import { isParked } from "../../../packages/core/src/brands/domain/isParked.ts"
import { mergeFacts } from "../../../packages/core/src/brands/domain/mergeFacts.ts"
import { type BrandPage, pageFacts as brandFacts } from "../../../packages/core/src/brands/domain/pageFacts.ts"
import {
  manifestOf,
  pictureCandidates,
  styleSheetsOf
} from "../../../packages/core/src/brands/domain/pictureCandidates.ts"
import { brandLinks } from "../../../packages/core/src/brands/readBrand.ts"
import { isAgainst, rivalsOfPage } from "../../../packages/core/src/competitors/domain/findingsOfPage.ts"
import { vectorOf } from "../../../packages/core/src/competitors/domain/likeness.ts"
import { saidDescription, saidField } from "../../../packages/core/src/competitors/domain/marketField.ts"
import { isReseller, kinOf } from "../../../packages/core/src/competitors/domain/relatedCompanies.ts"
import { siteWordsOf } from "../../../packages/core/src/industries/domain/SiteWords.ts"
import { newsPages } from "../../../packages/core/src/news/domain/newsPages.ts"
import { contentProblem } from "../../../packages/core/src/pages/domain/PageProblem.ts"
import { linksToPerson, linksToTeam } from "../../../packages/core/src/people/domain/personLinks.ts"
import { personRules } from "../../../packages/core/src/people/domain/personRules.ts"
import { askedName, personsOfPage } from "../../../packages/core/src/people/domain/personsOfPage.ts"
import { pickPerson } from "../../../packages/core/src/people/domain/pickPerson.ts"
import { platformOf } from "../../../packages/core/src/products/domain/marketplaces.ts"
import { productOf } from "../../../packages/core/src/products/domain/productOf.ts"
import { productRules, textIn } from "../../../packages/core/src/products/domain/shownRules.ts"
import type { Door } from "./Door.ts"
import { words as elements, pageUrl, shapeRequest, sheetOf } from "./html.ts"

const shapedWith = (html: string, rules: ExtractRules | null): ShapedPage | null => {
  const answer = doPageWork({ kind: "shape", request: shapeRequest(html, rules, false) }, {})
  return answer.kind === "done" ? (answer.page as ShapedPage) : null
}

const nothing = () => undefined

const metadataOf = (shaped: ShapedPage) => shaped.metadata ?? { sourceUrl: pageUrl, finalUrl: pageUrl }

export const productRead = (html: string) => {
  const [sheet, shaped] = [sheetOf(html), shapedWith(html, productRules(platformOf(pageUrl)))]
  if (sheet === null || shaped === null) return nothing
  const { extracted, images } = shaped
  return () => productOf({ url: pageUrl, sheet, metadata: metadataOf(shaped), images, shown: extracted ?? {} })
}

const site = { domain: "brasero.example", isOwn: (url: string) => url.includes("brasero.example") }

export const brandRead = (html: string) => {
  const shaped = shapedWith(html, brandRules)
  if (shaped === null) return nothing
  return () => {
    const metadata = metadataOf(shaped)
    const page: BrandPage = {
      url: pageUrl,
      isFront: true,
      metadata,
      links: shaped.links,
      extract: readBrandExtract(shaped.extracted)
    }
    const text = [
      metadata.description ?? "",
      ...page.extract.headings.slice(0, 5),
      ...page.extract.paragraphs.slice(0, 20)
    ].join(" ")
    isParked({ title: metadata.title ?? "", text, finalUrl: pageUrl, domain: site.domain, facts: shaped.facts })
    contentProblem({
      title: metadata.title ?? null,
      facts: shaped.facts,
      status: 200,
      sourceUrl: pageUrl,
      finalUrl: pageUrl
    })
    pictureCandidates(page, site)
    styleSheetsOf(page)
    manifestOf(page)
    brandLinks(page)
    newsPages(shaped.links, pageUrl, () => site.domain)
    return mergeFacts(brandFacts(page, site), site.domain)
  }
}

const clues: PersonClues = {
  email: "jane.roe@brasero.example",
  socialUrls: [],
  firstName: "Jane",
  lastName: "Roe",
  company: { name: "Brasero", domain: "brasero.example" },
  education: [],
  location: { city: "Berlin", region: null, country: "DE" }
}

export const peopleRead = (html: string) => {
  const [sheet, shaped] = [sheetOf(html), shapedWith(html, personRules)]
  if (sheet === null || shaped === null) return nothing
  const shown = shaped.extracted ?? {}
  return () => {
    const siteName = textIn(shown, "siteName")?.slice(0, 300).trim() ?? null
    const links = shaped.links.slice(0, 2_000)
    const page = {
      url: pageUrl,
      title: sheet.title,
      siteName,
      text: sheet.text,
      things: sheet.things ?? [],
      shown,
      links
    }
    const name = askedName(clues)
    if (name !== null) linksToPerson(links, pageUrl, name, 10)
    linksToTeam(links, pageUrl)
    return pickPerson(clues, personsOfPage(page, { clues, isAsked: false, organization: clues.company }))
  }
}

const isTarget = (name: string) => name.toLowerCase() === "brasero"

export const rivalsRead = (html: string) => {
  const shaped = shapedWith(html, null)
  if (shaped === null) return nothing
  const metadata = metadataOf(shaped)
  const page = {
    url: pageUrl,
    title: metadata.title ?? "",
    headings: (metadata.headings ?? []).map(({ text }) => text),
    markdown: (shaped.markdown ?? "").slice(0, 300_000),
    links: shaped.links
  }
  return () => rivalsOfPage(page, isTarget, /(?<![\p{L}\p{N}])(?:Brasero|a)(?![\p{L}\p{N}])/iu, true)
}

export const companyRead = (html: string) => {
  const shaped = shapedWith(html, null)
  if (shaped === null) return nothing
  const metadata = metadataOf(shaped)
  return () => {
    const said = siteWordsOf([{ metadata, markdown: shaped.markdown ?? "", links: shaped.links }])
    saidField(said, ["Brasero"])
    saidDescription(said)
    vectorOf(said, ["Brasero"])
    isReseller(said.text, /Brasero/)
    isAgainst({ title: metadata.title ?? "", headings: (metadata.headings ?? []).map(({ text }) => text) }, isTarget, [
      "Bolt"
    ])
    return kinOf(said.text, metadata.jsonLd ?? [])
  }
}

const said: ReadonlyArray<string> = [
  ...[
    "vs ",
    " vs. ",
    "Brasero vs A№ ",
    "alternatives to ",
    "Brasero alternatives ",
    "switch from ",
    "compared with ",
    "| A | B |\n",
    "| - |\n",
    "Acme",
    "A№ ",
    "A & ",
    "A. ",
    "the ",
    "is a ",
    "part of ",
    "owned by ",
    "a company ",
    "our brands: "
  ],
  ...[
    "Jane Roe",
    "Jane Roe, CEO",
    "CEO ",
    "Founder & ",
    "Dr. ",
    "at Brasero ",
    "GmbH ",
    "Inc., ",
    "S.A. ",
    "© 2026 Brasero ",
    "Straße 1, ",
    "12345 Berlin ",
    "1 Main St, ",
    "Suite 5, ",
    "CA 90210 ",
    "Tel: +49 30 1234567 ",
    "jane@brasero.example "
  ],
  ...[
    "<h1>Brasero – stoves</h1>",
    "<h2>Brasero vs A№</h2>",
    "<h3>1. A№</h3>",
    "<a href=https://a№.example/>A№</a>",
    "<img class=logo src=/№.svg alt=Brasero>",
    "<link rel=icon href=/№.png>",
    "<address>1 Main St</address>",
    "<p>Kettle K2 $5</p>",
    "<div class=price>$5</div>",
    "<option value=№>Red, $5</option>"
  ],
  ...[
    '<script type=\'application/ld+json\'>{"@type":"Organization","name":"A№","logo":"/№","parentOrganization":{"name":"B"}}</script>',
    '<script type=\'application/ld+json\'>{"@type":"Product","name":"A№","sku":"№","offers":{"price":"№","priceCurrency":"EUR"}}</script>',
    '<script type=\'application/ld+json\'>{"@type":"Person","name":"Jane Roe №","jobTitle":"CEO"}</script>'
  ],
  ...[
    "<div class='h-card'><span class='p-name'>Jane Roe</span><span class='p-job-title'>CEO</span></div>",
    "<div itemscope itemtype='https://schema.org/Person'><span itemprop=name>Jane Roe №</span></div>",
    "<div class='team-member'><h3>Jane Roe</h3><p>CEO</p></div>",
    "<meta property=og:image content=/№.png>",
    "<meta name=theme-color content='#№'>",
    "<a href='https://twitter.com/a№'>x</a>",
    "<a href='https://www.linkedin.com/in/jane№'>Jane Roe</a>",
    "<a href='mailto:jane№@brasero.example'>Jane Roe</a>"
  ]
]

const head =
  "<html lang=en><head><title>Brasero – stoves for camps</title></head><body><h1>Kettle K2</h1><p>By Brasero, $89.</p>"

const paths: ReadonlyArray<readonly [string, Door["open"]]> = [
  ["product rules", productRead],
  ["brand rules", brandRead],
  ["people rules", peopleRead],
  ["rivals of page", rivalsRead],
  ["company rules", companyRead]
]

const places: ReadonlyArray<readonly [string, string, string]> = [
  ["title", "<head><title>", "</title><body><h1>Kettle</h1>"],
  ["description", "<head><title>Brasero</title><meta name=description content='", "'>"],
  ["siteName", "<head><meta property=og:site_name content='", "'>"],
  ["heading", "<body><h1>", "</h1><p>a"],
  ["paragraph", "<body><h1>Brasero</h1><p>", "</p>"],
  ["address", "<body><h1>Brasero</h1><address>", "</address>"],
  ["footer", "<body><h1>Brasero</h1><footer>", "</footer>"],
  ["price", "<body><h1>Brasero</h1><div class=price>", "</div>"],
  ["alt", "<body><h1>Brasero</h1><img class=logo src=/a.png alt='", "'>"],
  ["card", "<body><div class=h-card><span class=p-name>Jane Roe</span><span class=p-job-title>", "</span></div>"],
  ["link", "<body><a href=/team>", "</a>"],
  ["linked name", '<script type=\'application/ld+json\'>{"@type":["Product","Organization"],"name":"', '"}</script>'],
  ["linked address", '<script type=\'application/ld+json\'>{"@type":"Organization","address":"', '"}</script>'],
  [
    "linked description",
    '<script type=\'application/ld+json\'>{"@type":"Product","name":"K2","description":"',
    '","offers":{"price":5}}</script>'
  ]
]

const plain = said.filter((word) => !/[<"\n]/.test(word))

export const doors: ReadonlyArray<Door> = paths.flatMap(([name, open]) => [
  { name, open, words: [...said, ...elements.filter((_, index) => index % 3 === 0)], before: head, isMain: true },
  ...places.map(
    ([place, before, after]): Door => ({
      name: `${name}: ${place}`,
      open,
      words: [
        ...plain,
        ",",
        ", ",
        "a, ",
        "a ",
        "A ",
        "1 ",
        "1-",
        "- ",
        " - ",
        "| ",
        "/",
        "$5 ",
        "5 € ",
        "$5-",
        "x ",
        "·",
        "(",
        ")",
        "[",
        "№ ",
        "a. ",
        "A.",
        ": ",
        "a: ",
        "é"
      ],
      before,
      after,
      isMain: true
    })
  )
])
