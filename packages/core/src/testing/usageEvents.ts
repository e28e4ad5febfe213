/** Calls and charges for tests: complete, valid, and each with an id of its own. */
import { DateTime, Effect, Schema } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { OrganizationStore } from "../organizations/OrganizationStore.ts"
import { type GroupBy, type History, type HistoryQuery, historyOf } from "../usage/domain/History.ts"
import { keptOfUnknown, keptOpen } from "../usage/domain/Kept.ts"
import type { LoggedCall, RequestLog } from "../usage/domain/RequestLog.ts"
import { chargeUsage, requestUsage, runUsage, type UsageCount } from "../usage/domain/UsageCount.ts"
import { UsageStore } from "../usage/UsageStore.ts"
import { anyOrigin, entryOf, freshId, organizationOf } from "./builders.ts"
import type { PlainHistory } from "./naiveHistory.ts"

/** When the tests' calls are made, unless they say otherwise. */
export const noon: DateTime.Utc = DateTime.makeUnsafe("2026-03-10T12:00:00Z")

const called = (organizationId: OrganizationId) => ({
  requestId: freshId("req"),
  organizationId,
  keyId: "key_a",
  grantId: null,
  ofDashboard: false,
  at: noon,
  method: "GET",
  path: "/v1/web/scrape/markdown",
  route: "/web/scrape/markdown",
  statusCode: 200,
  errorCode: null,
  creditsUsed: 1,
  latencyMs: 12,
  tags: [],
  zdr: false,
  userAgent: "curl/8.9"
})

/** A call as the door hands it over: a page that was scraped for one credit. */
export const callOf = (organizationId: OrganizationId, given: Partial<LoggedCall> = {}): LoggedCall => ({
  ...called(organizationId),
  input: { query: { url: "https://example.com/pricing" }, bytes: 0 },
  response: { body: { markdown: "# Prices" }, bytes: 24 },
  kept: { ...keptOfUnknown, query: keptOpen, body: keptOpen },
  ...given
})

/** A logged call, as `callOf` makes it. */
export const logOf = (organizationId: OrganizationId, given: Partial<RequestLog> = {}): RequestLog => ({
  ...called(organizationId),
  input: { query: { url: "https://example.com/pricing" } },
  response: { markdown: "# Prices" },
  ...given
})

/** A charge of a run, which is no call. */
export const chargeOf = (organizationId: OrganizationId, at: DateTime.Utc, credits: number): UsageCount =>
  runUsage({ id: freshId("run"), organizationId, creditsCharged: credits }, at)

/** A charge of a call. */
export const callChargeOf = (organizationId: OrganizationId, credits: number, origin = anyOrigin): UsageCount =>
  chargeUsage(entryOf(organizationId, 0 - credits, { at: noon }), origin)

/** An organization of its own for a test. */
export const freshCaller = Effect.gen(function* () {
  const organization = organizationOf()
  yield* (yield* OrganizationStore).put(organization)
  return organization.id
})

/** A history in plain values. */
export const plainHistory = ({ buckets, totalCreditsUsed, totalRequestCount }: History): PlainHistory => ({
  buckets: buckets.map(({ creditsUsed, groups, requestCount, start }) => ({
    start: DateTime.formatIso(start),
    creditsUsed,
    requestCount,
    groups
  })),
  totalCreditsUsed,
  totalRequestCount
})

/** What the store tells of an organization. */
export const historyFrom = Effect.fnUntraced(function* (organizationId: OrganizationId, query: HistoryQuery) {
  return plainHistory(historyOf(query, yield* (yield* UsageStore).history(organizationId, query)))
})

/** The groups of the day around `at`, from the sums and from the rows alone. */
export const groupsAround = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  at: DateTime.Utc,
  groupBy: GroupBy = "path"
) {
  const day = { from: DateTime.startOf(at, "day"), to: DateTime.startOf(DateTime.add(at, { days: 1 }), "day") }
  const moment = { from: at, to: DateTime.add(at, { milliseconds: 1 }) }
  const read = (range: typeof day, interval: "hour" | "day") =>
    Effect.map(historyFrom(organizationId, { ...range, interval, groupBy }), ({ buckets }) =>
      buckets.flatMap(({ groups }) => groups)
    )
  return [yield* read(day, "day"), yield* read(day, "hour"), yield* read(moment, "hour")]
})

const oneOf = <const A extends ReadonlyArray<string | number>>(choices: A) => Schema.Literals(choices)

const minutesAround = Schema.Int.check(Schema.isBetween({ minimum: -200_000, maximum: 200_000 }))

/** A call or a charge drawn by chance, as a test asks for it. */
export const AnyEvent = Schema.Struct({
  minutes: minutesAround,
  millis: Schema.Int.check(Schema.isBetween({ minimum: -2, maximum: 2 })),
  isCall: Schema.Boolean,
  route: oneOf(["/web/scrape/markdown", "/monitors", "/monitors/{monitor_id}"]),
  key: oneOf(["key_a", "key_b"]),
  statusCode: oneOf([200, 404, 429]),
  credits: Schema.Int.check(Schema.isBetween({ minimum: -3, maximum: 10 }))
})

/** A range drawn by chance, often with its ends on a whole hour, day or month. */
export const AnyRange = Schema.Struct({
  fromMinutes: minutesAround,
  lastsMinutes: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 525_600 })),
  fromIs: oneOf(["any", "hour", "day", "month"]),
  toIs: oneOf(["any", "hour", "day", "month"]),
  interval: oneOf(["hour", "day", "month"]),
  groupBy: Schema.NullOr(oneOf(["path", "key_id", "status_code"]))
})

const aligned = (at: DateTime.Utc, part: "any" | "hour" | "day" | "month") =>
  part === "any" ? at : DateTime.startOf(at, part)

/** The query that a range drawn by chance asks for, the length that its interval allows. */
export const queryOf = (range: typeof AnyRange.Type): HistoryQuery => {
  const from = aligned(DateTime.add(noon, { minutes: range.fromMinutes }), range.fromIs)
  const most = range.interval === "hour" ? 7 * 1_440 : 366 * 1_440
  const to = aligned(DateTime.add(from, { minutes: Math.min(range.lastsMinutes, most) }), range.toIs)
  return { from, to: DateTime.max(from, to), interval: range.interval, groupBy: range.groupBy }
}

/** The logs and charges that events drawn by chance stand for, and all of them as counts. */
export const eventsOf = (organizationId: OrganizationId, drawn: ReadonlyArray<typeof AnyEvent.Type>) => {
  const logs: Array<RequestLog> = []
  const charges: Array<UsageCount> = []
  for (const { credits, isCall, key, millis, minutes, route, statusCode } of drawn) {
    const at = DateTime.add(noon, { minutes, milliseconds: millis })
    if (isCall) logs.push(logOf(organizationId, { at, route, keyId: key, statusCode }))
    else charges.push(chargeOf(organizationId, at, credits))
  }
  return { logs, charges, counts: [...logs.map(requestUsage), ...charges] }
}
