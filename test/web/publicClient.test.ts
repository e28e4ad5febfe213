/** The public client of the same API reads ordinary and hostile pages through a server that really listens. */
import { setTimeout as wait } from "node:timers/promises"
import { inflateSync } from "node:zlib"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { docxFile } from "../../packages/core/src/testing/documentFiles.ts"
import { eventually } from "../endToEnd/eventually.ts"
import { hasBrowser, needsBrowser } from "../setup/browser.ts"
import { needing } from "../setup/needs.ts"
import { commandOf, processesWith } from "./serverProcesses.ts"
import { report, tides } from "./WebSite.ts"
import { openWebStage, refusalOf, type WebStage } from "./webStage.ts"

let stage: WebStage
const at = (path: string) => `${stage.site.url}${path}`

/** Bytes of a picture that a reply names by its address, with its type. */
const pictureAt = async (url: string): Promise<readonly [type: string | null, magic: string]> => {
  const response = await fetch(url)
  return [response.headers.get("content-type"), Buffer.from(await response.arrayBuffer()).toString("latin1", 1, 4)]
}

/** The colour of the first pixel of a picture: nothing stands before it, so that no filter of PNG changes it. */
const topLeftOf = async (url: string): Promise<string> => {
  const png = Buffer.from(await (await fetch(url)).arrayBuffer())
  const data: Array<Buffer> = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") data.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return `#${inflateSync(Buffer.concat(data)).toString("hex", 1, 4)}`
}

/** A file as the client takes it. */
const fileOf = (bytes: Uint8Array): File => new File([new Uint8Array(bytes)], "file")

const longest = { timeout: 120_000 }
const inBrowser = { ...longest, ...needsBrowser }

beforeAll(async () => {
  stage = await openWebStage()
}, 60_000)

afterAll(async () => {
  await stage?.[Symbol.asyncDispose]()
}, 60_000)

describe("the public client", () => {
  it("reads a page as Markdown, as HTML with what rules find in it, and finds its pictures", longest, async () => {
    const { client } = stage
    const page = await client.web.webScrapeMd({ url: at("/"), tags: ["a", "b"], includeImages: true })
    assert.match(page.markdown, /# Harbour/)
    assert.include(page.markdown, `](${at("/about")})`)
    assert.include(page.markdown, `![A bird](${at("/picture.png")})`)
    assert.strictEqual(page.contentLength, Buffer.byteLength(page.markdown))
    assert.deepInclude(page.metadata, { title: "Harbour", description: "A harbour for birds.", language: "en" })
    assert.deepStrictEqual(page.metadata.openGraph, { title: "Harbour!" })
    assert.strictEqual(page.key_metadata?.credits_consumed, 1)

    const html = await client.web.webScrapeHTML({
      url: at("/"),
      excludeSelectors: ["nav"],
      extractRules: {
        title: "h1",
        none: { selector: "h6", type: "list" },
        plans: { selector: ".plans li", type: "list", output: { name: "b", price: { selector: "i" } } }
      }
    })
    assert.notInclude(html.html, "<nav")
    assert.strictEqual(html.type, "html")
    assert.deepStrictEqual(html.extracted, {
      title: "Harbour",
      none: [],
      plans: [
        { name: "Small", price: "10 €" },
        { name: "Large", price: "20 €" }
      ]
    })

    const { images } = await client.web.webScrapeImages({ url: at("/"), enrichment: { resolution: true } })
    const bird = images.find(({ src }) => src === at("/picture.png"))
    assert.deepInclude(bird, { type: "url", element: "img", alt: "A bird" })
    assert.deepInclude(bird?.enrichment, { width: 1, height: 1 })
  })

  it("downloads bytes as they are", longest, async () => {
    const answer = await stage.client.web.webScrapeBytes({ url: at("/report.pdf"), headers: { "X-Mine": "yes" } })
    assert.deepInclude(answer, { encoding: "base64", contentType: "application/pdf", statusCode: 200 })
    assert.isTrue(Buffer.from(answer.bytes, "base64").equals(report))
    assert.strictEqual(stage.site.visitsTo("/report.pdf").at(-1)?.headers["x-mine"], "yes")
  })

  it("takes pictures of pages, which anybody may see who knows their address", inBrowser, async () => {
    const { client } = stage
    const shot = await client.web.webScrapeScreenshot({
      url: at("/"),
      viewport: { width: 640, height: 400 },
      waitForMs: 0
    })
    assert.deepInclude(shot, { width: 640, height: 400 })
    assert.isTrue(shot.screenshot.startsWith(`${stage.server.url}/assets/`))
    assert.deepStrictEqual(await pictureAt(shot.screenshot), ["image/png", "PNG"])
    const again = await client.web.screenshot({
      directUrl: at("/"),
      viewport: { width: 640, height: 400 },
      waitForMs: 0
    })
    assert.deepInclude(again, { status: "ok", code: 200, screenshotType: "viewport", width: 640, height: 400 })
    assert.strictEqual(again.cache_metadata?.status, "hit")
    assert.strictEqual(again.key_metadata?.credits_consumed, 5)
    const free = await client.web.webScrapeScreenshot({
      url: at("/about"),
      viewport: { width: 640, height: 400 },
      waitForMs: 0,
      zdr: "enabled"
    })
    assert.match(free.screenshot, /^data:image\/png;base64,iVBOR/)
  })

  it("lists what a sitemap names, and reads a site page by page as its robots.txt allows", longest, async () => {
    const { client, site } = stage
    const listing = await client.web.webScrapeSitemap({ domain: site.address, sitemapUrl: at("/map.xml") })
    assert.sameMembers(listing.urls, [at("/"), at("/about"), at("/pricing")])
    assert.deepInclude(listing.meta, { sitemapsFetched: 1, errors: 0 })

    const crawl = await client.web.webCrawlMd({ url: at("/"), maxPages: 10 })
    const urls = crawl.results.map(({ metadata }) => metadata.url)
    assert.sameMembers(urls, [at("/"), at("/about"), at("/pricing")])
    assert.deepInclude(crawl.metadata, { numSucceeded: 3, numFailed: 0, numSkipped: 0, maxCrawlDepth: 1 })
    assert.deepInclude(crawl.metadata as object, { numForbiddenByRobots: 1, numDuplicates: 0 })
    assert.strictEqual(crawl.key_metadata?.credits_consumed, 3)
    const forbidden = client.web.webCrawlMd({ url: at("/private/plans") })
    assert.deepStrictEqual(await refusalOf(forbidden), [400, "WEBSITE_ACCESS_ERROR"])
    assert.deepStrictEqual(site.visitsTo("/private/plans"), [])
  })

  it("ends a crawl of pages without an end where it was told to", longest, async () => {
    const crawl = await stage.client.web.webCrawlMd({ url: at("/maze/0"), maxPages: 7 })
    assert.strictEqual(crawl.metadata.numUrls, 7)
    assert.lengthOf(new Set(crawl.results.map(({ metadata }) => metadata.url)), 7)
  })

  it("reads files that it sends", longest, async () => {
    const { client } = stage
    const csv = await client.parse.handle(fileOf(Buffer.from("name,price\nSmall,10\nLarge,20\n")), { extension: "csv" })
    assert.match(csv.markdown, /\|\s*name\s*\|\s*price\s*\|/)
    assert.strictEqual(csv.type, "csv")
    const markdown = await client.parse.handle(fileOf(Buffer.from("# Notes\n\nof a *gull*\n")), { extension: "md" })
    assert.match(markdown.markdown, /^# Notes/)
    const pdf = await client.parse.handle(fileOf(report), { pdf: { start: 2, end: 2 } })
    assert.strictEqual(pdf.type, "pdf")
    assert.include(pdf.markdown, "The second page")
    assert.notInclude(pdf.markdown, "The first page")
    const word = docxFile("<w:p><w:r><w:t>Written in Word</w:t></w:r></w:p>")
    const docx = await client.parse.handle(fileOf(word), {})
    assert.deepStrictEqual([docx.type, docx.markdown.trim()], ["docx", "Written in Word"])
    const form = new FormData()
    form.append("file", new File([new Uint8Array(report)], "report.pdf", { type: "application/pdf" }))
    const { headers, url } = stage.server
    const formed = await fetch(`${url}/v1/parse`, { method: "POST", headers, body: form })
    assert.include(String(Reflect.get(Object(await formed.json()), "markdown")), "The first page of the report")
    assert.deepStrictEqual(await refusalOf(client.parse.handle(fileOf(Buffer.alloc(0)), {})), [
      400,
      "INPUT_VALIDATION_ERROR"
    ])
    assert.deepStrictEqual(await refusalOf(client.parse.handle(fileOf(Buffer.alloc(2_000, "\0\x01\xff")), {})), [
      415,
      "UNSUPPORTED_CONTENT"
    ])
  })

  it("reads a page that its server sends as a PDF", longest, async () => {
    const { client } = stage
    const page = await client.web.webScrapeMd({ url: at("/report.pdf") })
    assert.include(page.markdown, "The first page of the report")
    const skipped = client.web.webScrapeHTML({ url: at("/report.pdf"), pdf: { shouldParse: false } })
    assert.deepStrictEqual(await refusalOf(skipped), [400, "PDF_SKIPPED"])
  })

  it(
    "gets what is kept, with its age, and asks the site whether it still holds when it is too old",
    longest,
    async () => {
      const { client, site } = stage
      const url = at("/conditional")
      const first = await client.web.webScrapeMd({ url })
      assert.deepStrictEqual(first.cache_metadata, { status: "miss", age_ms: 0 })
      const second = await client.web.webScrapeMd({ url, useMainContentOnly: true })
      assert.strictEqual(second.cache_metadata.status, "hit")
      assert.isAtLeast(second.cache_metadata.age_ms, 0)
      assert.lengthOf(site.visitsTo("/conditional"), 1)
      // The kept page must be older than the newest that is acceptable, by a clock of another process.
      await wait(20)
      const third = await client.web.webScrapeMd({ url, maxAgeMs: 1 })
      assert.strictEqual(third.cache_metadata.status, "miss")
      assert.strictEqual(third.markdown, first.markdown)
      const visits = site.visitsTo("/conditional").map(({ headers }) => headers["if-none-match"])
      assert.deepStrictEqual(visits, [undefined, '"v1"'])
      await client.web.webScrapeMd({ url, maxAgeMs: 0 })
      await client.web.webScrapeMd({ url, headers: { cookie: "a=b" } })
      assert.strictEqual(site.visitsTo("/conditional").length, 4)
      assert.strictEqual(site.visitsTo("/conditional").at(-1)?.headers.cookie, "a=b")
    }
  )

  it("keeps nothing of a page where it says so", longest, async () => {
    const { client, server, site } = stage
    const url = at("/pricing")
    const before = site.visitsTo("/pricing").length
    for (const _ of [1, 2]) {
      const { data, response } = await client.web.webScrapeMd({ url, zdr: "enabled" }).withResponse()
      assert.deepStrictEqual(data.cache_metadata, { status: "zdr", age_ms: 0 })
      assert.strictEqual(response.headers.get("x-service-zdr"), "true")
      const logged = await fetch(`${server.url}/v1/logs/${data.request_id}`, { headers: server.headers })
      assert.notInclude(await logged.text(), "pricing")
    }
    assert.strictEqual(site.visitsTo("/pricing").length - before, 2)
  })

  it("sees a page that scripts fill as a browser does", inBrowser, async () => {
    const page = await stage.client.web.webScrapeMd({ url: at("/spa") })
    assert.match(page.markdown, /# Rendered/)
    assert.strictEqual(page.finalDOMState, "loaded")
    const actions = JSON.stringify([{ do: "scroll" }, { do: "click", selector: "h6" }, { do: "wait", timeMs: 1 }])
    const acted = await stage.client.get("/web/scrape/html", { query: { url: at("/spa"), actions } })
    const statuses = Object(Reflect.get(Object(acted), "actionsApplied")).map((one: object) =>
      Reflect.get(one, "status")
    )
    assert.deepStrictEqual(statuses, ["applied", "failed", "skipped"])
  })
})

describe("a page that is watched in a browser", () => {
  it("is kept with a picture of what it was, and of what it is after each change", inBrowser, async () => {
    const { client, server } = stage
    const target = { type: "page" as const, url: at("/tide"), actions: [{ do: "wait", timeMs: 1 }] }
    const { id } = await client.monitors.create({ name: "Tide", target } as never)
    const runs = async () => (await client.monitors.listRuns(id)).data
    const isOver = (count: number) => (all: Awaited<ReturnType<typeof runs>>) =>
      all.length === count && all.every(({ status }) => status === "completed" || status === "failed")
    const [baseline] = await eventually(runs, isOver(1))
    assert.strictEqual(baseline?.status, "completed", JSON.stringify(baseline))
    await fetch(at("/tide/turn"))
    await client.monitors.run(id)
    await eventually(runs, isOver(2))
    const [change] = (await client.monitors.listChanges(id)).data
    const told = await fetch(`${server.url}/v1/monitors/changes/${change!.id}`, { headers: server.headers })
    const { pictures } = (await told.json()) as {
      readonly pictures: Record<"before" | "after", { readonly url: string }>
    }
    const colours = [await topLeftOf(pictures.before.url), await topLeftOf(pictures.after.url)]
    assert.deepStrictEqual(colours, [...tides])
    await client.monitors.delete(id)
  })
})

describe("an impatient client", () => {
  const remaining = async () => {
    const limits: object = await stage.client.monitors.getLimits()
    return Number(Reflect.get(Object(Reflect.get(limits, "key_metadata")), "credits_remaining"))
  }

  it("that asks again gets the work that is under way, and pays once", longest, async () => {
    const { client, site } = stage
    const before = await remaining()
    const impatient = client.withOptions({ timeout: 1_500, maxRetries: 4 })
    const page = await impatient.web.webScrapeMd({ url: at("/slow") })
    assert.match(page.markdown, /# Slow/)
    assert.lengthOf(site.visitsTo("/slow"), 1)
    assert.strictEqual(await remaining(), before - 1)
  })

  it("that goes away for good stops the work, and pays nothing", longest, async () => {
    const { client, server, site } = stage
    const before = await remaining()
    const leaving = new AbortController()
    const visits = site.visitsTo("/endless").length
    const asked = client.web.webScrapeMd({ url: at("/endless") }, { signal: leaving.signal }).catch(() => "gone")
    await eventually(
      async () => site.visitsTo("/endless").length,
      (count) => count > visits
    )
    leaving.abort()
    assert.strictEqual(await asked, "gone")
    assert.strictEqual(
      await eventually(
        async () => site.pending(),
        (count) => count === 0
      ),
      0
    )
    // The hold is released and the call logged after its connection to the site is gone.
    await eventually(remaining, (credits) => credits === before)
    const data = await eventually(
      async () => {
        const logged = await fetch(`${server.url}/v1/logs?status_code=499`, { headers: server.headers })
        return ((await logged.json()) as { readonly data: ReadonlyArray<object> }).data
      },
      (entries) => entries.length > 0
    )
    for (const entry of data) assert.deepInclude(entry, { path: "/v1/web/scrape/markdown", credits_used: 0 })
  })
})

describe("a hostile site", () => {
  const refused = [400, "WEBSITE_ACCESS_ERROR"] as const
  const ways = ["/to-canary", "/to-metadata", "/to-localhost"]

  it("leads nobody to addresses that are not allowed", longest, async () => {
    const { canary, client } = stage
    for (const path of ways) {
      assert.deepStrictEqual(await refusalOf(client.web.webScrapeMd({ url: at(path) })), refused, path)
      assert.deepStrictEqual(await refusalOf(client.web.webScrapeBytes({ url: at(path) })), refused, path)
    }
    const hidden = ["http://169.254.169.254/", "http://[::1]/", "http://localhost/", "http://10.0.0.1/"]
    for (const url of [canary.url, ...hidden]) {
      assert.deepStrictEqual(await refusalOf(client.web.webScrapeMd({ url })), refused, url)
    }
    await client.web.webScrapeImages({ url: at("/leaks"), enrichment: { hostedUrl: true } })
    await client.web.webScrapeMd({ url: at("/leaks"), includeFrames: true })
    assert.strictEqual(canary.connections(), 0)
  })

  it("leads no browser there, by whatever its page does", inBrowser, async () => {
    const { canary, client } = stage
    for (const path of ways) {
      const rendered = client.web.webScrapeHTML({ url: at(path), waitForMs: 1 })
      assert.deepStrictEqual(await refusalOf(rendered), refused, path)
    }
    const shot = client.web.webScrapeScreenshot({ url: at("/to-canary"), waitForMs: 0 })
    assert.deepStrictEqual(await refusalOf(shot), refused)
    const leaking = await client.web.webScrapeMd({ url: at("/leaks"), waitForMs: 300, includeFrames: true })
    assert.match(leaking.markdown, /# Leaks/)
    assert.strictEqual(canary.connections(), 0)
  })

  it("is cut short by the deadline when it never ends", longest, async () => {
    const { client } = stage
    const begun = performance.now()
    const timeoutOpts = { milliseconds: 1_500 } as const
    const error = await refusalOf(
      client.web.webScrapeMd({ url: at("/endless"), timeoutOpts: { ...timeoutOpts, behavior: "fail" } })
    )
    assert.deepStrictEqual(error, [408, "REQUEST_TIMEOUT"])
    assert.isBelow(performance.now() - begun, 10_000)
    const part = await client.web.webScrapeMd({
      url: at("/endless"),
      timeoutOpts: { milliseconds: 5_000, behavior: "return-partial" }
    })
    assert.strictEqual(part.finalDOMState, "still-loading")
    assert.include(part.markdown, "more")
  })

  it("costs itself a clear error, or its reader a moment", longest, async () => {
    const { client } = stage
    const errors: ReadonlyArray<readonly [path: string, expected: readonly [number, string]]> = [
      ["/bomb", [413, "CONTENT_TOO_LARGE"]],
      ["/missing-softly", [404, "NOT_FOUND"]],
      ["/missing", [404, "NOT_FOUND"]],
      ["/account", [400, "WEBSITE_BLOCKED"]],
      ["/round", [400, "WEBSITE_ACCESS_ERROR"]],
      ["/broken", [400, "WEBSITE_ACCESS_ERROR"]],
      ["/dense-table", [400, "WEBSITE_ACCESS_ERROR"]],
      ["/clip.mp4", [415, "UNSUPPORTED_CONTENT"]]
    ]
    for (const [path, expected] of errors) {
      assert.deepStrictEqual(await refusalOf(client.web.webScrapeMd({ url: at(path) })), expected, path)
    }
    const unknown = client.web.webScrapeMd({ url: "http://no-such-host.invalid/" })
    assert.deepStrictEqual(await refusalOf(unknown), [400, "WEBSITE_NOT_FOUND"])
    const charset = await client.web.webScrapeMd({ url: at("/charset") })
    assert.include(charset.markdown, "Grüße")
    const table = await client.web.webScrapeMd({ url: at("/table") })
    assert.isAbove(table.markdown.length, 4_000_000)
    const nested = await client.web.webScrapeMd({ url: at("/nested") })
    assert.include(nested.markdown, "deepKittiwakes")
    const selector = client.web.webScrapeMd({ url: at("/"), includeSelectors: ["p::("] })
    assert.deepStrictEqual(await refusalOf(selector), [400, "INPUT_VALIDATION_ERROR"])
  })

  it("leaves the server as it was: it answers, and has logged no fault", longest, async () => {
    const { server } = stage
    const health = await fetch(`${server.url}/ready`)
    assert.strictEqual(health.status, 200)
    const logs = await fetch(`${server.url}/v1/logs?errors_only=true&error_code=INTERNAL_ERROR`, {
      headers: server.headers
    })
    assert.deepStrictEqual(Reflect.get(Object(await logs.json()), "data"), [])
  })

  const onLinux = { ...longest, ...needing({ Linux: process.platform === "linux" }) }

  it("leaves no process behind when the server ends", onLinux, async () => {
    const { server, storage } = stage
    const processes = processesWith(storage.directory)
    assert.isNotEmpty(processes)
    if (hasBrowser) assert.isNotEmpty(processes.filter((pid) => /chrom/.test(commandOf(pid))))
    await server.askToStop()
    await server.ended
    const left = await eventually(
      async () => processes.map(commandOf).filter((command) => command !== ""),
      (commands) => commands.length === 0
    )
    assert.deepStrictEqual(left, [])
  })
})
