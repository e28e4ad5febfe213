/** What the file system refused, in words that name the setting. */
import type { BlobTrouble } from "@kittiwake/core/blobs/BlobStore"
import { Effect } from "effect"
import { unavailable } from "../unavailable.ts"

/** The code of an error of the file system. */
export const codeOf = (cause: unknown): string | undefined =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : undefined

/** The code of an error that something else stands where a blob belongs. */
export const notAFile = "ENOTFILE"

/** A new place has nothing of what rows name: the old one stays known until all has gone over. */
const move =
  "move what is there: set KITTIWAKE_BLOBS to another place and KITTIWAKE_BLOBS_FROM to this one, and run kittiwake blobs move (docs/operate/blobs.md#to-another-place)."

const roomOrMove = `make room on it, or ${move}`

/** What the code of an error means, in a word and in a sentence. */
const meaningOf = (directory: string, code: string | undefined): readonly [BlobTrouble, string] => {
  if (code === "ENOSPC" || code === "EDQUOT") {
    return ["full", `The disk that ${directory} is on is full: ${roomOrMove}`]
  }
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return ["refused", `This process may not write to ${directory}: make it its own, or ${move}`]
  }
  if (code === notAFile) {
    return [
      "damaged",
      `In ${directory} something else stands where the file of a blob belongs. Restore it from a copy of KITTIWAKE_BLOBS.`
    ]
  }
  return [
    code === "ENOTDIR" ? "no_place" : "unreachable",
    `The files in ${directory} did not answer (${code ?? "unknown"}): see that the disk of KITTIWAKE_BLOBS is there.`
  ]
}

/** Runs something on files, with what fails as the error of the store. */
export const makeOnFiles =
  (directory: string) =>
  <A>(operation: string, run: () => Promise<A>) =>
    Effect.tryPromise({
      try: run,
      catch: (cause) => {
        const [reason, message] = meaningOf(directory, codeOf(cause))
        return unavailable(reason, operation, message, cause)
      }
    })
