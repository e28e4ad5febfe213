/** Where large bytes may lie. It loads nothing, since every command reads the settings. */
import { join } from "node:path"

/** Where large bytes lie. */
export type BlobChoice = { readonly _tag: "Files"; readonly directory: string }

/** The folder of a data directory in which blobs lie. */
export const blobDirectory = (dataDirectory: string): string => join(dataDirectory, "blobs")
