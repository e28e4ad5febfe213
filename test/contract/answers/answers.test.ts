/** Answers to tasks, by the public client (contract/extract-answers.md §2). */
import { assert, describe, it } from "@effect/vitest"
import { Administration } from "@kittiwake/core/administration/Administration"
import { PageIndex } from "@kittiwake/core/search/PageIndex"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { DateTime, Effect } from "effect"
import { credits, refuses } from "../industries/companies.ts"
import { real } from "../products/shops.ts"
import { rowsOf } from "../Rows.ts"
import { type Server, withServer } from "../Server.ts"

const start = "https://kiln.example/"
const news = "https://papers.example/kiln"

const page = (title: string, main: string, more = "") =>
  `<!doctype html><html lang="en-US"><head><title>${title}</title></head><body><main><h1>${title}</h1>${main}</main>${more}</body></html>`

const about = page(
  "About Kiln",
  `<p>Ann Reed founded Kiln in 2011 in a garage in Graz. We make software for potters.</p>
  <dl><dt>Employees</dt><dd>42</dd><dt>Email</dt><dd>hello@kiln.example</dd></dl>`
)

const told = page(
  "Kiln raises 12 million",
  "<p>The pottery software maker Kiln raised 12 million euros from Clay Ventures in March. Its head office moved to Vienna last year.</p>"
)

/** A company with a site, and an article about it that the installation has read. */
const open = async (server: Server) => {
  await server.show(
    start,
    page(
      "Kiln",
      "<p>Software for potters.</p>",
      `<a href="/founders-club">Founders' club</a> <a href="/about">About us</a>`
    )
  )
  // One whose address has a word of the task keeps nobody from the page that answers it.
  await server.show(`${start}founders-club`, page("Club", "<p>Join our club for those who begin.</p>"))
  await server.show(`${start}about`, about)
  await server.show(news, told)
  await server.run(
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const readAt = yield* DateTime.now
      yield* (yield* PageIndex).put(
        [
          {
            organizationId: organization.id,
            url: news,
            title: "Kiln raises 12 million",
            description: "",
            headings: "Kiln raises 12 million",
            text: "The pottery software maker Kiln raised 12 million euros from Clay Ventures in March.",
            language: "en",
            publishedAt: null,
            readAt
          }
        ],
        readAt
      )
    })
  )
}

/** Lets time pass until the work is done. */
const ticking = async <A>(server: Server, work: PromiseLike<A>): Promise<A> => {
  let isDone = false
  const done = Promise.resolve(work).finally(() => {
    isDone = true
  })
  done.catch(() => {})
  while (!isDone) {
    await server.advance("500 millis")
    await new Promise((resolve) => setImmediate(resolve))
  }
  return done
}

describe("POST /web/answers", () => {
  const rows = rowsOf("answers", [
    ...(["task", "json_format", "mode", "timeoutOpts", "tags, zdr", "json_content", "sources", "partial"] as const),
    ...(["request_id", "key_metadata", "limits", "keys and types", "out of time", "search backend down"] as const),
    ...(["type reading", "over the shape limits", "counting", "default behavior", "explicit fail"] as const),
    ...([
      "nothing found",
      "extra keys",
      "sources length",
      "unknown body keys",
      "other operations",
      "retry storm"
    ] as const),
    ...(["credits", "scope"] as const)
  ])

  rows.hold(
    [
      ...(["task", "json_format", "mode", "json_content", "sources", "request_id", "key_metadata"] as const),
      ...(["keys and types", "type reading", "credits", "scope"] as const)
    ],
    "answers in the shape of the example, from a site that the task names, without a model",
    async (server) => {
      await open(server)
      const before = await credits(server)
      const { data, response } = await server.client.web
        .answers({
          task: "Who founded kiln.example, in which year, and how many employees does it have?",
          json_format: { founder: "", year_founded: 0, employees: 0, email: "", listed: true, offices: [""], more: {} },
          mode: "fast"
        })
        .withResponse()
      const {
        evidence,
        json_content: content,
        sources,
        ...rest
      } = data as typeof data & {
        readonly evidence: ReadonlyArray<{ readonly path: string; readonly url: string; readonly quote: string }>
      }
      assert.deepStrictEqual(content, {
        founder: "Ann Reed",
        year_founded: 2011,
        employees: 42,
        email: "hello@kiln.example",
        listed: null,
        offices: [],
        more: {}
      })
      assert.strictEqual(sources[0], start)
      assert.include(sources, `${start}about`)
      assert.include(evidence.find(({ path }) => path === "/employees")?.quote, "42")
      assert.deepStrictEqual(rest as object, {
        request_id: response.headers.get("x-request-id") ?? "",
        key_metadata: { credits_consumed: 10, credits_remaining: before - 10 }
      })
      await server.client.web.answers({ task: "Who founded kiln.example?" })
      assert.strictEqual(await credits(server), before - 110)
      const reader = await server.callerWith(["logs:read"])
      const refused = await reader.call("POST", "/web/answers", { task: "Who founded kiln.example?" })
      assert.deepStrictEqual([refused.status, refused.body.error_code], [403, "INSUFFICIENT_PERMISSIONS"])
    },
    real
  )

  rows.hold(
    ["nothing found", "sources length", "extra keys"],
    "searches what it knows, says what it found, and nothing where nothing is said",
    async (server) => {
      await open(server)
      const ask = (task: string) => server.client.web.answers({ task, mode: "fast" })
      const found = await ask("How much money did Kiln raise from Clay Ventures?")
      assert.deepStrictEqual(found.sources, [news])
      // The heading of the page has the words of this question and says nothing to it.
      const heading = await ask("Did Kiln raise 12 million?")
      assert.include(String(heading.json_content.result), "from Clay Ventures")
      assert.deepStrictEqual(Object.keys(found.json_content), ["result"])
      assert.include(String(found.json_content.result), "raised 12 million euros from Clay Ventures")
      const before = await credits(server)
      const none = await ask("Which whales sing at night near Greenland?")
      assert.deepStrictEqual([none.json_content, none.sources], [{ result: null }, []])
      assert.strictEqual(await credits(server), before - 10)
    },
    real
  )

  rows.hold(
    ["tags, zdr"],
    "keeps nothing where nothing may be kept",
    async (server) => {
      await open(server)
      await server.run(
        Effect.gen(function* () {
          const { organization } = yield* TestInstallation
          yield* (yield* Administration).change(organization.id, { zeroDataRetention: true })
        })
      )
      await server.advance("2 minutes")
      const ask = () =>
        server.client.web.answers({ task: "Who founded kiln.example?", mode: "fast", zdr: "enabled", tags: ["a"] })
      const { response } = await ask().withResponse()
      assert.strictEqual(response.headers.get("x-service-zdr"), "true")
      const looks = await server.looks(`${start}about`)
      await ask()
      assert.strictEqual(await server.looks(`${start}about`), looks + 1)
    },
    real
  )

  rows.hold(
    [
      "timeoutOpts",
      "limits",
      "out of time",
      "partial",
      "default behavior",
      "explicit fail",
      "retry storm",
      "other operations"
    ],
    "ends when its mode or its caller says: with what was read, or with 504",
    async (server) => {
      await open(server)
      const slow = { body: about, latency: "20 minutes" as const }
      await server.show(start, slow)
      const ask = (more: object = {}) =>
        ticking(server, server.client.web.answers({ task: "Who founded kiln.example?", mode: "fast", ...more }))
      const before = await credits(server)
      // Nothing was read: a part of nothing is no answer.
      const late = await server.call("POST", "/web/answers", { task: "x" }).then(() => null)
      assert.isNull(late)
      await server.show(start, page("Kiln", "<p>Software.</p>", `<a href="/about">About the founder</a>`))
      await server.show(`${start}about`, slow)
      const begun = Date.parse(await server.now())
      const part = await ask({ timeoutOpts: { milliseconds: 300_000 } })
      assert.isAtMost(Date.parse(await server.now()) - begun, 31_000)
      assert.deepInclude(part.sources, start)

      await server.show(`${start}about`, slow)
      await server.show(start, slow)
      const held = await credits(server)
      const failed = await ticking(
        server,
        server.call("POST", "/web/answers", {
          ...{ task: "Who founded kiln.example?", mode: "fast" },
          timeoutOpts: { milliseconds: 5_000, behavior: "fail" }
        })
      )
      assert.deepStrictEqual([failed.status, failed.body.error_code], [504, "REQUEST_TIMEOUT"])
      assert.strictEqual(failed.headers.get("x-should-retry"), "false")
      assert.strictEqual(await credits(server), held)
      assert.isBelow(held, before)
    },
    real
  )

  rows.hold(
    ["over the shape limits", "counting", "unknown body keys", "search backend down"],
    "says what is wrong, and charges nothing",
    async (server) => {
      const before = await credits(server)
      const invalid = async (more: object, field: string) =>
        assert.include(
          await refuses(
            server,
            () => server.client.web.answers({ task: "What?", ...more }),
            400,
            "INPUT_VALIDATION_ERROR"
          ),
          field
        )
      await invalid({ task: "" }, "task")
      await invalid({ task: "x".repeat(4_001) }, "task")
      await invalid({ json_format: [] }, "json_format")
      await invalid({ json_format: { a: "x".repeat(16_001) } }, "json_format")
      await invalid(
        { json_format: Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`v${n}`, ""])) },
        "json_format"
      )
      const nine = { a: { b: { c: { d: { e: { f: { g: { h: {} } } } } } } } }
      await invalid({ json_format: nine }, "json_format")
      await invalid({ mode: "slow" }, "mode")
      await invalid({ jsonFormat: {} }, "jsonFormat")
      await invalid({ maxAgeMs: 0 }, "maxAgeMs")
      assert.strictEqual(await credits(server), before)
    },
    real
  )

  rows.complete()
})

describe("whom a task asks about", () => {
  const glaze = page(
    "About Glaze",
    `<dl><dt>Employees</dt><dd>900</dd><dt>CEO</dt><dd>Bob Stone</dd><dt>Email</dt><dd>hi@glaze.example</dd></dl>
    <p>Glaze was founded in 1999 by Bob Stone.</p>`
  )
  const asked = { employees: 0, ceo: "", founded: 0, email: "" }
  const nothing = { employees: null, ceo: null, founded: null, email: null }

  it(
    "is never given what pages say of others",
    withServer(async (server) => {
      await server.show("https://glaze.example/about", glaze)
      await server.client.web.webScrapeMd({ url: "https://glaze.example/about" })
      await server.settle()
      await server.show(start, page("Kiln", "<p>Software for potters.</p>"))
      await server.outage("https://dead.example/")
      await server.outage("http://dead.example/")
      const ask = async (of: string) =>
        (
          await server.client.web.answers({
            task: `How many employees does ${of} have, who is its CEO and when was it founded?`,
            json_format: asked,
            mode: "fast"
          })
        ).json_content
      for (const of of ["Kiln", "the company Kiln", "kiln", "kiln.example", "dead.example"]) {
        assert.deepStrictEqual(await ask(of), nothing, of)
      }
      const right = { employees: 900, ceo: "Bob Stone", founded: 1999, email: "hi@glaze.example" }
      for (const of of ["Glaze", "glaze", "glaze.example"]) assert.deepStrictEqual(await ask(of), right, of)
    }, real)
  )

  it(
    "is read on five pages of their site in the fast mode",
    withServer(async (server) => {
      const paths = Array.from({ length: 8 }, (_, at) => `employees-${at}`)
      const links = paths.map((path) => `<a href="/${path}">Employees</a>`).join(" ")
      await server.show(start, page("Kiln", "<p>Software for potters.</p>", links))
      for (const path of paths) await server.show(start + path, page(`Employees ${path}`, `<p>We, of ${path}.</p>`))
      const task = "How many employees does kiln.example have?"
      const { sources } = await server.client.web.answers({ task, json_format: { employees: 0 }, mode: "fast" })
      assert.lengthOf(
        sources.filter((url) => url.startsWith(start)),
        5
      )
    }, real)
  )
})
