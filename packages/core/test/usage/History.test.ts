import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import {
  groupValue,
  type HistoryQuery,
  type HistoryRequest,
  historyOf,
  historyQuery,
  keptSince,
  usageRetention,
  widened
} from "@kittiwake/core/usage/domain/History"
import { DateTime, Result, Schema } from "effect"
import { naiveHistory } from "../../src/testing/naiveHistory.ts"
import { AnyEvent, AnyRange, eventsOf, plainHistory, queryOf } from "../../src/testing/usageEvents.ts"

const now = DateTime.makeUnsafe("2026-03-10T12:34:56.789Z")
const at = (iso: string) => DateTime.makeUnsafe(iso)
const organizationId = OrganizationId.make("org_1")

const asked = (request: HistoryRequest) => Result.getOrThrow(historyQuery(request, now))
const refused = (request: HistoryRequest) => Result.flip(historyQuery(request, now)).pipe(Result.getOrThrow)
const query = (from: string, to: string, given: Partial<HistoryQuery> = {}): HistoryQuery => ({
  from: at(from),
  to: at(to),
  interval: "day",
  groupBy: null,
  ...given
})

describe("the range of a history", () => {
  it("ends now and begins 24 hours, 30 days or 366 days before", () => {
    assert.deepStrictEqual(asked({}), {
      from: DateTime.subtract(now, { days: 30 }),
      to: now,
      interval: "day",
      groupBy: null
    })
    assert.strictEqual(DateTime.formatIso(asked({ interval: "hour" }).from), "2026-03-09T12:34:56.789Z")
    assert.strictEqual(DateTime.formatIso(asked({ interval: "month" }).from), "2025-03-09T12:34:56.789Z")
    const to = at("2026-01-02T00:00:00Z")
    assert.strictEqual(DateTime.formatIso(asked({ to, interval: "hour" }).from), "2026-01-01T00:00:00.000Z")
  })

  it("is at most 7 days by the hour and 366 days by the day and the month", () => {
    for (const [interval, days] of [
      ["hour", 7],
      ["day", 366],
      ["month", 366]
    ] as const) {
      const from = DateTime.subtract(now, { days })
      assert.strictEqual(asked({ from, interval }).from, from)
      assert.strictEqual(refused({ from: DateTime.subtract(from, { milliseconds: 1 }), interval }).field, "from")
    }
    assert.strictEqual(refused({ from: at("2026-03-01T00:00:00Z"), interval: "hour" }).field, "from")
  })

  it("may not begin after it ends", () => {
    assert.strictEqual(refused({ from: DateTime.add(now, { milliseconds: 1 }) }).field, "from")
    assert.strictEqual(refused({ from: now, to: at("2026-03-10T12:00:00Z") }).field, "from")
    assert.strictEqual(asked({ from: now, to: now }).from, now)
  })
})

describe("the buckets of a history", () => {
  const startsFor = (given: HistoryQuery) => plainHistory(historyOf(given, [])).buckets.map(({ start }) => start)

  it("begin on UTC boundaries and are there without usage", () => {
    assert.deepStrictEqual(startsFor(query("2028-02-28T13:00:00Z", "2028-03-01T00:00:00.001Z")), [
      "2028-02-28T00:00:00.000Z",
      "2028-02-29T00:00:00.000Z",
      "2028-03-01T00:00:00.000Z"
    ])
    const bucket = historyOf(query("2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z", { groupBy: "path" }), []).buckets[0]
    assert.deepStrictEqual([bucket?.creditsUsed, bucket?.requestCount, bucket?.groups], [0, 0, []])
  })

  it("are as many as the longest range touches", () => {
    const count = (interval: HistoryQuery["interval"]) =>
      startsFor({ ...asked({ interval, from: DateTime.subtract(now, { days: interval === "hour" ? 7 : 366 }) }) })
        .length
    assert.deepStrictEqual([count("hour"), count("day"), count("month")], [169, 367, 13])
  })

  it("are told with the group of most credits first, then by value", () => {
    const counts = ["b", "a", "c", "b"].map((value, index) => ({
      at: at("2026-03-01T05:00:00Z"),
      value,
      creditsUsed: index === 2 ? 9 : 2,
      requestCount: 1
    }))
    const { buckets } = historyOf(query("2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z"), [
      ...counts,
      { at: at("2026-03-01T06:00:00Z"), value: "a", creditsUsed: 2, requestCount: 0 }
    ])
    assert.deepStrictEqual(
      buckets[0]?.groups.map(({ creditsUsed, requestCount, value }) => [value, creditsUsed, requestCount]),
      [
        ["c", 9, 1],
        ["a", 4, 1],
        ["b", 4, 2]
      ]
    )
  })

  it.prop(
    "say what adding the events up one by one says, and their groups sum to their totals",
    [Schema.Array(AnyEvent).check(Schema.isMaxLength(60)), AnyRange],
    ([drawn, range]) => {
      const given = queryOf(range)
      const { counts } = eventsOf(organizationId, drawn)
      const inRange = counts.filter((count) => DateTime.between(count.at, { minimum: given.from, maximum: given.to }))
      const fine = inRange
        .filter((count) => count.at.epochMilliseconds < given.to.epochMilliseconds)
        .map((count) => ({ ...count, value: groupValue(count, given.groupBy) }))
      const history = historyOf(given, fine)
      assert.deepStrictEqual(plainHistory(history), naiveHistory(counts, given))
      for (const part of ["creditsUsed", "requestCount"] as const) {
        for (const bucket of history.buckets) {
          if (given.groupBy === null) assert.deepStrictEqual(bucket.groups, [])
          else
            assert.strictEqual(
              bucket.groups.reduce((sum, group) => sum + group[part], 0),
              bucket[part]
            )
        }
        const total = part === "creditsUsed" ? history.totalCreditsUsed : history.totalRequestCount
        assert.strictEqual(
          history.buckets.reduce((sum, bucket) => sum + bucket[part], 0),
          total
        )
      }
    },
    { timeout: 60_000 }
  )
})

describe("a history whose single events are no longer kept", () => {
  it("counts the hours at its edges whole", () => {
    const old = query("2025-12-01T05:30:00Z", "2025-12-20T07:00:00.001Z")
    const { from, to } = widened(old, usageRetention, now)
    assert.strictEqual(DateTime.formatIso(from), "2025-12-01T05:00:00.000Z")
    assert.strictEqual(DateTime.formatIso(to), "2025-12-20T08:00:00.000Z")
    const mixed = widened({ ...old, to: now }, usageRetention, now)
    assert.strictEqual(mixed.to, now)
    const fresh = { ...old, from: at("2026-03-01T00:00:00.001Z"), to: now }
    assert.deepStrictEqual(widened(fresh, usageRetention, now), fresh)
  })

  it("is exact for every hour whose events are still all there", () => {
    const { counts, rows } = keptSince(usageRetention, now)
    assert.strictEqual(DateTime.formatIso(rows), "2026-02-08T12:00:00.000Z")
    assert.strictEqual(DateTime.formatIso(counts), "2025-03-08T00:00:00.000Z")
    const exact = { ...query("2026-02-08T13:00:00.001Z", "2026-03-01T00:00:00Z") }
    assert.deepStrictEqual(widened(exact, usageRetention, now), exact)
  })
})
