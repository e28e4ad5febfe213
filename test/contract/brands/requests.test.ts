/** What may be asked of a brand, and what not (contract/brand.md, POST /brand/retrieve, body), by HTTP. */
import { assert, describe, it } from "@effect/vitest"
import { withServer } from "../Server.ts"
import { bodyOf, retrieves, type Shape, shapes } from "./requests.ts"

const all = Object.keys(shapes) as ReadonlyArray<Shape>
const named = all.filter((type) => type !== "by_direct_url")
const invalid: readonly [number, unknown] = [400, "INPUT_VALIDATION_ERROR"]

/** What is said of those who are asked for: nobody is there. */
const nobody: Readonly<Record<Shape, readonly [number, string]>> = {
  by_domain: [400, "WEBSITE_NOT_FOUND"],
  by_name: [400, "NOT_FOUND"],
  by_email: [400, "WEBSITE_NOT_FOUND"],
  by_ticker: [400, "NOT_FOUND"],
  by_direct_url: [400, "WEBSITE_NOT_FOUND"],
  by_transaction: [400, "NOT_FOUND"],
  by_isin: [400, "NOT_FOUND"]
}

/** The table of the other fields: values that are taken, by the shapes that take them, and values that are not. */
const fields: ReadonlyArray<
  readonly [field: string, takenBy: ReadonlyArray<Shape>, good: ReadonlyArray<unknown>, bad: ReadonlyArray<unknown>]
> = [
  ["force_language", named, ["german", null], ["German", "", 5]],
  ["maxSpeed", named, [true, false], ["true", 1]],
  [
    "maxAgeMs",
    named.filter((type) => type !== "by_transaction"),
    [0, -5, 86_400_000, 99_999_999_999_999, null],
    ["0", 1.5, true]
  ],
  ["country_gl", ["by_name", "by_transaction"], ["de", "DE"], ["zz", "", 49]],
  ["ticker_exchange", ["by_ticker"], ["NYSE", "nyse"], ["MOON", 1]],
  ["city", ["by_transaction"], ["Bremen", "x".repeat(200)], ["x".repeat(201), 5]],
  ["mcc", ["by_transaction"], ["5551", 5551, "0742"], ["551", 55_510, "55a1", 742, 5551.5, true]],
  ["phone", ["by_transaction"], ["+49 421 555-010", 421_555_010, "1".repeat(32)], ["1".repeat(33), true]],
  ["high_confidence_only", ["by_transaction"], [true, false], ["yes", 1]],
  ["timeoutOpts", all, [{ milliseconds: 20_000 }, { milliseconds: 10_000, behavior: "fail" }], [20_000, {}, "x"]],
  ["timeoutMS", all, [10_000, 300_000], [999, "20000", null]],
  ["timeout", all, [20_000, { milliseconds: 20_000, behavior: "return-partial" }], ["x", {}]],
  ["tags", all, [[], ["crm"]], [[""], ["x".repeat(51)], "crm", [5]]],
  // An identifier belongs to its shape alone.
  ["domain", ["by_domain"], ["nobody.example"], ["ab", 5]],
  ["name", ["by_name"], ["Nobody At All"], ["ab", 5]],
  ["email", ["by_email"], ["jo@nobody.example"], ["jo", 5]],
  ["ticker", ["by_ticker"], ["QZQZ", "qz.qz", "A".repeat(15)], ["", "A".repeat(16), "A-B", 5]],
  ["direct_url", ["by_direct_url"], ["http://nobody.example/a?b=c"], ["nobody.example", "ftp://nobody.example/"]],
  ["transaction_info", ["by_transaction"], ["NOBODY", "x".repeat(500)], ["ab", "x".repeat(501)]],
  ["isin", ["by_isin"], ["US0000000025"], ["us0000000025", "US000000002", "US00000000255", "0S0000000025"]],
  ["colour", [], [], ["blue"]]
]

describe("the body of POST /brand/retrieve", () => {
  for (const [field, takenBy, good, bad] of fields) {
    it(
      `has ${field} in ${takenBy.length === 0 ? "no shape" : takenBy.join(", ")}, within its bounds`,
      withServer(async (server) => {
        for (const type of all) {
          for (const value of good) {
            const expected = takenBy.includes(type) ? nobody[type] : invalid
            const body = bodyOf(type, { [field]: value })
            assert.deepStrictEqual(await retrieves(server, body), expected, JSON.stringify(body))
          }
          for (const value of bad) {
            const body = bodyOf(type, { [field]: value })
            assert.deepStrictEqual(await retrieves(server, body), invalid, JSON.stringify(body))
          }
        }
      })
    )
  }

  it(
    "needs its type and what names the brand, within their bounds",
    withServer(async (server) => {
      for (const body of [
        {},
        { domain: "nobody.example" },
        { type: "domain", domain: "nobody.example" },
        ...all.map((type) => ({ type })),
        ...all.map((type) =>
          Object.fromEntries([["type", type], ...Object.keys(shapes[type]).map((key) => [key, null])])
        )
      ]) {
        assert.deepStrictEqual(await retrieves(server, body), invalid, JSON.stringify(body))
      }
      for (const [type, more] of [
        ["by_name", { name: "Zqx" }],
        ["by_name", { name: "q".repeat(30) }],
        ["by_transaction", { transaction_info: "qzx" }],
        ["by_domain", { domain: "HTTPS://www.Nobody.Example:443/a/b?c#d" }],
        ["by_domain", { domain: "www.nobody.example" }]
      ] as const) {
        assert.deepStrictEqual(await retrieves(server, bodyOf(type, more)), nobody[type], JSON.stringify(more))
      }
      for (const domain of ["localhost", "nobody", "a b.example", "http://"]) {
        assert.deepStrictEqual(await retrieves(server, bodyOf("by_domain", { domain })), invalid, domain)
      }
    })
  )

  it(
    "is refused whole where it is none",
    withServer(async ({ call }) => {
      for (const body of [[], "by_domain", 5, null]) {
        const reply = await call("POST", "/brand/retrieve", body)
        assert.deepStrictEqual([reply.status, reply.body.error_code], invalid, JSON.stringify(body))
      }
    })
  )
})
