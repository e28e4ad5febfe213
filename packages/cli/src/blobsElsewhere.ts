/** Whether large bytes that the database names lie elsewhere than where they are looked for. */
import type { Objects } from "@kittiwake/blobs/Objects"
import { blobPath } from "@kittiwake/core/blobs/domain/BlobKey"
import { apartSecret, isApart, type Place, placeBlob, placeSecret } from "@kittiwake/core/internal/blobs/checkPlace"
import { DateTime, Duration, Effect, Option, type Redacted } from "effect"
import { loadObjects } from "./blobObjects.ts"
import { blobPlace } from "./blobPlace.ts"
import type { Settings } from "./config.ts"

/** What tells where the database is, and where large bytes lie. */
export interface PlaceSettings extends Pick<Settings, "storage" | "blobs" | "blobsFrom" | "egressAllow"> {}

/** What was named and is not there, in the words of a start and of the doctor. */
export const namedElsewhere = "the database names what lies in it: results of batches, or versions and pictures"

/** How they come back. */
export const bringBack =
  "Copy it from where the database comes from, or set KITTIWAKE_BLOBS to where it is; to go over to another place, set KITTIWAKE_BLOBS_FROM to where it is and run kittiwake blobs move (docs/operate/blobs.md#to-another-place). A server need not be stopped for it."

const inEmbedded = (dataDirectory: string) =>
  Effect.gen(function* () {
    const { dataDirectoryAt } = yield* Effect.promise(() => import("@kittiwake/sqlite/internal/dataDirectory"))
    const { namesBlobs } = yield* Effect.promise(() => import("@kittiwake/sqlite/internal/namesBlobs"))
    return yield* namesBlobs(dataDirectoryAt(dataDirectory).database)
  })

const inPostgres = (url: Redacted.Redacted) =>
  Effect.gen(function* () {
    const { layer } = yield* Effect.promise(() => import("@kittiwake/postgres/PgClient"))
    const { namesBlobs } = yield* Effect.promise(() => import("@kittiwake/postgres/internal/namesBlobs"))
    return yield* Effect.provide(namesBlobs, layer({ url, poolSize: 1, connectTimeout: Duration.seconds(5) }))
  })

/**
 * Whether the database has rows whose bytes lie with the blobs; null where it does not tell, as one that has no connection to spare or
 * needs too long. A server loads nothing of the storage that it does not have.
 */
export const rowsNameBlobs = ({ storage }: PlaceSettings): Effect.Effect<boolean | null> =>
  (storage._tag === "Embedded" ? inEmbedded(storage.dataDirectory) : inPostgres(storage.url)).pipe(
    // That the database does not answer is told where it is looked at.
    Effect.catchCause(() => Effect.succeed(null))
  )

/** What a server or the doctor put there by itself says nothing of what was there before. */
const isOwn = (path: string) => /^shared\/(?:installation|probe)\//.test(path)

/** More than what is put there by itself. */
const looked = 20

const first = ({ list }: Objects) => list({ within: "", after: "", limit: looked })

const listed = Effect.fnUntraced(function* ({ blobs, egressAllow }: PlaceSettings, list: typeof first) {
  if (blobs._tag === "Files") {
    const { fileObjects } = yield* Effect.promise(() => import("@kittiwake/blobs/files"))
    return yield* list(fileObjects(blobs.directory))
  }
  const { layer: doors } = yield* Effect.promise(() => import("./doors.ts"))
  return yield* Effect.provide(Effect.flatMap(loadObjects(blobs), list), doors(egressAllow))
})

/** Whether nothing is where blobs are looked for but what is put there by itself. */
export const isBare = (settings: PlaceSettings) =>
  listed(settings, first).pipe(
    Effect.map((objects) => objects.every(({ path }) => isOwn(path))),
    // That the place does not answer is told where it is looked at.
    Effect.catchCause(() => Effect.succeed(false))
  )

/** Whether nothing is where blobs are looked for, and the database names some. While they move, they are looked for in both places. */
export const areElsewhere = Effect.fnUntraced(function* (settings: PlaceSettings) {
  if (Option.isSome(settings.blobsFrom)) return false
  return (yield* isBare(settings)) && (yield* rowsNameBlobs(settings)) === true
})

/** Warns of it at a start: what is there serves meanwhile. */
export const warnElsewhere = Effect.fnUntraced(function* (settings: PlaceSettings) {
  if (yield* areElsewhere(settings)) {
    yield* Effect.logWarning(`Nothing is in ${blobPlace(settings.blobs)}, and ${namedElsewhere}. ${bringBack}`)
  }
})

/** All that a place was ever called. */
const names = ({ list }: Objects) => list({ within: "shared/installation/", after: "", limit: 1_000 })

const keptOfPlace = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const { layer } = yield* Effect.promise(() => import("@kittiwake/postgres/PgClient"))
  const { sealedState } = yield* Effect.promise(() => import("@kittiwake/postgres/internal/sealedState"))
  const { secrets } = yield* Effect.provide(
    sealedState([placeSecret, apartSecret]),
    layer({ url, poolSize: 1, connectTimeout: Duration.seconds(5) })
  )
  return secrets
})

/** Where a process of these settings would keep large bytes, as the processes of its database left it noted. */
export const notedPlace = Effect.fnUntraced(
  function* (settings: PlaceSettings) {
    const { blobsFrom, storage } = settings
    if (storage._tag !== "Postgres" || Option.isSome(blobsFrom)) return "ours" satisfies Place as Place
    const [place = null, apart = null] = yield* keptOfPlace(storage.url)
    if (place === null) return "ours"
    const path = blobPath(placeBlob(place))
    if ((yield* listed(settings, names)).some((one) => one.path === path)) {
      return isApart(apart, yield* DateTime.now) ? "apart" : "ours"
    }
    return (yield* rowsNameBlobs(settings)) === true ? "elsewhere" : "ours"
  },
  // That the database or the place does not answer is told where it is looked at.
  Effect.catchCause(() => Effect.succeed<Place>("ours"))
)
