import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { LogFilter } from "../usage/domain/LogFilter.ts"
import { RequestLog, summaryOf } from "../usage/domain/RequestLog.ts"
import { correctionUsage } from "../usage/domain/UsageCount.ts"
import { UsageStore } from "../usage/UsageStore.ts"
import { assertSame, idsNewestFirst } from "./arrangements.ts"
import { freshId } from "./builders.ts"
import { freshCaller, logOf, noon } from "./usageEvents.ts"
import type { UsageIt } from "./usageStoreSuite.ts"

const allDay = { from: DateTime.startOf(noon, "day"), to: DateTime.endOf(noon, "day") }
const firstPage = { skip: 0, limit: 100 }
const at = (minutes: number) => DateTime.add(noon, { minutes })

const idsFor = Effect.fnUntraced(function* (organizationId: OrganizationId, filter: Partial<LogFilter>) {
  const found = yield* (yield* UsageStore).logs(organizationId, { ...allDay, ...filter }, firstPage)
  return found.map(({ requestId }) => requestId).sort()
})

const keeping = (it: UsageIt) => {
  it.effect("keeps a call as it was logged and shows it to its organization, and to no other", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const [owner, other] = [yield* freshCaller, yield* freshCaller]
      const full = logOf(owner, {
        keyId: null,
        grantId: "grant_1",
        ofDashboard: true,
        method: "POST",
        path: "/v1/monitors",
        route: "/monitors",
        statusCode: 400,
        errorCode: "INPUT_VALIDATION_ERROR",
        creditsUsed: 0,
        tags: ["Größe", "b"],
        userAgent: null,
        input: {
          query: { page: ["1", "2"] },
          body: { list: [1, -2.5, null, true, { "☂ key": "'quoted' \"twice\" \\" }] }
        },
        response: { message: "Ça ne va pas", nested: [[], {}] }
      })
      const bare = logOf(owner, { zdr: true, input: { query: {} }, response: null })
      yield* store.append([full, bare])
      for (const log of [full, bare]) {
        assertSame(RequestLog, Option.getOrThrow(yield* store.log(owner, log.requestId)), log)
        assert.isTrue(Option.isNone(yield* store.log(other, log.requestId)))
      }
      assert.isTrue(Option.isNone(yield* store.log(owner, freshId("req"))))
      assert.deepStrictEqual(yield* idsFor(other, {}), [])
    })
  )

  it.effect("keeps bodies and answers that are no objects", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const owner = yield* freshCaller
      for (const body of ["text", 7, false, null, [], "null"]) {
        const log = logOf(owner, { input: { query: {}, body }, response: body })
        yield* store.append([log])
        assertSame(RequestLog, Option.getOrThrow(yield* store.log(owner, log.requestId)), log)
      }
    })
  )

  it.effect("keeps the call that was logged first when one of its id comes again", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const owner = yield* freshCaller
      const log = logOf(owner)
      yield* store.append([log, { ...log, statusCode: 500 }])
      yield* store.append([{ ...log, creditsUsed: 99 }])
      assertSame(RequestLog, Option.getOrThrow(yield* store.log(owner, log.requestId)), log)
      assert.deepStrictEqual(yield* idsFor(owner, {}), [log.requestId])
    })
  )

  it.effect("takes nothing to write", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      yield* store.append([])
      yield* store.add([])
    })
  )

  it.effect("shows what a call cost in the end, whichever was written first: the call or what corrects it", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const owner = yield* freshCaller
      const [early, late] = [logOf(owner, { creditsUsed: 10 }), logOf(owner, { creditsUsed: 10, at: at(1) })]
      yield* store.append([early])
      yield* store.add([correctionUsage(early, freshId("batch"), -4), correctionUsage(early, freshId("batch"), 1)])
      yield* store.add([correctionUsage(late, freshId("batch"), -10)])
      yield* store.append([late])
      const listed = yield* store.logs(owner, allDay, firstPage)
      assert.deepStrictEqual(
        listed.map(({ creditsUsed, requestId }) => [requestId, creditsUsed]),
        [
          [late.requestId, 0],
          [early.requestId, 7]
        ]
      )
      assert.strictEqual(Option.getOrThrow(yield* store.log(owner, early.requestId)).creditsUsed, 7)
    })
  )
}

const listing = (it: UsageIt) => {
  it.effect(
    "looks through so many calls for those that are shown, and says how far it came when they are too few",
    () =>
      Effect.gen(function* () {
        const store = yield* UsageStore
        const owner = yield* freshCaller
        // More than an adapter may look at beyond what was asked for; the first of them alone is shown.
        const made = Array.from({ length: 10_000 }, (_, n) =>
          logOf(owner, {
            at: DateTime.add(noon, { milliseconds: n }),
            path: n === 0 || n === 9_999 ? "/rare" : "/usual"
          })
        )
        for (let n = 0; n < made.length; n += 1_000) yield* store.append(made.slice(n, n + 1_000))
        const filter = { ...allDay, paths: ["/rare"] }
        const list = (limit: number, mostLooked?: number) =>
          Effect.map(
            store.logs(owner, filter, { skip: 0, limit, ...(mostLooked === undefined ? {} : { mostLooked }) }),
            (found) => found.map(({ requestId }) => requestId)
          )
        const [oldest, newest] = [made[0]!.requestId, made[9_999]!.requestId]
        assert.deepStrictEqual(yield* list(3), [newest, oldest])
        assert.deepStrictEqual(yield* list(3, 10_000), [newest, oldest], "all there are were looked at")
        assert.deepStrictEqual(yield* list(1, 100), [newest], "the page is full")
        const stopped = yield* Effect.flip(list(2, 100))
        if (stopped._tag !== "TooManyCalls") return assert.fail(stopped._tag)
        const { lookedTo } = stopped
        assert.isTrue(DateTime.isLessThanOrEqualTo(lookedTo, made[9_900]!.at), "at least so many")
        assert.isTrue(DateTime.isGreaterThan(lookedTo, made[0]!.at), "and not all of them")
        const later = yield* store.logs(owner, { ...filter, from: lookedTo }, { skip: 0, limit: 3 })
        const before = yield* store.logs(owner, { ...filter, to: lookedTo }, { skip: 0, limit: 3 })
        assert.deepStrictEqual(
          [...later, ...before].map(({ requestId }) => requestId),
          [newest, oldest],
          "what is left is found on both sides of it"
        )
      })
  )

  it.effect(
    "lists calls newest first without what was sent and answered, in pages that neither repeat nor leave out",
    () =>
      Effect.gen(function* () {
        const store = yield* UsageStore
        const owner = yield* freshCaller
        const made = [2, 1, 2, 3, 1, 2, 2].map((minutes) => logOf(owner, { at: at(minutes) }))
        yield* store.append(made)
        const read = yield* Effect.forEach([0, 3, 6, 9], (skip) => store.logs(owner, allDay, { skip, limit: 3 }))
        assert.deepStrictEqual(
          read.map((page) => page.length),
          [3, 3, 1, 0]
        )
        assert.deepStrictEqual(
          read.flat().map(({ requestId }) => requestId),
          idsNewestFirst(made, (log) => ({ at: log.at, id: log.requestId }))
        )
        const [newest] = read.flat()
        const { at: shownAt, ...shown } = newest!
        const { at: madeAt, ...expected } = summaryOf(made[3]!)
        assert.deepStrictEqual(shown, expected)
        assert.strictEqual(shownAt.epochMilliseconds, madeAt.epochMilliseconds)
      })
  )

  it.effect("shows the calls for which every condition holds", () =>
    Effect.gen(function* () {
      const owner = yield* freshCaller
      const made = [
        logOf(owner, { at: at(1), tags: ["red", "blue"], path: "/v1/monitors/mon_1" }),
        logOf(owner, { at: at(2), tags: ["red"], statusCode: 404, errorCode: "NOT_FOUND", path: "/v1/monitors/mon_2" }),
        logOf(owner, { at: at(3), statusCode: 500, errorCode: "INTERNAL_ERROR", keyId: "key_b" }),
        logOf(owner, { at: at(4), statusCode: 399, keyId: null, grantId: "grant_1" }),
        logOf(owner, { at: at(5), keyId: "key_b", ofDashboard: true }),
        logOf(owner, { at: at(6), statusCode: 404, path: "/v1/monitors/mon_1", tags: ["blue"], ofDashboard: true })
      ]
      yield* (yield* UsageStore).append(made)
      const only = (...indexes: ReadonlyArray<number>) => indexes.map((index) => made[index]!.requestId).sort()
      const shows = Effect.fnUntraced(function* (filter: Partial<LogFilter>, ids: ReadonlyArray<string>) {
        assert.deepStrictEqual(yield* idsFor(owner, filter), ids, JSON.stringify(filter))
      })
      yield* shows({}, only(0, 1, 2, 3, 4, 5))
      yield* shows({ from: at(2), to: at(3) }, only(1, 2))
      yield* shows(
        { from: DateTime.add(at(2), { milliseconds: 1 }), to: DateTime.add(at(4), { milliseconds: -1 }) },
        only(2)
      )
      yield* shows({ paths: ["/monitors/mon_1", "/v1/monitors/mon_1"] }, only(0, 5))
      yield* shows({ paths: ["/v1/monitors"] }, [])
      yield* shows({ statusCode: 404 }, only(1, 5))
      yield* shows({ statusCode: 200 }, only(0, 4))
      yield* shows({ statusCode: 399 }, only(3))
      yield* shows({ statusCode: 399, errorsOnly: true }, [])
      yield* shows({ errorCode: "INTERNAL_ERROR" }, only(2))
      yield* shows({ errorsOnly: true }, only(1, 2, 5))
      yield* shows({ errorsOnly: false }, only(0, 1, 2, 3, 4, 5))
      yield* shows({ keyId: "key_b" }, only(2, 4))
      yield* shows({ keyId: "grant_1" }, [])
      yield* shows({ grantId: "grant_1" }, only(3))
      yield* shows({ grantId: "grant_2" }, [])
      yield* shows({ grantId: "key_b" }, [])
      yield* shows({ tags: ["blue", "green"] }, only(0, 5))
      yield* shows({ tags: ["red", "blue"] }, only(0, 1, 5))
      yield* shows({ tags: ["re"] }, [])
      yield* shows({ tags: [] }, only(0, 1, 2, 3, 4, 5))
      yield* shows({ tags: ["red"], errorsOnly: true }, only(1))
      yield* shows({ ofDashboard: false }, only(0, 1, 2, 3))
      yield* shows({ ofDashboard: true }, only(4, 5))
      yield* shows({ ofDashboard: false, errorsOnly: true }, only(1, 2))
      yield* shows({ ofDashboard: true, errorsOnly: true }, only(5))
      yield* shows({ ofDashboard: false, keyId: "key_b" }, only(2))
      yield* shows({ ofDashboard: false, statusCode: 404, from: at(2) }, only(1))
      yield* shows({ ofDashboard: false, tags: ["blue"], paths: ["/v1/monitors/mon_1"] }, only(0))
    })
  )

  it.effect("finds a text in the query or the body, in either case and taken by its letters", () =>
    Effect.gen(function* () {
      const owner = yield* freshCaller
      const inputs: ReadonlyArray<RequestLog["input"]> = [
        { query: { url: "https://Example.com/a?b=100%" } },
        { query: {}, body: { urls: ["https://other.example/x_y"], note: 'ÜBER \\ "quoted"\nnext line' } },
        { query: {}, body: null }
      ]
      const made = inputs.map((input) => logOf(owner, { input, response: { markdown: "hidden" } }))
      yield* (yield* UsageStore).append(made)
      const finds = Effect.fnUntraced(function* (search: string, ...indexes: ReadonlyArray<number>) {
        const ids = indexes.map((index) => made[index]!.requestId).sort()
        assert.deepStrictEqual(yield* idsFor(owner, { search }), ids, search)
      })
      yield* finds("EXAMPLE.COM/a", 0)
      yield* finds("example", 0, 1)
      yield* finds("über", 1)
      yield* finds('\\ "quoted"\nNEXT', 1)
      yield* finds("100%", 0)
      yield* finds("%", 0)
      yield* finds("x_y", 1)
      yield* finds("xzy")
      yield* finds("hidden")
      yield* finds("", 0, 1, 2)
    })
  )
}

/** Declares what the log of calls promises. */
export const logTests = (it: UsageIt) => {
  keeping(it)
  listing(it)
}
