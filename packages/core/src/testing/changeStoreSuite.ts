import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Option, Struct } from "effect"
import { type ChangeFilter, ChangeStore } from "../monitors/ChangeStore.ts"
import { Change, ChangeSummary } from "../monitors/domain/Change.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import {
  assertSame,
  claimRuns,
  completed,
  freshOrganization,
  idsNewestFirst,
  newMonitor,
  readInSlices,
  recordRun,
  rowsOf
} from "./arrangements.ts"
import { changeOf } from "./builders.ts"
import { buildTimeout, type EmptyStores } from "./Stores.ts"

const details = Struct.keys(Struct.omit(Change.fields, Struct.keys(ChangeSummary.fields)))

/** A change of each kind that is not a page, and one of a page that somebody judged. */
const ofEveryKind: ReadonlyArray<Partial<Change>> = [
  {
    targetType: "sitemap",
    addedUrls: ["https://example.com/été", "https://example.com/b"],
    addedUrlCount: 1_200,
    removedUrls: [],
    removedUrlCount: 0,
    movedUrls: [{ from: "https://example.com/a", to: "https://example.com/b" }],
    movedUrlCount: 1
  },
  {
    targetType: "extract",
    changeDetectionType: "semantic",
    importance: "high",
    confidence: 0.93,
    matchedUrls: ["https://example.com/jobs"],
    matchedUrlCount: 1,
    evidence: [{ before: "", after: "A new role in Berlin", url: "https://example.com/jobs" }]
  },
  {
    changeDetectionType: "semantic",
    importance: "low",
    confidence: 1,
    evidence: [{ before: "10 €", after: "12 € ☂" }]
  }
]

const position = (change: ChangeSummary) => ({ at: change.detectedAt, id: change.id })
const page = { limit: 100, after: null }

/** Stores one change for each of `given`, each found by a monitor of its own. */
const newChanges = Effect.fnUntraced(function* (organizationId: OrganizationId, given: ReadonlyArray<Partial<Change>>) {
  yield* Effect.forEach(given, () => newMonitor(organizationId), { discard: true })
  const now = yield* DateTime.now
  const claims = yield* claimRuns(organizationId)
  return yield* Effect.forEach(given, (one, index) => {
    const claim = claims[index]!
    const change = changeOf(claim.run, now, one)
    return Effect.as(recordRun(completed(claim, now, { change })), change)
  })
})

const idsFor = Effect.fnUntraced(function* (organizationId: OrganizationId, filter: ChangeFilter) {
  const found = yield* rowsOf((yield* ChangeStore).list(organizationId, filter, page))
  return found.map((change) => change.id).sort()
})

/** What `ChangeStore` promises, run against any adapter. */
export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`ChangeStore (${name})`, (it) => {
    it.effect("shows a change whole to its organization, and to no other", () =>
      Effect.gen(function* () {
        const changes = yield* ChangeStore
        const [owner, other] = [yield* freshOrganization(), yield* freshOrganization()]
        const [change] = yield* newChanges(owner.id, [{ tags: ["x", "y"], summary: "Ça change: 10 € → 12 €" }])
        assertSame(Change, Option.getOrThrow(yield* changes.get(owner.id, change!.id)), change!)
        assert.isTrue(Option.isNone(yield* changes.get(other.id, change!.id)))
        assert.deepStrictEqual(yield* rowsOf(changes.list(other.id, {}, page)), [])
        assert.deepStrictEqual(yield* rowsOf(changes.list(other.id, { monitorId: change!.monitorId }, page)), [])
      })
    )

    it.effect("lists changes without their details", () =>
      Effect.gen(function* () {
        const { id } = yield* freshOrganization()
        const [change] = yield* newChanges(id, [{ tags: ["x"] }])
        const [summary] = yield* rowsOf((yield* ChangeStore).list(id, {}, page))
        assertSame(ChangeSummary, summary!, change!)
        for (const field of details) assert.notProperty(summary, field)
      })
    )

    it.effect("keeps what belongs to each kind of change, and lists its facts alone", () =>
      Effect.gen(function* () {
        const changes = yield* ChangeStore
        const { id } = yield* freshOrganization()
        const made = yield* newChanges(id, ofEveryKind)
        for (const change of made) assertSame(Change, Option.getOrThrow(yield* changes.get(id, change.id)), change)
        const listed = yield* rowsOf(changes.list(id, {}, page))
        for (const summary of listed) {
          assertSame(ChangeSummary, summary, made.find((change) => change.id === summary.id)!)
          for (const field of details) assert.notProperty(summary, field)
        }
        const ofSitemaps = yield* rowsOf(changes.list(id, { targetType: "sitemap" }, page))
        assert.deepStrictEqual(
          ofSitemaps.map((change) => change.addedUrlCount),
          [1_200]
        )
      })
    )

    it.effect("lists changes newest first, in slices that neither repeat nor leave out", () =>
      Effect.gen(function* () {
        const changes = yield* ChangeStore
        const { id } = yield* freshOrganization()
        const now = yield* DateTime.now
        const made = yield* newChanges(
          id,
          [2, 1, 2, 3, 1, 2, 2].map((minutes) => ({ detectedAt: DateTime.add(now, { minutes }) }))
        )
        const read = yield* readInSlices((slice) => changes.list(id, {}, slice), position)
        assert.deepStrictEqual(
          read.map((change) => change.id),
          idsNewestFirst(made, position)
        )
      })
    )

    it.effect("shows the changes for which every condition holds", () =>
      Effect.gen(function* () {
        const { id } = yield* freshOrganization()
        const now = yield* DateTime.now
        const at = (minutes: number) => DateTime.add(now, { minutes })
        const made = yield* newChanges(id, [
          { detectedAt: at(1), tags: ["red", "blue"] },
          { detectedAt: at(2), tags: ["red"], changeDetectionType: "semantic" },
          { detectedAt: at(3), tags: [], targetType: "sitemap" }
        ])
        const ids = made.map((change) => change.id)
        const only = (...indexes: ReadonlyArray<number>) => indexes.map((index) => ids[index]!).sort()
        assert.deepStrictEqual(yield* idsFor(id, {}), only(0, 1, 2))
        assert.deepStrictEqual(yield* idsFor(id, { monitorId: made[1]!.monitorId }), only(1))
        assert.deepStrictEqual(yield* idsFor(id, { monitorId: "mon_unknown" }), [])
        assert.deepStrictEqual(yield* idsFor(id, { tag: "red" }), only(0, 1))
        assert.deepStrictEqual(yield* idsFor(id, { since: at(2) }), only(1, 2))
        assert.deepStrictEqual(yield* idsFor(id, { until: at(2) }), only(0))
        assert.deepStrictEqual(yield* idsFor(id, { since: at(1), until: at(3), tag: "blue" }), only(0))
        assert.deepStrictEqual(yield* idsFor(id, { targetType: "sitemap" }), only(2))
        assert.deepStrictEqual(yield* idsFor(id, { changeDetectionType: "exact" }), only(0, 2))
        assert.deepStrictEqual(yield* idsFor(id, { changeDetectionType: "exact", tag: "red" }), only(0))
      })
    )

    it.effect("shows every change once after many runs found theirs at once", () =>
      Effect.gen(function* () {
        const { id } = yield* freshOrganization()
        yield* Effect.forEach(Array.from({ length: 30 }), () => newMonitor(id), { discard: true })
        const now = yield* DateTime.now
        const claims = yield* claimRuns(id)
        const made = claims.map((claim) => ({ claim, change: changeOf(claim.run, now) }))
        yield* Effect.forEach(made, ({ claim, change }) => recordRun(completed(claim, now, { change })), {
          concurrency: "unbounded",
          discard: true
        })
        assert.deepStrictEqual(yield* idsFor(id, {}), made.map(({ change }) => change.id).sort())
      })
    )
  })
