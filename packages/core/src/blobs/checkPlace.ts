/**
 * Tells whether all processes of one database keep their blobs in one place.
 *
 * **Model.** The database keeps the name of a place, and that place has a blob of this name. A process that does not find it keeps its
 * blobs elsewhere than those before it: what it puts they do not find. It notes that in the database, so that the others say so too,
 * for as long as it looks. A copy of a place has the name, and so has a place that all blobs moved to.
 */
import { DateTime, Duration, Effect, Option } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { Ids } from "../security/Ids.ts"
import { InstanceSecretStore } from "../security/InstanceSecretStore.ts"
import { BlobStore } from "./BlobStore.ts"
import { type BlobKey, BlobName, sharedOwner } from "./domain/BlobKey.ts"

/** Under which name the database keeps that of the place. */
export const placeSecret = "blob place"

/** Under which name it keeps when a process last found that it has another place, in milliseconds since 1970. */
export const apartSecret = "blob place apart"

/** How often a process looks. */
export const looksEvery = Duration.minutes(1)

/** For how long the note of a process that is apart counts: two looks of its may come late. */
const apartFor = Duration.times(looksEvery, 3)

/** Whether a note that was read says that processes are apart. */
export const isApart = (note: string | null, at: DateTime.Utc): boolean =>
  note !== null && at.epochMilliseconds - Number(note) < Duration.toMillis(apartFor)

/** The blob that has the name of a place. */
export const placeBlob = (place: string): BlobKey => ({
  owner: sharedOwner,
  name: BlobName.make(`installation/place-${place}`)
})

/** Where this process keeps its blobs: in the place of all, elsewhere than the others did, or while another is elsewhere. */
export type Place = "ours" | "elsewhere" | "apart"

export interface PlaceOptions {
  /** Whether rows name blobs. Who cannot tell says that they do: what they name would be found by nobody in another place. */
  readonly namesBlobs: Effect.Effect<boolean>
  /** Whether none lies in this place. */
  readonly isBare: Effect.Effect<boolean>
  /** Whether it becomes the place of all where no row names a blob, as at a start: who set it last meant it. */
  readonly takesOver: boolean
}

const noteApart = Effect.fnUntraced(function* () {
  const secrets = yield* InstanceSecretStore
  const now = String((yield* DateTime.now).epochMilliseconds)
  const before = yield* secrets.getOrKeep(apartSecret, now)
  if (before !== now) yield* secrets.replace(apartSecret, before, now)
})

/** Gives this place a name, and tells whether it became that of all. */
const name = Effect.fnUntraced(function* (keep: (place: string) => Effect.Effect<boolean, StoreUnavailable>) {
  const blobs = yield* BlobStore
  const key = yield* Effect.map((yield* Ids).token("hex", 32), placeBlob)
  const place = key.name.slice(key.name.indexOf("-") + 1)
  yield* Effect.catchTag(blobs.put(key, new TextEncoder().encode(place)), "BlobTooLarge", Effect.die)
  const isKept = yield* keep(place)
  if (!isKept) yield* blobs.remove(key)
  return isKept
})

/** Looks where this process keeps its blobs. */
export const checkPlace = Effect.fn("checkPlace")(function* ({ isBare, namesBlobs, takesOver }: PlaceOptions) {
  const secrets = yield* InstanceSecretStore
  const blobs = yield* BlobStore
  const isHere = (place: string) => Effect.map(blobs.head(placeBlob(place)), Option.isSome)

  const known = yield* secrets.get(placeSecret)
  if (known !== null && (yield* isHere(known))) {
    return isApart(yield* secrets.get(apartSecret), yield* DateTime.now) ? "apart" : "ours"
  }
  if (known === null) {
    // What rows name lies where nobody has looked yet.
    if ((yield* namesBlobs) && (yield* isBare)) return "elsewhere"
    if (yield* name((place) => Effect.map(secrets.getOrKeep(placeSecret, place), (kept) => kept === place)))
      return "ours"
  } else if (takesOver && !(yield* namesBlobs)) {
    // Whoever is still in the place before finds at his next look that it is none any more, and says so to all.
    if (yield* name((place) => secrets.replace(placeSecret, known, place))) return "ours"
  }
  const place = yield* secrets.get(placeSecret)
  // Two that begin at once in one place find the name of the first.
  if (place !== null && (yield* isHere(place))) return "ours"
  yield* noteApart()
  return "elsewhere"
})
