import { Files, type ParsedBytes } from "@kittiwake/core/files/Files"
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { heldBytes } from "@kittiwake/core/internal/budget/domain/heldBytes"
import { siteScreenshotPrice } from "@kittiwake/core/internal/sites/domain/Price"
import { siteHost } from "@kittiwake/core/internal/sites/domain/SiteScope"
import { fileExtensions } from "@kittiwake/core/pages/domain/FileType"
import type { PageImage, ScrapedPage, Screenshot } from "@kittiwake/core/pages/Pages"
import { Pages } from "@kittiwake/core/pages/Pages"
import type { CrawledPage } from "@kittiwake/core/sites/domain/Crawl"
import type { CrawlResult } from "@kittiwake/core/sites/Sites"
import { Sites } from "@kittiwake/core/sites/Sites"
import { Effect, Schema } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { readJson } from "../body.ts"
import { bytesReply } from "../bytesReply.ts"
import { jsonPieces, largeInPieces, replyInPieces } from "../inPieces.ts"
import { invalidInput } from "../inputErrors.ts"
import { Base64Text } from "../JsonBytes.ts"
import { Replies } from "../Replies.ts"
import { countedFromBytes } from "../requestMemory.ts"
import { CrawlBody } from "./api.ts"
import { WebCalls } from "./call.ts"
import { pictureSource, screenshotPart } from "./input.ts"
import { assetAddress, ListeningHost, PublicAddress } from "./PublicAddress.ts"
import { readFile } from "./readFile.ts"
import {
  BytesRecord,
  CrawledPageRecord,
  CrawlRecord,
  cacheMetadata,
  HtmlRecord,
  ImagesRecord,
  MarkdownRecord,
  PageScreenshotRecord,
  ParsedRecord,
  SitemapRecord,
  SiteScreenshotRecord
} from "./records.ts"
import {
  bytesRequest,
  crawlRequest,
  imagesRequest,
  parseRequest,
  rulesOf,
  scrapeRequest,
  sitemapRequest
} from "./requests.ts"

/** Nobody knows these fields of a crawl, and they are passed over (contract/crawl-search.md §1). */
const decodeCrawl = Schema.decodeUnknownEffect(CrawlBody)

/** The kind that the name of a file tells of; names are chosen freely, so one that is unknown tells nothing. */
const extensionOf = (name: string) => {
  const named = name.slice(name.lastIndexOf(".") + 1).toLowerCase()
  return fileExtensions.find((extension) => extension === named) ?? null
}

/** A body in which null stands for what is not given. */
const withoutNulls = (body: unknown): unknown =>
  typeof body === "object" && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
    : body

const actionFields = ({ actionsApplied, isStale }: Pick<ScrapedPage, "actionsApplied" | "isStale">) => ({
  ...(actionsApplied.length === 0 ? {} : { actionsApplied }),
  ...(isStale ? { actionsHtmlStale: true } : {})
})

const imageRecord = ({ alt, element, enrichment, src, type }: PageImage, addressOf: (id: string) => string) => ({
  src,
  type,
  element,
  alt,
  ...(enrichment === null
    ? {}
    : {
        enrichment: {
          ...(enrichment.width === undefined ? {} : { width: enrichment.width }),
          ...(enrichment.height === undefined ? {} : { height: enrichment.height }),
          ...(enrichment.mediaType === undefined ? {} : { mimetype: enrichment.mediaType }),
          ...(enrichment.assetId === undefined ? {} : { url: addressOf(enrichment.assetId) }),
          ...(enrichment.kind === undefined ? {} : { type: enrichment.kind })
        }
      })
})

const pictureRecord = (
  { assetId, cache, finalDomState, height, png, width }: Screenshot,
  addressOf: (id: string) => string
) => ({
  screenshot: assetId === null ? inLetters(png, "data:image/png;base64,") : addressOf(assetId),
  width,
  height,
  finalDOMState: finalDomState,
  cache_metadata: cacheMetadata(cache)
})

const crawledPageRecord = ({ depth, markdown, metadata, statusCode, succeeded, url }: CrawledPage) => ({
  markdown,
  metadata: { ...metadata, title: metadata.title ?? "", url, crawlDepth: depth, statusCode, success: succeeded }
})

const crawlRecord = (crawl: CrawlResult) => ({
  results: crawl.pages.map(crawledPageRecord),
  metadata: {
    numUrls: crawl.succeeded + crawl.failed,
    maxCrawlDepth: crawl.maxDepthReached,
    numSucceeded: crawl.succeeded,
    numFailed: crawl.failed,
    numSkipped: crawl.skipped,
    numDuplicates: crawl.doubles,
    numForbiddenByRobots: crawl.forbiddenByRobots
  },
  ...(crawl.isPart ? { partial: true as const } : {}),
  cache_metadata: cacheMetadata(crawl.cache)
})

const { results: _, ...restOfCrawl } = CrawlRecord.fields
const encodeRestOfCrawl = Schema.encodeSync(Schema.Struct(restOfCrawl))
const encodeCrawledPage = Schema.encodeSync(CrawledPageRecord)

function* encodedPages(pages: (typeof CrawlRecord.Type)["results"]) {
  for (const page of pages) yield encodeCrawledPage(page)
}

/** A crawl may have hundreds of pages: each is encoded by itself, its text apart from what is said about it. */
const crawlPieces = ({ results, ...rest }: typeof CrawlRecord.Type) =>
  jsonPieces({ results: encodedPages(results), ...encodeRestOfCrawl(rest) }, 3)

/** About how long the JSON of a crawl is. */
const crawlBytes = ({ results }: typeof CrawlRecord.Type): number => heldBytes(results)

/** Replies that may be of megabytes. */
const inPieces = {
  markdown: Effect.flatMap(largeInPieces(MarkdownRecord)),
  html: Effect.flatMap(largeInPieces(HtmlRecord)),
  images: Effect.flatMap(largeInPieces(ImagesRecord)),
  sitemap: Effect.flatMap(largeInPieces(SitemapRecord))
}

/** Bytes as letters: of many no text is made before it goes out. */
const inLetters = (bytes: Uint8Array, before = ""): Base64Text | string =>
  bytes.byteLength < countedFromBytes
    ? `${before}${Buffer.from(bytes).toString("base64")}`
    : new Base64Text(bytes, before)

/** A record in which the field of that name may be letters of bytes. */
type Lettered<T, Name extends keyof T> = Omit<T, Name> & { readonly [N in Name]: Base64Text | string }

const lettered = <S extends Schema.Codec<object, object>, Name extends keyof S["Type"] & string>(
  schema: S,
  name: Name
) => {
  const encode = Schema.encodeSync(schema)
  return (request: HttpServerRequest.HttpServerRequest) =>
    (
      reply: Lettered<S["Type"], Name> | HttpServerResponse.HttpServerResponse
    ): Effect.Effect<S["Type"] | HttpServerResponse.HttpServerResponse> => {
      if (HttpServerResponse.isHttpServerResponse(reply)) return Effect.succeed(reply)
      const letters: Base64Text | string = reply[name]
      return letters instanceof Base64Text
        ? bytesReply(request, { ...encode({ ...reply, [name]: "" } as unknown as S["Type"]), [name]: letters })
        : Effect.succeed(reply as unknown as S["Type"])
    }
}

const downloaded = lettered(BytesRecord, "bytes")
const pagePictured = lettered(PageScreenshotRecord, "screenshot")
const sitePictured = lettered(SiteScreenshotRecord, "screenshot")

const parsedInPieces = largeInPieces(ParsedRecord)
const encodeParsed = Schema.encodeSync(ParsedRecord)

/** What was read of a file, whose text may be the bytes that were sent. */
const parsedReply =
  (request: HttpServerRequest.HttpServerRequest) =>
  (
    reply: (Omit<typeof ParsedRecord.Type, "markdown"> & ParsedBytes) | HttpServerResponse.HttpServerResponse
  ): Effect.Effect<typeof ParsedRecord.Type | HttpServerResponse.HttpServerResponse> => {
    if (HttpServerResponse.isHttpServerResponse(reply)) return Effect.succeed(reply)
    const { markdown } = reply
    return typeof markdown === "string"
      ? parsedInPieces({ ...reply, markdown })
      : bytesReply(request, { ...encodeParsed({ ...reply, markdown: "" }), markdown })
  }

export const layer = HttpApiBuilder.group(
  Api,
  "web",
  Effect.fn(function* (handlers) {
    const files = yield* Files
    const pages = yield* Pages
    const sites = yield* Sites
    const calls = yield* WebCalls
    const own = { named: yield* PublicAddress, listensOn: yield* ListeningHost }
    const { answer } = yield* Replies

    const addressesFor = (request: HttpServerRequest.HttpServerRequest) => (id: string) =>
      assetAddress(own, request, id)

    return handlers
      .handleAll({
        markdown: ({ query, request }) =>
          answer((caller) =>
            Effect.gen(function* () {
              const { includeHTML: html = false, ...asked } = query
              const wanted = yield* scrapeRequest(caller, { ...asked, markdown: true, html })
              const page = yield* calls.run(request, caller, query, rulesOf.page, (call) => pages.scrape(call, wanted))
              const markdown = page.markdown ?? ""
              return {
                success: true as const,
                markdown,
                contentLength: Buffer.byteLength(markdown),
                url: query.url,
                metadata: page.metadata,
                finalDOMState: page.finalDomState,
                ...(page.html === null ? {} : { html: page.html }),
                ...actionFields(page),
                cache_metadata: cacheMetadata(page.cache)
              }
            })
          ).pipe(inPieces.markdown),
        html: ({ query, request }) =>
          answer((caller) =>
            Effect.gen(function* () {
              const wanted = yield* scrapeRequest(caller, { ...query, markdown: false, html: true })
              const page = yield* calls.run(request, caller, query, rulesOf.page, (call) => pages.scrape(call, wanted))
              return {
                success: true as const,
                html: page.html ?? "",
                type: page.type,
                url: query.url,
                metadata: page.metadata,
                finalDOMState: page.finalDomState,
                ...(page.extracted === null ? {} : { extracted: page.extracted }),
                ...actionFields(page),
                cache_metadata: cacheMetadata(page.cache)
              }
            })
          ).pipe(inPieces.html),
        images: ({ query, request }) =>
          answer((caller) =>
            Effect.gen(function* () {
              const addressOf = addressesFor(request)
              const wanted = yield* imagesRequest(caller, query)
              const page = yield* calls.run(request, caller, query, rulesOf.page, (call) => pages.images(call, wanted))
              return {
                success: true as const,
                url: query.url,
                images: page.images.map((image) => imageRecord(image, addressOf)),
                ...(page.actionsApplied.length === 0 ? {} : { actionsApplied: page.actionsApplied }),
                finalDOMState: page.finalDomState,
                ...(page.isPart ? { partial: true as const } : {}),
                cache_metadata: cacheMetadata(page.cache)
              }
            })
          ).pipe(inPieces.images),
        bytes: ({ query, request }) =>
          answer((caller) =>
            Effect.gen(function* () {
              const wanted = yield* bytesRequest(query)
              const { bytes, contentType, status, url } = yield* calls.run(
                request,
                caller,
                query,
                rulesOf.site,
                (call) => pages.bytes(call, wanted)
              )
              return {
                success: true as const,
                bytes: inLetters(bytes),
                encoding: "base64" as const,
                contentLength: bytes.length,
                contentType: contentType ?? "application/octet-stream",
                statusCode: status,
                url: query.url,
                finalUrl: url
              }
            })
          ).pipe(Effect.flatMap(downloaded(request))),
        screenshot: ({ query, request }) =>
          answer((caller) =>
            Effect.gen(function* () {
              const addressOf = addressesFor(request)
              const source = { ...pictureSource(caller, query), url: query.url }
              const picture = yield* calls.run(request, caller, query, rulesOf.page, (call) =>
                pages.screenshot(call, { source, part: screenshotPart(query) })
              )
              return { url: query.url, ...pictureRecord(picture, addressOf) }
            })
          ).pipe(Effect.flatMap(pagePictured(request))),
        siteScreenshot: ({ query, request }) =>
          answer((caller) =>
            Effect.gen(function* () {
              const addressOf = addressesFor(request)
              const { directUrl, domain, page } = query
              if ((domain === undefined) === (directUrl === undefined)) {
                return yield* new InvalidInput({ field: "domain", message: "give either domain or directUrl" })
              }
              const part = screenshotPart(query)
              const source = pictureSource(caller, query)
              const picture = yield* calls.run(request, caller, query, rulesOf.page, (call) =>
                directUrl === undefined
                  ? sites.screenshot(call, { domain: domain ?? "", page: page ?? null, source, part })
                  : Effect.map(
                      pages.screenshot(call, { source: { ...source, url: directUrl }, part }, siteScreenshotPrice),
                      (done) => ({
                        ...done,
                        value: { ...done.value, domain: siteHost(directUrl) ?? new URL(directUrl).host }
                      })
                    )
              )
              return {
                status: "ok" as const,
                code: 200 as const,
                domain: picture.domain,
                screenshotType: part._tag === "FullPage" ? ("fullPage" as const) : ("viewport" as const),
                ...pictureRecord(picture, addressOf)
              }
            })
          ).pipe(Effect.flatMap(sitePictured(request))),
        sitemap: ({ query, request }) =>
          answer((caller) =>
            Effect.gen(function* () {
              const wanted = yield* sitemapRequest(query)
              const listing = yield* calls.run(request, caller, query, rulesOf.site, (call) =>
                sites.sitemap(call, wanted)
              )
              return {
                success: true as const,
                domain: listing.domain,
                urls: listing.urls,
                meta: {
                  sitemapsDiscovered: listing.discovered,
                  sitemapsFetched: listing.fetched,
                  sitemapsSkipped: listing.skipped,
                  errors: listing.errors
                },
                ...(listing.isPart ? { partial: true as const } : {})
              }
            })
          ).pipe(inPieces.sitemap)
      })
      .handleRaw("crawl", ({ request }) =>
        answer((caller) =>
          Effect.gen(function* () {
            const json = yield* readJson(request)
            // Other fields that nobody knows are passed over; this one is no slip of the pen.
            if (typeof json === "object" && json !== null && Object.hasOwn(json, "__proto__")) {
              return yield* new InvalidInput({ field: "__proto__", message: "is not a known field" })
            }
            const body = yield* Effect.mapError(decodeCrawl(withoutNulls(json)), (error) => invalidInput(error))
            const wanted = yield* crawlRequest(body)
            return crawlRecord(
              yield* calls.run(request, caller, body, rulesOf.crawl(wanted), (call) => sites.crawl(call, wanted))
            )
          })
        ).pipe(
          Effect.flatMap((reply) =>
            HttpServerResponse.isHttpServerResponse(reply)
              ? Effect.succeed(reply)
              : replyInPieces(crawlPieces(reply), crawlBytes(reply))
          )
        )
      )
      .handleRaw("parse", ({ query, request }) =>
        answer((caller) =>
          Effect.gen(function* () {
            const { bytes, contentType, digest, name } = yield* readFile(request)
            const extension = query.extension ?? extensionOf(name)
            const wanted = yield* parseRequest({ bytes, contentType, extension }, query)
            const input = { ...query, digest, contentType, extension }
            const file = yield* calls.run(request, caller, input, rulesOf.file, (call) =>
              files.parseInBytes(call, wanted)
            )
            return { success: true as const, markdown: file.markdown, type: file.type }
          })
        ).pipe(Effect.flatMap(parsedReply(request)))
      )
  })
)
