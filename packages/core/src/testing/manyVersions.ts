/**
 * Versions of many monitors, counted and with some pictures: what adapters fill their tables with by statements of their own,
 * and every operation on them, for tests of what each of them reads.
 */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { MonitorId } from "../monitors/domain/Monitor.ts"
import { type Version, VersionId } from "../monitors/domain/Version.ts"
import { type VersionBounds, VersionStore } from "../monitors/VersionStore.ts"
import { OrganizationId } from "../organizations/domain/Organization.ts"
import { epoch, freshId } from "./builders.ts"
import { unbounded } from "./versionBounds.ts"

/** Organizations that the monitors are spread over, and monitors that the versions are. */
export const organizations = 40
export const monitors = 1_000

/** Bodies that the parts share, and bytes of each version and each picture. */
export const bodies = 1_000
export const bytes = { version: 25_000, picture: 400_000 } as const

/** Every so many versions there is one with a picture. */
export const pictureEach = 10

/** Versions that were staged and never kept. */
export const staged = 500

/** From one version of a monitor to its next. */
export const betweenMillis = 3_600_000

const padded = (n: number) => String(n).padStart(7, "0")

/** The ids of the n-th. Statements write them as these do: all have as many digits. */
const organizationOf = (monitor: number) => OrganizationId.make(`org_many${padded(monitor % organizations)}`)
const monitorOf = (n: number) => MonitorId.make(`mon_many${padded(n)}`)
const versionOf = (n: number) => VersionId.make(`ver_many${padded(n)}`)

/** When the first versions were captured. */
export const began = epoch

type Watch = <A, E, R>(name: string, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const read = Effect.fnUntraced(function* (watch: Watch, count: number) {
  const store = yield* VersionStore
  const [monitor, owner] = [monitorOf(7), organizationOf(7)]
  const rounds = count / monitors
  const middle = { at: DateTime.addDuration(began, (betweenMillis * rounds) / 2), id: "x" }
  for (const after of [null, middle]) {
    const { rows } = yield* watch("list", store.list(owner, monitor, { limit: 25, after }))
    assert.lengthOf(rows, Math.min(25, rounds / 2))
  }
  // Of the oldest, steps of pruning drop some.
  const ids = [versionOf(Math.floor(rounds / 2) * monitors + 7), versionOf(count - monitors + 7)]
  for (const id of ids) {
    assert.isTrue(Option.isSome(yield* watch("compare", store.get(owner, monitor, id))))
    yield* watch("compare", Effect.exit(store.part(owner, id, "content")))
  }
})

const written = Effect.fnUntraced(function* (watch: Watch) {
  const version: Version = {
    id: VersionId.make(freshId("ver")),
    organizationId: organizationOf(7),
    monitorId: monitorOf(7),
    runId: null,
    changeId: null,
    previousId: null,
    targetType: "page",
    capturedAt: yield* DateTime.now,
    replacedAt: null,
    contentBytes: 1,
    hasSource: false,
    hasPicture: false
  }
  const content = new TextEncoder().encode(version.id)
  const parts = [{ part: "content" as const, mediaType: "text/plain", bytes: content }]
  yield* watch(
    "stage",
    Effect.flatMap(VersionStore, (store) => store.stage(version, parts))
  )
})

/** Each bound by itself, drawn so that it leaves out more than one step drops. */
const strict = (count: number): Readonly<Record<string, Partial<VersionBounds>>> => {
  const each = count / organizations
  const late = DateTime.addDuration(began, betweenMillis * (count / monitors / 2))
  return {
    staged: { stagedSince: late },
    "replaced long ago": { replacedSince: late },
    "too many": { maxVersions: each / 4 },
    "too many bytes": { maxBytes: (each / 4) * bytes.version },
    "old pictures": { picturesSince: late },
    "too many pictures": { maxPictures: 20 },
    "too many bytes of pictures": { maxPictureBytes: 20 * bytes.picture }
  }
}

/** Every operation on `count` versions; each is handed to `watch` with its name. */
export const eachOperation = Effect.fnUntraced(function* (watch: Watch, count: number) {
  const store = yield* VersionStore
  yield* read(watch, count)
  yield* written(watch)
  yield* watch("nothing to drop", store.prune(unbounded, 100))
  for (const [name, bounds] of Object.entries(strict(count))) {
    assert.strictEqual(yield* watch(name, store.prune({ ...unbounded, ...bounds }, 100)), 100, name)
  }
})
