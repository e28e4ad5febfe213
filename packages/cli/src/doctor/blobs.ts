/** What the doctor says about the place of large bytes. */
import { constants } from "node:fs"
import { access, stat } from "node:fs/promises"
import { Effect, Option } from "effect"
import type { Settings } from "../config.ts"
import { absent, broken, type Finding, ok } from "./Finding.ts"

const subject = "large bytes"

/** Null when nothing is wrong with the folder. */
const problemOf = async (directory: string): Promise<Finding | null> => {
  const found = await stat(directory).catch(() => null)
  if (found === null) return absent(subject, `${directory} will be made when something large comes`, null)
  if (!found.isDirectory()) return broken(subject, `${directory} is a file`, "Set KITTIWAKE_BLOBS to a folder.")
  const isOpen = await access(directory, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false
  )
  if (!isOpen) return broken(subject, `${directory} cannot be written`, "Change its owner, or set KITTIWAKE_BLOBS.")
  return (found.mode & 0o077) === 0
    ? null
    : broken(subject, `other users of this machine can read ${directory}`, `Run: chmod 700 ${directory}`)
}

/** Where large bytes lie, whether they are sealed, and whether every process sees them. */
export const blobs = ({ blobs: { directory }, named, sealingKey, storage }: Settings) =>
  Effect.promise(async (): Promise<Finding> => {
    const problem = await problemOf(directory)
    if (problem !== null) return problem
    const how = Option.isSome(sealingKey)
      ? "new ones are sealed"
      : "not sealed, because KITTIWAKE_SEALING_KEY is not set"
    const text = `files in ${directory}, ${how}; no copy of the database has them`
    return storage._tag === "Postgres" && !named.includes("KITTIWAKE_BLOBS")
      ? absent(
          subject,
          `${text}, and other machines do not see them`,
          "Set KITTIWAKE_BLOBS to a folder that all share."
        )
      : ok(subject, text)
  })
