/** Brands by what somebody types, by the public client (contract/brand.md, GET /brand/search). */
import { assert, describe } from "@effect/vitest"
import { BrandStore } from "@kittiwake/core/brands/BrandStore"
import type { BrandEntry } from "@kittiwake/core/brands/domain/BrandEntry"
import { DateTime, Effect } from "effect"
import { rowsOf } from "../Rows.ts"
import type { Server } from "../Server.ts"
import { credits, refuses } from "./sites.ts"

/** Three brands of which nobody has heard. */
const fill = (server: Server) =>
  server.run(
    Effect.gen(function* () {
      const updatedAt = yield* DateTime.now
      const entry = (domain: string, given: Partial<BrandEntry>): BrandEntry => ({
        ...{ domain, name: null, aliases: [], description: null, country: null, language: null, logo: null },
        ...{ rank: null, symbols: [], ids: [], told: {}, source: "imported", updatedAt },
        ...given
      })
      yield* (yield* BrandStore).put([
        entry("aquilina.example", {
          name: "Aquilína",
          description: "Eagles.",
          country: "IT",
          language: "italian",
          rank: 9
        }),
        entry("aquilinum.example", { name: "Aquilinum", country: "DE", language: "german", rank: 8 }),
        entry("aquilin-air.example", { rank: 7 })
      ])
    })
  )

const domains = ["aquilinum.example", "aquilina.example", "aquilin-air.example"] as const

describe("GET /brand/search", () => {
  const rows = rowsOf("brand/search", [
    ...(["query", "country", "language", "autocomplete", "queryBy", "typoTolerance", "tags", "zdr"] as const),
    ...(["results", "domain, name, logo", "description, country, language", "price", "scope"] as const),
    ...(["request_id, key_metadata", "case and accents", "a full URL", "booleans", "never the web"] as const),
    ...(["400 INPUT_VALIDATION_ERROR", "401", "429"] as const)
  ])

  rows.hold(
    [
      ...(["query", "queryBy", "typoTolerance", "autocomplete", "tags", "results", "domain, name, logo"] as const),
      ...(["description, country, language", "country", "language", "price", "request_id, key_metadata"] as const),
      ...(["case and accents", "a full URL", "booleans", "never the web"] as const)
    ],
    "finds names before domains, the popular first, within what is asked",
    async (server) => {
      await fill(server)
      const before = await credits(server)
      const told = await server.client.brand.search({ query: " AQUILIN " })
      const unknown = { name: "", logo: "", description: null, country: null, language: null }
      assert.deepStrictEqual(
        told.results?.map((one): unknown => one),
        [
          { ...unknown, domain: domains[0], name: "Aquilinum", country: "DE", language: "german" },
          {
            ...{ domain: domains[1], name: "Aquilína", logo: "", description: "Eagles." },
            ...{ country: "IT", language: "italian" }
          },
          { ...unknown, domain: domains[2] }
        ]
      )
      assert.deepStrictEqual(told.key_metadata, { credits_consumed: 0, credits_remaining: before })
      const reply = await server.call("GET", "/brand/search?query=aquilin")
      assert.strictEqual(reply.headers.get("x-request-id"), reply.body.request_id)
      const search = async (query: object) =>
        (await server.client.brand.search({ query: "aquilin", ...query } as never)).results?.map(({ domain }) => domain)
      for (const [query, found] of [
        [{ query: "aquilína" }, [domains[1], domains[2]]],
        [{ query: "https://www.aquilina.example/about?x=1" }, [domains[1]]],
        [{ autocomplete: false }, []],
        [{ query: "aquilina", autocomplete: false }, [domains[1]]],
        [{ queryBy: ["domain"], query: "aquilinair" }, [domains[2]]],
        [{ queryBy: ["name"], query: "aquilinair" }, []],
        [{ queryBy: ["name", "domain"], query: "aquilinair" }, [domains[2]]],
        [{ query: "aqiulina", autocomplete: false }, []],
        [{ query: "aqiulina", autocomplete: false, typoTolerance: 1 }, [domains[1]]],
        [{ query: "aqiulnia", autocomplete: false, typoTolerance: 2 }, [domains[1]]],
        [{ country: "DE" }, [domains[0]]],
        [{ language: "italian" }, [domains[1]]],
        [{ tags: ["one", "two"] }, [...domains]],
        [{ autocomplete: "1" }, [...domains]],
        [{ autocomplete: "0" }, []],
        [{ query: "nobody at all" }, []]
      ] as const) {
        assert.deepStrictEqual(await search(query), [...found], JSON.stringify(query))
      }
      // Labels are kept with the call, joined or one after the other.
      for (const tags of ["tags=crm,eu", "tags=crm&tags=eu"]) {
        const { body } = await server.call("GET", `/brand/search?query=aquilin&${tags}`)
        await server.settle()
        const log = await server.call("GET", `/logs/${String(body.request_id)}`)
        assert.deepStrictEqual(Object(log.body.data).tags, ["crm", "eu"])
      }
      const both = await server.call("GET", "/brand/search?query=aquilinair&queryBy=name&queryBy=domain")
      assert.strictEqual(Object(both.body.results)[0].domain, domains[2])
      // A domain that nobody knows is not read.
      await server.show("https://unread.example/", "<title>Unread</title>")
      assert.deepStrictEqual(await search({ query: "unread.example" }), [])
      assert.strictEqual(await server.looks("https://unread.example/"), 0)
      for (const [plan, price] of [
        ["free", 1],
        ["pro", 0]
      ] as const) {
        const { client } = await server.stranger({ plan, credits: 5 })
        const { key_metadata: paid } = await client.brand.search({ query: "nobody at all" })
        assert.deepStrictEqual(paid, { credits_consumed: price, credits_remaining: 5 - price }, plan)
      }
    }
  )

  rows.hold(
    ["400 INPUT_VALIDATION_ERROR", "zdr", "scope", "401", "429"],
    "refuses what is none, and takes nothing for it",
    async (server) => {
      const ask = (query: object) => () =>
        server.client.get("/brand/search", { query: query as never }) as PromiseLike<unknown>
      for (const query of [
        {},
        { query: "   " },
        { query: "x".repeat(101) },
        { query: "a", country: "de" },
        { query: "a", language: "klingon" },
        { query: "a", autocomplete: "maybe" },
        { query: "a", queryBy: "logo" },
        { query: "a", queryBy: "," },
        { query: "a", typoTolerance: 3 },
        { query: "a", tags: "x".repeat(51) },
        { query: "a", tags: Array.from({ length: 21 }, (_, n) => `t${n}`).join(",") }
      ]) {
        await refuses(server, ask(query), 400, "INPUT_VALIDATION_ERROR")
      }
      await refuses(server, ask({ query: "a", zdr: "enabled" }), 400, "ZDR_NOT_SUPPORTED")
      const reader = await server.callerWith(["logs:read"])
      const refused = await reader.call("GET", "/brand/search?query=a")
      assert.deepStrictEqual([refused.status, refused.body.error_code], [403, "INSUFFICIENT_PERMISSIONS"])
      const nobody = server.client.withOptions({ apiKey: "ctxt_secret_nobody" })
      const unknown = await Promise.resolve(nobody.brand.search({ query: "a" })).catch((cause: unknown) =>
        Object(cause)
      )
      assert.deepStrictEqual([unknown.status, Object(unknown.error).error_code], [401, "UNAUTHORIZED"])
      const { call } = await server.stranger({ plan: "free", credits: 1_000 })
      const statuses: Array<number> = []
      for (let n = 0; n < 200 && statuses.at(-1) !== 429; n++)
        statuses.push((await call("GET", "/brand/search?query=a")).status)
      assert.deepStrictEqual([statuses[0], statuses.at(-1)], [200, 429])
    }
  )

  rows.complete()
})
