/** What the file system refused, in words that name the setting. */
import { Effect } from "effect"
import { unavailable } from "../unavailable.ts"

/** The code of an error of the file system. */
export const codeOf = (cause: unknown): string | undefined =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : undefined

const messageOf = (directory: string, code: string | undefined): string => {
  if (code === "ENOSPC" || code === "EDQUOT") {
    return `The disk that ${directory} is on is full: make room, or set KITTIWAKE_BLOBS to another place.`
  }
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return `This process may not write to ${directory}: make it its own, or set KITTIWAKE_BLOBS to another place.`
  }
  return `The files in ${directory} did not answer (${code ?? "unknown"}): see that the disk of KITTIWAKE_BLOBS is there.`
}

/** Runs something on files, with what fails as the error of the store. */
export const makeOnFiles =
  (directory: string) =>
  <A>(operation: string, run: () => Promise<A>) =>
    Effect.tryPromise({
      try: run,
      catch: (cause) => unavailable(operation, messageOf(directory, codeOf(cause)), cause)
    })
