import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Option, Schema, Struct } from "effect"
import { type ChangeFilter, ChangeStore, type TriageMove } from "../monitors/ChangeStore.ts"
import { Change, ChangeId, ChangeSummary } from "../monitors/domain/Change.ts"
import { Triage } from "../monitors/domain/Triage.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { askedTerms } from "../paging/domain/searchTerms.ts"
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
import { buildTimeout, type EmptyStores, longTestMillis } from "./Stores.ts"

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

/** Who says what of which of six changes, and of those that stand how. */
const Moves = Schema.Array(
  Schema.Struct({
    places: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 6 }))),
    from: Schema.NullOr(Triage),
    to: Triage,
    isOther: Schema.Boolean
  })
).check(Schema.isMaxLength(12))

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

    it.effect("lists changes in the same order however long their texts are", () =>
      Effect.gen(function* () {
        const changes = yield* ChangeStore
        const { id } = yield* freshOrganization()
        const now = yield* DateTime.now
        const made = yield* newChanges(
          id,
          [2, 1, 2, 3, 1].map((minutes) => ({
            diff: "+long\n".repeat(100_000),
            detectedAt: DateTime.subtract(now, { minutes })
          }))
        )
        for (const filter of [{}, { triage: "open" as const }]) {
          const read = yield* readInSlices((slice) => changes.list(id, filter, slice), position)
          const whole = yield* rowsOf(changes.list(id, filter, page))
          const wanted = idsNewestFirst(made, position)
          for (const rows of [read, whole])
            assert.deepStrictEqual(
              rows.map((change) => change.id),
              wanted
            )
        }
        const [one] = made
        assert.deepStrictEqual(yield* idsFor(id, { monitorId: one!.monitorId }), [one!.id])
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

    it.effect("keeps how a change stands, and nothing else of it changes", () =>
      Effect.gen(function* () {
        const changes = yield* ChangeStore
        const [owner, other] = [yield* freshOrganization(), yield* freshOrganization()]
        const [change] = yield* newChanges(owner.id, [{ tags: ["x"], importance: "high", confidence: 0.9 }])
        const at = DateTime.add(change!.detectedAt, { minutes: 5 })
        const moved = (organizationId: OrganizationId, move: Partial<TriageMove>) =>
          changes.triage(organizationId, { changeIds: [change!.id], from: null, to: "done", at, ...move })
        const stands = Effect.gen(function* () {
          const kept = Option.getOrThrow(yield* changes.get(owner.id, change!.id))
          assertSame(Change, kept, change!)
          const [listed] = yield* rowsOf(changes.list(owner.id, {}, page))
          assert.deepStrictEqual([listed!.triage, listed!.triagedAt], [kept.triage, kept.triagedAt])
          return [kept.triage, kept.triagedAt?.epochMilliseconds ?? null]
        })
        assert.deepStrictEqual(yield* stands, ["open", null])
        assert.strictEqual(yield* moved(other.id, {}), 0)
        assert.strictEqual(yield* moved(owner.id, { from: "not_useful" }), 0)
        assert.deepStrictEqual(yield* stands, ["open", null])
        assert.strictEqual(yield* moved(owner.id, { from: "open" }), 1)
        assert.deepStrictEqual(yield* stands, ["done", at.epochMilliseconds])
        // What stands so already stays so since when it did.
        assert.strictEqual(yield* moved(owner.id, { at: DateTime.add(at, { hours: 1 }) }), 0)
        assert.deepStrictEqual(yield* stands, ["done", at.epochMilliseconds])
        assert.strictEqual(yield* moved(owner.id, { to: "not_useful" }), 1)
        assert.strictEqual(yield* moved(owner.id, { to: "open" }), 1)
        assert.deepStrictEqual(yield* stands, ["open", null])
        assert.strictEqual(yield* moved(owner.id, { changeIds: [ChangeId.make("chg_unknown"), change!.id] }), 1)
      })
    )

    it.effect("keeps what links of a change go by while they may work, and forgets it when they are taken back", () =>
      Effect.gen(function* () {
        const changes = yield* ChangeStore
        const [owner, other] = [yield* freshOrganization(), yield* freshOrganization()]
        const [change, neighbour] = yield* newChanges(owner.id, [{ tags: ["x"] }, { title: "Another" }])
        const { id } = change!
        const at = (minutes: number) => DateTime.add(change!.detectedAt, { minutes })
        const share = (mark: string, from: number, until: number, organizationId = owner.id) =>
          Effect.map(
            changes.share(organizationId, id, { mark: `${mark}-${id}`, at: at(from), until: at(until) }),
            Option.map((kept) => kept.slice(0, -id.length - 1))
          )
        const leadsTo = (mark: string) =>
          Effect.map(
            changes.shared(`${mark}-${id}`),
            Option.map((found) => found.id)
          )
        const sharedUntil = Effect.map(changes.get(owner.id, id), (kept) => Option.getOrThrow(kept).sharedUntil)
        assert.isUndefined(yield* sharedUntil)
        assert.deepStrictEqual(yield* share("theirs", 0, 10, other.id), Option.none())
        assert.deepStrictEqual(yield* share("one", 0, 10), Option.some("one"))
        assert.deepStrictEqual(yield* share("two", 1, 5), Option.some("one"), "links of before go on")
        assert.deepStrictEqual(yield* sharedUntil, at(10), "until the last of them ends")
        assert.deepStrictEqual(yield* share("two", 2, 20), Option.some("one"))
        assert.deepStrictEqual(yield* sharedUntil, at(20))
        assert.deepStrictEqual(yield* leadsTo("one"), Option.some(id))
        assert.deepStrictEqual(yield* leadsTo("two"), Option.none())
        assertSame(Change, Option.getOrThrow(yield* changes.shared(`one-${id}`)), change!)
        // All have ended: whoever shares it again begins anew.
        assert.deepStrictEqual(yield* share("three", 20, 25), Option.some("three"))
        assert.deepStrictEqual(yield* sharedUntil, at(25))
        assert.deepStrictEqual(yield* leadsTo("one"), Option.none())
        assert.deepStrictEqual(yield* leadsTo("three"), Option.some(id))
        assert.isFalse(yield* changes.withdraw(other.id, id))
        assert.deepStrictEqual(yield* leadsTo("three"), Option.some(id))
        assert.isTrue(yield* changes.withdraw(owner.id, id))
        assert.isUndefined(yield* sharedUntil)
        assert.deepStrictEqual(yield* leadsTo("three"), Option.none())
        assert.isTrue(yield* changes.withdraw(owner.id, id), "twice is once")
        assert.deepStrictEqual(yield* share("four", 21, 30), Option.some("four"))
        assert.isFalse(yield* changes.withdraw(owner.id, ChangeId.make("chg_unknown")))
        const [listed] = (yield* rowsOf(changes.list(owner.id, {}, page))).filter((one) => one.id === id)
        assert.notProperty(listed, "sharedUntil")
        assert.isUndefined(Option.getOrThrow(yield* changes.get(owner.id, neighbour!.id)).sharedUntil)
      })
    )

    it.effect("gives many who share a change at once one mark for all of their links", () =>
      Effect.gen(function* () {
        const changes = yield* ChangeStore
        const { id } = yield* freshOrganization()
        const [change] = yield* newChanges(id, [{}])
        const at = change!.detectedAt
        const kept = yield* Effect.forEach(
          Array.from({ length: 12 }, (_, index) => index),
          (index) =>
            changes.share(id, change!.id, {
              mark: `many-${index}-${change!.id}`,
              at,
              until: DateTime.add(at, { minutes: 1 + index })
            }),
          { concurrency: "unbounded" }
        )
        const [mark, another] = [...new Set(kept.map(Option.getOrThrow))]
        assert.isUndefined(another)
        const found = Option.getOrThrow(yield* changes.shared(mark!))
        assert.deepStrictEqual([found.id, found.sharedUntil], [change!.id, DateTime.add(at, { minutes: 12 })])
      })
    )

    it.effect("shows and counts the changes that stand so", () =>
      Effect.gen(function* () {
        const changes = yield* ChangeStore
        const { id } = yield* freshOrganization()
        const now = yield* DateTime.now
        const at = (minutes: number) => DateTime.add(now, { minutes })
        const made = yield* newChanges(id, [
          {
            detectedAt: at(1),
            tags: ["red"],
            importance: "high",
            title: "Pro went from €20 to €24",
            summary: "A month."
          },
          { detectedAt: at(2), tags: ["red"], importance: "low", title: "Über uns", summary: "Ein Absatz kam dazu." },
          { detectedAt: at(3), title: "Footer changed", summary: "Copyright 2027" },
          { detectedAt: at(4), importance: "medium", title: "A job", summary: "A role in Zürich was added" }
        ])
        const ids = made.map((change) => change.id)
        const to = (triage: Triage, ...indexes: ReadonlyArray<number>) =>
          changes.triage(id, { changeIds: indexes.map((index) => ids[index]!), from: null, to: triage, at: at(9) })
        assert.strictEqual(yield* to("done", 1), 1)
        assert.strictEqual(yield* to("not_useful", 2), 1)

        const only = Effect.fnUntraced(function* (filter: ChangeFilter, ...indexes: ReadonlyArray<number>) {
          const expected = indexes.map((index) => ids[index]!).sort()
          assert.deepStrictEqual(yield* idsFor(id, filter), expected, JSON.stringify(filter))
          const counted = yield* changes.count(id, filter, 100)
          assert.deepStrictEqual(counted, { count: expected.length, isMore: false }, JSON.stringify(filter))
        })
        yield* only({}, 0, 1, 2, 3)
        yield* only({ triage: "open" }, 0, 3)
        yield* only({ triage: "done" }, 1)
        yield* only({ triage: "not_useful" }, 2)
        yield* only({ triage: "open", tag: "red" }, 0)
        yield* only({ triage: "done", tag: "red" }, 1)
        yield* only({ triage: "open", monitorId: made[3]!.monitorId }, 3)
        yield* only({ triage: "open", monitorId: made[1]!.monitorId })
        yield* only({ triage: "done", monitorId: made[1]!.monitorId }, 1)
        yield* only({ triage: "open", since: at(2) }, 3)
        yield* only({ triage: "open", until: at(4) }, 0)
        yield* only({ triagedAt: at(9) }, 1, 2)
        yield* only({ triagedAt: at(9), triage: "not_useful" }, 2)
        yield* only({ triagedAt: at(8) })
        yield* only({ importance: ["high", "medium"] }, 0, 3)
        yield* only({ importance: ["low"], triage: "open" })
        yield* only({ words: ["pro"] }, 0)
        yield* only({ words: ["24", "mon"] }, 0)
        yield* only({ words: ["über"] }, 1)
        yield* only({ words: ["zür"], triage: "open" }, 3)
        yield* only({ words: ["zür"], triage: "done" })
        yield* only({ words: ["ürich"] })
        for (const signs of ["€", "++", "-", "%"]) yield* only({ words: askedTerms(signs) })
        yield* only({ words: ["red", "absent"], tag: "red" })
        assert.deepStrictEqual(yield* changes.count(id, {}, 3), { count: 3, isMore: true })
        assert.deepStrictEqual(yield* changes.count(id, { triage: "open" }, 1), { count: 1, isMore: true })
        assert.deepStrictEqual(yield* changes.count(id, { importance: ["high", "medium"] }, 1), {
          count: 1,
          isMore: true
        })
      })
    )

    it.effect("finds changes by the name that their monitor has", () =>
      Effect.gen(function* () {
        const { id } = yield* freshOrganization()
        yield* newMonitor(id, { name: "Preise im Café" })
        const now = yield* DateTime.now
        const [claim] = yield* claimRuns(id)
        const change = changeOf(claim!.run, now)
        yield* recordRun(completed(claim!, now, { change }))
        assert.deepStrictEqual(yield* idsFor(id, { words: ["preise", "rose"] }), [change.id])
        assert.deepStrictEqual(yield* idsFor(id, { words: ["caf"] }), [change.id])
        assert.deepStrictEqual(yield* idsFor(id, { words: ["tee"] }), [])
      })
    )

    it.effect.prop(
      "has changes stand as a plain list would after any moves, and tells how many that were",
      [Moves],
      ([moves]) =>
        Effect.gen(function* () {
          const changes = yield* ChangeStore
          const [owner, other] = [yield* freshOrganization(), yield* freshOrganization()]
          const made = yield* newChanges(
            owner.id,
            Array.from({ length: 6 }, () => ({}))
          )
          const now = yield* DateTime.now
          const plain: Array<[Triage, number | null]> = made.map(() => ["open", null])
          for (const [step, { from, isOther, places, to }] of moves.entries()) {
            const at = DateTime.add(now, { minutes: step })
            const meant = isOther
              ? []
              : [...new Set(places)].filter((n) => plain[n] !== undefined && plain[n][0] !== to)
            const moved = meant.filter((n) => from === null || plain[n]![0] === from)
            for (const n of moved) plain[n] = [to, to === "open" ? null : at.epochMilliseconds]
            const changeIds = places.map((n) => made[n]?.id ?? ChangeId.make("chg_unknown"))
            const { id } = isOther ? other : owner
            assert.strictEqual(yield* changes.triage(id, { changeIds, from, to, at }), moved.length)
          }
          const kept = yield* Effect.forEach(made, ({ id }) => Effect.map(changes.get(owner.id, id), Option.getOrThrow))
          assert.deepStrictEqual(
            kept.map(({ triage, triagedAt }): [Triage, number | null] => [
              triage,
              triagedAt?.epochMilliseconds ?? null
            ]),
            plain
          )
          for (const [n, change] of kept.entries()) assertSame(Change, change, made[n]!)
        }).pipe(Effect.scoped),
      { timeout: longTestMillis, arbitrary: { runs: 15 } }
    )

    it.effect("counts each change for one of many who decide at once", () =>
      Effect.gen(function* () {
        const changes = yield* ChangeStore
        const { id } = yield* freshOrganization()
        const made = yield* newChanges(
          id,
          Array.from({ length: 12 }, () => ({}))
        )
        const at = yield* DateTime.now
        const ids = made.map((change) => change.id)
        const moves = Array.from({ length: 20 }, (_, n) => ({
          changeIds: n % 2 === 0 ? ids : ids.toReversed(),
          from: "open" as const,
          to: n % 3 === 0 ? ("not_useful" as const) : ("done" as const),
          at
        }))
        const moved = yield* Effect.forEach(moves, (move) => changes.triage(id, move), { concurrency: "unbounded" })
        assert.strictEqual(
          moved.reduce((sum, one) => sum + one, 0),
          12
        )
        assert.deepStrictEqual(yield* changes.count(id, { triage: "open" }, 100), { count: 0, isMore: false })
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
