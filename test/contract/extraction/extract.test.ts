/** Data of a site, by the public client (contract/extract-answers.md §1). */
import { assert, describe } from "@effect/vitest"
import { Administration } from "@kittiwake/core/administration/Administration"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { Effect } from "effect"
import { credits, refuses } from "../industries/companies.ts"
import { real } from "../products/shops.ts"
import { rowsOf } from "../Rows.ts"
import type { Server } from "../Server.ts"

const start = "https://kiln.example/"

const page = (title: string, main: string, more = "") =>
  `<!doctype html><html lang="en-US"><head><title>${title}</title></head><body><main><h1>${title}</h1>${main}</main>${more}</body></html>`

const plan = (name: string, price: string, seats: string) =>
  `<tr><td>${name}</td><td>${price}</td><td>${seats}</td></tr>`

const prices = page(
  "Plans and prices",
  `<table><tr><th>Plan</th><th>Monthly price</th><th>Seats</th></tr>${plan("Starter", "$9.50", "3")}${plan("Studio", "$24", "12")}</table>
  <p>Refund policy: money back within 30 days.</p><img src="/i/kiln.jpg" alt="The kiln">`
)

const contact = page("Contact us", "<dl><dt>Email</dt><dd>hello@kiln.example</dd><dt>Founded</dt><dd>2011</dd></dl>")

/** A front page that leads to all others. */
const open = async (server: Server) => {
  const links = ["/pricing", "/contact", "/blog/glaze", "/walled", "/terms.pdf"]
  await server.show(
    start,
    page(
      "Kiln",
      "<p>Software for potters.</p>",
      links.map((path) => `<a href="${path}">${path.slice(1)}</a>`).join(" ")
    )
  )
  await server.show(`${start}pricing`, prices)
  await server.show(`${start}contact`, contact)
  await server.show(`${start}blog/glaze`, page("Glaze", "<p>How to mix a glaze.</p>"))
  await server.show(`${start}walled`, { status: 403, body: page("Access denied", "<p>Access denied</p>") })
  await server.show(`${start}terms.pdf`, { body: "%PDF-1.4 nothing", mediaType: "application/pdf" })
}

const text = { type: "string" } as const

const schema = {
  type: "object",
  properties: {
    plans: {
      type: "array",
      items: {
        type: "object",
        properties: { plan: text, monthly_price: { type: "number" }, seats: { type: "integer" } }
      }
    },
    email: { type: "string", format: "email" },
    refund_policy: text
  },
  required: ["plans", "email"]
}

const found = {
  plans: [
    { plan: "Starter", monthly_price: 9.5, seats: 3 },
    { plan: "Studio", monthly_price: 24, seats: 12 }
  ],
  email: "hello@kiln.example",
  refund_policy: "money back within 30 days."
}

const ask = (server: Server, more: object = {}) =>
  server.client.web.extract({ url: start, schema, instructions: "Plans, prices and the contact email", ...more })

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

describe("POST /web/extract", () => {
  const rows = rowsOf("extract", [
    ...(["url", "schema", "instructions", "factCheck", "followSubdomains", "maxPages", "maxDepth"] as const),
    ...(["includeFrames", "pdf", "pdf.shouldParse", "pdf.start / pdf.end", "actions", "waitForMs"] as const),
    ...(["settleAnimations", "stopAfterMs", "maxAgeMs", "timeoutOpts", "tags, zdr", "status", "url (reply)"] as const),
    ...(["urls_analyzed", "data", "metadata.numUrls", "metadata.maxCrawlDepth"] as const),
    ...(["metadata.numSucceeded / .numFailed / .numSkipped", "metadata.numBlocked"] as const),
    ...(["metadata.actionsApplied", "partial", "cache_metadata", "request_id, key_metadata"] as const),
    ...(["schema dialect", "unusable schema", "validation of the result", "required but unknown"] as const),
    ...(["image fields", "link choice", "no page usable", "some pages blocked", "no model configured"] as const),
    ...(["partial price", "model output cache", "zdr (choice)", "default hard limit", "credits", "scope"] as const),
    ...(["unknown keys", "errors"] as const)
  ])

  rows.hold(
    [
      ...(["url", "schema", "instructions", "status", "url (reply)", "urls_analyzed", "data", "credits"] as const),
      ...(["metadata.numUrls", "metadata.maxCrawlDepth", "metadata.numSucceeded / .numFailed / .numSkipped"] as const),
      ...(["cache_metadata", "request_id, key_metadata", "no model configured", "scope", "link choice"] as const)
    ],
    "fills a schema from the pages that have to do with it, for ten credits and without a model",
    async (server) => {
      await open(server)
      const before = await credits(server)
      const { data: reply, response } = await ask(server, { maxPages: 3 }).withResponse()
      const { data, metadata, urls_analyzed: urls, ...rest } = reply
      assert.deepStrictEqual(data, found)
      assert.deepStrictEqual([urls[0], urls.toSorted()], [start, [start, `${start}contact`, `${start}pricing`]])
      assert.deepInclude(metadata, { numUrls: 3, maxCrawlDepth: 1, numSucceeded: 3, numFailed: 0, numBlocked: 0 })
      const { evidence, ...others } = rest as typeof rest & {
        readonly evidence: ReadonlyArray<{ readonly path: string; readonly url: string; readonly quote: string }>
      }
      assert.deepStrictEqual(others, {
        status: "ok",
        url: start,
        cache_metadata: { status: "miss", age_ms: 0 },
        request_id: response.headers.get("x-request-id") ?? "",
        key_metadata: { credits_consumed: 10, credits_remaining: before - 10 }
      } as typeof others)
      const ofEmail = evidence.find(({ path }) => path === "/email")
      assert.deepInclude(ofEmail, { url: `${start}contact` })
      assert.include(ofEmail?.quote, "hello@kiln.example")
      const unlike = { type: "object", properties: { how_to_mix: text, glaze_method: text } }
      const beside = await server.client.web.extract({ url: start, schema: unlike, maxPages: 4 })
      assert.include(beside.urls_analyzed, `${start}contact`, "others are read where those of the topic are few")
      const reader = await server.callerWith(["logs:read"])
      const refused = await reader.call("POST", "/web/extract", { url: start, schema })
      assert.deepStrictEqual([refused.status, refused.body.error_code], [403, "INSUFFICIENT_PERMISSIONS"])
    },
    real
  )

  rows.hold(
    ["maxPages", "maxDepth", "followSubdomains", "metadata.numBlocked", "some pages blocked", "pdf", "pdf.shouldParse"],
    "looks no farther than it is asked to, and counts what is no page",
    async (server) => {
      await open(server)
      const alone = await ask(server, { maxDepth: 0 })
      assert.deepStrictEqual(alone.urls_analyzed, [start])
      assert.deepInclude(alone.metadata, { numUrls: 1, maxCrawlDepth: 0 })
      assert.deepStrictEqual((await ask(server, { maxPages: 1 })).urls_analyzed, [start])
      const wide = {
        maxPages: 50,
        schema: { ...schema, properties: { ...schema.properties, walled: text, terms: text } }
      }
      const all = await ask(server, { ...wide, pdf: { shouldParse: false } })
      assert.deepInclude(all.metadata, { numBlocked: 1, numSkipped: 1, numFailed: 0 })
      assert.isFalse(all.urls_analyzed.some((url) => url.endsWith("/walled") || url.endsWith(".pdf")))
      assert.strictEqual(all.metadata.numUrls, all.metadata.numSucceeded + 1)

      const link = `<a href="https://help.kiln.example/email">Email and plans</a>`
      await server.show("https://kiln.example/home", page("Home", "<p>Pots.</p>", link))
      await server.show("https://help.kiln.example/email", page("Email", "<p>Email: help@kiln.example</p>"))
      const from = { url: "https://kiln.example/home", maxPages: 5 }
      assert.deepStrictEqual((await ask(server, from)).urls_analyzed, ["https://kiln.example/home"])
      const below = await ask(server, { ...from, followSubdomains: true })
      assert.include(below.urls_analyzed, "https://help.kiln.example/email")
      assert.strictEqual((below.data as typeof found).email, "help@kiln.example")
    },
    real
  )

  rows.hold(
    ["factCheck", "validation of the result", "required but unknown", "image fields", "schema dialect"],
    "answers in the shape that was asked for, and with nothing where nothing is said",
    async (server) => {
      await open(server)
      const wanted = {
        type: "object",
        $defs: { plan: { type: "object", properties: { plan: text }, required: ["plan"] } },
        properties: {
          plans: { type: "array", items: { $ref: "#/$defs/plan" } },
          refund_policy: { anyOf: [{ type: "null" }, text] },
          image_url: { type: "string", format: "uri" },
          founder: text,
          fax: { anyOf: [text, { type: "null" }] },
          employees: { type: "integer" },
          is_public: { type: "boolean" },
          awards: { type: "array", items: text },
          parent: { type: "object", properties: { ticker: text } },
          size: { enum: ["small", "large"] }
        },
        required: ["founder", "fax", "employees", "is_public", "awards", "parent", "size"]
      }
      for (const factCheck of [true, false]) {
        const { data } = await ask(server, { url: `${start}pricing`, schema: wanted, factCheck, maxPages: 1 })
        assert.deepStrictEqual(data, {
          plans: [{ plan: "Starter" }, { plan: "Studio" }],
          refund_policy: "money back within 30 days.",
          image_url: `${start}i/kiln.jpg`,
          founder: "",
          fax: null,
          employees: null,
          is_public: null,
          awards: [],
          parent: {},
          size: null
        } as unknown)
      }
    },
    real
  )

  rows.hold(
    ["maxAgeMs", "model output cache", "tags, zdr", "zdr (choice)"],
    "keeps pages for seven days, and none where nothing may be kept",
    async (server) => {
      await open(server)
      const one = (more: object = {}) => ask(server, { maxPages: 1, ...more })
      await one({ tags: ["plans"] })
      await server.advance("6 days")
      assert.strictEqual((await one()).cache_metadata.status, "hit")
      assert.strictEqual(await server.looks(start), 1)
      await server.advance("2 days")
      assert.strictEqual((await one()).cache_metadata.status, "miss")
      await one({ maxAgeMs: 0 })
      assert.strictEqual(await server.looks(start), 3)
      await refuses(server, () => one({ maxAgeMs: 31_536_000_001 }), 400, "INPUT_VALIDATION_ERROR")
      await refuses(server, () => one({ zdr: "enabled" }), 403, "ZDR_NOT_ENABLED")
      await server.run(
        Effect.gen(function* () {
          const { organization } = yield* TestInstallation
          yield* (yield* Administration).change(organization.id, { zeroDataRetention: true })
        })
      )
      await server.advance("2 minutes")
      const { data, response } = await one({ zdr: "enabled" }).withResponse()
      assert.deepStrictEqual([data.cache_metadata.status, response.headers.get("x-service-zdr")], ["zdr", "true"])
    },
    real
  )

  rows.hold(
    ["stopAfterMs", "timeoutOpts", "partial", "partial price", "default hard limit"],
    "ends in time: with what was read, or not at all",
    async (server) => {
      await open(server)
      await server.show(`${start}pricing`, { body: prices, latency: "30 seconds" })
      await server.show(`${start}contact`, { body: contact, latency: "30 seconds" })
      const stopped = await ticking(server, ask(server, { stopAfterMs: 10_000, maxPages: 50 }))
      assert.isUndefined(stopped.partial)
      assert.isBelow(stopped.metadata.numUrls, 6)

      await server.advance("1 minute")
      const late = { milliseconds: 8_000 }
      await refuses(
        server,
        () => ticking(server, ask(server, { timeoutOpts: late, maxAgeMs: 0 })),
        408,
        "REQUEST_TIMEOUT"
      )
      const before = await credits(server)
      const timeoutOpts = { ...late, behavior: "return-partial" as const }
      const part = await ticking(server, ask(server, { timeoutOpts, maxAgeMs: 0 }))
      assert.deepStrictEqual([part.partial, part.urls_analyzed[0]], [true, start])
      assert.strictEqual(await credits(server), before - 10)

      await server.show(start, { body: "<p>late</p>", latency: "10 minutes" })
      const begun = Date.parse(await server.now())
      await refuses(server, () => ticking(server, ask(server, { maxAgeMs: 0 })), 408, "REQUEST_TIMEOUT")
      const took = Date.parse(await server.now()) - begun
      assert.isAtLeast(took, 60_000)
      assert.isAtMost(took, 150_000)
    },
    real
  )

  rows.hold(
    ["unusable schema", "no page usable", "unknown keys", "errors", "waitForMs", "pdf.start / pdf.end"],
    "says what is wrong, and charges nothing",
    async (server) => {
      await open(server)
      const before = await credits(server)
      const invalid = async (more: object, field: string) =>
        assert.include(await refuses(server, () => ask(server, more), 400, "INPUT_VALIDATION_ERROR"), field)
      await invalid({ schema: { type: "array", items: text } }, "schema")
      await invalid({ schema: { type: "object", properties: { a: { $ref: "#/$defs/none" } } } }, "schema.properties.a")
      await invalid({ schema: { type: "object", properties: { a: { type: "strong" } } } }, "schema.properties.a.type")
      await invalid({ schema: { type: "object", properties: { a: { description: "x".repeat(70_000) } } } }, "schema")
      await invalid({ url: "kiln.example" }, "url")
      await invalid({ instructions: "x".repeat(2_001) }, "instructions")
      await invalid({ maxPages: 51 }, "maxPages")
      await invalid({ stopAfterMs: 9_999 }, "stopAfterMs")
      await invalid({ waitForMs: 30_001 }, "waitForMs")
      await invalid({ pdf: { start: 3, end: 2 } }, "pdf.end")
      await invalid({ pdf: { ocr: true } }, "pdf")
      await invalid({ instruction: "Prices" }, "instruction")
      const gone = `${start}gone`
      await server.show(gone, { status: 404, body: page("Not found", "<p>Nothing is here.</p>") })
      await refuses(server, () => ask(server, { url: gone }), 404, "NOT_FOUND")
      await refuses(server, () => ask(server, { url: `${start}walled` }), 400, "WEBSITE_BLOCKED")
      await refuses(server, () => ask(server, { url: "https://nowhere.example/" }), 400, "WEBSITE_NOT_FOUND")
      await server.show("https://empty.example/", "<html><head></head><body></body></html>")
      await refuses(server, () => ask(server, { url: "https://empty.example/" }), 400, "WEBSITE_ACCESS_ERROR")
      assert.strictEqual(await credits(server), before)
    },
    real
  )

  rows.hold(
    ["actions", "metadata.actionsApplied", "includeFrames", "settleAnimations"],
    "asks a browser for what only one can do, and reads frames where they are wanted",
    async (server) => {
      await open(server)
      await server.show(`${start}framed`, page("Framed", `<iframe src="/inner"></iframe><p>Outside.</p>`))
      await server.show(`${start}inner`, page("Inner", "<dl><dt>Email</dt><dd>inner@kiln.example</dd></dl>"))
      const framed = { url: `${start}framed`, maxPages: 1 }
      assert.strictEqual((Object((await ask(server, framed)).data) as typeof found).email, null as never)
      const { data } = await ask(server, { ...framed, includeFrames: true, maxAgeMs: 0 })
      assert.strictEqual((Object(data) as typeof found).email, "inner@kiln.example")

      const actions = [{ do: "wait" as const, timeMs: 100 }]
      const strangers = await server.stranger({ plan: "free" })
      const refused = await strangers.call("POST", "/web/extract", { url: start, schema, actions })
      assert.deepStrictEqual([refused.status, refused.body.error_code], [403, "PAID_PLAN_REQUIRED"])
      const answered = await server.call("POST", "/web/extract", {
        url: start,
        schema,
        actions,
        settleAnimations: true
      })
      // Without a browser that is what it says; with one the outcome of each action is told.
      if (answered.status === 200) assert.lengthOf(Object(answered.body.metadata).actionsApplied, 1)
      else assert.include(String(answered.body.message), "browser")
    },
    real
  )

  rows.complete()
})
