/** What an installation reads is found. Observed: what the index answers after pages were read. */
import { assert, describe, it } from "@effect/vitest"
import { Batches } from "@kittiwake/core/batches/Batches"
import { Pages } from "@kittiwake/core/pages/Pages"
import { PageIndex } from "@kittiwake/core/search/PageIndex"
import { Sites } from "@kittiwake/core/sites/Sites"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { DateTime, Effect, Stream } from "effect"
import { OrganizationId } from "../../src/organizations/domain/Organization.ts"
import { forbidsIndex } from "../../src/pages/domain/robotsTag.ts"
import { defaultMarkdown, defaultPdf, plainSource, wholePage } from "../../src/pages/domain/ScrapeRequest.ts"
import { readQuery } from "../../src/search/domain/readQuery.ts"
import { plainText, toIndexedPage } from "../../src/search/toIndexedPage.ts"
import { whileAhead } from "../../src/testing/arrangements.ts"
import type { Call } from "../../src/web/domain/Call.ts"

const url = "https://kiln.example/glaze"

const page = (text: string) =>
  `<html lang="en-GB"><head><title>Glazes</title></head><body><h1>Glazes</h1><p>${text}</p></body></html>`

const answering = (status: number) => ({ body: "Sorry", status, mediaType: "text/plain" })

let calls = 0

const callOf = (given: { readonly zeroRetention?: boolean } = {}) =>
  Effect.gen(function* () {
    const { organization } = yield* TestInstallation
    const now = yield* DateTime.now
    calls += 1
    return {
      organizationId: organization.id,
      requestId: `request-${calls}`,
      route: "/web/scrape/markdown",
      caller: "key",
      deadline: { atMillis: now.epochMilliseconds + 60_000, acceptsPart: false },
      freshness: { maxAgeMillis: 0, zeroRetention: given.zeroRetention ?? false },
      isWanted: () => true
    } satisfies Call
  })

const scrape = Effect.fnUntraced(function* (
  more: {
    readonly zeroRetention?: boolean
    readonly headers?: Readonly<Record<string, string>>
    readonly asHtml?: boolean
  } = {}
) {
  const { asHtml = false, headers = {}, ...given } = more
  yield* (yield* Pages).scrape(yield* callOf(given), {
    source: { ...plainSource(url), headers },
    regions: wholePage,
    pdf: defaultPdf,
    markdown: asHtml ? null : defaultMarkdown,
    html: asHtml,
    extract: null
  })
  yield* (yield* TestInstallation).advance("1 second")
})

const crawl = Effect.fnUntraced(function* (from: string) {
  const call = yield* callOf()
  yield* (yield* Sites).crawl(call, {
    source: plainSource(from),
    regions: wholePage,
    pdf: defaultPdf,
    markdown: defaultMarkdown,
    ...{ maxPages: 5, maxDepth: 1, pattern: null, followSubdomains: false, followsSitemaps: false },
    ...{ stopAfterMillis: 50_000, maxBytes: 1_000_000 }
  })
  yield* (yield* TestInstallation).advance("1 second")
})

const find = Effect.fnUntraced(function* (text: string, organizationId?: OrganizationId) {
  const { organization } = yield* TestInstallation
  const question = { query: readQuery(text), publishedSince: null, country: null, count: 10 }
  return yield* (yield* PageIndex).search(organizationId ?? organization.id, question)
})

const installed = TestInstallation.layer({ loops: false })

describe("what was read", () => {
  it.effect("is found by whoever had it read, and by nobody else", () =>
    Effect.gen(function* () {
      yield* (yield* ScriptedWeb).page(url, page("Celadon is a pale green glaze."))
      assert.deepStrictEqual(yield* find("celadon"), [])
      yield* scrape()
      const [hit, another] = yield* find("celadon")
      assert.isUndefined(another)
      assert.deepInclude(hit, { url, title: "Glazes" })
      assert.include(hit?.description, "pale green glaze")
      assert.deepStrictEqual(yield* find("celadon", OrganizationId.make("org_00000000000000000000000000000099")), [])
    }).pipe(Effect.provide(installed))
  )

  it.effect("is not what only a browser shows, where there is none", () =>
    Effect.gen(function* () {
      const shell = "<title>Glazes</title><div id=root></div><script src=/app.js></script>"
      yield* (yield* ScriptedWeb).page(url, shell)
      yield* Effect.flip(scrape())
      yield* (yield* TestInstallation).advance("1 second")
      assert.deepStrictEqual(yield* find("glazes"), [])
    }).pipe(Effect.provide(installed))
  )

  it.effect("is found as it was read last", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page(url, page("Celadon is a pale green glaze."))
      yield* scrape()
      yield* web.page(url, page("Tenmoku is a dark one."))
      yield* scrape()
      assert.deepStrictEqual(yield* find("celadon"), [])
      assert.lengthOf(yield* find("tenmoku"), 1)
    }).pipe(Effect.provide(installed))
  )

  it.effect("is found when it was read as HTML", () =>
    Effect.gen(function* () {
      yield* (yield* ScriptedWeb).page(url, page("Celadon is a pale <b>green</b> glaze."))
      yield* scrape({ asHtml: true })
      const [hit] = yield* find("celadon glazes")
      assert.deepInclude(hit, { url, title: "Glazes" })
      assert.include(hit?.description, "Celadon is a pale green glaze.")
    }).pipe(Effect.provide(installed))
  )

  it.effect("is forgotten when it is gone, however it says so, and found again when it is back", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      const gone = [
        web.page(url, answering(404)),
        web.page(url, answering(410)),
        web.page(url, "<html><head><title>Page not found</title></head><body><p>Sorry.</p></body></html>")
      ]
      for (const goes of gone) {
        yield* web.page(url, page("Celadon is a pale green glaze."))
        yield* scrape()
        assert.lengthOf(yield* find("celadon"), 1)
        yield* goes
        yield* Effect.flip(scrape())
        yield* (yield* TestInstallation).advance("1 second")
        assert.deepStrictEqual(yield* find("celadon"), [])
      }
    }).pipe(Effect.provide(installed))
  )

  it.effect("stays while its server fails or lets nobody in, and where a caller's own request finds nothing", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page(url, page("Celadon is a pale green glaze."))
      yield* scrape()
      for (const status of [500, 403]) {
        yield* web.page(url, answering(status))
        yield* Effect.flip(scrape())
      }
      yield* web.page(url, answering(404))
      yield* Effect.flip(scrape({ headers: { cookie: "session=1" } }))
      yield* Effect.flip(scrape({ zeroRetention: true }))
      yield* (yield* TestInstallation).advance("1 second")
      assert.lengthOf(yield* find("celadon"), 1)
    }).pipe(Effect.provide(installed))
  )

  it.effect("is forgotten, and found as it was read last, also where a clock that was ahead read it before", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page(url, page("Celadon is a pale green glaze."))
      yield* whileAhead("30 days")(scrape())
      assert.lengthOf(yield* find("celadon"), 1)
      yield* web.page(url, page("Tenmoku is a dark one."))
      yield* scrape()
      assert.deepStrictEqual([(yield* find("celadon")).length, (yield* find("tenmoku")).length], [0, 1])
      yield* whileAhead("30 days")(scrape())
      yield* web.page(url, answering(404))
      yield* Effect.ignore(scrape())
      yield* (yield* TestInstallation).advance("1 second")
      assert.deepStrictEqual(yield* find("tenmoku"), [])
    }).pipe(Effect.provide(installed))
  )

  it.effect("is forgotten when it asks no index to have it", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page(url, page("Celadon is a pale green glaze."))
      yield* scrape()
      assert.lengthOf(yield* find("celadon"), 1)
      const said = page("Celadon is a pale green glaze.")
      yield* web.page(url, said.replace("<head>", '<head><meta name="robots" content="follow, NOINDEX">'))
      yield* scrape({ asHtml: true })
      assert.deepStrictEqual(yield* find("celadon"), [])
    }).pipe(Effect.provide(installed))
  )

  it.effect(
    "is forgotten when its server asks in a header that no index has it, and found again when it asks no more",
    () =>
      Effect.gen(function* () {
        const web = yield* ScriptedWeb
        const body = page("Celadon is a pale green glaze.")
        for (const robots of ["noindex", "none", "unavailable_after: 1 Jan 1970 00:00:00 GMT"]) {
          yield* web.page(url, body)
          yield* scrape()
          assert.lengthOf(yield* find("celadon"), 1)
          for (const asHtml of [false, true]) {
            yield* web.page(url, { body, robots })
            yield* scrape({ asHtml })
            assert.deepStrictEqual(yield* find("celadon"), [], robots)
            // What its caller alone sees says nothing of it.
            yield* web.page(url, body)
            yield* scrape()
            yield* web.page(url, { body, robots })
            yield* scrape({ headers: { cookie: "session=1" } })
            assert.lengthOf(yield* find("celadon"), 1)
          }
        }
        yield* web.page(url, { body, robots: "otherbot: noindex" })
        yield* scrape()
        assert.lengthOf(yield* find("celadon"), 1)
      }).pipe(Effect.provide(installed))
  )

  it.effect("is forgotten when a crawl finds it gone, or asked in a header not to be in an index", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      const start = "https://kiln.example/"
      yield* web.page(start, page(`<a href="${url}">Glazes</a>`))
      const body = page("Celadon is a pale green glaze.")
      for (const goes of [answering(410), { body, robots: "noindex" }]) {
        yield* web.page(url, body)
        yield* crawl(start)
        assert.lengthOf(yield* find("celadon"), 1)
        yield* web.page(url, goes)
        yield* crawl(start)
        assert.deepStrictEqual(yield* find("celadon"), [])
      }
    }).pipe(Effect.provide(installed))
  )

  it.effect("is forgotten when a batch finds it gone, or asked in a header not to be in an index", () =>
    Effect.gen(function* () {
      const { organization, settle } = yield* TestInstallation
      const web = yield* ScriptedWeb
      const read = Effect.fnUntraced(function* (requestId: string) {
        const told = Effect.succeed({ batch: { crawl: null, format: "markdown" as const }, asked: {} })
        const origin = { requestId, route: "/batch/submit", caller: "key" }
        yield* (yield* Batches).submit({ organization, origin }, { entries: Stream.make({ url }), told })
        yield* settle
        yield* (yield* TestInstallation).advance("1 minute")
      })
      const body = page("Celadon is a pale green glaze.")
      for (const [at, goes] of [answering(410), { body, robots: "noindex" }].entries()) {
        yield* web.page(url, body)
        yield* scrape()
        assert.lengthOf(yield* find("celadon"), 1)
        yield* web.page(url, goes)
        // Batches are content with a page that was kept some days ago.
        yield* (yield* TestInstallation).advance("4 days")
        yield* read(`request-of-batch-${at}`)
        assert.deepStrictEqual(yield* find("celadon"), [])
      }
    }).pipe(Effect.provide(TestInstallation.layer({ credits: 1_000 })))
  )

  it.effect("is forgotten when robots.txt forbids it to a crawl", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page(url, page("Celadon is a pale green glaze."))
      yield* scrape()
      const start = "https://kiln.example/"
      yield* web.page(start, page(`<a href="${url}">Glazes</a>`))
      // A site that does not answer says nothing of its pages.
      yield* web.page("https://kiln.example/robots.txt", answering(503))
      const unread = yield* Effect.result(crawl(url))
      assert.strictEqual(unread._tag, "Failure")
      yield* (yield* TestInstallation).advance("1 second")
      assert.lengthOf(yield* find("celadon"), 1)
      yield* web.page("https://kiln.example/robots.txt", "User-agent: *\nDisallow: /glaze\n")
      yield* crawl(start)
      assert.deepStrictEqual(yield* find("celadon"), [])
    }).pipe(Effect.provide(installed))
  )

  it.effect("is not kept where nothing may be, nor where it is its caller's alone", () =>
    Effect.gen(function* () {
      yield* (yield* ScriptedWeb).page(url, page("Celadon is a pale green glaze."))
      yield* scrape({ zeroRetention: true })
      yield* scrape({ headers: { cookie: "session=1" } })
      yield* scrape({ headers: { cookie: "session=1" }, asHtml: true })
      assert.deepStrictEqual(yield* find("celadon"), [])
    }).pipe(Effect.provide(installed))
  )
})

describe("a page that was read", () => {
  it("is indexed by its words, without marks", () => {
    const markdown =
      "# Glazes\n\n- [Celadon](https://kiln.example/c) is **pale**\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```js\ncode\n```\n\n![A pot](/p.png) 1\\. x"
    const text = plainText(markdown)
    for (const mark of ["[", "](", "**", "---", "```", "|", "\\"]) assert.notInclude(text, mark)
    for (const word of ["Glazes", "Celadon is pale", "code", "A pot", "1. x"]) assert.include(text, word)
  })

  it("has a date that is not ahead of its reading, and the language alone", () => {
    const read = (publishedTime: string) =>
      toIndexedPage({
        organizationId: OrganizationId.make("org_00000000000000000000000000000099"),
        url,
        metadata: { sourceUrl: url, finalUrl: url, publishedTime, language: "pt-BR" },
        text: "a",
        capturedAtMillis: Date.parse("2026-03-01T00:00:00Z")
      })!
    assert.strictEqual(read("2026-02-03T04:05:06Z").publishedAt?.epochMilliseconds, Date.parse("2026-02-03T04:05:06Z"))
    assert.isNull(read("2027-01-01").publishedAt)
    assert.isNull(read("yesterday").publishedAt)
    assert.strictEqual(read("").language, "pt")
  })

  it("is not indexed where it asks robots for that", () => {
    const isKept = (robots: string) =>
      toIndexedPage({
        organizationId: OrganizationId.make("org_00000000000000000000000000000099"),
        url,
        metadata: { sourceUrl: url, finalUrl: url, robots },
        text: "a",
        capturedAtMillis: 0
      }) !== null
    assert.deepStrictEqual(["noindex", "none", "nofollow, NoIndex", "max-snippet:-1,noindex"].map(isKept), [
      ...[false, false, false, false]
    ])
    assert.deepStrictEqual(["", "all", "nofollow", "noindexing", "noarchive, nosnippet"].map(isKept), [
      ...[true, true, true, true, true]
    ])
  })

  it("is not indexed where its server asks robots for that, all of them or us, from now on", () => {
    const at = Date.parse("2026-03-01T00:00:00Z")
    for (const [said, isForbidden] of [
      ["noindex", true],
      ["NoFollow, NOINDEX", true],
      ["none", true],
      ["kittiwake: noindex", true],
      ["*: noindex", true],
      ["max-snippet: 20, noindex", true],
      ["googlebot: nofollow\nnoindex", true],
      ["unavailable_after: 25 Jun 2025 15:00:00 PST", true],
      ["unavailable_after: Wed, 25 Jun 2025 15:00:00 GMT, nofollow", true],
      ["unavailable_after: 2027-01-01", false],
      ["unavailable_after: someday", false],
      ["googlebot: noindex, nofollow", false],
      ["all", false],
      ["noarchive, nosnippet", false],
      ["", false]
    ] as const)
      assert.strictEqual(forbidsIndex(said, at), isForbidden, said)
    assert.isFalse(forbidsIndex(undefined, at))
  })

  it("is made plain in a moment, whatever it is", () => {
    const repeated = [
      "[",
      "![",
      "*",
      "|-",
      "`",
      "[](",
      "\n> ",
      "# ",
      "\\[",
      "[a]( ",
      "-",
      "---|",
      " ",
      "\t|",
      "~",
      "1"
    ].map((piece) => piece.repeat(50_000))
    const lines = [
      `${"-".repeat(60)} x`,
      `${"-".repeat(50_000)} x`,
      `a${" ".repeat(99_000)}x`,
      `${":---".repeat(20_000)}x`
    ]
    for (const text of [...repeated, ...lines, ...repeated.map((one) => `${one}x`)]) {
      const begun = process.cpuUsage().user
      plainText(text)
      assert.isBelow(process.cpuUsage().user - begun, 2_000_000, text.slice(0, 10))
    }
  })
})
