/** Tells what somebody gave as a copy of a database, by its first bytes. */
import { open, stat } from "node:fs/promises"

const startOf = async (path: string): Promise<Buffer> => {
  const file = await open(path, "r")
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const isCompressed = (start: Buffer) => start[0] === 0x1f && start[1] === 0x8b

/** Why a file is no SQLite database, with what to do instead; null for one that says it is. */
export const notADatabase = async (path: string): Promise<string | null> => {
  const found = await stat(path).catch(() => null)
  // Whoever opens a pipe that nobody writes waits for good, and a database is read from everywhere at once.
  if (found !== null && !found.isFile() && !found.isDirectory()) {
    return "it is a pipe or a device: write it to a file first, and name that"
  }
  const start = await startOf(path).catch((error: NodeJS.ErrnoException) => error)
  if (start instanceof Error) return start.code === "EISDIR" ? "it is a directory: name the file" : start.message
  if (start.toString("latin1") === "SQLite format 3\0") return null
  if (start.length === 0) return "it is empty"
  if (isCompressed(start) || start[0] === 0x7b) {
    return `it is no copy of a database. If it is an export, read it into an empty one: kittiwake import ${path}`
  }
  return "it is not a SQLite database"
}
