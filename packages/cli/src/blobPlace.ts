/** Where blobs lie, in the words of commands that copy a database or go back to a copy: they are in no copy of it. */
import type { BlobChoice } from "./blobChoice.ts"

/** The place, as an operator names it. */
export const blobPlace = ({ directory }: BlobChoice): string => directory

/** Said of a copy. */
export const blobsApart = (choice: BlobChoice): string =>
  `Large bytes are not in it: copy ${blobPlace(choice)} too, after this.`

/** Said when a copy took the place of a database. */
export const blobsExpected = (choice: BlobChoice): string => `Its large bytes are looked for in ${blobPlace(choice)}.`
