/** Competitors of a company by the public client (contract/design-industry.md §3). */
import { assert, describe, it } from "@effect/vitest"
import { Administration } from "@kittiwake/core/administration/Administration"
import { BackendFailed, SearchBackends } from "@kittiwake/core/search/SearchBackends"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { Effect, Layer } from "effect"
import { credits, refuses } from "../industries/companies.ts"
import { rowsOf } from "../Rows.ts"
import { type Server, withServer } from "../Server.ts"
import { kiln, open, page, real } from "./potters.ts"

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

describe("GET /web/competitors", () => {
  const rows = rowsOf("3", [
    ...(["domain", "numCompetitors", "timeoutOpts", "tags, zdr"] as const),
    ...(["status", "answered domain", "target.companyName", "target.field"] as const),
    ...(["target.fieldDescription", "target.websiteUrl", "competitors", "competitors[].name"] as const),
    ...([
      "competitors[].domain",
      "competitors[].url",
      "competitors[].description",
      "competitors[].confidence"
    ] as const),
    ...(["competitors[].sourceUrls", "partial", "request_id, key_metadata", "fewer found than asked"] as const),
    ...(["target, parents, resellers, review sites", "search missing", "validation message", "errors"] as const),
    ...(["scope and price", "no maxAgeMs, cache_metadata or country"] as const)
  ])

  rows.hold(
    [
      ...(["domain", "status", "answered domain", "target.companyName", "target.field"] as const),
      ...(["target.fieldDescription", "target.websiteUrl", "competitors", "competitors[].name"] as const),
      ...(["competitors[].domain", "competitors[].url", "competitors[].description"] as const),
      ...(["competitors[].confidence", "competitors[].sourceUrls", "request_id, key_metadata"] as const),
      ...(["fewer found than asked", "target, parents, resellers, review sites", "scope and price"] as const),
      "no maxAgeMs, cache_metadata or country"
    ],
    "names those that compete, best first, with the pages that say so, and nobody else",
    async (server) => {
      await open(server)
      const before = await credits(server)
      const { data, response } = await server.client.web
        .extractCompetitors({ domain: "https://www.kiln.example/pricing?x=1" })
        .withResponse()
      const { competitors, target, ...rest } = data
      assert.deepStrictEqual(rest as object, {
        status: "ok",
        domain: "kiln.example",
        request_id: response.headers.get("x-request-id") ?? "",
        key_metadata: { credits_consumed: 10, credits_remaining: before - 10 }
      })
      assert.deepStrictEqual(target, {
        companyName: "Kiln",
        field: "pottery studio software",
        fieldDescription: "Pottery studio software for teachers: firing schedules, glaze recipes and class bookings.",
        websiteUrl: "https://kiln.example/"
      })
      assert.deepStrictEqual(
        competitors.map(({ confidence, domain, name, url }) => ({ name, domain, url, confidence })),
        [
          {
            ...{ name: "Wheelhouse", domain: "wheelhouse.example", url: "https://wheelhouse.example/" },
            confidence: "high"
          },
          { name: "Glaze", domain: "glaze.example", url: "https://glaze.example/", confidence: "high" }
        ]
      )
      const [wheelhouse, glaze] = competitors
      assert.strictEqual(glaze?.description, "Glaze is studio software for pottery teachers.")
      assert.includeMembers(
        [...(glaze?.sourceUrls ?? [])],
        ["https://kiln.example/vs/glaze", "https://papers.example/kiln-alternatives"]
      )
      assert.includeMembers(
        [...(wheelhouse?.sourceUrls ?? [])],
        [
          "https://papers.example/kiln-alternatives",
          "https://tests.example/kiln-or-wheelhouse",
          "https://wheelhouse.example/"
        ]
      )
      const reader = await server.callerWith(["logs:read"])
      const refused = await reader.call("GET", "/web/competitors?domain=kiln.example")
      assert.deepStrictEqual([refused.status, refused.body.error_code], [403, "INSUFFICIENT_PERMISSIONS"])
      const aged = await server.call("GET", "/web/competitors?domain=kiln.example&maxAgeMs=0&country=de")
      assert.deepStrictEqual([aged.status, "cache_metadata" in aged.body], [200, false])
    },
    real
  )

  rows.hold(
    ["numCompetitors", "validation message"],
    "names as many as are wanted, and says in one sentence what is wrong with a question",
    async (server) => {
      await open(server)
      const ask = (given: object) =>
        server.client.web.extractCompetitors({ domain: "kiln.example", ...given }) as Promise<
          Awaited<ReturnType<typeof server.client.web.extractCompetitors>>
        >
      assert.lengthOf((await ask({ numCompetitors: 1 })).competitors, 1)
      for (const [given, field] of [
        [{ numCompetitors: 0 }, "numCompetitors"],
        [{ numCompetitors: 11 }, "numCompetitors"],
        [{ domain: "ab" }, "domain"],
        [{ domain: "no such thing" }, "domain"]
      ] as const) {
        const message = await refuses(server, () => ask(given), 400, "INPUT_VALIDATION_ERROR")
        assert.include(message, field)
      }
    },
    real
  )

  rows.hold(
    ["fewer found than asked"],
    "answers with nobody where nobody is named, for the same price",
    async (server) => {
      await server.show("https://alone.example/", page("Alone", "<p>Alone makes maps of caves for divers.</p>"))
      const before = await credits(server)
      const { competitors, target } = await server.client.web.extractCompetitors({ domain: "alone.example" })
      assert.deepStrictEqual(competitors, [])
      assert.strictEqual(target.companyName, "Alone")
      assert.strictEqual(await credits(server), before - 10)
    },
    real
  )

  rows.hold(
    ["timeoutOpts", "partial"],
    "answers in time, in part where that is wanted",
    async (server) => {
      await open(server)
      await server.show("https://wheelhouse.example/", { body: kiln, latency: "2 minutes" })
      const ask = (behavior: "fail" | "return-partial") =>
        server.client.web.extractCompetitors({
          domain: "kiln.example",
          timeoutOpts: { milliseconds: 8_000, behavior }
        } as never)
      const part = await ticking(server, ask("return-partial"))
      assert.deepStrictEqual(
        [Object(part).partial, part.competitors.map(({ domain }) => domain)],
        [true, ["glaze.example"]]
      )
      await refuses(server, () => ticking(server, ask("fail")), 408, "REQUEST_TIMEOUT")
    },
    real
  )

  rows.hold(
    ["tags, zdr"],
    "labels the call in its log, and keeps nothing of one that asks for it",
    async (server) => {
      await server.run(
        Effect.gen(function* () {
          const { organization } = yield* TestInstallation
          yield* (yield* Administration).change(organization.id, { zeroDataRetention: true })
        })
      )
      await open(server)
      const { request_id } = (await server.client.web.extractCompetitors({
        domain: "kiln.example",
        tags: ["crm"]
      })) as { readonly request_id?: string }
      await server.settle()
      const { body } = await server.call("GET", `/logs/${request_id}`)
      assert.include(JSON.stringify(body), '"tags":["crm"]')
      const looks = await server.looks("https://kiln.example/")
      const kept = await server.call("GET", "/web/competitors?domain=kiln.example&zdr=enabled")
      assert.strictEqual(kept.status, 200)
      assert.strictEqual(kept.headers.get("x-service-zdr"), "true")
      assert.isAbove(await server.looks("https://kiln.example/"), looks, "what is kept is not used")
    },
    real
  )

  const silent = Layer.succeed(SearchBackends, {
    ownPlace: null,
    backends: [
      {
        name: "silent",
        keepsNothing: true,
        search: () =>
          Effect.fail(
            new BackendFailed({ reason: "unavailable", retryAfterSeconds: null, message: "Nobody is there." })
          )
      }
    ]
  })

  rows.hold(
    ["search missing"],
    "says that the search is missing where nothing else names anybody, and charges nothing",
    async (server) => {
      await server.show("https://alone.example/", page("Alone", "<p>Alone makes maps of caves for divers.</p>"))
      const ask = () => server.client.web.extractCompetitors({ domain: "alone.example" })
      await refuses(server, ask, 503, "SEARCH_UNAVAILABLE")
    },
    { ...real, searchBackends: silent }
  )

  rows.hold(
    ["errors"],
    "tells why a site could not be read, and charges nothing",
    async (server) => {
      await server.show("https://gone.example/", { status: 404, body: "<title>Not found</title>Not found" })
      const ask = (domain: string) => () => server.client.web.extractCompetitors({ domain })
      await refuses(server, ask("gone.example"), 400, "WEBSITE_ACCESS_ERROR")
      await server.outage("https://down.example/")
      await server.outage("http://down.example/")
      await refuses(server, ask("down.example"), 400, "WEBSITE_ACCESS_ERROR")
      const { body, status } = await (await server.stranger({ credits: 9 })).call(
        "GET",
        "/web/competitors?domain=gone.example"
      )
      assert.deepStrictEqual([status, body.error_code], [403, "USAGE_EXCEEDED"])
    },
    real
  )

  rows.complete()
})

describe("who competes", () => {
  const studio = (name: string) =>
    page(
      `${name} | Studio software`,
      `${name} is studio software for pottery teachers: class bookings and glaze recipes.`
    )
  const own = "https://kiln.example/"

  it(
    "is found over plain HTTP too, and is nobody whose domain is for sale, who is denied, or who is no company of the field",
    withServer(async (server) => {
      await server.show(
        own,
        page(
          "Kiln | Studio software",
          `Kiln is studio software for pottery teachers: class bookings and glaze recipes. Kiln does not compete with Mud.
          <a href="https://mud.example/">Mud</a> <a href="/vs/glaze">Kiln vs Glaze</a> <a href="/vs/gone">Kiln vs Gone</a>
          <a href="/blog/stoneware-vs-porcelain">Stoneware vs Porcelain: which clay?</a>`
        )
      )
      const versus = (name: string, url: string) => page(`Kiln vs ${name}`, `<a href="${url}">${name}</a>`)
      await server.show(`${own}vs/glaze`, versus("Glaze", "https://glaze.example/"))
      await server.show(`${own}vs/gone`, versus("Gone", "https://gone.example/"))
      const porcelain = `See the <a href="https://porcelain.example/">Porcelain</a> museum.`
      await server.show(`${own}blog/stoneware-vs-porcelain`, page("Stoneware vs Porcelain", porcelain))
      await server.show("http://glaze.example/", studio("Glaze"))
      await server.show("https://mud.example/", studio("Mud"))
      await server.show("https://gone.example/", page("gone.example is for sale", "This domain is for sale."))
      await server.show(
        "https://porcelain.example/",
        page("Porcelain Museum", "Opening hours of our collection of vases.")
      )
      const asked = server.client.web.extractCompetitors({ domain: "kiln.example" })
      const { competitors } = await ticking(server, asked)
      assert.deepStrictEqual(
        competitors.map(({ name, url }) => [name, url]),
        [["Glaze", "http://glaze.example/"]]
      )
    }, real)
  )
})
