import { assert, describe, it } from "@effect/vitest"
import { Kittiwake, KittiwakeError, type KittiwakeOptions } from "kittiwake"
import { browserOptions, needsBrowser } from "../../../test/setup/browser.ts"
import { documents, site } from "./support/site.ts"
import { teaShop } from "./support/teaShop.ts"

const open = (egressAllow: ReadonlyArray<string> = [], options: Partial<KittiwakeOptions> = {}) =>
  Kittiwake.open({ memory: true, worker: false, egressAllow, ...options } as KittiwakeOptions)

const rejection = async (promise: Promise<unknown>): Promise<KittiwakeError> => {
  const error: unknown = await promise.then(
    () => assert.fail("the promise was fulfilled"),
    (reason) => reason
  )
  assert.instanceOf(error, KittiwakeError)
  return error as KittiwakeError
}

const spentOf = async (kittiwake: Kittiwake) => 1_000_000 - (await kittiwake.credits.account()).balance

describe("reading the web inside a program", { timeout: 60_000 }, () => {
  it("scrapes a page, and charges the organization for it", async () => {
    await using shop = await teaShop()
    await using kittiwake = await open([shop.address])
    const page = await kittiwake.web.scrape({ url: shop.url, useMainContentOnly: true })
    assert.deepInclude(page, { url: shop.url, statusCode: 200, type: "html", html: null, links: null, creditsUsed: 1 })
    assert.include(page.markdown, "# Tea")
    assert.notInclude(page.markdown, "About")
    const other = await kittiwake.web.scrape({
      url: shop.url,
      markdown: false,
      html: true,
      links: true,
      extractRules: { heading: "h1", addresses: { selector: "a", type: "list", output: "@href" } }
    })
    assert.isNull(other.markdown)
    assert.include(other.html, "<h1>Tea</h1>")
    assert.strictEqual(other.links?.[0]?.text, "About")
    assert.strictEqual(other.extracted?.heading, "Tea")
    assert.strictEqual(other.cache.status, "hit")
    assert.strictEqual(await spentOf(kittiwake), 2)
    await kittiwake.web.parse(new TextEncoder().encode("# Tea"), { extension: "md" })
    const { secret } = await kittiwake.keys.create()
    const usage = async (groupBy: string) => {
      const address = `http://any.host/v1/org/usage/history?interval=month&group_by=${groupBy}`
      const reply = await kittiwake.handler(new Request(address, { headers: { authorization: `Bearer ${secret}` } }))
      return (await reply.json()).data.at(-1).groups
    }
    assert.deepStrictEqual(await usage("key_id"), [{ value: "embedded", credits_used: 3, request_count: 0 }])
    const paths = ["/parse", "/web/scrape/html", "/web/scrape/markdown"]
    const counted = (await usage("path")).filter((one: { readonly credits_used: number }) => one.credits_used > 0)
    assert.deepStrictEqual(
      counted,
      paths.map((value) => ({ value, credits_used: 1, request_count: 0 }))
    )
  })

  it("finds the pictures of a page, and reads what stands at an address", async () => {
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64"
    )
    await using gallery = await site((request, response) => {
      if (request.url === "/") response.setHeader("content-type", "text/html").end('<img src="/dot.png" alt="A dot">')
      else response.setHeader("content-type", "image/png").end(png)
    })
    await using kittiwake = await open([gallery.address])
    const { images } = await kittiwake.web.images({
      url: gallery.url,
      enrichment: { resolution: true, hostedUrl: true }
    })
    assert.deepInclude(images[0], { src: `${gallery.url}dot.png`, type: "url", element: "img", alt: "A dot" })
    assert.deepInclude(images[0]?.enrichment, { width: 1, height: 1, mediaType: "image/png" })
    const kept = await kittiwake.web.asset(images[0]?.enrichment?.assetId ?? "")
    assert.deepStrictEqual(Buffer.from(kept?.bytes ?? []), png)
    assert.isNull(await kittiwake.web.asset("ast_none"))
    const { bytes, ...dot } = await kittiwake.web.bytes({ url: `${gallery.url}dot.png` })
    assert.deepInclude(dot, { statusCode: 200, contentType: "image/png", finalUrl: `${gallery.url}dot.png` })
    assert.deepStrictEqual(Buffer.from(bytes), png)
  })

  it("crawls a site, tells of every page as it comes, and charges for those it read", async () => {
    await using shop = await teaShop()
    await using kittiwake = await open([shop.address])
    const whole = await kittiwake.web.crawl({ url: shop.url, maxAgeMs: 0 })
    assert.deepInclude(whole, { succeeded: 4, failed: 1, skipped: 0, isPart: false, creditsUsed: 4 })
    assert.deepStrictEqual(whole.pages.map(({ url }) => url.slice(shop.url.length)).toSorted(), [
      "",
      "about",
      "blog/black?page=2",
      "blog/green.html",
      "gone"
    ])
    const seen: Array<string> = []
    const crawled = await kittiwake.web.crawl(
      { url: shop.url, maxDepth: 1 },
      { onPage: ({ url }, { failed, succeeded }) => void seen.push(`${succeeded + failed} ${url}`) }
    )
    assert.deepStrictEqual([crawled.succeeded, crawled.failed, crawled.pages], [4, 1, []])
    assert.deepStrictEqual(
      seen.map((text) => text.slice(0, 2)),
      ["1 ", "2 ", "3 ", "4 ", "5 "]
    )
    assert.deepStrictEqual(seen.map((text) => text.slice(2)).toSorted(), whole.pages.map(({ url }) => url).toSorted())
    assert.strictEqual(await spentOf(kittiwake), 8)
    const reason = new Error("enough")
    const stopped = kittiwake.web.crawl(
      { url: shop.url },
      {
        onPage: () => {
          throw reason
        }
      }
    )
    assert.strictEqual(await stopped.catch((error) => error), reason)
    assert.strictEqual(await spentOf(kittiwake), 8)
  })

  it("lists what a site lists of itself", async () => {
    await using listed = await documents({
      "/sitemap.xml":
        "<urlset><url><loc>http://localhost/a</loc></url><url><loc>http://localhost/b</loc></url></urlset>"
    })
    await using kittiwake = await open([listed.address])
    const { sitemap } = kittiwake.web
    const sitemapUrl = `${listed.url}sitemap.xml`
    const wrong = await rejection(sitemap({ domain: "localhost", sitemapUrl }))
    assert.deepStrictEqual([wrong.code, wrong.field], ["INPUT_VALIDATION_ERROR", "domain"])
    const { urls } = await sitemap({ domain: "127.0.0.1", sitemapUrl })
    assert.deepStrictEqual(urls, [])
  })

  it("reads files", async () => {
    await using kittiwake = await open()
    const bytes = new TextEncoder().encode("name,price\nGreen,10\n")
    const parsed = await kittiwake.web.parse(bytes, { extension: "csv" })
    assert.deepInclude(parsed, { type: "csv", creditsUsed: 1 })
    assert.match(parsed.markdown, /\|\s*Green\s*\|\s*10\s*\|/)
    const empty = await rejection(kittiwake.web.parse(new Uint8Array()))
    assert.deepStrictEqual([empty.code, empty.field], ["INPUT_VALIDATION_ERROR", "body"])
  })

  it("names the option that was wrong, and charges nothing", async () => {
    await using kittiwake = await open()
    const { web } = kittiwake
    const url = "https://example.com/"
    const wrong = [
      [web.scrape({ url: "example.com" }), "url"],
      [web.scrape({ url, pdf: { start: 3, end: 2 } }), "pdf.end"],
      [web.scrape({ url, waitForMs: 60_000 }), "waitForMs"],
      [web.scrape({ url, headers: { Host: "elsewhere" } }), "headers"],
      [
        web.scrape({ url, timeoutOpts: { milliseconds: 1_000, behavior: "return-partial" } }),
        "timeoutOpts.milliseconds"
      ],
      [web.crawl({ url, maxPages: 0 }), "maxPages"],
      [web.crawl({ url, stopAfterMs: 3_600_000 }), "stopAfterMs"],
      [web.screenshot({}), "url"],
      [web.screenshot({ url, viewport: { width: 1 } }), "viewport.width"],
      [web.sitemap({ domain: "example.com", maxLinks: 0 }), "maxLinks"],
      // @ts-expect-error: an option that no page has
      [web.scrape({ url, colour: "red" }), "colour"],
      // @ts-expect-error: a path instead of the bytes
      [web.parse("report.pdf"), "bytes"]
    ] as const
    for (const [promise, field] of wrong) {
      const error = await rejection(promise)
      assert.deepStrictEqual([error.code, error.field], ["INPUT_VALIDATION_ERROR", field])
    }
    const late = await rejection(web.scrape({ url, timeoutMS: 300_001 }))
    assert.strictEqual(late.code, "TIMEOUT_EXCEEDS_MAXIMUM")
    assert.strictEqual(await spentOf(kittiwake), 0)
  })

  it("refuses private addresses unless they were allowed, and says what this machine lacks", async () => {
    await using shop = await teaShop()
    await using kittiwake = await open()
    const refused = await rejection(kittiwake.web.scrape({ url: shop.url }))
    assert.strictEqual(refused.code, "WEBSITE_ACCESS_ERROR")
    assert.include(refused.message, "egressAllow")
    await using blind = await open([shop.address], { browser: "off" })
    const picture = await rejection(blind.web.screenshot({ url: shop.url }))
    assert.match(picture.message, /Pages cannot be rendered: the option browser is off\./)
    assert.deepStrictEqual([await spentOf(kittiwake), await spentOf(blind)], [0, 0])
  })

  it("keeps browser actions for paid plans, as the HTTP API does", async () => {
    await using kittiwake = await open([], { plan: "free", browser: "off" })
    const url = "https://example.com/"
    const actions = [{ do: "click", selector: "a" }] as const
    for (const asked of [kittiwake.web.scrape({ url, actions }), kittiwake.web.images({ url, actions })]) {
      assert.strictEqual((await rejection(asked)).code, "PAID_PLAN_REQUIRED")
    }
  })

  it("stops when its caller says so, and charges nothing", async () => {
    const asked = Promise.withResolvers<void>()
    await using silent = await site(() => asked.resolve())
    await using kittiwake = await open([silent.address])
    const caller = new AbortController()
    const reading = kittiwake.web.scrape({ url: silent.url }, { signal: caller.signal })
    await asked.promise
    const reason = new Error("changed my mind")
    caller.abort(reason)
    assert.strictEqual(await reading.catch((error) => error), reason)
    assert.deepStrictEqual(await kittiwake.credits.account(), { balance: 1_000_000, held: 0, available: 1_000_000 })
    const again = kittiwake.web.scrape({ url: silent.url }, { signal: caller.signal })
    assert.strictEqual(await again.catch((error) => error), reason)
  })

  it("keeps browser profiles, and never tells their sessions", async () => {
    await using kittiwake = await open()
    const { profiles } = kittiwake.web
    const session = {
      cookies: [
        {
          name: "sid",
          value: "hunter2",
          domain: "example.com",
          path: "/",
          expires: -1,
          httpOnly: true,
          secure: true,
          sameSite: "Lax"
        }
      ],
      origins: []
    }
    const made = await profiles.create({ description: "The shop", session })
    assert.match(made.id, /^prof_[0-9a-f]{32}$/)
    assert.deepInclude(made, { description: "The shop", last_used_at: null })
    const { data, has_more } = await profiles.list({ limit: 10 })
    assert.deepStrictEqual([data, has_more], [[made], false])
    assert.notInclude(JSON.stringify(data), "hunter2")
    assert.strictEqual((await rejection(profiles.create({ session: { cookies: 1 } }))).code, "PROFILE_INVALID_SESSION")
    await profiles.remove(made.id)
    assert.strictEqual((await rejection(profiles.remove(made.id))).code, "PROFILE_NOT_FOUND")
  })
})

describe("a browser inside a program", { timeout: 120_000, ...needsBrowser }, () => {
  it("takes a picture, and renders what only a script writes", async () => {
    await using page = await documents({
      "/": "<title>Late</title><main id=m></main><script>m.innerHTML='<h1>Written by a script</h1>'</script>"
    })
    await using kittiwake = await open([page.address], browserOptions)
    const { finalDomState, png, ...picture } = await kittiwake.web.screenshot({
      url: page.url,
      viewport: { width: 320, height: 240 },
      waitForMs: 0
    })
    assert.deepInclude(picture, { width: 320, height: 240, creditsUsed: 1 })
    assert.deepStrictEqual([...png.subarray(1, 4)], [...Buffer.from("PNG")])
    assert.strictEqual(finalDomState, "loaded")
    const { markdown } = await kittiwake.web.scrape({ url: page.url, waitForMs: 1 })
    assert.include(markdown, "# Written by a script")
  })
})
