/** What is asked of pages, sites and files, without a browser. */
import type { Crawl, Images, Scrape, Sitemap } from "kittiwake"
import type { Prefetch } from "../../../src/embed/webInput.ts"
import type { Opened } from "./opened.ts"
import type { Question } from "./Question.ts"
import { type AnswerOf, bytes, crawl, html, images, markdown, sitemap } from "./wireWords.ts"

const ofPage: Pick<Question, "client" | "embedded" | "onTheWire" | "operation"> = {
  operation: "GET /v1/web/scrape/markdown",
  client: (client, _, asked) => client.web.webScrapeMd(asked),
  embedded: (kittiwake, _, asked: Scrape) => kittiwake.web.scrape(asked),
  onTheWire: markdown
}

const ofHtml: typeof ofPage = {
  operation: "GET /v1/web/scrape/html",
  client: (client, _, asked) => client.web.webScrapeHTML(asked),
  embedded: (kittiwake, _, asked: Scrape) => kittiwake.web.scrape({ ...asked, html: true }),
  onTheWire: html
}

const ofImages: typeof ofPage = {
  operation: "GET /v1/web/scrape/images",
  client: (client, _, asked) => client.web.webScrapeImages(asked),
  embedded: (kittiwake, _, asked: Images) => kittiwake.web.images(asked),
  onTheWire: images
}

const ofBytes: typeof ofPage = {
  operation: "GET /v1/web/scrape/bytes",
  client: (client, _, asked) => client.web.webScrapeBytes(asked),
  embedded: (kittiwake, _, asked) => kittiwake.web.bytes(asked),
  onTheWire: bytes
}

const ofSitemap: typeof ofPage = {
  operation: "GET /v1/web/scrape/sitemap",
  client: (client, _, asked) => client.web.webScrapeSitemap(asked),
  embedded: (kittiwake, _, asked: Sitemap) => kittiwake.web.sitemap(asked),
  onTheWire: sitemap
}

const ofCrawl: typeof ofPage = {
  operation: "POST /v1/web/crawl",
  client: (client, _, asked) => client.web.webCrawlMd(asked),
  embedded: (kittiwake, _, asked: Crawl) => kittiwake.web.crawl(asked),
  onTheWire: crawl
}

const notes = new TextEncoder().encode("# Notes\n\nTea, [green](https://shop.example/).\n")

const ofFile: typeof ofPage = {
  operation: "POST /v1/parse",
  client: (client, _, asked) => client.parse.handle(notes as never, asked),
  embedded: (kittiwake, _, asked) => kittiwake.web.parse(notes, asked),
  onTheWire: (parsed: object) => ({ success: true, ...parsed })
}

const ofPrefetch: typeof ofPage = {
  operation: "POST /v1/utility/prefetch",
  client: (client, _, asked) => client.utility.prefetch(asked),
  embedded: (kittiwake, _, asked: Prefetch) => kittiwake.web.prefetch(asked),
  onTheWire: ({ domain, wasCached }: AnswerOf<"prefetch">) => ({
    status: "ok",
    type: "brand",
    domain,
    message: wasCached
      ? `The first page of ${domain} is cached already.`
      : `The first page of ${domain} will be fetched.`
  })
}

const shop = ({ shop: url }: Opened) => ({ url, maxAgeMs: 0 })
const forbidden = ({ forbidden: url }: Opened) => ({ url })

export const webQuestions: ReadonlyArray<Question> = [
  {
    name: "a page as Markdown",
    ...ofPage,
    asked: (opened) => ({ ...shop(opened), includeHTML: true, useMainContentOnly: true, includeImages: true })
  },
  { name: "a page that is gone", ...ofPage, asked: ({ shop: url }) => ({ url: `${url}gone` }), refused: "NOT_FOUND" },
  { name: "a page where none may be fetched", ...ofPage, asked: forbidden, refused: "WEBSITE_ACCESS_ERROR" },
  {
    name: "a page with less time than its wait",
    ...ofPage,
    asked: (opened) => ({ ...shop(opened), waitForMs: 5_000, timeoutMS: 6_000 }),
    refused: "TIMEOUT_TOO_SHORT_FOR_WAIT"
  },
  {
    name: "a page from a country without exits",
    ...ofPage,
    asked: (opened) => ({ ...shop(opened), country: "de" }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "a page with the profile of nobody",
    ...ofPage,
    asked: (opened) => ({ ...shop(opened), profileId: "prof_none" }),
    refused: "PROFILE_NOT_FOUND"
  },
  {
    name: "a page as HTML, with what rules find",
    ...ofHtml,
    asked: (opened) => ({ ...shop(opened), excludeSelectors: ["nav"] })
  },
  {
    name: "a page from behind headers that may not be sent",
    ...ofHtml,
    asked: (opened) => ({ ...shop(opened), headers: { Host: "elsewhere" } }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  { name: "the pictures of a page", ...ofImages, asked: (opened) => ({ ...shop(opened), dedupe: true }) },
  { name: "pictures where none may be fetched", ...ofImages, asked: forbidden, refused: "WEBSITE_ACCESS_ERROR" },
  { name: "a resource", ...ofBytes, asked: ({ shop: url }) => ({ url }) },
  { name: "a resource where none may be fetched", ...ofBytes, asked: forbidden, refused: "WEBSITE_ACCESS_ERROR" },
  {
    name: "a sitemap",
    ...ofSitemap,
    asked: ({ listed }) => ({ domain: "127.0.0.1", sitemapUrl: `${listed}sitemap.xml`, maxLinks: 5 })
  },
  {
    name: "a sitemap of another site",
    ...ofSitemap,
    asked: ({ listed }) => ({ domain: "localhost", sitemapUrl: `${listed}sitemap.xml` }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "a crawl",
    ...ofCrawl,
    asked: (opened) => ({ ...shop(opened), maxDepth: 1, maxPages: 10 }),
    unordered: "results"
  },
  { name: "a crawl where none may be fetched", ...ofCrawl, asked: forbidden, refused: "WEBSITE_ACCESS_ERROR" },
  {
    name: "a crawl that stops before it began",
    ...ofCrawl,
    asked: (opened) => ({ ...shop(opened), urlRegex: "(" }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  { name: "a file", ...ofFile, file: notes, asked: () => ({ extension: "md", includeLinks: false }) },
  {
    name: "a file as something that it is not",
    ...ofFile,
    file: notes,
    asked: () => ({ extension: "exe" }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "a site ahead of time",
    ...ofPrefetch,
    asked: () => ({ type: "brand", identifier: { domain: "https://WWW.Shop.example/about" } })
  },
  {
    name: "the site of a free mailbox ahead of time",
    ...ofPrefetch,
    asked: () => ({ type: "brand", identifier: { email: "a@gmail.com" } }),
    refused: "FREE_EMAIL_DETECTED"
  }
]
