/**
 * The web at the outer edge: answers what a test says, and remembers what it was asked.
 *
 * Calls are charged, profiles and assets kept, and sites let into the queue, as they really are: only reading is scripted.
 */

import { Answers } from "@kittiwake/core/answers/Answers"
import type { AssetStore } from "@kittiwake/core/assets/AssetStore"
import { Assets } from "@kittiwake/core/assets/Assets"
import type { BrandStore } from "@kittiwake/core/brands/BrandStore"
import { Brands } from "@kittiwake/core/brands/Brands"
import { Competitors } from "@kittiwake/core/competitors/Competitors"
import type { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { Design } from "@kittiwake/core/design/Design"
import { Extraction } from "@kittiwake/core/extraction/Extraction"
import { Files } from "@kittiwake/core/files/Files"
import { Industries } from "@kittiwake/core/industries/Industries"
import { News } from "@kittiwake/core/news/News"
import type { WebError } from "@kittiwake/core/pages/errors"
import type { PageCache } from "@kittiwake/core/pages/PageCache"
import { Pages } from "@kittiwake/core/pages/Pages"
import { People } from "@kittiwake/core/people/People"
import { Products } from "@kittiwake/core/products/Products"
import { Profiles } from "@kittiwake/core/profiles/Profiles"
import { Search } from "@kittiwake/core/search/Search"
import type { Ids } from "@kittiwake/core/security/Ids"
import type { Signer } from "@kittiwake/core/security/Signer"
import type { DomainNames as DomainNamesPort } from "@kittiwake/core/sites/DomainNames"
import type { EmailDomains as EmailDomainsPort } from "@kittiwake/core/sites/EmailDomains"
import { Sites } from "@kittiwake/core/sites/Sites"
import type { Call } from "@kittiwake/core/web/domain/Call"
import type { EgressRules } from "@kittiwake/core/web/EgressRules"
import { TooBusy } from "@kittiwake/core/web/errors"
import * as EmailDomains from "@kittiwake/email/EmailDomains"
import * as DomainNames from "@kittiwake/fetch/DomainNames"
import { Context, DateTime, Effect, Layer } from "effect"
import { keepAsset } from "../../../core/src/assets/keepAsset.ts"
import { bind } from "../../../core/src/bind.ts"
import { searchBrands } from "../../../core/src/brands/searchBrands.ts"
import { takeShippedBrands } from "../../../core/src/brands/takeShippedBrands.ts"
import { exactly } from "../../../core/src/credits/domain/PriceRange.ts"
import { buildStyleGuide } from "../../../core/src/design/domain/buildStyleGuide.ts"
import { isFirstPageKept, prefetchSite } from "../../../core/src/sites/prefetchSite.ts"
import { charged } from "../../../core/src/web/charged.ts"

/** What reads, by the facades' names for it. */
export type Reading =
  | "scrape"
  | "images"
  | "bytes"
  | "screenshot"
  | "siteScreenshot"
  | "sitemap"
  | "crawl"
  | "parse"
  | "name"
  | "styleGuide"
  | "fonts"
  | "retrieve"
  | "extract"
  | "extractAll"
  | "extractData"
  | "answer"
  | "enrich"
  | "searchNews"
  | "find"
  | "search"

type Methods = typeof Pages.Service &
  Omit<typeof Sites.Service, "screenshot"> &
  typeof Files.Service &
  typeof Industries.Service &
  Omit<typeof Design.Service, "prefetch"> &
  Pick<typeof Brands.Service, "retrieve"> &
  typeof Products.Service &
  typeof Extraction.Service &
  typeof Answers.Service &
  typeof Competitors.Service &
  typeof People.Service & { readonly searchNews: (typeof News.Service)["search"] } & Pick<
    typeof Search.Service,
    "search"
  >

type Answer<M extends Exclude<Reading, "siteScreenshot">> = Effect.Success<ReturnType<Methods[M]>>["value"]

const miss = { status: "miss", ageMillis: 0 } as const

const url = "https://shop.example/prices"

const metadata = { sourceUrl: url, finalUrl: url, title: "Prices" }

const page: Answer<"scrape"> = {
  url,
  finalUrl: url,
  statusCode: 200,
  type: "html",
  markdown: "# Prices\n\n10 €",
  html: "<h1>Prices</h1><p>10 €</p>",
  links: null,
  extracted: null,
  metadata,
  finalDomState: "loaded",
  actionsApplied: [],
  isStale: false,
  renderedBecause: null,
  cache: miss
}

const images: Answer<"images"> = {
  url,
  images: [{ src: `${url}.png`, type: "url", element: "img", alt: null, enrichment: null }],
  actionsApplied: [],
  finalDomState: "loaded",
  isPart: false,
  cache: miss
}

const download: Answer<"bytes"> = {
  url,
  status: 200,
  contentType: "text/plain; charset=utf-8",
  bytes: new TextEncoder().encode("10 €"),
  etag: null,
  lastModified: null,
  isNotModified: false,
  isPart: false
}

const picture: Omit<Answer<"screenshot">, "assetId"> = {
  url,
  png: new Uint8Array([137, 80, 78, 71]),
  width: 1_920,
  height: 1_080,
  finalDomState: "loaded",
  cache: miss
}

const listing: Answer<"sitemap"> = {
  domain: "shop.example",
  urls: [url],
  discovered: 1,
  fetched: 1,
  skipped: 0,
  errors: 0,
  isPart: false
}

const crawl: Answer<"crawl"> = {
  pages: [
    {
      url,
      depth: 0,
      statusCode: 200,
      succeeded: true,
      markdown: "# Prices",
      type: "html",
      metadata,
      problem: null
    }
  ],
  maxDepthReached: 0,
  succeeded: 1,
  failed: 0,
  skipped: 0,
  doubles: 0,
  forbiddenByRobots: 0,
  isPart: false,
  cache: miss
}

const file: Answer<"parse"> = { markdown: "# Notes", type: "markdown" }

const industries: Answer<"name"> = {
  domain: "shop.example",
  codes: [{ code: "458210", name: "Shoe Retailers", confidence: "medium" }],
  isPart: false
}

const site = { domain: "shop.example", from: "browser", finalDomState: "loaded", cache: miss } as const

const styleGuide: Answer<"styleGuide"> = {
  ...site,
  styleGuide: buildStyleGuide({
    from: "browser",
    background: "#ffffff",
    paints: [],
    texts: [],
    boxes: [],
    gaps: [],
    shadows: [],
    faces: []
  })
}

const fonts: Answer<"fonts"> = { ...site, fonts: [], fontLinks: {} }

const noLinks = { careers: null, blog: null, pricing: null, contact: null, terms: null, privacy: null }

const brand: Answer<"retrieve"> = {
  profile: {
    ...{
      domain: "shop.example",
      title: "Shop",
      description: null,
      slogan: null,
      colours: [],
      logos: [],
      backdrops: []
    },
    ...{ socials: [], address: null, stock: null, employees: null, links: noLinks, email: null, phone: null },
    ...{ language: "english", isAdult: false, sources: [], isThin: false }
  },
  isPage: false,
  cache: miss,
  isPart: false
}

const product: Answer<"extract"> = {
  isProductPage: false,
  platform: null,
  product: null,
  isPart: false,
  cache: { status: "miss", ageMillis: 0 }
}

const products: Answer<"extractAll"> = { products: [], isPart: false, cache: { status: "miss", ageMillis: 0 } }

const siteData: Answer<"extractData"> = {
  url,
  urlsAnalyzed: [url],
  data: { price: 10 },
  evidence: [{ path: "/price", url, quote: "10 €", source: "text", weight: 0.5 }],
  missing: [],
  counts: { succeeded: 1, failed: 0, skipped: 0, blocked: 0, deepest: 0 },
  actionsApplied: null,
  isPart: false,
  cache: miss
}

const found: Answer<"answer"> = {
  content: { result: "10 €" },
  unread: [],
  evidence: [{ path: "/result", url, quote: "10 €", source: "text", weight: 0.3 }],
  sources: [url],
  isPart: false
}

const competitors: Answer<"find"> = {
  domain: "shop.example",
  target: {
    ...{ companyName: "Shop", field: "tea shop", fieldDescription: "A tea shop for everybody." },
    websiteUrl: "https://shop.example/"
  },
  competitors: [
    {
      ...{ name: "Leaf", domain: "leaf.example", url: "https://leaf.example/", description: "Tea by post." },
      ...{ confidence: "high", sourceUrls: ["https://shop.example/vs-leaf"] }
    }
  ],
  isPart: false
}

const person: Answer<"enrich"> = {
  match: {
    score: 60,
    person: {
      name: { full: "Ann Reed", first: "Ann", last: "Reed" },
      ...{ email: null, avatarUrl: null, bio: null, place: null, roleStatus: "unknown", currentRole: null },
      ...{ roles: [], education: [], skills: [], socialUrls: [], websiteUrls: [], updatedAt: null }
    },
    signs: [{ clue: "name", weight: 30, source: "page", url }],
    sources: [{ source: "page", url }]
  },
  checkedAt: DateTime.makeUnsafe("2026-03-01T00:00:00Z"),
  asked: [],
  pages: 1,
  isPart: false
}

const hits: Answer<"search"> = {
  query: "tea",
  results: [
    {
      ...{ url, title: "Tea", description: "", relevance: "high" },
      markdown: { code: "NOT_REQUESTED", markdown: null, finalDomState: null, cache: null }
    }
  ],
  unread: [],
  isPart: false,
  cache: miss
}

const news: Answer<"searchNews"> = {
  articles: [
    {
      ...{
        id: "art_1",
        storyId: "art_1",
        url,
        title: "Tea is here",
        description: null,
        language: "en",
        imageUrl: null
      },
      ...{ authors: [], publishedAt: null, type: "editorial" },
      source: { name: "The Leaf", domain: "leaf.example", direct: true },
      match: { level: "primary", confidence: 0.9 }
    }
  ],
  nextCursor: null
}

const answers = {
  page,
  images,
  download,
  picture,
  listing,
  crawl,
  file,
  industries,
  styleGuide,
  fonts,
  brand,
  product,
  products,
  siteData,
  found,
  competitors,
  person,
  news,
  hits
}
type Scripted = typeof answers

/** A call that the facade got. */
export interface Asked {
  readonly method: Reading
  readonly call: Call
  readonly request: unknown
}

/** What the web answers, and what it was asked, oldest first. */
export class WebScript extends Context.Service<
  WebScript,
  {
    readonly asked: Array<Asked>
    readonly answers: { -readonly [K in keyof Scripted]: Scripted[K] }
    /** What every reading costs. */
    credits: number
    /** Runs before each answer: something to wait for, or an error to answer with. */
    before: Effect.Effect<void, WebError>
    /** Sites that wait to be looked at; none is looked at. */
    readonly sites: Array<string>
    /** How many of them may wait. */
    maxSites: number
  }
>()("@kittiwake/http/test/WebScript") {
  static readonly layer = Layer.sync(WebScript, () => ({
    asked: [],
    answers: { ...answers },
    credits: 1,
    before: Effect.void,
    sites: [],
    maxSites: 100
  }))
}

type Ports =
  | AssetStore
  | BrandStore
  | CreditLedger
  | DomainNamesPort
  | EgressRules
  | EmailDomainsPort
  | Ids
  | PageCache
  | Signer

const reading = Layer.effectContext(
  Effect.gen(function* () {
    const script = yield* WebScript
    const bound = bind(yield* Effect.context<Ports>())

    const ready = yield* Effect.cached(bound(takeShippedBrands)())

    const answered = <A>(
      method: Reading,
      call: Call,
      request: unknown,
      answer: () => Effect.Effect<A, WebError, Ports>,
      credits = script.credits
    ) => {
      script.asked.push({ method, call, request })
      return charged(
        call,
        exactly(credits)
      )(() =>
        Effect.andThen(
          script.before,
          Effect.map(Effect.suspend(answer), (value) => ({ value, credits }))
        )
      )
    }

    const says =
      <K extends Exclude<keyof Scripted, "picture">>(method: Reading, name: K) =>
      (call: Call, request: unknown) =>
        answered(method, call, request, () => Effect.succeed(script.answers[name]))

    const shoot = (call: Call) =>
      Effect.gen(function* () {
        const { picture } = script.answers
        const assetId = call.freshness.zeroRetention ? null : yield* keepAsset(call, "image/png", picture.png)
        return { ...picture, assetId }
      })

    const offer = (_: unknown, host: string) =>
      Effect.suspend(() => {
        if (script.sites.length >= script.maxSites) return Effect.fail(new TooBusy({ message: "Too many sites wait." }))
        script.sites.push(host)
        return Effect.void
      })

    return Context.empty().pipe(
      Context.add(Pages, {
        scrape: bound(says("scrape", "page")),
        images: bound(says("images", "images")),
        bytes: bound(says("bytes", "download")),
        screenshot: bound((call: Call, request: unknown, credits?: number) =>
          answered("screenshot", call, request, () => shoot(call), credits)
        )
      }),
      Context.add(Sites, {
        crawl: bound(says("crawl", "crawl")),
        sitemap: bound(says("sitemap", "listing")),
        screenshot: bound((call: Call, request: unknown) =>
          answered("siteScreenshot", call, request, () =>
            Effect.map(shoot(call), (taken) => ({ ...taken, domain: "shop.example" }))
          )
        ),
        prefetch: bound(prefetchSite({ offer }, isFirstPageKept))
      }),
      Context.add(Design, {
        styleGuide: bound(says("styleGuide", "styleGuide")),
        fonts: bound(says("fonts", "fonts")),
        prefetch: bound(prefetchSite({ offer }, isFirstPageKept))
      }),
      Context.add(Files, { parse: bound(says("parse", "file")), parseInBytes: bound(says("parse", "file")) }),
      Context.add(Industries, { name: bound(says("name", "industries")) }),
      Context.add(Brands, { search: bound(searchBrands(ready)), retrieve: bound(says("retrieve", "brand")) }),
      Context.add(Products, {
        extract: bound(says("extract", "product")),
        extractAll: bound(says("extractAll", "products"))
      }),
      Context.add(Extraction, { extractData: bound(says("extractData", "siteData")) }),
      Context.add(Answers, { answer: bound(says("answer", "found")) }),
      Context.add(People, { enrich: bound(says("enrich", "person")) }),
      Context.add(News, { search: bound(says("searchNews", "news")) }),
      Context.add(Competitors, { find: bound(says("find", "competitors")) }),
      Context.add(Search, {
        search: bound(says("search", "hits")),
        find: () => Effect.die("Nobody asks beside the operation here.")
      })
    )
  })
).pipe(Layer.provide([DomainNames.layer, EmailDomains.layer]))

/** The facades over a script. */
export const layer = Layer.mergeAll(reading, Assets.layer, Profiles.layer)
