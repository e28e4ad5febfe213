import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import type { Monitor } from "../monitors/domain/Monitor.ts"
import { Version, VersionId, type VersionPart } from "../monitors/domain/Version.ts"
import { MonitorStore } from "../monitors/MonitorStore.ts"
import { type VersionBounds, VersionStore } from "../monitors/VersionStore.ts"
import {
  assertSame,
  claimRuns,
  completed,
  freshOrganization,
  idsNewestFirst,
  newMonitor,
  readInSlices,
  recordRun,
  rowsOf,
  storedMonitor
} from "./arrangements.ts"
import { freshId } from "./builders.ts"
import { noise, packedStart } from "./noise.ts"
import { buildTimeout, type EmptyStores, longTestMillis, type StoresIt } from "./Stores.ts"
import { unbounded } from "./versionBounds.ts"

const page = { limit: 100, after: null }

const position = (version: Version) => ({ at: version.capturedAt, id: version.id })

/** Prunes until nothing is left to do, a few at a time. */
const prune = Effect.fnUntraced(function* (bounds: Partial<VersionBounds>, limit = 3) {
  const store = yield* VersionStore
  for (;;) {
    const found = yield* store.prune({ ...unbounded, ...bounds }, limit)
    assert.isAtMost(found, limit)
    if (found < limit) return
  }
})

const textPart = (text: string): VersionPart => ({
  part: "content",
  mediaType: "text/plain; charset=utf-8",
  bytes: new TextEncoder().encode(text)
})

const versionOf = (monitor: Monitor, given: Partial<Version>): Version => ({
  id: VersionId.make(freshId("ver")),
  organizationId: monitor.organizationId,
  monitorId: monitor.id,
  runId: null,
  changeId: null,
  previousId: null,
  targetType: "page",
  capturedAt: monitor.createdAt,
  replacedAt: null,
  contentBytes: 1,
  hasSource: false,
  hasPicture: false,
  ...given
})

/** Puts the versions on the record of the one run of the monitor that is due. */
const keep = Effect.fnUntraced(function* (monitor: Monitor, versions: ReadonlyArray<Version>) {
  const claims = yield* claimRuns(monitor.organizationId)
  const claim = claims.find(({ stored }) => stored.monitor.id === monitor.id)!
  return yield* recordRun(completed(claim, yield* DateTime.now, { versions }))
})

/** A monitor whose history has a version for each of `parts`, minutes apart, each in the place of the one before. */
const withHistory = Effect.fnUntraced(function* (
  organizationId: Monitor["organizationId"],
  parts: ReadonlyArray<ReadonlyArray<VersionPart>>
) {
  const { monitor } = yield* newMonitor(organizationId)
  const versions: Array<Version> = []
  for (const [minutes, some] of parts.entries()) {
    const version = versionOf(monitor, {
      capturedAt: DateTime.add(monitor.createdAt, { minutes }),
      previousId: versions.at(-1)?.id ?? null,
      hasSource: some.some(({ part }) => part === "source"),
      hasPicture: some.some(({ part }) => part === "picture")
    })
    yield* (yield* VersionStore).stage(version, some)
    versions.push(version)
  }
  assert.deepStrictEqual(yield* keep(monitor, versions), { _tag: "Recorded" })
  const kept = versions.map((version, index) => ({ ...version, replacedAt: versions[index + 1]?.capturedAt ?? null }))
  return { monitor, versions: kept }
})

const idsOf = Effect.fnUntraced(function* ({ id, organizationId }: Monitor) {
  const found = yield* rowsOf((yield* VersionStore).list(organizationId, id, page))
  return found.map((version) => version.id)
})

const textsOf = (texts: ReadonlyArray<string>) => texts.map((text) => [textPart(text)])

const noises = (count: number, length: number) =>
  Array.from({ length: count }, () => [{ ...textPart(""), bytes: noise(length) }])

const keepTests = (it: StoresIt) => {
  it.effect("shows no version before its run is recorded, and all of it afterwards", () =>
    Effect.gen(function* () {
      const store = yield* VersionStore
      const { id } = yield* freshOrganization()
      const { monitor } = yield* newMonitor(id)
      const version = versionOf(monitor, { hasSource: true, contentBytes: 21 })
      const source: VersionPart = { part: "source", mediaType: "text/html", bytes: packedStart(noise(3_000)) }
      yield* store.stage(version, [textPart("Ça change: 10 € → 12 €"), source])
      assert.deepStrictEqual(yield* idsOf(monitor), [])
      assert.isTrue(Option.isNone(yield* store.get(id, monitor.id, version.id)))
      assert.isTrue(Option.isNone(yield* store.part(id, version.id, "content")))
      assert.deepStrictEqual(yield* keep(monitor, [version]), { _tag: "Recorded" })
      assertSame(Version, Option.getOrThrow(yield* store.get(id, monitor.id, version.id)), version)
      const content = Option.getOrThrow(yield* store.part(id, version.id, "content"))
      assert.strictEqual(new TextDecoder().decode(content.bytes), "Ça change: 10 € → 12 €")
      const found = Option.getOrThrow(yield* store.part(id, version.id, "source"))
      assert.strictEqual(found.mediaType, "text/html")
      assert.deepStrictEqual([...found.bytes], [...source.bytes])
    })
  )

  it.effect("keeps no version of a claim that was lost", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { monitor } = yield* newMonitor(id)
      const version = versionOf(monitor, {})
      yield* (yield* VersionStore).stage(version, [textPart("late")])
      const [claim] = yield* claimRuns(id)
      const outcome = completed(claim!, yield* DateTime.now, { versions: [version] })
      assert.deepStrictEqual(yield* recordRun({ ...outcome, claim: { ...claim!, token: claim!.token - 1 } }), {
        _tag: "ClaimLost"
      })
      assert.deepStrictEqual(yield* idsOf(monitor), [])
      assert.deepStrictEqual(yield* recordRun(outcome), { _tag: "Recorded" })
      assert.deepStrictEqual(yield* idsOf(monitor), [version.id])
    })
  )

  it.effect("keeps nothing for a monitor that the version is not of", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* freshOrganization(), yield* freshOrganization()]
      const { monitor } = yield* newMonitor(one.id)
      const strange = yield* newMonitor(other.id)
      const version = versionOf(strange.monitor, {})
      yield* (yield* VersionStore).stage(version, [textPart("strange")])
      yield* keep(monitor, [version])
      assert.deepStrictEqual([yield* idsOf(monitor), yield* idsOf(strange.monitor)], [[], []])
    })
  )

  it.effect("tells of each version when the next took its place", () =>
    Effect.gen(function* () {
      const store = yield* VersionStore
      const { id } = yield* freshOrganization()
      const { monitor, versions } = yield* withHistory(id, textsOf(["a", "b", "c"]))
      for (const version of versions) {
        assertSame(Version, Option.getOrThrow(yield* store.get(id, monitor.id, version.id)), version)
      }
    })
  )

  it.effect("lists a monitor's versions newest first, in slices, to its organization alone", () =>
    Effect.gen(function* () {
      const store = yield* VersionStore
      const [owner, other] = [yield* freshOrganization(), yield* freshOrganization()]
      const { monitor, versions } = yield* withHistory(owner.id, textsOf(["a", "b", "c", "d", "e"]))
      const second = yield* newMonitor(owner.id)
      const read = yield* readInSlices((slice) => store.list(owner.id, monitor.id, slice), position)
      assert.deepStrictEqual(
        read.map((version) => version.id),
        idsNewestFirst(versions, position)
      )
      assert.deepStrictEqual(yield* rowsOf(store.list(other.id, monitor.id, page)), [])
      const [version] = versions
      assert.isTrue(Option.isNone(yield* store.get(other.id, monitor.id, version!.id)))
      assert.isTrue(Option.isNone(yield* store.get(owner.id, second.monitor.id, version!.id)))
      assert.isTrue(Option.isNone(yield* store.part(other.id, version!.id, "content")))
    })
  )
}

const pruneTests = (it: StoresIt) => {
  it.effect("drops what was staged long ago and never kept, and nothing that waits for its run", () =>
    Effect.gen(function* () {
      const store = yield* VersionStore
      const { id } = yield* freshOrganization()
      const { monitor } = yield* newMonitor(id)
      const at = monitor.createdAt
      const [old, fresh] = [versionOf(monitor, {}), versionOf(monitor, { capturedAt: DateTime.add(at, { hours: 1 }) })]
      yield* store.stage(old, [textPart("old")])
      yield* store.stage(fresh, [textPart("fresh")])
      yield* prune({ stagedSince: DateTime.add(at, { minutes: 1 }) })
      yield* keep(monitor, [old, fresh])
      assert.deepStrictEqual(yield* idsOf(monitor), [fresh.id])
    })
  )

  it.effect("drops by age what was replaced, and keeps the newest for as long as it is", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { monitor, versions } = yield* withHistory(id, textsOf(["a", "b", "c", "d"]))
      yield* prune({ replacedSince: versions[2]!.capturedAt })
      assert.deepStrictEqual(yield* idsOf(monitor), [versions[3]!.id, versions[2]!.id, versions[1]!.id])
      yield* prune({ replacedSince: DateTime.add(monitor.createdAt, { days: 1_000 }) })
      assert.deepStrictEqual(yield* idsOf(monitor), [versions[3]!.id])
    })
  )

  it.effect("drops by count what was replaced longest ago, of the organization that has too many alone", () =>
    Effect.gen(function* () {
      const [full, other] = [yield* freshOrganization(), yield* freshOrganization()]
      const first = yield* withHistory(full.id, textsOf(["a", "b", "c", "d", "e"]))
      const second = yield* withHistory(full.id, textsOf(["f", "g"]))
      const quiet = yield* withHistory(other.id, textsOf(["h", "i", "j"]))
      yield* prune({ maxVersions: 4 })
      const left = [...(yield* idsOf(first.monitor)), ...(yield* idsOf(second.monitor))]
      assert.strictEqual(left.length, 4)
      assert.includeMembers(left, [first.versions[4]!.id, second.versions[1]!.id, first.versions[3]!.id])
      assert.strictEqual((yield* idsOf(quiet.monitor)).length, 3)
      yield* prune({ maxVersions: 0 })
      assert.deepStrictEqual(
        [yield* idsOf(first.monitor), yield* idsOf(second.monitor), yield* idsOf(quiet.monitor)],
        [[first.versions[4]!.id], [second.versions[1]!.id], [quiet.versions[2]!.id]]
      )
    })
  )

  it.effect("drops by bytes as far as it must, and counts what comes later", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const first = yield* withHistory(id, noises(6, 1_000))
      yield* prune({ maxBytes: 4_000 })
      assert.strictEqual((yield* idsOf(first.monitor)).length, 4)
      yield* prune({ maxBytes: 4_000 })
      assert.strictEqual((yield* idsOf(first.monitor)).length, 4)
      const second = yield* withHistory(id, noises(1, 2_000))
      yield* prune({ maxBytes: 4_000 })
      assert.strictEqual((yield* idsOf(first.monitor)).length, 2)
      assert.strictEqual((yield* idsOf(second.monitor)).length, 1)
    })
  )

  it.effect("keeps bytes for as long as any version has them", () =>
    Effect.gen(function* () {
      const store = yield* VersionStore
      const { id } = yield* freshOrganization()
      const { monitor, versions } = yield* withHistory(id, textsOf(["same", "other", "same"]))
      yield* prune({ replacedSince: DateTime.add(monitor.createdAt, { days: 1 }) })
      const left = Option.getOrThrow(yield* store.part(id, versions[2]!.id, "content"))
      assert.strictEqual(new TextDecoder().decode(left.bytes), "same")
      assert.isTrue(Option.isNone(yield* store.part(id, versions[0]!.id, "content")))
    })
  )

  it.effect("drops the versions of a monitor that was removed, and no others", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const gone = yield* withHistory(id, textsOf(["a", "b", "c", "d", "e"]))
      const left = yield* withHistory(id, textsOf(["a", "b"]))
      assert.isTrue(yield* (yield* MonitorStore).remove(id, gone.monitor.id, yield* DateTime.now))
      yield* prune({})
      assert.deepStrictEqual(yield* idsOf(gone.monitor), [])
      assert.strictEqual((yield* idsOf(left.monitor)).length, 2)
      assert.strictEqual((yield* storedMonitor(left.monitor)).monitor.id, left.monitor.id)
    })
  )

  it.effect(
    "loses nothing when many stage equal bytes while others drop what was replaced",
    () =>
      Effect.gen(function* () {
        const { id } = yield* freshOrganization({ credits: 10_000 })
        for (let round = 0; round < 3; round++) {
          const shared = [{ ...textPart(""), bytes: noise(2_000) }]
          const monitors = yield* Effect.forEach(Array.from({ length: 12 }), () =>
            withHistory(id, [shared, [textPart(`${round}`)], shared])
          )
          const day = DateTime.add(monitors[0]!.monitor.createdAt, { days: 1 })
          const { monitor } = yield* newMonitor(id)
          const late = Array.from({ length: 12 }, () => versionOf(monitor, {}))
          yield* Effect.all(
            [
              ...late.map((version) => Effect.flatMap(VersionStore, (store) => store.stage(version, shared))),
              ...Array.from({ length: 4 }, () => prune({ replacedSince: day }, 7))
            ],
            { concurrency: "unbounded" }
          )
          yield* keep(monitor, late)
          const store = yield* VersionStore
          for (const version of [...late, ...monitors.map(({ versions }) => versions[2]!)]) {
            const part = Option.getOrThrow(yield* store.part(id, version.id, "content"))
            assert.deepStrictEqual([...part.bytes], [...shared[0]!.bytes])
          }
        }
      }),
    { timeout: longTestMillis }
  )
}

const picturePart = (length: number): VersionPart => ({
  part: "picture",
  mediaType: "image/png",
  // What is compressed in itself is stored as it is, in as many bytes.
  bytes: packedStart(noise(length - 8))
})

/** Versions with pictures of so many bytes. */
const pictured = (count: number, length: number) =>
  Array.from({ length: count }, (_, index) => [textPart(`picture ${index} ${length}`), picturePart(length)])

/** The versions whose pictures are there, newest first; of each it is checked that its part and its mark agree. */
const picturedIds = Effect.fnUntraced(function* ({ id, organizationId }: Monitor) {
  const store = yield* VersionStore
  const found = yield* rowsOf(store.list(organizationId, id, page))
  for (const version of found) {
    const part = yield* store.part(organizationId, version.id, "picture")
    assert.strictEqual(Option.isSome(part), version.hasPicture)
  }
  return found.filter(({ hasPicture }) => hasPicture).map((version) => version.id)
})

const pictureTests = (it: StoresIt) => {
  it.effect("keeps a picture as it was taken, for its organization alone", () =>
    Effect.gen(function* () {
      const store = yield* VersionStore
      const [owner, other] = [yield* freshOrganization(), yield* freshOrganization()]
      // As large as bodies are that leave their rows, where there is a store of blobs.
      const parts = [textPart("with a picture"), picturePart(300_000)]
      const { versions } = yield* withHistory(owner.id, [parts])
      const [version] = versions
      const found = Option.getOrThrow(yield* store.part(owner.id, version!.id, "picture"))
      assert.strictEqual(found.mediaType, "image/png")
      assert.isTrue(Buffer.from(found.bytes).equals(Buffer.from(parts[1]!.bytes)))
      assert.isTrue(Option.isNone(yield* store.part(other.id, version!.id, "picture")))
    })
  )

  it.effect("drops pictures by age of what was replaced, and their versions stay", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { monitor, versions } = yield* withHistory(id, pictured(4, 500))
      yield* prune({ picturesSince: versions[2]!.capturedAt })
      assert.deepStrictEqual(yield* picturedIds(monitor), [versions[3]!.id, versions[2]!.id, versions[1]!.id])
      yield* prune({ picturesSince: DateTime.add(monitor.createdAt, { days: 1_000 }) })
      assert.deepStrictEqual(yield* picturedIds(monitor), [versions[3]!.id])
      assert.strictEqual((yield* idsOf(monitor)).length, 4)
    })
  )

  it.effect("drops pictures by count, those taken first, of the organization that has too many alone", () =>
    Effect.gen(function* () {
      const [full, other] = [yield* freshOrganization(), yield* freshOrganization()]
      const { monitor, versions } = yield* withHistory(full.id, pictured(5, 500))
      const quiet = yield* withHistory(other.id, pictured(2, 500))
      yield* prune({ maxPictures: 2 })
      assert.deepStrictEqual(yield* picturedIds(monitor), [versions[4]!.id, versions[3]!.id])
      assert.strictEqual((yield* picturedIds(quiet.monitor)).length, 2)
      yield* prune({ maxPictures: 0 })
      assert.deepStrictEqual([yield* picturedIds(monitor), yield* picturedIds(quiet.monitor)], [[], []])
      assert.strictEqual((yield* idsOf(monitor)).length, 5)
    })
  )

  it.effect("drops pictures by bytes as far as it must, and no version for what its picture takes", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const first = yield* withHistory(id, pictured(6, 1_000))
      yield* prune({ maxPictureBytes: 4_000, maxBytes: 5_000 })
      yield* prune({ maxPictureBytes: 4_000, maxBytes: 5_000 })
      assert.strictEqual((yield* picturedIds(first.monitor)).length, 4)
      const later = [...textsOf(["1", "2", "3", "4", "5", "6", "7"]), ...pictured(1, 2_000)]
      const second = yield* withHistory(id, later)
      yield* prune({ maxPictureBytes: 4_000, maxBytes: 5_000 })
      assert.strictEqual((yield* picturedIds(first.monitor)).length, 2)
      assert.strictEqual((yield* picturedIds(second.monitor)).length, 1)
      assert.strictEqual((yield* idsOf(first.monitor)).length, 6)
      // What goes with its version is not counted any more either.
      yield* prune({ maxVersions: 0 })
      yield* prune({ maxPictureBytes: 3_000 })
      assert.strictEqual((yield* picturedIds(first.monitor)).length, 1)
      assert.strictEqual((yield* picturedIds(second.monitor)).length, 1)
    })
  )
}

/** What `VersionStore` promises, run against any adapter. */
export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`VersionStore (${name})`, (it) => {
    keepTests(it)
    pruneTests(it)
    pictureTests(it)
  })
