import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { logQuery, searchText } from "@kittiwake/core/usage/domain/LogFilter"
import { requestLog, responseKeptBytes, trimCall } from "@kittiwake/core/usage/domain/RequestLog"
import { callerOf, chargeUsage, correctionUsage, requestUsage, runUsage } from "@kittiwake/core/usage/domain/UsageCount"
import { DateTime, Result } from "effect"
import { entryOf } from "../../src/testing/builders.ts"
import { callOf } from "../../src/testing/usageEvents.ts"

const organizationId = OrganizationId.make("org_1")
const now = DateTime.makeUnsafe("2026-03-10T12:00:00Z")

describe("a logged call", () => {
  it("keeps what was sent and answered, without secrets", () => {
    const { input, response } = requestLog(
      callOf(organizationId, {
        input: { query: { url: "https://a.example", token: "t" }, body: { webhook: { secret: "s" } }, bytes: 40 },
        response: { body: { id: "mon_1", webhook_secret: "w" }, bytes: 40 }
      })
    )
    assert.deepStrictEqual(input, {
      query: { url: "https://a.example", token: "[redacted]" },
      body: { webhook: { secret: "[redacted]" } }
    })
    assert.deepStrictEqual(response, { id: "mon_1", webhook_secret: "[redacted]" })
  })

  it("has no body when none was sent", () => {
    assert.notProperty(requestLog(callOf(organizationId)).input, "body")
  })

  it("keeps of a zero-retention call only that it was made", () => {
    const call = callOf(organizationId, { zdr: true, input: { query: { a: "1" }, body: { b: 2 }, bytes: 7 } })
    for (const one of [call, trimCall(call)]) {
      const log = requestLog(one)
      assert.isTrue(log.zdr)
      assert.deepStrictEqual(log.input, { query: {} })
      assert.isNull(log.response)
      assert.strictEqual(log.creditsUsed, 1)
    }
  })

  it("keeps answers up to 256 KiB", () => {
    const answered = (bytes: number) => requestLog(callOf(organizationId, { response: { body: "x", bytes } })).response
    assert.strictEqual(answered(responseKeptBytes), "x")
    assert.isNull(answered(responseKeptBytes + 1))
  })

  it("is small when the call is recorded, however much was sent", () => {
    const urls = Array.from({ length: 100_000 }, (_, index) => `https://example.com/${index}`)
    const call = callOf(organizationId, { input: { query: {}, body: { urls }, bytes: 3_000_000 } })
    const trimmed = trimCall(call)
    assert.isBelow(JSON.stringify(trimmed.input).length, 20_000)
    assert.deepStrictEqual(requestLog(trimmed), requestLog(call))
  })

  it("cuts texts that are too long", () => {
    const log = requestLog(
      callOf(organizationId, {
        path: `/v1/${"x".repeat(5_000)}`,
        userAgent: `a\0${"b".repeat(5_000)}`,
        tags: Array.from({ length: 30 }, () => "t".repeat(80))
      })
    )
    assert.strictEqual(log.path.length, 2_048)
    assert.strictEqual(log.userAgent?.slice(0, 3), "a\ufffdb")
    assert.strictEqual(log.tags.length, 20)
    assert.strictEqual(log.tags[0]?.length, 50)
  })
})

describe("what an event adds to history", () => {
  const log = requestLog(callOf(organizationId, { creditsUsed: 7, statusCode: 202, route: "/batch/submit" }))

  const charge = chargeUsage(
    entryOf(organizationId, -7, { cause: { kind: "request", id: log.requestId }, at: log.at }),
    { route: log.route, caller: callerOf(log) }
  )

  it("is one request for a call, and not what it says it cost", () => {
    const { creditsUsed, keyId, path, requestCount } = requestUsage(log)
    assert.deepStrictEqual([path, keyId, creditsUsed, requestCount], ["/batch/submit", "key_a", 0, 1])
    assert.strictEqual(requestUsage({ ...log, keyId: null, grantId: "grant_1" }).keyId, "grant_1")
  })

  it("is credits of the system and no request for a run", () => {
    const { creditsUsed, keyId, path, requestCount, statusCode } = runUsage(
      { id: "run_1", organizationId, creditsCharged: 3 },
      now
    )
    assert.deepStrictEqual([path, keyId, statusCode, creditsUsed, requestCount], ["/monitors/run", "system", 200, 3, 0])
  })

  it("is credits and no request for the charge of a call", () => {
    const { at, creditsUsed, id, keyId, path, requestCount, statusCode } = charge
    assert.deepStrictEqual([id, path, keyId, at], [log.requestId, "/batch/submit", "key_a", log.at])
    assert.deepStrictEqual([statusCode, creditsUsed, requestCount], [200, 7, 0])
  })

  it("is the difference, in the place of its charge, for a correction", () => {
    const { id, correctsRequestId, ...correction } = correctionUsage(log, "batch_1", -2)
    const { id: requestId, correctsRequestId: _, ...charged } = charge
    assert.deepStrictEqual(correction, { ...charged, creditsUsed: -2 })
    assert.deepStrictEqual([id, correctsRequestId], ["batch_1", requestId])
  })
})

describe("the list of logged calls", () => {
  const fieldOf = (request: Parameters<typeof logQuery>[0]) =>
    Result.match(logQuery(request, now), { onFailure: ({ field }) => field, onSuccess: () => null })

  it("shows the last 24 hours, 25 calls a page", () => {
    const { filter, limit, page } = Result.getOrThrow(logQuery({}, now))
    assert.strictEqual(DateTime.formatIso(filter.from), "2026-03-09T12:00:00.000Z")
    assert.strictEqual(filter.to, now)
    assert.deepStrictEqual([page, limit], [1, 25])
  })

  it("finds a path with and without its version", () => {
    const paths = (path: string) => Result.getOrThrow(logQuery({ path }, now)).filter.paths
    assert.deepStrictEqual(paths("/monitors"), ["/monitors", "/v1/monitors"])
    assert.deepStrictEqual(paths("/v1/monitors"), ["/monitors", "/v1/monitors"])
  })

  it("names what it cannot take", () => {
    assert.strictEqual(fieldOf({ from: DateTime.add(now, { milliseconds: 1 }) }), "from")
    assert.strictEqual(fieldOf({ from: now, to: now }), null)
    for (const page of [0, 1.5, Number.NaN, 10_001]) assert.strictEqual(fieldOf({ page }), "page")
    for (const limit of [0, 101]) assert.strictEqual(fieldOf({ limit }), "limit")
    assert.strictEqual(fieldOf({ search: "x".repeat(201) }), "search")
    assert.strictEqual(fieldOf({ tags: Array.from({ length: 21 }, String) }), "tags")
  })

  it("searches names and values, in one case, and not what was answered", () => {
    assert.strictEqual(searchText({ query: { URL: "A" }, body: { x: [1, null, "Ü"] } }), "url\na\nx\n1\nnull\nü")
  })
})
