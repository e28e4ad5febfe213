/** The history of usage, compared with what the test itself saw happen. */
import { assert, describe, it } from "@effect/vitest"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import type { GroupBy } from "@kittiwake/core/usage/domain/History"
import type { UsageCount } from "@kittiwake/core/usage/domain/UsageCount"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { naiveHistory } from "../../core/src/testing/naiveHistory.ts"
import { historyFrom } from "../../core/src/testing/usageEvents.ts"
import {
  call,
  layer,
  monitorBody,
  newCaller,
  newKey,
  newMonitor,
  newOrganization,
  pick,
  runDue
} from "./support/App.ts"
import { WebScript } from "./support/ScriptedWeb.ts"

const path = "/v1/org/usage/history"

const start = DateTime.makeUnsafe("2026-03-09T22:30:00Z")

/** Makes calls and runs over two days and tells what each of them used. */
const twoDays = Effect.gen(function* () {
  yield* TestClock.setTime(start.epochMilliseconds)
  const organization = yield* newOrganization()
  const keys = [yield* newKey(organization), yield* newKey(organization)]
  const seen: Array<UsageCount> = []
  const calls = Effect.fnUntraced(function* (method: string, route: string, key: (typeof keys)[number], body?: object) {
    const at = yield* DateTime.now
    const reply = yield* call(method, `/v1${route.replace("{monitor_id}", "mon_none")}`, { key: key.secret, body })
    seen.push({
      id: String(reply.body.request_id),
      organizationId: organization.id,
      at,
      path: route,
      keyId: key.id,
      statusCode: reply.status,
      creditsUsed: 0,
      requestCount: 1,
      correctsRequestId: null
    })
  })
  for (let step = 0; step < 40; step++) {
    const key = keys[step % 3 === 0 ? 1 : 0]!
    if (step % 4 === 0)
      yield* calls("POST", "/monitors", key, {
        ...monitorBody,
        schedule: { type: "interval", frequency: 7, unit: "hours" }
      })
    else if (step % 4 === 1) yield* calls("GET", "/monitors/{monitor_id}", key)
    else yield* calls("GET", "/monitors", key)
    yield* runDue
    yield* TestClock.adjust(`${35 + step} minutes`)
  }
  const entries = yield* (yield* CreditLedger).entries(organization.id, { limit: 1_000, after: null })
  for (const { at, cause, credits, id } of entries) {
    if (cause.kind !== "run") continue
    seen.push({
      id,
      organizationId: organization.id,
      at,
      path: "/monitors/run",
      keyId: "system",
      statusCode: 200,
      creditsUsed: -credits,
      requestCount: 0,
      correctsRequestId: null
    })
  }
  return { key: keys[0]!.secret, seen }
})

const wireOf = ({ buckets, totalCreditsUsed, totalRequestCount }: ReturnType<typeof naiveHistory>) => ({
  data: buckets.map(({ creditsUsed, groups, requestCount, start }) => ({
    start,
    credits_used: creditsUsed,
    request_count: requestCount,
    groups: groups.map((group) => ({
      value: group.value,
      credits_used: group.creditsUsed,
      request_count: group.requestCount
    }))
  })),
  total_credits_used: totalCreditsUsed,
  total_request_count: totalRequestCount
})

describe("the history of usage", () => {
  it.effect("tells of any range what adding up calls and charges one by one tells", () =>
    Effect.gen(function* () {
      const { key, seen } = yield* twoDays
      assert.isAbove(seen.filter(({ creditsUsed }) => creditsUsed > 0).length, 20)
      assert.strictEqual(seen.filter(({ requestCount }) => requestCount > 0).length, 40)
      const end = yield* DateTime.now
      const ranges = [
        [start, end],
        [DateTime.add(start, { minutes: 95, milliseconds: 1 }), DateTime.add(start, { hours: 31, milliseconds: 17 })],
        [DateTime.startOf(start, "day"), DateTime.startOf(end, "day")],
        [DateTime.add(start, { hours: 3 }), DateTime.add(start, { hours: 3, minutes: 20 })],
        [start, start]
      ] as const
      const groupings: ReadonlyArray<GroupBy | null> = [null, "path", "key_id", "status_code"]
      for (const [from, to] of ranges) {
        for (const interval of ["hour", "day", "month"] as const) {
          yield* TestClock.adjust("1 minute")
          for (const groupBy of groupings) {
            const grouped = groupBy === null ? "" : `&group_by=${groupBy}`
            const query = `from=${DateTime.formatIso(from)}&to=${DateTime.formatIso(to)}&interval=${interval}${grouped}`
            const { body, status } = yield* call("GET", `${path}?${query}`, { key })
            assert.strictEqual(status, 200, JSON.stringify(body))
            const { data, total_credits_used, total_request_count } = body
            const expected = naiveHistory(seen, { from, to, interval, groupBy })
            assert.deepStrictEqual({ data, total_credits_used, total_request_count }, wireOf(expected) as object, query)
            assert.deepInclude(body, { interval, from: DateTime.formatIso(from), to: DateTime.formatIso(to) })
          }
        }
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("covers what it says it covers when nothing is said", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      yield* TestClock.setTime(start.epochMilliseconds)
      yield* newMonitor(key)
      for (const [interval, from, buckets] of [
        [undefined, "2026-02-07T22:30:00.000Z", 31],
        ["hour", "2026-03-08T22:30:00.000Z", 25],
        ["day", "2026-02-07T22:30:00.000Z", 31],
        ["month", "2025-03-08T22:30:00.000Z", 13]
      ] as const) {
        const { body } = yield* call("GET", `${path}?${interval === undefined ? "" : `interval=${interval}`}`, { key })
        assert.deepInclude(body, { interval: interval ?? "day", from, to: "2026-03-09T22:30:00.000Z" })
        assert.strictEqual(pick(body, "data", "length"), buckets)
        assert.deepInclude(pick(body, "data", buckets - 1), { credits_used: 0, groups: [] })
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("counts calls by their operation, with all that lead nowhere as one", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      yield* TestClock.setTime(start.epochMilliseconds)
      const { id } = yield* newMonitor(key)
      yield* call("GET", `/v1/monitors/${id}`, { key })
      yield* call("HEAD", `/v1/monitors/${id}`, { key })
      yield* call("GET", "/v1/monitors/mon_other", { key })
      yield* call("GET", "/v1/guess/1", { key })
      yield* call("PUT", "/v1/guess/2", { key })
      yield* TestClock.adjust("1 second")
      const { body } = yield* call("GET", `${path}?interval=hour&group_by=path`, { key })
      const groups = pick(body, "data", 24, "groups")
      assert.deepStrictEqual(groups, [
        { value: "/monitors", credits_used: 0, request_count: 1 },
        { value: "/monitors/{monitor_id}", credits_used: 0, request_count: 3 },
        { value: "/unknown", credits_used: 0, request_count: 2 }
      ])
    }).pipe(Effect.provide(layer))
  )

  it.effect("tells what every operation was charged before its call is logged", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start.epochMilliseconds)
      const organization = yield* newOrganization()
      const key = yield* newKey(organization)
      const page = "url=https://shop.example/prices"
      const bodies: { readonly [route: string]: unknown } = {
        "/web/crawl": { url: "https://shop.example/prices" },
        "/brand/ai/product": { url: "https://shop.example/prices" },
        "/brand/ai/products": { domain: "shop.example" },
        "/news/search": { searchBy: { type: "entity", entity: { type: "domain", domain: "shop.example" } } },
        "/people/enrich": { email: "ann@shop.example" },
        "/web/answers": { task: "What does a mug cost?" },
        "/web/extract": { url: "https://shop.example/prices", schema: { type: "object", properties: { price: {} } } },
        "/web/search": { query: "tea" },
        "/parse": "# Notes"
      }
      const calls = [
        ["GET", "/web/scrape/markdown", `?${page}`],
        ["GET", "/web/scrape/html", `?${page}`],
        ["GET", "/web/scrape/images", `?${page}`],
        ["GET", "/web/scrape/bytes", `?${page}`],
        ["GET", "/web/scrape/screenshot", `?${page}`],
        ["GET", "/web/scrape/sitemap", "?domain=shop.example"],
        ["GET", "/web/screenshot", "?domain=shop.example"],
        ["GET", "/web/naics", "?input=shop.example"],
        ["GET", "/web/sic", "?input=shop.example"],
        ["GET", "/web/competitors", "?domain=shop.example"],
        ["GET", "/web/styleguide", "?domain=shop.example"],
        ["GET", "/web/fonts", "?domain=shop.example"],
        ["POST", "/brand/ai/product", ""],
        ["POST", "/brand/ai/products", ""],
        ["POST", "/news/search", ""],
        ["POST", "/people/enrich", ""],
        ["POST", "/web/answers", ""],
        ["POST", "/web/extract", ""],
        ["POST", "/web/search", ""],
        ["POST", "/web/crawl", ""],
        ["POST", "/parse", ""]
      ] as const
      for (const [index, [method, route, query]] of calls.entries()) {
        ;(yield* WebScript).credits = index + 1
        const reply = yield* call(method, `/v1${route}${query}`, {
          key: key.secret,
          body: bodies[route]
        })
        assert.deepInclude(pick(reply.body, "key_metadata"), { credits_consumed: index + 1 }, route)
      }
      // Not through the facade, which would have what waits written first.
      const told = Effect.fnUntraced(function* (groupBy: GroupBy) {
        const asked = { from: start, to: DateTime.add(start, { hours: 1 }), interval: "hour", groupBy } as const
        return yield* historyFrom(organization.id, asked)
      })
      const groups = calls.map(([, value], index) => ({ value, creditsUsed: index + 1, requestCount: 0 }))
      assert.deepStrictEqual((yield* told("path")).buckets[0]?.groups, groups.toReversed())
      assert.deepStrictEqual((yield* told("key_id")).buckets[0]?.groups, [
        { value: key.id, creditsUsed: 231, requestCount: 0 }
      ])
    }).pipe(Effect.provide(layer))
  )
})
