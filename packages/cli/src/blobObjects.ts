/** The place where blobs lie, opened. */
import type { Objects } from "@kittiwake/blobs/Objects"
import { ServiceCaller } from "@kittiwake/core/web/ServiceCaller"
import { Effect } from "effect"
import type { BlobChoice } from "./blobChoice.ts"

/** Opens the place. What another place needs is not loaded. */
export const loadObjects = (choice: BlobChoice): Effect.Effect<Objects, never, ServiceCaller> =>
  choice._tag === "Files"
    ? Effect.map(
        Effect.promise(() => import("@kittiwake/blobs/files")),
        ({ fileObjects }) => fileObjects(choice.directory)
      )
    : Effect.gen(function* () {
        const { bucketObjects } = yield* Effect.promise(() => import("@kittiwake/blobs/s3"))
        return bucketObjects(choice.bucket, yield* ServiceCaller)
      })
