/** Where large bytes may lie. It loads nothing, since every command reads the settings. */
import { join } from "node:path"
import type { Bucket } from "@kittiwake/blobs/s3"

/** Where large bytes lie. */
export type BlobChoice =
  | { readonly _tag: "Files"; readonly directory: string }
  /** A bucket of an S3-compatible store. */
  | { readonly _tag: "Bucket"; readonly bucket: Bucket }

/** The folder of a data directory in which blobs lie. */
export const blobDirectory = (dataDirectory: string): string => join(dataDirectory, "blobs")
