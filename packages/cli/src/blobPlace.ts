/** Where blobs lie, in the words of commands that copy a database or go back to a copy: they are in no copy of it. */
import type { BlobChoice } from "./blobChoice.ts"

/** The place, as an operator names it, without who may use it. */
export const blobPlace = (choice: BlobChoice): string => {
  if (choice._tag === "Files") return choice.directory
  const { endpoint, name, prefix } = choice.bucket
  return `s3://${[name, prefix]
    .filter((part) => part !== "")
    .join("/")
    .replace(/\/$/, "")} at ${endpoint}`
}

/** Said of a copy. */
export const blobsApart = (choice: BlobChoice): string =>
  choice._tag === "Files"
    ? `Large bytes are not in it: copy ${blobPlace(choice)} too, after this.`
    : `Large bytes are not in it: they stay in ${blobPlace(choice)}. Copy that too, after this, or have the store keep what is removed.`

/** Said when a copy took the place of a database. */
export const blobsExpected = (choice: BlobChoice): string => `Its large bytes are looked for in ${blobPlace(choice)}.`
