/**
 * The doors that read the web ask the core for the same: the public client, a request written by hand, and the methods of
 * the embedded library. Observed: what reaches the facades of the core, with its deadline and what may be kept.
 */
import { assert, describe, it } from "@effect/vitest"
import { OperatorToken } from "@kittiwake/core/administration/OperatorToken"
import { Answers } from "@kittiwake/core/answers/Answers"
import { Competitors } from "@kittiwake/core/competitors/Competitors"
import { Design } from "@kittiwake/core/design/Design"
import { Extraction } from "@kittiwake/core/extraction/Extraction"
import { Files } from "@kittiwake/core/files/Files"
import { Industries } from "@kittiwake/core/industries/Industries"
import { News } from "@kittiwake/core/news/News"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { Pages } from "@kittiwake/core/pages/Pages"
import { People } from "@kittiwake/core/people/People"
import { Products } from "@kittiwake/core/products/Products"
import { Search } from "@kittiwake/core/search/Search"
import { Sites } from "@kittiwake/core/sites/Sites"
import type { Call } from "@kittiwake/core/web/domain/Call"
import { CapabilityMissing } from "@kittiwake/core/web/errors"
import { Handlers } from "@kittiwake/http/server"
import { PublicAddress } from "@kittiwake/http/web/PublicAddress"
import { Pulse } from "@kittiwake/worker/Pulse"
import ContextDev from "context.dev"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import * as fc from "fast-check"
import * as adapters from "../src/adapters.ts"
import { type AnswerMethods, answerMethods } from "../src/embed/AnswerMethods.ts"
import { type CompetitorMethods, competitorMethods } from "../src/embed/CompetitorMethods.ts"
import { type DesignMethods, designMethods } from "../src/embed/DesignMethods.ts"
import { type ExtractionMethods, extractionMethods } from "../src/embed/ExtractionMethods.ts"
import { type IndustryMethods, industryMethods } from "../src/embed/IndustryMethods.ts"
import { type NewsMethods, newsMethods } from "../src/embed/NewsMethods.ts"
import { type PeopleMethods, peopleMethods } from "../src/embed/PeopleMethods.ts"
import { type ProductMethods, productMethods } from "../src/embed/ProductMethods.ts"
import { type SearchMethods, searchMethods } from "../src/embed/SearchMethods.ts"
import { type WebMethods, webMethods } from "../src/embed/WebMethods.ts"
import * as readiness from "../src/readiness.ts"
import * as services from "../src/services.ts"
import { queryOf } from "./support/doors/queryOf.ts"

/** What reached the core, without what names the call. */
interface Reached {
  readonly facade: string
  readonly request: unknown
  readonly of: Pick<Call, "deadline" | "freshness" | "organizationId" | "route">
}

/** Facades that read, and only note what they are asked. */
class Noted extends Context.Service<Noted, Array<Reached>>()("kittiwake/test/Noted") {
  static readonly layer = Layer.effectContext(
    Effect.sync(() => {
      const noted: Array<Reached> = []
      const note = (facade: string) => (call: Call, request: unknown) =>
        Effect.suspend(() => {
          const { deadline, freshness, organizationId, route } = call
          noted.push({ facade, request, of: { deadline, freshness, organizationId, route } })
          return Effect.fail(new CapabilityMissing({ message: "Nothing is read here." }))
        })
      return Context.make(Noted, noted).pipe(
        Context.add(Pages, {
          scrape: note("scrape"),
          images: note("images"),
          bytes: note("bytes"),
          screenshot: note("screenshot")
        }),
        Context.add(Sites, {
          crawl: note("crawl"),
          sitemap: note("sitemap"),
          screenshot: note("siteScreenshot"),
          prefetch: () => Effect.die("No site is fetched ahead here.")
        }),
        Context.add(Files, { parse: note("parse"), parseInBytes: note("parse") }),
        Context.add(Design, {
          styleGuide: note("styleGuide"),
          fonts: note("fonts"),
          prefetch: () => Effect.die("No site is looked at ahead here.")
        }),
        Context.add(Industries, { name: note("industries") }),
        Context.add(News, { search: note("news") }),
        Context.add(People, { enrich: note("enrich") }),
        Context.add(Competitors, { find: note("competitors") }),
        Context.add(Answers, { answer: note("answer") }),
        Context.add(Extraction, { extractData: note("data") }),
        Context.add(Search, {
          search: note("found"),
          find: () => Effect.die("Nobody asks beside the operation here.")
        }),
        Context.add(Products, { extract: note("product"), extractAll: note("products") })
      )
    })
  )
}

const layer = Handlers.layer.pipe(
  Layer.provide(readiness.layer),
  Layer.provideMerge(Noted.layer),
  Layer.provideMerge(services.layer),
  Layer.provide([
    adapters.layer({
      storage: { _tag: "Memory" },
      egressAllow: [],
      readingSeconds: 10,
      browser: { setting: Option.some("off"), isGuarded: false, hasSandbox: true, directory: null },
      sealingKey: Option.none()
    }),
    Layer.succeed(OperatorToken, Option.none()),
    Layer.succeed(PublicAddress, null),
    Pulse.layer
  ])
)

/** Blanks alone ask for nothing, and are refused. */
const asked = fc.string({ minLength: 1, maxLength: 40, unit: "grapheme-ascii" }).filter((query) => query.trim() !== "")

type Given = Readonly<Record<string, unknown>>

/** Both pages and news are searched; here the second goes by another name. */
interface NewsDoor {
  readonly searchNews: NewsMethods["search"]
}

/** One operation through three doors; `given` is in the words of the API. */
interface Operation {
  readonly name: string
  readonly given: fc.Arbitrary<Given>
  readonly client: (client: ContextDev, given: Given) => Promise<unknown>
  readonly path: string
  /** Whether what is given is a JSON body. */
  readonly isBody?: boolean
  readonly embedded: (
    web: WebMethods &
      IndustryMethods &
      DesignMethods &
      ExtractionMethods &
      AnswerMethods &
      CompetitorMethods &
      NewsDoor &
      PeopleMethods &
      ProductMethods &
      SearchMethods,
    given: Given
  ) => Promise<unknown>
}

const url = fc.webUrl({ validSchemes: ["http", "https"], withQueryParameters: true, withFragments: true })
const flag = fc.boolean()
const selector = fc.constantFrom(".price", "main > p", "[data-a='1,2']", ":is(h1, h2)", "a[href]")
const selectors = fc.uniqueArray(selector, { minLength: 1, maxLength: 3 })
const action = fc.oneof(
  fc.record({ do: fc.constant("wait"), timeMs: fc.nat(30_000) }),
  fc.record({ do: fc.constant("click"), selector }),
  fc.record({ do: fc.constant("type"), selector, text: fc.string() }),
  fc.record(
    {
      do: fc.constant("scroll"),
      direction: fc.constantFrom("up", "down"),
      maxScrolls: fc.integer({ min: 1, max: 50 })
    },
    { requiredKeys: ["do"] }
  )
)
const country = fc.constantFrom("de", "us")
const headers = fc.constant({ "Accept-Language": "de", "X-Any": "a, b" })
const timeoutOpts = fc.record(
  { milliseconds: fc.integer({ min: 45_000, max: 300_000 }), behavior: fc.constantFrom("fail", "return-partial") },
  { requiredKeys: ["milliseconds"] }
)
const pdf = fc.record(
  { shouldParse: flag, start: fc.constant(2), end: fc.constant(5), ocr: flag },
  { requiredKeys: [] }
)
const maxAgeMs = fc.nat(1_000_000)
const waitForMs = fc.nat(30_000)
const regions = { useMainContentOnly: flag, includeSelectors: selectors, excludeSelectors: selectors }
const markdown = { includeLinks: flag, includeImages: flag, shortenBase64Images: flag }
const look = { country, includeFrames: flag, settleAnimations: flag, pdf, ...regions }
const source = { headers, maxAgeMs, waitForMs, actions: fc.array(action, { minLength: 1, maxLength: 5 }), timeoutOpts }
const viewport = fc.record({ width: fc.integer({ min: 240, max: 7_680 }) })
const picture = {
  viewport,
  fullScreenshot: flag,
  scrollOffset: fc.nat(1_000),
  clearPopups: flag,
  handleCookiePopup: flag,
  colorScheme: fc.constantFrom("light", "dark"),
  waitForMs,
  country,
  maxAgeMs,
  timeoutOpts
}
const codesWanted = {
  minResults: fc.integer({ min: 1, max: 10 }),
  maxResults: fc.integer({ min: 1, max: 10 }),
  timeoutOpts
}
const regex = fc.constantFrom("/docs/", "^https://a\\.example/[a-z,]+$")

const fields = (required: Record<string, fc.Arbitrary<unknown>>, more: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ ...required, ...more }, { requiredKeys: Object.keys(required) }) as fc.Arbitrary<Given>

const operations: ReadonlyArray<Operation> = [
  {
    name: "a page as Markdown",
    given: fields({ url }, { ...source, ...look, ...markdown, includeHTML: flag }),
    client: (client, given) => client.web.webScrapeMd(given as never),
    path: "/v1/web/scrape/markdown",
    embedded: (web, { includeHTML: html = false, ...given }) => web.scrape({ ...given, markdown: true, html } as never)
  },
  {
    name: "a page as HTML",
    given: fields({ url }, { ...source, ...look }),
    client: (client, given) => client.web.webScrapeHTML(given as never),
    path: "/v1/web/scrape/html",
    embedded: (web, given) => web.scrape({ ...given, html: true } as never)
  },
  {
    name: "the pictures of a page",
    given: fields(
      { url },
      {
        ...source,
        dedupe: flag,
        enrichment: fc.record({ resolution: flag, hostedUrl: flag, classification: flag, maxTimePerMs: fc.constant(9) })
      }
    ),
    client: (client, given) => client.web.webScrapeImages(given as never),
    path: "/v1/web/scrape/images",
    embedded: (web, given) => web.images(given as never)
  },
  {
    name: "a resource",
    given: fields({ url }, { headers, country, timeoutOpts: fc.record({ milliseconds: fc.constant(9_000) }) }),
    client: (client, given) => client.web.webScrapeBytes(given as never),
    path: "/v1/web/scrape/bytes",
    embedded: (web, given) => web.bytes(given as never)
  },
  {
    name: "a picture of a page",
    given: fields({ url }, picture),
    client: (client, given) => client.web.webScrapeScreenshot(given as never),
    path: "/v1/web/scrape/screenshot",
    embedded: (web, given) => web.screenshot(given as never)
  },
  {
    name: "a picture of a site",
    given: fields({ domain: fc.domain() }, { page: fc.constantFrom("pricing", "careers"), ...picture }),
    client: (client, given) => client.web.screenshot(given as never),
    path: "/v1/web/screenshot",
    embedded: (web, given) => web.screenshot(given as never)
  },
  {
    name: "a sitemap",
    given: fields(
      { domain: fc.domain() },
      {
        maxLinks: fc.integer({ min: 1, max: 100_000 }),
        sitemapUrl: url,
        urlRegex: regex,
        search: fc.constant("price list"),
        includeSubdomains: flag,
        headers,
        timeoutOpts
      }
    ),
    client: (client, given) => client.web.webScrapeSitemap(given as never),
    path: "/v1/web/scrape/sitemap",
    embedded: (web, given) => web.sitemap(given as never)
  },
  {
    name: "a crawl",
    given: fields(
      { url },
      {
        maxPages: fc.integer({ min: 1, max: 500 }),
        maxDepth: fc.nat(10),
        urlRegex: regex,
        followSubdomains: flag,
        stopAfterMs: fc.integer({ min: 10_000, max: 110_000 }),
        waitForMs,
        maxAgeMs,
        timeoutOpts,
        ...look,
        ...markdown
      }
    ),
    client: (client, given) => client.web.webCrawlMd(given as never),
    path: "/v1/web/crawl",
    isBody: true,
    embedded: (web, given) => web.crawl(given as never)
  },
  {
    name: "the style guide of a site",
    given: fields({ domain: fc.domain() }, { colorScheme: fc.constantFrom("light", "dark"), maxAgeMs, timeoutOpts }),
    client: (client, given) => client.web.extractStyleguide(given as never),
    path: "/v1/web/styleguide",
    embedded: (design, given) => design.extractStyleguide(given as never)
  },
  {
    name: "the fonts of a page",
    given: fields({ directUrl: url }, { maxAgeMs, timeoutOpts }),
    client: (client, given) => client.web.extractFonts(given as never),
    path: "/v1/web/fonts",
    embedded: (design, given) => design.extractFonts(given as never)
  },
  {
    name: "NAICS codes",
    given: fields({ input: fc.domain() }, codesWanted),
    client: (client, given) => client.industry.retrieveNaics(given as never),
    path: "/v1/web/naics",
    embedded: (industry, given) => industry.retrieveNaics(given as never)
  },
  {
    name: "SIC codes",
    given: fields({ input: fc.domain() }, { ...codesWanted, type: fc.constantFrom("original_sic", "latest_sec") }),
    client: (client, given) => client.industry.retrieveSic(given as never),
    path: "/v1/web/sic",
    embedded: (industry, given) => industry.retrieveSic(given as never)
  },
  {
    name: "competitors",
    given: fields({ domain: fc.domain() }, { numCompetitors: fc.integer({ min: 1, max: 10 }), timeoutOpts }),
    client: (client, given) => client.web.extractCompetitors(given as never),
    path: "/v1/web/competitors",
    embedded: (web, given) => web.extractCompetitors(given as never)
  },
  {
    name: "news of a company",
    given: fields(
      {
        searchBy: fc.record({
          type: fc.constant("entity"),
          entity: fc.oneof(
            fc.record({ type: fc.constant("name"), name: fc.constantFrom("Kiln", " Kiln & Sons ") }),
            fc.record({
              type: fc.constant("domain"),
              domain: fc.constantFrom("https://www.kiln.example/", "kiln.example")
            }),
            fc.record({
              type: fc.constant("ticker"),
              ticker: fc.constant("kiln"),
              exchange: fc.constantFrom("NASDAQ", "nyse")
            }),
            fc.record({ type: fc.constant("isin"), isin: fc.constant("US0378331005") })
          )
        })
      },
      {
        filterBy: fc.constantFrom(
          {},
          { date: {} },
          { sourceDomain: ["www.leaf.example"], date: { from: 1_000, to: 2_000 } },
          { sourceCountry: "gb" },
          { articleLanguage: ["en", "de"] },
          { articleType: ["press_release"] }
        ),
        sort: fc.constantFrom({ type: "relevance" }, { type: "newest" }),
        limit: fc.integer({ min: 1, max: 100 }),
        cursor: fc.constantFrom(null, "abc")
      }
    ),
    client: (client, given) => client.news.search(given as never),
    path: "/v1/news/search",
    isBody: true,
    embedded: (web, given) => web.searchNews(given as never)
  },
  {
    name: "a person",
    given: fields(
      { email: fc.constantFrom("ann@example.com", "Ann.Reed@sub.example.com") },
      {
        social_urls: fc.constant(["https://github.com/ann"]),
        name: fc.constant({ first: " Ann", last: "Reed" }),
        company: fc.constantFrom({ name: "Kiln" }, { domain: "https://www.kiln.example/about" }),
        education: fc.constant([{ institution: { name: "University of Graz" }, graduation_year: 2010 }]),
        location: fc.constantFrom({ city: "Graz" }, { country: "AT", region: "Styria" }),
        timeoutOpts
      }
    ),
    client: (client, given) => client.people.enrich(given as never),
    path: "/v1/people/enrich",
    isBody: true,
    embedded: (web, given) => web.enrich(given as never)
  },
  {
    name: "an answer",
    given: fields(
      { task: fc.constant("Who founded example.com?") },
      {
        json_format: fc.constant({ founder: "", year: 0, offices: [{ city: "" }] }),
        mode: fc.constantFrom("fast", "ultra"),
        timeoutOpts
      }
    ),
    client: (client, given) => client.web.answers(given as never),
    path: "/v1/web/answers",
    isBody: true,
    embedded: (web, given) => web.answers(given as never)
  },
  {
    name: "data of a site",
    given: fields(
      { url, schema: fc.constant({ type: "object", properties: { price: { type: "number" } } }) },
      {
        instructions: fc.string({ maxLength: 40, unit: "grapheme-ascii" }),
        factCheck: fc.boolean(),
        followSubdomains: fc.boolean(),
        maxPages: fc.integer({ min: 1, max: 50 }),
        maxDepth: fc.nat(9),
        stopAfterMs: fc.integer({ min: 10_000, max: 110_000 }),
        maxAgeMs,
        timeoutOpts
      }
    ),
    client: (client, given) => client.web.extract(given as never),
    path: "/v1/web/extract",
    isBody: true,
    embedded: (web, given) => web.extract(given as never)
  },
  {
    name: "pages that fit a query",
    given: fields(
      { query: asked },
      {
        numResults: fc.integer({ min: 10, max: 100 }),
        includeDomains: fc.array(fc.constantFrom("shop.example", "https://a.example/b"), { maxLength: 3 }),
        excludeDomains: fc.array(fc.constant("b.example"), { maxLength: 2 }),
        freshness: fc.constantFrom("last_24_hours", "last_week", "last_month", "last_year"),
        country: fc.constantFrom("de", "us"),
        queryFanout: fc.boolean(),
        markdownOptions: fields(
          {},
          {
            enabled: fc.boolean(),
            includeLinks: fc.boolean(),
            includeImages: fc.boolean(),
            shortenBase64Images: fc.boolean(),
            useMainContentOnly: fc.boolean(),
            includeFrames: fc.boolean(),
            maxAgeMs,
            waitForMs: fc.nat(30_000),
            timeoutOpts
          }
        ),
        timeoutOpts
      }
    ),
    client: (client, given) => client.web.search(given as never),
    path: "/v1/web/search",
    isBody: true,
    embedded: (web, given) => web.search(given as never)
  },
  {
    name: "the product of a page",
    given: fields({ url }, { maxAgeMs, timeoutOpts }),
    client: (client, given) => client.ai.extractProduct(given as never),
    path: "/v1/brand/ai/product",
    isBody: true,
    embedded: (products, given) => products.extractProduct(given as never)
  },
  {
    name: "the products of a domain",
    given: fields({ domain: fc.domain() }, { maxProducts: fc.integer({ min: 1, max: 12 }), maxAgeMs, timeoutOpts }),
    client: (client, given) => client.ai.extractProducts(given as never),
    path: "/v1/brand/ai/products",
    isBody: true,
    embedded: (products, given) => products.extractProducts(given as never)
  },
  {
    name: "the products from a page on",
    given: fields({ directUrl: url }, { maxProducts: fc.integer({ min: 1, max: 12 }), maxAgeMs, timeoutOpts }),
    client: (client, given) => client.ai.extractProducts(given as never),
    path: "/v1/brand/ai/products",
    isBody: true,
    embedded: (products, given) => products.extractProducts(given as never)
  }
]

/** The public client writes a list of objects as `[object Object]`, so its callers hand over the text of the list. */
const forClient = (given: Given): Given =>
  given.actions === undefined ? given : { ...given, actions: JSON.stringify(given.actions) }

describe("what is asked of the web", () => {
  it.effect.each(operations)("is the same through every door: $name", ({ client, embedded, given, isBody, path }) =>
    Effect.gen(function* () {
      const organizations = yield* Organizations
      yield* organizations.ensureFirst({ plan: "enterprise", secret: Option.none() })
      const [organization] = yield* organizations.list
      const organizationId = organization!.id
      const made = yield* organizations.createKey({ organizationId, name: "test", scopes: null })
      const secret = Redacted.value(made.secret)
      const { web: answer } = yield* Handlers
      const noted = yield* Noted
      const context = yield* Effect.context<Layer.Success<typeof layer>>()
      const methods = {
        ...webMethods((effect) => Effect.runPromiseWith(context)(effect), organizationId),
        ...designMethods((effect) => Effect.runPromiseWith(context)(effect), organizationId),
        ...answerMethods((effect) => Effect.runPromiseWith(context)(effect), organizationId),
        ...extractionMethods((effect) => Effect.runPromiseWith(context)(effect), organizationId),
        ...searchMethods((effect) => Effect.runPromiseWith(context)(effect), organizationId),
        ...productMethods((effect) => Effect.runPromiseWith(context)(effect), organizationId),
        searchNews: newsMethods((effect) => Effect.runPromiseWith(context)(effect), organizationId).search,
        ...peopleMethods((effect) => Effect.runPromiseWith(context)(effect), organizationId),
        ...competitorMethods((effect) => Effect.runPromiseWith(context)(effect), organizationId),
        ...industryMethods((effect) => Effect.runPromiseWith(context)(effect), organizationId)
      }
      const publicClient = new ContextDev({
        apiKey: secret,
        baseURL: "http://kittiwake.test/v1",
        maxRetries: 0,
        fetch: (input, init) => answer(new Request(input, init))
      })
      const byHand = (asked: Given) => {
        const authorization = `Bearer ${secret}`
        return answer(
          isBody === true
            ? new Request(`http://kittiwake.test${path}`, {
                method: "POST",
                headers: { authorization, "content-type": "application/json" },
                body: JSON.stringify(asked)
              })
            : new Request(`http://kittiwake.test${path}?${queryOf(asked)}`, { headers: { authorization } })
        )
      }
      const reached = async (ask: () => Promise<unknown>): Promise<Reached> => {
        noted.length = 0
        const refusal = await ask().then(
          () => null,
          (error: unknown) => error
        )
        assert.strictEqual(noted.length, 1, String(refusal))
        return noted[0]!
      }
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(given, async (asked) => {
            const one = await reached(() => client(publicClient, forClient(asked)))
            assert.deepStrictEqual(await reached(() => byHand(asked)), one)
            assert.deepStrictEqual(await reached(() => embedded(methods, asked)), one)
          }),
          // As many as the plan allows a minute: a crawl counts ten times, and two doors count.
          { numRuns: 30 }
        )
      )
    }).pipe(Effect.provide(layer))
  )
})
