/**
 * What operations that tell of a site ask the core for, defaults filled in (contract/brand.md, products.md, design-industry.md).
 * Observed: what reading was asked for.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { call, layer, newCaller } from "./support/App.ts"
import { WebScript } from "./support/ScriptedWeb.ts"

const year = 31_536_000_000

const brand = { maxAgeMillis: 7_776_000_000, language: null, isThin: false, timeoutMillis: null }
const transaction = { _tag: "Transaction", text: "SQ *SHOP", city: null, country: null, isStrict: false }

const requests: ReadonlyArray<readonly [path: string, body: object | null, request: object]> = [
  [
    "/brand/retrieve",
    { type: "by_domain", domain: "a.example" },
    { ...brand, lookup: { _tag: "Domain", domain: "a.example" } }
  ],
  [
    "/brand/retrieve",
    {
      ...{ type: "by_domain", domain: "a.example", force_language: "german", maxSpeed: true, maxAgeMs: 2 * year },
      timeoutOpts: { milliseconds: 12_000 }
    },
    {
      lookup: { _tag: "Domain", domain: "a.example" },
      ...{ maxAgeMillis: year, language: "german", isThin: true, timeoutMillis: 12_000 }
    }
  ],
  [
    "/brand/retrieve",
    { type: "by_name", name: "Shop" },
    { ...brand, lookup: { _tag: "Name", name: "Shop", country: null } }
  ],
  [
    "/brand/retrieve",
    { type: "by_name", name: "Shop", country_gl: "DE" },
    { ...brand, lookup: { _tag: "Name", name: "Shop", country: "DE" } }
  ],
  [
    "/brand/retrieve",
    { type: "by_email", email: "a@b.example" },
    { ...brand, lookup: { _tag: "Email", email: "a@b.example" } }
  ],
  [
    "/brand/retrieve",
    { type: "by_ticker", ticker: "shp" },
    { ...brand, lookup: { _tag: "Ticker", ticker: "shp", exchange: "NASDAQ" } }
  ],
  [
    "/brand/retrieve",
    { type: "by_ticker", ticker: "SHP", ticker_exchange: "xetra" },
    { ...brand, lookup: { _tag: "Ticker", ticker: "SHP", exchange: "XETRA" } }
  ],
  [
    "/brand/retrieve",
    { type: "by_isin", isin: "US0378331005" },
    { ...brand, lookup: { _tag: "Isin", isin: "US0378331005" } }
  ],
  [
    "/brand/retrieve",
    { type: "by_direct_url", direct_url: "https://a.example/b" },
    { ...brand, lookup: { _tag: "Page", url: "https://a.example/b" } }
  ],
  ["/brand/retrieve", { type: "by_transaction", transaction_info: "SQ *SHOP" }, { ...brand, lookup: transaction }],
  [
    "/brand/retrieve",
    {
      ...{ type: "by_transaction", transaction_info: "SQ *SHOP", city: "Bremen", country_gl: "de" },
      high_confidence_only: true
    },
    { ...brand, lookup: { ...transaction, city: "Bremen", country: "de", isStrict: true } }
  ],
  ["/brand/retrieve?ticker=shp", null, { ...brand, lookup: { _tag: "Ticker", ticker: "shp", exchange: "NASDAQ" } }],
  ["/brand/retrieve?name=Shop", null, { ...brand, lookup: { _tag: "Name", name: "Shop", country: null } }],
  [
    "/brand/retrieve?domain=a.example&force_language=german&maxSpeed=true&maxAgeMs=0&timeoutMS=20000",
    null,
    {
      lookup: { _tag: "Domain", domain: "a.example" },
      ...{ maxAgeMillis: 0, language: "german", isThin: true, timeoutMillis: 20_000 }
    }
  ],
  ["/brand/retrieve-simplified?domain=a.example", null, { ...brand, lookup: { _tag: "Domain", domain: "a.example" } }],
  ["/web/styleguide?domain=a.example", null, { target: { _tag: "Domain", domain: "a.example" }, colorScheme: "light" }],
  [
    "/web/styleguide?directUrl=https://a.example/b&colorScheme=dark",
    null,
    { target: { _tag: "Page", url: "https://a.example/b" }, colorScheme: "dark" }
  ],
  ["/web/fonts?domain=a.example", null, { target: { _tag: "Domain", domain: "a.example" }, colorScheme: "light" }],
  [
    "/web/extract",
    { url: "https://a.example/b", schema: { type: "object", properties: { price: { type: "number" } } } },
    {
      source: {
        ...{ url: "https://a.example/b", headers: {}, country: null, waitMillis: null, settlesAnimations: false },
        ...{ actions: [], includeFrames: false, profile: null }
      },
      shape: {
        ...{ kind: "object", description: "", isNullable: false },
        properties: [
          {
            name: "price",
            isRequired: false,
            shape: {
              ...{ kind: "number", description: "", isNullable: false, isInteger: false, choices: null },
              ...{ least: -Infinity, most: Infinity, above: -Infinity, below: Infinity }
            }
          }
        ]
      },
      ...{ instructions: "", factCheck: false, maxPages: 5, maxDepth: null, followSubdomains: false },
      pdf: { shouldParse: true, start: null, end: null, ocr: false },
      stopAfterMillis: 80_000
    }
  ],
  ["/brand/ai/product", { url: "https://a.example/b" }, { url: "https://a.example/b" }],
  ["/brand/ai/products", { domain: "a.example" }, { start: { _tag: "Domain", domain: "a.example" }, maxProducts: 12 }],
  [
    "/brand/ai/products",
    { directUrl: "https://a.example/b", maxProducts: 1 },
    { start: { _tag: "Page", url: "https://a.example/b" }, maxProducts: 1 }
  ],
  [
    "/web/naics?input=a.example",
    null,
    { company: "a.example", scheme: "naics_2022", count: { atLeast: 1, atMost: 5 } }
  ],
  [
    "/web/naics?input=Shop%20Ltd&minResults=2&maxResults=10",
    null,
    { company: "Shop Ltd", scheme: "naics_2022", count: { atLeast: 2, atMost: 10 } }
  ],
  // Who wants more at least than there are usually at most gets as many.
  [
    "/web/naics?input=shop&minResults=7",
    null,
    { company: "shop", scheme: "naics_2022", count: { atLeast: 7, atMost: 7 } }
  ],
  ["/web/sic?input=shop", null, { company: "shop", scheme: "original_sic", count: { atLeast: 1, atMost: 5 } }],
  [
    "/web/sic?input=shop&type=latest_sec&maxResults=1",
    null,
    { company: "shop", scheme: "latest_sec", count: { atLeast: 1, atMost: 1 } }
  ]
]

describe("what is asked of a site", () => {
  for (const [path, body, request] of requests) {
    it.effect(`by ${path} ${body === null ? "" : JSON.stringify(body)}`.trim(), () =>
      Effect.gen(function* () {
        const key = yield* newCaller()
        const reply = yield* body === null
          ? call("GET", `/v1${path}`, { key })
          : call("POST", `/v1${path}`, { key, body })
        assert.strictEqual(reply.status, 200, JSON.stringify(reply.body))
        assert.deepStrictEqual(
          (yield* WebScript).asked.map((asked) => asked.request),
          [request]
        )
      }).pipe(Effect.provide(layer))
    )
  }
})
