/** How monitors are listed. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import type { Monitor } from "../monitors/domain/Monitor.ts"
import { type MonitorFilter, MonitorStore } from "../monitors/MonitorStore.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { freshOrganization, idsNewestFirst, newMonitor, readInSlices, rowsOf } from "./arrangements.ts"
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
