/** Where large bytes lie, by what was configured. */
import { isAbsolute, relative, resolve, sep } from "node:path"
import { BlobKeys, layer as layerKeys } from "@kittiwake/blobs/BlobKeys"
import { makeBlobStore } from "@kittiwake/blobs/BlobStore"
import { movingObjects } from "@kittiwake/blobs/movingObjects"
import type { Objects } from "@kittiwake/blobs/Objects"
import { BlobStore, type BlobTrouble } from "@kittiwake/core/blobs/BlobStore"
import { isOurStore } from "@kittiwake/core/internal/blobs/isOurStore"
import * as MemoryBlobs from "@kittiwake/core/memory/BlobStore"
import type { ServiceCaller } from "@kittiwake/core/web/ServiceCaller"
import { Context, Deferred, Duration, Effect, Layer, Option, type Redacted } from "effect"
import type { Storage } from "./adapters.ts"
import { type BlobChoice, blobDirectory } from "./blobChoice.ts"
import {
  folderProblem,
  isFolder,
  namesDataFolder,
  namesFolder,
  namesFrom,
  nothingFrom,
  opensFolder
} from "./blobFolder.ts"
import { loadObjects } from "./blobObjects.ts"
import { BucketCheck, makeBucketCheck } from "./bucketCheck.ts"
import { StorageUnusable } from "./StorageUnusable.ts"

/** What the choice depends on. */
export interface BlobOptions {
  readonly storage: Storage
  /** Unless given: a folder of the data directory, and in memory beside a storage in memory. */
  readonly blobs?: BlobChoice | undefined
  /** Where they lie still while they go there. */
  readonly blobsFrom?: Option.Option<BlobChoice>
  readonly sealingKey: Option.Option<Redacted.Redacted>
}

/** Where the blobs of an installation lie; null is in memory. */
export const blobChoiceOf = ({ blobs, storage }: Pick<BlobOptions, "blobs" | "storage">): BlobChoice | null => {
  if (blobs !== undefined) return blobs
  if (storage._tag === "Memory") return null
  const dataDirectory = storage._tag === "Embedded" ? storage.dataDirectory : resolve(".kittiwake")
  return { _tag: "Files", directory: blobDirectory(dataDirectory) }
}

/**
 * The key of blobs, once the database is open that keeps it: the database itself keeps large bodies among the blobs, so the
 * store of blobs is there before it.
 */
export class LateBlobKeys extends Context.Service<LateBlobKeys, Deferred.Deferred<BlobKeys["Service"]>>()(
  "kittiwake/LateBlobKeys"
) {}

const keysOf = (late: LateBlobKeys["Service"]): BlobKeys["Service"] =>
  BlobKeys.of({
    toSeal: Effect.flatMap(Deferred.await(late), ({ toSeal }) => toSeal),
    toOpen: (id) => Effect.flatMap(Deferred.await(late), ({ toOpen }) => toOpen(id))
  })

/** What somebody has to mend: waiting does not. */
const toMend: ReadonlySet<BlobTrouble> = new Set(["refused", "no_place", "wrong_region", "clock"])

/** How long a start waits for a bucket. */
const firstWait = Duration.seconds(5)

const doesNotAnswer = Effect.logWarning(
  "The store of KITTIWAKE_BLOBS does not answer, so nothing large is kept or found until it does."
)

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path)
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Why large bytes cannot be kept in a folder: one below a data directory that can be none is not to blame. */
const problemOf = async (directory: string, storage: Storage) => {
  const problem = await folderProblem(directory)
  if (problem === null) return null
  const ofBlobs = { ...problem, what: "Large bytes cannot be kept", mend: namesFolder }
  if (!problem.isSetting || storage._tag !== "Embedded" || !isWithin(storage.dataDirectory, directory)) return ofBlobs
  const above = await folderProblem(storage.dataDirectory)
  if (above?.isSetting !== true) return ofBlobs
  return { ...above, what: `The data directory ${storage.dataDirectory} cannot be used`, mend: namesDataFolder }
}

/** A path that can be no folder ends the start. One that is closed to this process may be opened, and keeps nothing else from working. */
const checkedFolder = (directory: string, storage: Storage) =>
  Effect.promise(() => problemOf(directory, storage)).pipe(
    Effect.timeoutOption(firstWait),
    Effect.flatMap((looked) => {
      if (Option.isNone(looked)) return doesNotAnswer
      const problem = looked.value
      if (problem === null) return Effect.void
      if (problem.isSetting) {
        const message = `${problem.what}: ${problem.text}. ${problem.mend}`
        return Effect.fail(new StorageUnusable({ message, cause: problem, isWrongSetting: true }))
      }
      return Effect.logWarning(`${problem.what}: ${problem.text}. ${opensFolder}`)
    })
  )

/** A bucket that cannot be used as it is set ends the start; one that does not answer may do so later. */
const checked = (choice: BlobChoice, objects: Objects, storage: Storage): Effect.Effect<Objects, StorageUnusable> =>
  choice._tag === "Files"
    ? Effect.as(checkedFolder(choice.directory, storage), objects)
    : objects.list({ within: "shared/installation/", after: "", limit: 1 }).pipe(
        Effect.timeoutOption(firstWait),
        Effect.flatMap((listed) => (Option.isNone(listed) ? doesNotAnswer : Effect.void)),
        Effect.catch((error) =>
          toMend.has(error.reason)
            ? Effect.fail(new StorageUnusable({ message: error.message, cause: error }))
            : doesNotAnswer
        ),
        Effect.as(objects)
      )

const opened = (choice: BlobChoice, storage: Storage) =>
  Effect.flatMap(loadObjects(choice), (place) => checked(choice, place, storage))

/** Where they lie still. A folder there is only read, and one that leads nowhere keeps nothing from being kept. */
const openedFrom = (choice: BlobChoice, storage: Storage) =>
  choice._tag === "Bucket"
    ? opened(choice, storage)
    : Effect.andThen(
        Effect.promise(() => isFolder(choice.directory)).pipe(
          Effect.timeoutOption(firstWait),
          Effect.flatMap((looked) =>
            Option.getOrElse(looked, () => false)
              ? Effect.void
              : Effect.logWarning(`${nothingFrom(choice.directory)}. ${namesFrom}`)
          )
        ),
        loadObjects(choice)
      )

/** The store of blobs. It seals once `layerBlobKeys` is built, and whoever asks before waits for that. */
export const layerBlobs = (
  options: BlobOptions
): Layer.Layer<BlobStore | LateBlobKeys, StorageUnusable, ServiceCaller> => {
  const late = Layer.effect(LateBlobKeys, Deferred.make<BlobKeys["Service"]>())
  const choice = blobChoiceOf(options)
  if (choice === null) return Layer.merge(MemoryBlobs.layer, late)
  const store = Layer.effectContext(
    Effect.gen(function* () {
      const to = yield* opened(choice, options.storage)
      const from = options.blobsFrom ?? Option.none()
      const objects = Option.isNone(from)
        ? to
        : movingObjects({ from: yield* openedFrom(from.value, options.storage), to })
      const blobs = Context.make(BlobStore, makeBlobStore(objects, keysOf(yield* LateBlobKeys)))
      return choice._tag === "Files" ? blobs : Context.add(blobs, BucketCheck, yield* makeBucketCheck(to))
    })
  )
  return Layer.provideMerge(store, late)
}

/** Says at the start where another installation has its blobs too. A folder of one machine is looked at by the sweep alone. */
export const layerBlobOwner = (options: Pick<BlobOptions, "blobs" | "storage">) =>
  blobChoiceOf(options)?._tag === "Bucket"
    ? Layer.effectDiscard(Effect.forkScoped(Effect.ignore(isOurStore())))
    : Layer.empty

/** Gives the store of blobs its key. Blobs are sealed where the operator gave one. */
export const layerBlobKeys = ({ sealingKey }: Pick<BlobOptions, "sealingKey">) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      yield* Deferred.succeed(yield* LateBlobKeys, yield* BlobKeys)
    })
  ).pipe(Layer.provide(layerKeys({ seals: Option.isSome(sealingKey) })))
