/** Search for brands over HTTP (contract/brand.md, GET /brand/search). Observed: replies, and what they cost. */
import { assert, describe, it } from "@effect/vitest"
import { BrandStore } from "@kittiwake/core/brands/BrandStore"
import type { BrandEntry } from "@kittiwake/core/brands/domain/BrandEntry"
import type { Plan } from "@kittiwake/core/organizations/domain/Plan"
import { Effect } from "effect"
import { epoch } from "../../core/src/testing/builders.ts"
import { call, layer, newCaller, pick } from "./support/App.ts"

const brandOf = (domain: string, given: Partial<BrandEntry>): BrandEntry => ({
  ...{ domain, name: null, aliases: [], description: null, country: null, language: null, logo: null, rank: null },
  ...{ symbols: [], ids: [], told: {}, source: "imported", updatedAt: epoch },
  ...given
})

const brands = [
  brandOf("aquilina.example", {
    ...{ name: "Aquilina", description: "Eagles.", country: "IT", language: "italian", rank: 900_000 },
    logo: "ast_eagle"
  }),
  // A list says where its logo is, and nobody has kept it.
  brandOf("aquilin-air.example", { rank: 600_000, logo: "https://commons.example/Special:FilePath/Air.svg" }),
  brandOf("aquilinum.example", { name: "Aquilinum", country: "DE", language: "german", rank: 800_000 })
]

const search = (key: string, query: string) => call("GET", `/v1/brand/search?${query}`, { key })

const domainsOf = (reply: { readonly body: unknown }) =>
  (pick(reply.body, "results") as ReadonlyArray<BrandEntry>).map(({ domain }) => domain)

const withBrands = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  BrandStore.use((store) => store.put(brands)).pipe(Effect.andThen(work), Effect.provide(layer))

describe("GET /v1/brand/search", () => {
  it.effect("gives brands by their names, then by their domains, with all that is known", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ plan: "pro" })
      const reply = yield* search(key, "query=%20AQUILIN%20")
      assert.strictEqual(reply.status, 200)
      const unknown = { name: "", logo: "", description: null, country: null, language: null }
      assert.deepStrictEqual(reply.body, {
        results: [
          { ...unknown, domain: "aquilinum.example", name: "Aquilinum", country: "DE", language: "german" },
          {
            domain: "aquilina.example",
            name: "Aquilina",
            logo: "/assets/ast_eagle",
            description: "Eagles.",
            country: "IT",
            language: "italian"
          },
          { ...unknown, domain: "aquilin-air.example" }
        ],
        request_id: reply.body.request_id,
        key_metadata: { credits_consumed: 0, credits_remaining: 1_000 }
      })
    }).pipe(withBrands)
  )

  it.effect("takes every field, however it is written", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ plan: "pro", overrides: { unlimitedRequests: true } })
      for (const [query, domains] of [
        ["query=aquilin&country=DE", ["aquilinum.example"]],
        ["query=aquilin&language=italian", ["aquilina.example"]],
        ["query=aquilin&autocomplete=false", []],
        ["query=aquilin&autocomplete=0", []],
        ["query=aquilina&autocomplete=false", ["aquilina.example"]],
        ["query=aquilinair&autocomplete=1&queryBy=domain", ["aquilin-air.example"]],
        ["query=aquilinair&autocomplete=true&queryBy=name", []],
        ["query=aquilinair&queryBy=name,domain", ["aquilin-air.example"]],
        ["query=aquilinair&queryBy=name&queryBy=domain", ["aquilin-air.example"]],
        ["query=aquilinair&queryBy[]=domain", ["aquilin-air.example"]],
        ["query=aqiulina&autocomplete=false", []],
        ["query=aqiulina&autocomplete=false&typoTolerance=1", ["aquilina.example"]],
        ["query=aqiulnia&autocomplete=false&typoTolerance=1", []],
        ["query=aqiulnia&autocomplete=false&typoTolerance=2", ["aquilina.example"]],
        ["query=aquilina&typoTolerance=0", ["aquilina.example", "aquilin-air.example"]],
        ["query=https%3A%2F%2Fwww.aquilina.example%2Fabout", ["aquilina.example"]],
        ["query=aquilina&tags=a,b&zdr=disabled&country=&later=1", ["aquilina.example", "aquilin-air.example"]],
        [`query=${"x".repeat(100)}`, []],
        ["query=spotif", ["spotify.com"]]
      ] as const) {
        const reply = yield* search(key, query)
        assert.strictEqual(reply.status, 200, `${query} ${JSON.stringify(reply.body)}`)
        assert.deepStrictEqual(domainsOf(reply), [...domains], query)
      }
    }).pipe(withBrands)
  )

  it.effect("refuses each field by its name, and takes nothing for it", () =>
    Effect.gen(function* () {
      const key = yield* newCaller({ plan: "free", overrides: { unlimitedRequests: true } })
      for (const [query, field] of [
        ["", "query"],
        ["query=", "query"],
        ["query=%20%20", "query"],
        [`query=${"x".repeat(101)}`, "query"],
        ["query=a&query=b", "query"],
        ["query=a%00", "query"],
        ["query=a&country=de", "country"],
        ["query=a&country=DEU", "country"],
        ["query=a&language=German", "language"],
        ["query=a&language=klingon", "language"],
        ["query=a&autocomplete=yes", "autocomplete"],
        ["query=a&queryBy=logo", "queryBy"],
        ["query=a&typoTolerance=3", "typoTolerance"],
        ["query=a&typoTolerance=-1", "typoTolerance"],
        ["query=a&typoTolerance=1.5", "typoTolerance"],
        [`query=a&tags=${"x".repeat(51)}`, "tags"]
      ] as const) {
        const reply = yield* search(key, query)
        assert.deepStrictEqual([reply.status, reply.body.error_code], [400, "INPUT_VALIDATION_ERROR"], query)
        assert.include(reply.body.message, field, query)
      }
      const kept = yield* search(key, "query=a&zdr=enabled")
      assert.deepStrictEqual([kept.status, kept.body.error_code], [400, "ZDR_NOT_SUPPORTED"])
      assert.deepStrictEqual(kept.body.key_metadata, { credits_consumed: 0, credits_remaining: 1_000 })
    }).pipe(withBrands)
  )

  it.effect("costs one credit on the two small plans, whatever is found, and none on the others", () =>
    Effect.gen(function* () {
      const plans: ReadonlyArray<readonly [Plan, number]> = [
        ...[["free", 1] as const, ["developer", 1] as const],
        ...(["pro", "growth", "scale", "enterprise"] as const).map((plan) => [plan, 0] as const)
      ]
      for (const [plan, price] of plans) {
        const key = yield* newCaller({ plan })
        for (const [n, query] of ["aquilina", "no such brand"].entries()) {
          const reply = yield* search(key, `query=${encodeURIComponent(query)}`)
          const remaining = 1_000 - price * (n + 1)
          const expected = { credits_consumed: price, credits_remaining: remaining }
          assert.deepStrictEqual(reply.body.key_metadata, expected, `${plan} ${query}`)
        }
      }
    }).pipe(withBrands)
  )
})
