/** One error for every way in which the storage can be out of use when a process starts. */
import { Schema } from "effect"

/** The storage cannot be opened, or does not answer. Mend what `message` names, and start again. */
export class StorageUnusable extends Schema.TaggedError<StorageUnusable>()("StorageUnusable", {
  message: Schema.String,
  cause: Schema.Defect()
}) {}

const inner = (error: unknown): unknown => {
  const { cause, reason } = error as { readonly cause?: unknown; readonly reason?: unknown }
  return cause ?? reason
}

/** Deepest error that is looked for: a store's error holds the client's, which holds the driver's. */
const maxDepth = 6

/** The driver's own words, which say more than the errors around it. */
const innermostMessage = (error: unknown, depth = 0): string => {
  if (typeof error !== "object" || error === null) return String(error)
  const within = inner(error)
  if (depth < maxDepth && typeof within === "object" && within !== null) return innermostMessage(within, depth + 1)
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  return String(message || code || "no reason given")
}

const named = new Set<unknown>(["DataDirectoryInUse", "DataDirectoryUnusable", "DatabaseUnusable", "SealingKeyMissing"])

/** The driver's own words on why a store did not answer, in one line. */
export const driverWords = (cause: unknown): string =>
  innermostMessage(cause).replaceAll(/\s+/g, " ").replace(/\.$/, "")

const cureOf = (tag: unknown, isDiskFull: unknown): string | null => {
  if (isDiskFull === true) return "Make room on its disk."
  return tag === "DataDirectoryUnusable" ? "Mend that, or set KITTIWAKE_DATA_DIR to another place." : null
}

/** What went wrong with the storage, in one line. */
export const storageUnusable = (cause: unknown): StorageUnusable => {
  const { _tag, isDiskFull, message } = cause as Readonly<Record<"_tag" | "isDiskFull" | "message", unknown>>
  const text = named.has(_tag) ? String(message) : `The database cannot be used: ${innermostMessage(cause)}`
  const line = text.replaceAll(/\s+/g, " ")
  const cure = cureOf(_tag, isDiskFull)
  const told = cure === null ? line : `${line.replace(/\.$/, "")}. ${cure}`
  return new StorageUnusable({ message: told, cause })
}
