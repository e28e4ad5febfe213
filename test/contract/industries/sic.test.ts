/** SIC codes of a company by the public client (contract/design-industry.md §5). */
import { assert, describe } from "@effect/vitest"
import { rowsOf } from "../Rows.ts"
import { credits, known, open, refuses } from "./companies.ts"

describe("GET /web/sic", () => {
  const rows = rowsOf("5", [
    "parameters of section 4",
    "type",
    "status, domain, type",
    "classification",
    "codes",
    "majorGroup, majorGroupName",
    "office",
    "request_id, key_metadata"
  ])

  rows.hold(
    [
      "type",
      "status, domain, type",
      "classification",
      "codes",
      "majorGroup, majorGroupName",
      "request_id, key_metadata"
    ],
    "names codes of the manual of 1987 unless it is asked otherwise",
    async (server) => {
      await open(server)
      const before = await credits(server)
      const {
        codes = [],
        key_metadata,
        request_id,
        ...rest
      } = await server.client.industry.retrieveSic({
        input: "smile.example"
      })
      assert.deepStrictEqual(rest, {
        status: "ok",
        domain: "smile.example",
        type: "sic",
        classification: "original_sic"
      })
      assert.deepStrictEqual(codes[0], {
        code: "8021",
        name: "Offices of Dentists",
        confidence: codes[0]?.confidence ?? "low",
        majorGroup: "80",
        majorGroupName: "Health Services"
      })
      assert.isTrue(codes.every(({ code }) => /^\d{4}$/.test(code)))
      assert.isNotEmpty(request_id)
      assert.deepStrictEqual(key_metadata, { credits_consumed: 10, credits_remaining: before - 10 })
    }
  )

  rows.hold(["type", "classification", "office"], "names codes of the SEC with their offices", async (server) => {
    await open(server)
    const { classification, codes = [] } = await server.client.industry.retrieveSic({
      input: "smile.example",
      type: "latest_sec"
    })
    assert.strictEqual(classification, "latest_sec")
    assert.deepStrictEqual(Object.keys(codes[0] ?? {}).sort(), ["code", "confidence", "name", "office"])
    assert.strictEqual(codes[0]?.office, "Industrial Applications and Services")
    await refuses(
      server,
      () => server.client.industry.retrieveSic({ input: "smile.example", type: "nace" as never }),
      400,
      "INPUT_VALIDATION_ERROR"
    )
  })

  rows.hold(["parameters of section 4"], "takes and refuses what NAICS does", async (server) => {
    await open(server)
    const { codes = [] } = await server.client.industry.retrieveSic({
      input: "smile.example",
      minResults: 1,
      maxResults: 1,
      tags: ["crm"],
      zdr: "disabled",
      timeoutOpts: { milliseconds: 20_000 }
    })
    assert.strictEqual(codes.length, 1)
    const ask = (given: object) => () => server.client.industry.retrieveSic({ input: "smile.example", ...given })
    await refuses(server, ask({ minResults: 3, maxResults: 2 }), 400, "INPUT_VALIDATION_ERROR")
    await refuses(server, ask({ input: "Acme Industries" }), 404, "NOT_FOUND")
    await known(server, { domain: "smile.example", name: "Bright Smile Dental" })
    const named = await server.client.industry.retrieveSic({ input: "Bright Smile Dental" })
    assert.deepStrictEqual([named.domain, named.codes?.[0]?.code], ["smile.example", "8021"])
  })

  rows.complete()
})
