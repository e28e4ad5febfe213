/** The place where blobs lie, opened. */
import { fileObjects } from "@kittiwake/blobs/files"
import type { Objects } from "@kittiwake/blobs/Objects"
import { Effect } from "effect"
import type { BlobChoice } from "./blobChoice.ts"

/** Opens the place. */
export const loadObjects = ({ directory }: BlobChoice): Effect.Effect<Objects> => Effect.succeed(fileObjects(directory))
