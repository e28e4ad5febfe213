/** Whether every process of a database keeps large bytes in one place, for its log and for who asks whether it is ready. */
import type { BlobStore } from "@kittiwake/core/blobs/BlobStore"
import { checkPlace, looksEvery, type Place, type PlaceOptions } from "@kittiwake/core/internal/blobs/checkPlace"
import type { Ids } from "@kittiwake/core/security/Ids"
import type { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { Context, Duration, Effect, Layer } from "effect"
import { blobPlace } from "./blobPlace.ts"
import type { PlaceSettings } from "./blobsElsewhere.ts"
import { shared } from "./system/shared.ts"

/** Tells what is wrong, without where anything is. Null where there is one process. */
export class PlaceCheck extends Context.Reference<Effect.Effect<void, string> | null>("kittiwake/PlaceCheck", {
  defaultValue: () => null
}) {}

/** What processes that have several places find, said of large bytes. */
export const problems: { readonly [P in Exclude<Place, "ours">]: string } = {
  elsewhere:
    "are kept by this process elsewhere than by the others of its database, which do not find them, nor this one theirs",
  apart: "are kept by another process of this database elsewhere, where this one does not find them"
}

/** What mends it. */
export const oneForAll =
  "Set KITTIWAKE_BLOBS to one folder or bucket for all processes, and bring over what lies in the others with KITTIWAKE_BLOBS_FROM and kittiwake blobs move (docs/operate/blobs.md#one-place-for-all)."

/** How long a start waits for a look. */
const firstWait = Duration.seconds(5)

/** For how long a look is told again: whoever asks needs no key. */
const lasts = Duration.seconds(10)

/**
 * Looks one after the other. Those of a start may take the place over: the first that is done, and those after it as long as what rows name
 * could not be told. `names` tells that, and null where it cannot.
 */
export const makeLook = <E, R>(
  names: Effect.Effect<boolean | null>,
  check: (options: Pick<PlaceOptions, "namesBlobs" | "takesOver">) => Effect.Effect<Place, E, R>
): Effect.Effect<Place, E, R> => {
  let takesOver = true
  let isUnsure = false
  const namesBlobs = Effect.map(names, (told) => {
    isUnsure = told === null
    return told !== false
  })
  return Effect.suspend(() => check({ namesBlobs, takesOver })).pipe(
    Effect.tap(() =>
      Effect.sync(() => {
        takesOver &&= isUnsure
        isUnsure = false
      })
    )
  )
}

const makeCheck = Effect.fnUntraced(function* (settings: PlaceSettings) {
  const { isBare, rowsNameBlobs, warnElsewhere } = yield* Effect.promise(() => import("./blobsElsewhere.ts"))
  const context = yield* Effect.context<BlobStore | Ids | InstanceSecretStore>()
  let told: Place = "ours"

  const tell = Effect.fnUntraced(function* (place: Place) {
    const before = told
    told = place
    if (place === before) return
    if (place === "ours") return yield* Effect.logInfo("Large bytes are kept in one place by all processes again.")
    yield* Effect.logWarning(`Large bytes ${problems[place]} (${blobPlace(settings.blobs)}). ${oneForAll}`)
  })
  const look = makeLook(rowsNameBlobs(settings), (options) =>
    checkPlace({ ...options, isBare: isBare(settings) })
  ).pipe(
    Effect.tap(tell),
    // That the database or a bucket does not answer is told where it is looked at.
    Effect.catch(() => Effect.sync(() => told)),
    Effect.provideContext(context)
  )
  const asked = yield* shared(look, lasts)
  yield* Effect.timeoutOption(asked, firstWait)
  if (told === "ours") yield* Effect.forkScoped(warnElsewhere(settings))
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(looksEvery), asked)))
  return Effect.flatMap(asked, (place) => (place === "ours" ? Effect.void : Effect.fail(problems[place])))
})

/** Looks at the start, before anything is written, and each minute from then on. A database of one process is looked at once. */
export const layer = (settings: PlaceSettings) =>
  settings.storage._tag === "Postgres"
    ? Layer.effect(PlaceCheck, makeCheck(settings))
    : Layer.effectDiscard(
        Effect.forkScoped(
          Effect.flatMap(
            Effect.promise(() => import("./blobsElsewhere.ts")),
            ({ warnElsewhere }) => warnElsewhere(settings)
          )
        )
      )
