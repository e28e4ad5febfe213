/** How monitors are listed. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import type { Monitor } from "../monitors/domain/Monitor.ts"
import { type MonitorFilter, MonitorStore } from "../monitors/MonitorStore.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { askedTerms } from "../paging/domain/searchTerms.ts"
import { freshOrganization, idsNewestFirst, newMonitor, readInParts, readInSlices, rowsOf } from "./arrangements.ts"
import { targetOf } from "./builders.ts"
import type { StoresIt } from "./Stores.ts"

const namesFor = Effect.fnUntraced(function* (organizationId: OrganizationId, filter: MonitorFilter) {
  const found = yield* rowsOf((yield* MonitorStore).list(organizationId, filter, { limit: 100, after: null }))
  return found.map((monitor) => monitor.name).sort()
})

const searchFor = (
  organizationId: OrganizationId,
  match: "prefix" | "exact",
  terms: ReadonlyArray<string>,
  fields: ReadonlyArray<"name" | "url" | "instructions" | "tags"> = ["name", "url", "instructions", "tags"]
) => namesFor(organizationId, { search: { terms, fields, match } })

/** Stores monitors with schemas of 50 KB, of texts and of thousands of lists, and a small one; gives their ids, newest first. @internal */
export const largeMonitors = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const now = yield* DateTime.now
  const schemas = [
    // Letters that take two bytes each: a store and a page may count them otherwise.
    ...Array.from({ length: 30 }, () => ({ "x-text": "é".repeat(25_000) })),
    ...Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0 ? { "x-text": "s".repeat(50_000) } : { "x-lists": Array.from({ length: 9_000 }, () => []) }
    ),
    {}
  ]
  const made = yield* Effect.forEach(schemas, (schema, index) =>
    newMonitor(organizationId, {
      name: `large ${index}`,
      tags: ["large"],
      createdAt: DateTime.add(now, { minutes: index }),
      target: {
        ...{
          type: "extract",
          url: "https://shop.example/",
          instructions: "Prices",
          schema,
          maxPages: 1,
          maxDepth: null
        },
        followSubdomains: false
      }
    })
  )
  return made.map(({ monitor }) => monitor.id).toReversed()
})

/** Declares what lists of monitors promise. */
export const monitorListTests = (it: StoresIt) => {
  it.effect("lists monitors newest first, in slices that neither repeat nor leave out", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const { id } = yield* freshOrganization()
      const now = yield* DateTime.now
      const made = yield* Effect.forEach([0, 1, 2, 0, 1, 2, 0], (minutes) =>
        newMonitor(id, { createdAt: DateTime.add(now, { minutes }) })
      )
      const position = (monitor: Monitor) => ({ at: monitor.createdAt, id: monitor.id })
      const read = yield* readInSlices((slice) => monitors.list(id, {}, slice), position)
      const wanted = idsNewestFirst(
        made.map(({ monitor }) => monitor),
        position
      )
      assert.deepStrictEqual(
        read.map((monitor) => monitor.id),
        wanted
      )
    })
  )

  it.effect("lists monitors whose schemas are large, however few of them a part has, and leaves none out", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const { id } = yield* freshOrganization()
      const large = yield* largeMonitors(id)
      for (const filter of [{}, { tag: "large" }, { status: "active" as const }]) {
        const read = yield* readInParts((slice) => monitors.list(id, filter, slice), 101)
        assert.deepStrictEqual(
          read.flatMap(({ rows }) => rows.map((monitor) => monitor.id)),
          large
        )
      }
    })
  )

  it.effect("keeps the place of a slice when the monitor it ended with is gone", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const { id } = yield* freshOrganization()
      const now = yield* DateTime.now
      const made = yield* Effect.forEach([3, 2, 1], (minutes) =>
        newMonitor(id, { createdAt: DateTime.add(now, { minutes }) })
      )
      const [first] = yield* rowsOf(monitors.list(id, {}, { limit: 1, after: null }))
      yield* monitors.remove(id, first!.id, now)
      const rest = yield* rowsOf(monitors.list(id, {}, { limit: 5, after: { at: first!.createdAt, id: first!.id } }))
      assert.deepStrictEqual(
        rest.map((monitor) => monitor.id),
        made.slice(1).map(({ monitor }) => monitor.id)
      )
    })
  )

  it.effect("shows the monitors for which every condition holds", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      yield* newMonitor(id, { name: "one", tags: ["red", "blue"] })
      yield* newMonitor(id, { name: "two", tags: ["red"], status: "paused", nextRunAt: null })
      yield* newMonitor(id, {
        name: "three",
        tags: ["green"],
        status: "failed",
        changeDetection: { type: "semantic", confidenceThreshold: 0.5 }
      })
      assert.deepStrictEqual(yield* namesFor(id, {}), ["one", "three", "two"])
      assert.deepStrictEqual(yield* namesFor(id, { status: "paused" }), ["two"])
      assert.deepStrictEqual(yield* namesFor(id, { targetType: "page" }), ["one", "three", "two"])
      assert.deepStrictEqual(yield* namesFor(id, { targetType: "sitemap" }), [])
      assert.deepStrictEqual(yield* namesFor(id, { changeDetectionType: "semantic" }), ["three"])
      assert.deepStrictEqual(yield* namesFor(id, { tag: "red" }), ["one", "two"])
      assert.deepStrictEqual(yield* namesFor(id, { tag: "re" }), [])
      assert.deepStrictEqual(yield* namesFor(id, { anyTag: ["blue", "green"] }), ["one", "three"])
      assert.deepStrictEqual(yield* namesFor(id, { tag: "red", anyTag: ["blue", "green"] }), ["one"])
      assert.deepStrictEqual(yield* namesFor(id, { tag: "red", status: "active" }), ["one"])
    })
  )

  it.effect("tells by which grant a monitor was made, and finds those of one", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const { id } = yield* freshOrganization()
      const other = yield* freshOrganization()
      const madeBy = { grantId: "grant_1", dailyCredits: 100 }
      const { monitor } = yield* newMonitor(id, { name: "one", tags: ["red"], madeBy })
      yield* newMonitor(id, { name: "two", madeBy: { grantId: "grant_2", dailyCredits: null } })
      yield* newMonitor(id, { name: "three" })
      yield* newMonitor(other.id, { name: "four", madeBy })
      const listed = yield* rowsOf(monitors.list(id, {}, { limit: 100, after: null }))
      assert.deepStrictEqual(Object.fromEntries(listed.map((one) => [one.name, one.madeBy])), {
        one: madeBy,
        two: { grantId: "grant_2", dailyCredits: null },
        three: undefined
      })
      assert.deepStrictEqual(yield* namesFor(id, { grantId: "grant_1" }), ["one"])
      assert.deepStrictEqual(yield* namesFor(id, { grantId: "grant_1", tag: "red" }), ["one"])
      assert.deepStrictEqual(yield* namesFor(id, { grantId: "grant_1", tag: "blue" }), [])
      assert.deepStrictEqual(yield* namesFor(id, { grantId: "grant_2" }), ["two"])
      assert.deepStrictEqual(yield* namesFor(id, { grantId: "grant_3" }), [])
      // Whoever changes it afterwards has not made it.
      const stored = Option.getOrThrow(yield* monitors.get(id, monitor.id))
      assert.deepStrictEqual(stored.monitor.madeBy, madeBy)
      const next = { ...stored.monitor, name: "uno" }
      yield* monitors.update({
        ...{ stored, next, queue: null, skipQueued: null, cancelDeliveries: false, clearFailure: false }
      })
      assert.deepStrictEqual(yield* namesFor(id, { grantId: "grant_1" }), ["uno"])
    })
  )

  it.effect("finds words, or their beginnings, in the fields named", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const url = "https://shop.example/Kayaks/sea-going?size=9"
      yield* newMonitor(id, { name: "Harbour prices", target: targetOf({ url, instructions: "Tell Größe changes" }) })
      yield* newMonitor(id, {
        name: "harbours",
        tags: ["Sea front"],
        target: targetOf({ url: "https://quiet.example/" })
      })

      assert.deepStrictEqual(yield* searchFor(id, "prefix", ["harb"]), ["Harbour prices", "harbours"])
      assert.deepStrictEqual(yield* searchFor(id, "exact", ["harbour"]), ["Harbour prices"])
      assert.deepStrictEqual(yield* searchFor(id, "exact", ["harb"]), [])
      // Inside a word nothing is found.
      assert.deepStrictEqual(yield* searchFor(id, "prefix", ["arbour"]), [])
      // Every term must match, each in whichever field.
      assert.deepStrictEqual(yield* searchFor(id, "prefix", ["harbour", "kayak"]), ["Harbour prices"])
      assert.deepStrictEqual(yield* searchFor(id, "prefix", ["harbour", "canoe"]), [])
      assert.deepStrictEqual(yield* searchFor(id, "exact", ["sea"]), ["Harbour prices", "harbours"])
      assert.deepStrictEqual(yield* searchFor(id, "exact", ["größe"]), ["Harbour prices"])
      // Only the fields named count.
      assert.deepStrictEqual(yield* searchFor(id, "exact", ["sea"], ["tags"]), ["harbours"])
      assert.deepStrictEqual(yield* searchFor(id, "exact", ["sea"], ["url", "name"]), ["Harbour prices"])
      assert.deepStrictEqual(yield* searchFor(id, "exact", ["9"], ["url"]), ["Harbour prices"])
      assert.deepStrictEqual(yield* searchFor(id, "prefix", ["gr"], ["instructions"]), ["Harbour prices"])
      assert.deepStrictEqual(yield* searchFor(id, "prefix", ["harbour", "sea"], ["name"]), [])
      for (const signs of ["€", "++", "-", "%", "_"]) {
        assert.deepStrictEqual(yield* searchFor(id, "prefix", askedTerms(signs)), [], signs)
      }
    })
  )

  it.effect("lists those that are paused or fail newest first, in slices, among others of every kind", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const { id } = yield* freshOrganization()
      const now = yield* DateTime.now
      const made = yield* Effect.forEach(
        ["failed", "paused", "failed", "active", "failed"] as const,
        (status, minutes) =>
          newMonitor(id, {
            name: `${status} ${minutes}`,
            status,
            tags: minutes === 2 ? ["other"] : ["own"],
            createdAt: DateTime.add(now, { minutes: minutes % 2 }),
            ...(status === "paused" ? { nextRunAt: null } : {})
          })
      )
      const position = (monitor: Monitor) => ({ at: monitor.createdAt, id: monitor.id })
      const failed = yield* readInSlices((slice) => monitors.list(id, { status: "failed" }, slice), position)
      const wanted = made.map(({ monitor }) => monitor).filter(({ status }) => status === "failed")
      assert.deepStrictEqual(
        failed.map((monitor) => monitor.id as string),
        idsNewestFirst(wanted, position)
      )
      assert.deepStrictEqual(yield* namesFor(id, { status: "failed", tag: "own" }), ["failed 0", "failed 4"])
      assert.deepStrictEqual(yield* namesFor(id, { status: "paused", tag: "other" }), [])
      assert.deepStrictEqual(yield* namesFor(id, { status: "active" }), ["active 3"])
    })
  )

  it.effect("sums up how monitors stand: who is paused, who fails, who is late, and who is looked at next", () =>
    Effect.gen(function* () {
      const monitors = yield* MonitorStore
      const { id } = yield* freshOrganization()
      const other = yield* freshOrganization()
      const now = yield* DateTime.now
      const asked = { lateBefore: now, counted: 2, next: 3 }
      const nobody = { count: 0, isMore: false }
      assert.deepStrictEqual(yield* monitors.summary(id, asked), {
        paused: nobody,
        failed: nobody,
        late: { ...nobody, since: null },
        next: []
      })
      const at = (minutes: number) => DateTime.add(now, { minutes })
      const make = (name: string, minutes: number | null, status: Monitor["status"] = "active") =>
        newMonitor(id, { name, status, nextRunAt: minutes === null ? null : at(minutes) })
      yield* newMonitor(other.id, { nextRunAt: at(-9) })
      yield* newMonitor(other.id, { status: "failed", nextRunAt: at(-9) })
      yield* make("soon", 5)
      yield* make("at that moment", 0)
      const { monitor: late } = yield* make("late", -3, "failed")
      yield* make("paused", null, "paused")
      yield* make("far", 900)
      const some = yield* monitors.summary(id, asked)
      assert.deepStrictEqual(
        [some.paused, some.failed],
        [
          { count: 1, isMore: false },
          { count: 1, isMore: false }
        ]
      )
      assert.deepStrictEqual(some.late, { count: 1, isMore: false, since: at(-3) })
      assert.deepStrictEqual(
        some.next.map(({ name }) => name),
        ["late", "at that moment", "soon"]
      )
      assert.deepStrictEqual(some.next[0], {
        monitorId: late.id,
        name: "late",
        url: late.target.url,
        targetType: late.target.type,
        at: at(-3)
      })

      // Each kind is counted so far, and no further.
      yield* make("later", -1, "failed")
      yield* make("last", -1, "failed")
      yield* make("resting", null, "paused")
      const more = yield* monitors.summary(id, asked)
      assert.deepStrictEqual(
        [more.paused, more.failed],
        [
          { count: 2, isMore: false },
          { count: 2, isMore: true }
        ]
      )
      assert.deepStrictEqual(more.late, { count: 2, isMore: true, since: at(-3) })
      // Who is resumed, mended or removed counts no longer.
      yield* monitors.remove(id, late.id, now)
      const less = yield* monitors.summary(id, { ...asked, next: 1 })
      assert.deepStrictEqual(less.failed, { count: 2, isMore: false })
      assert.deepStrictEqual([less.late.count, less.late.since, less.next.length], [2, at(-1), 1])
    })
  )

  it.effect("reads search terms as words and not as patterns", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      yield* newMonitor(id, { name: "plain" })
      for (const term of ["%", "_", "p%", "pla_n", ".*", "'", "\\"]) {
        assert.deepStrictEqual(yield* searchFor(id, "prefix", [term]), [], term)
        assert.deepStrictEqual(yield* searchFor(id, "exact", [term]), [], term)
      }
    })
  )
}
