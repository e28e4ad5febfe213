/** Reading the web over memory, a scripted web and a scripted browser, on a clock that the test moves. */
import { Credits } from "@kittiwake/core/credits/Credits"
import { Files } from "@kittiwake/core/files/Files"
import * as Memory from "@kittiwake/core/memory/Memory"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { OrganizationStore } from "@kittiwake/core/organizations/OrganizationStore"
import { Browser, BrowserUnavailable, type Rendered, type RenderRequest } from "@kittiwake/core/pages/Browser"
import { DocumentReader, DocumentUnreadable } from "@kittiwake/core/pages/DocumentReader"
import { defaultMarkdown, defaultPdf, type PageSource, wholePage } from "@kittiwake/core/pages/domain/ScrapeRequest"
import { ImageReader, ImageUnreadable } from "@kittiwake/core/pages/ImageReader"
import type { ScrapeRequest } from "@kittiwake/core/pages/Pages"
import { Pages } from "@kittiwake/core/pages/Pages"
import { Cursors } from "@kittiwake/core/paging/Cursors"
import { Profiles } from "@kittiwake/core/profiles/Profiles"
import type { CrawlRequest } from "@kittiwake/core/sites/domain/Crawl"
import { Sites } from "@kittiwake/core/sites/Sites"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import type { Call } from "@kittiwake/core/web/domain/Call"
import { EgressResolver } from "@kittiwake/core/web/EgressResolver"
import type { PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import * as EmailDomains from "@kittiwake/email/EmailDomains"
import * as ContentClassifier from "@kittiwake/fetch/ContentClassifier"
import * as DomainNames from "@kittiwake/fetch/DomainNames"
import * as PageReader from "@kittiwake/html/PageReader"
import * as SitemapReader from "@kittiwake/html/SitemapReader"
import * as Patterns from "@kittiwake/patterns/Patterns"
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { organizationOf } from "../src/testing/builders.ts"

type Rendering = (request: RenderRequest) => Effect.Effect<Partial<Rendered>, PageUnreachable | BrowserUnavailable>

/** A browser that shows what the test says, and remembers what it was asked. */
export class ScriptedBrowser extends Context.Service<
  ScriptedBrowser,
  { show: Rendering; asksBeforeActing?: true; readonly asked: Array<RenderRequest> }
>()("@kittiwake/core/test/ScriptedBrowser") {}

const noBrowser: Rendering = () =>
  Effect.fail(new BrowserUnavailable({ message: "Pages cannot be rendered: KITTIWAKE_BROWSER is off." }))

const browser = Layer.effectContext(
  Effect.sync(() => {
    const scripted: ScriptedBrowser["Service"] = { show: noBrowser, asked: [] }
    const render = (request: RenderRequest) =>
      Effect.suspend(() => {
        scripted.asked.push(request)
        return Effect.map(
          scripted.show(request),
          (shown): Rendered => ({
            url: request.url,
            status: 200,
            contentType: "text/html",
            html: "",
            frames: [],
            finalDomState: "loaded",
            actionsApplied: [],
            isStale: false,
            capture: null,
            session: null,
            ...shown
          })
        )
      })
    const port: Browser["Service"] = {
      render,
      get asksBeforeActing() {
        return scripted.asksBeforeActing === true
      }
    }
    return Context.make(ScriptedBrowser, scripted).pipe(Context.add(Browser, Browser.of(port)))
  })
)

/** Time that a slow file takes to read. */
export const slowFile = Duration.seconds(20)

/** A file is read by the first word of it, which says what becomes of it. */
const documents = Layer.succeed(
  DocumentReader,
  DocumentReader.of({
    read: ({ bytes, ocr, timeout }) => {
      const said = new TextDecoder().decode(bytes)
      const isTooSlow = said.includes("SLOW") && Duration.isLessThan(timeout, slowFile)
      if (isTooSlow) {
        const late = new DocumentUnreadable({ reason: "timeout", message: "Too slow." })
        return Effect.andThen(Effect.sleep(timeout), Effect.fail(late))
      }
      if (said.includes("BUG")) return Effect.die(new Error("a bug in a reader"))
      if (said.includes("PICTURES") && !ocr) {
        return Effect.fail(new DocumentUnreadable({ reason: "images_only", message: "Only pictures." }))
      }
      return Effect.delay(said.includes("SLOW") ? slowFile : Duration.zero)(
        Effect.succeed({
          html: `<h1>File</h1><p>${said.replace(/[^\w ]/g, "")}</p>`,
          markdown: null,
          title: "File",
          author: null,
          pageCount: 3,
          recoveredPages: said.includes("PICTURES") ? [1, 2] : []
        })
      )
    }
  })
)

const pictures = Layer.succeed(
  ImageReader,
  ImageReader.of({
    crop: () => Effect.fail(new ImageUnreadable({ message: "No pictures here." })),
    describe: () => Effect.fail(new ImageUnreadable({ message: "No pictures here." })),
    slice: (png, top, height) => Effect.succeed({ png: png.slice(top, top + height), width: 10, height })
  })
)

/** Everything that reading stands on. */
export const ports = Layer.mergeAll(Credits.layer, Cursors.layer).pipe(
  Layer.provideMerge(Layer.fresh(Memory.layer)),
  Layer.provideMerge([
    ScriptedWeb.layer,
    browser,
    documents,
    pictures,
    ContentClassifier.layer,
    DomainNames.layer,
    EmailDomains.layer,
    PageReader.layer,
    SitemapReader.layer,
    Patterns.layer,
    Layer.succeed(EgressResolver, { resolve: () => Effect.succeed(["203.0.113.1"]) })
  ])
)

export const layer = Layer.mergeAll(Files.layer, Profiles.layer, Sites.layer).pipe(
  Layer.provideMerge(Pages.layer),
  Layer.provideMerge(ports)
)

/** An organization with credits. */
export const newReader = Effect.fnUntraced(function* (credits = 1_000) {
  const organization = organizationOf({})
  yield* (yield* OrganizationStore).put(organization)
  yield* (yield* Credits).post(organization.id, { kind: "grant", id: "start" }, credits)
  return organization.id
})

let calls = 0

/** A call of the organization with half a minute of time. */
export const callOf = Effect.fnUntraced(function* (organizationId: OrganizationId, given: Partial<Call> = {}) {
  const now = yield* Clock.currentTimeMillis
  const call: Call = {
    organizationId,
    requestId: `request-${++calls}`,
    route: "/web/scrape/markdown",
    caller: "key_a",
    deadline: { atMillis: now + 30_000, acceptsPart: false },
    freshness: { maxAgeMillis: 3 * 86_400_000, zeroRetention: false },
    isWanted: () => true,
    ...given
  }
  return call
})

export const sourceOf = (url: string, given: Partial<PageSource> = {}): PageSource => ({
  url,
  headers: {},
  country: null,
  waitMillis: null,
  settlesAnimations: false,
  actions: [],
  includeFrames: false,
  profile: null,
  ...given
})

export const markdownOf = (
  url: string,
  given: Partial<PageSource> = {},
  request: Partial<ScrapeRequest> = {}
): ScrapeRequest => ({
  source: sourceOf(url, given),
  regions: wholePage,
  pdf: defaultPdf,
  markdown: defaultMarkdown,
  html: false,
  extract: null,
  ...request
})

export const crawlOf = (url: string, given: Partial<CrawlRequest> = {}): CrawlRequest => ({
  source: sourceOf(url),
  regions: wholePage,
  pdf: defaultPdf,
  markdown: defaultMarkdown,
  maxPages: 100,
  maxDepth: null,
  pattern: null,
  followSubdomains: false,
  followsSitemaps: false,
  stopAfterMillis: 20_000,
  maxBytes: 100_000_000,
  ...given
})

/** A page with enough words to be a page. */
export const pageWith = (title: string, body = ""): string =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${"Words of the page. ".repeat(20)}</p>${body}</main>`

/** What the organization has left. */
export const creditsLeft = (organizationId: OrganizationId) =>
  Effect.flatMap(Credits, (credits) => credits.account(organizationId))
