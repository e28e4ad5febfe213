/** What the doctor says about the place of large bytes. */
import { stat } from "node:fs/promises"
import { dataDirectoryAt, keptAside } from "@kittiwake/sqlite/internal/dataDirectory"
import { Effect, Option } from "effect"
import { folderProblem, isFolder, namesFolder, namesFrom, nothingFrom, opensFolder } from "../blobFolder.ts"
import { loadObjects } from "../blobObjects.ts"
import { blobPlace } from "../blobPlace.ts"
import { areElsewhere, bringBack, namedElsewhere, notedPlace } from "../blobsElsewhere.ts"
import type { Settings } from "../config.ts"
import { oneForAll, problems } from "../placeCheck.ts"
import { absent, broken, type Finding, ok } from "./Finding.ts"

const subject = "large bytes"

const moving = "large bytes that move"

const sealedOrNot = ({ sealingKey }: Settings): string =>
  Option.isSome(sealingKey) ? "new ones are sealed" : "not sealed, because KITTIWAKE_SEALING_KEY is not set"

/** Null when nothing is wrong with the folder. */
const problemOf = async (directory: string, isElsewhere: boolean): Promise<Finding | null> => {
  const found = await stat(directory).catch(() => null)
  if (isElsewhere) {
    return broken(
      subject,
      `${directory} is ${found === null ? "not there" : "empty"}, and ${namedElsewhere}`,
      bringBack
    )
  }
  if (found === null) return absent(subject, `${directory} will be made when something large comes`, null)
  return (found.mode & 0o077) === 0
    ? null
    : broken(subject, `other users of this machine can read ${directory}`, `Run: chmod 700 ${directory}`)
}

/** Null where all processes have one place. */
const placeProblem = (settings: Settings) =>
  Effect.map(notedPlace(settings), (place) =>
    place === "ours" ? null : broken(subject, `those of ${blobPlace(settings.blobs)} ${problems[place]}`, oneForAll)
  )

const ofFolder = Effect.fnUntraced(function* (directory: string, settings: Settings) {
  const unusable = yield* Effect.promise(() => folderProblem(directory))
  if (unusable !== null) {
    return broken(subject, unusable.text, unusable.isSetting ? namesFolder : opensFolder)
  }
  const isElsewhere = yield* areElsewhere(settings)
  const apart = yield* placeProblem(settings)
  return yield* Effect.promise(async (): Promise<Finding> => {
    const problem = apart ?? (await problemOf(directory, isElsewhere))
    if (problem !== null) return problem
    const text = `files in ${directory}, ${sealedOrNot(settings)}; no copy of the database has them`
    return settings.storage._tag === "Postgres" && !settings.named.includes("KITTIWAKE_BLOBS")
      ? absent(
          subject,
          `${text}, and other machines do not see them`,
          "Set KITTIWAKE_BLOBS to a folder that all share, or to a bucket."
        )
      : ok(subject, text)
  })
})

/** Tries the bucket with an object of its own, which it removes. */
const ofBucket = (settings: Settings) =>
  Effect.gen(function* () {
    const { layer: doors } = yield* Effect.promise(() => import("../doors.ts"))
    const { probe } = yield* Effect.promise(() => import("@kittiwake/blobs/probe"))
    const place = blobPlace(settings.blobs)
    const text = `objects of ${place}, ${sealedOrNot(settings)}; no copy of the database has them`
    const apart = yield* placeProblem(settings)
    if (apart !== null) return apart
    if (yield* areElsewhere(settings)) return broken(subject, `${place} is empty, and ${namedElsewhere}`, bringBack)
    return yield* loadObjects(settings.blobs).pipe(
      Effect.flatMap(probe),
      Effect.provide(doors(settings.egressAllow)),
      Effect.match({
        onSuccess: ({ keepsFirst }) =>
          keepsFirst
            ? ok(subject, text)
            : absent(subject, `${text}; that store takes the later of two objects that come at once`, null),
        onFailure: ({ message }) => broken(subject, `${place} cannot be used`, message)
      })
    )
  })

/** Where large bytes lie, whether they are sealed, and whether every process sees them. */
export const blobs = (settings: Settings): Effect.Effect<Finding> =>
  settings.blobs._tag === "Files" ? ofFolder(settings.blobs.directory, settings) : ofBucket(settings)

/** What keeps large bytes from being removed that nothing needs any more; null when nothing does. */
export const blobsKept = ({ storage }: Settings): Effect.Effect<Finding | null> =>
  Effect.promise(async () => {
    if (storage._tag === "Postgres") return null
    const aside = await keptAside(dataDirectoryAt(storage.dataDirectory).database).catch(() => [])
    if (aside.length === 0) return null
    return absent(
      "large bytes that go",
      `none do, as long as one can go back to what a restore put aside: ${aside.join(", ")}`,
      "Remove it, and what lies beside it under its name, when it is not wanted any more."
    )
  })

/** Whether all that was to go over has gone; null when nothing is to. */
export const blobsFrom = (settings: Settings): Effect.Effect<Finding | null> =>
  Option.match(settings.blobsFrom, {
    onNone: () => Effect.succeed(null),
    onSome: (from) =>
      Effect.gen(function* () {
        if (from._tag === "Files" && !(yield* Effect.promise(() => isFolder(from.directory)))) {
          return broken(moving, nothingFrom(from.directory), namesFrom)
        }
        const { layer: doors } = yield* Effect.promise(() => import("../doors.ts"))
        const place = blobPlace(from)
        return yield* Effect.flatMap(loadObjects(from), ({ list }) => list({ within: "", after: "", limit: 1 })).pipe(
          Effect.provide(doors(settings.egressAllow)),
          Effect.match({
            onSuccess: ([left]) =>
              left === undefined
                ? ok(moving, `nothing is left in ${place}: start without KITTIWAKE_BLOBS_FROM`)
                : absent(moving, `some are in ${place} still, and are found there`, "Run: kittiwake blobs move"),
            onFailure: ({ message }) => broken(moving, `${place} cannot be used`, message)
          })
        )
      })
  })
