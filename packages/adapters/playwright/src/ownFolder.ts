/** A folder of this user's own among everybody's temporary files. */
import { lstat, mkdir } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

const userId = (): number | undefined => process.getuid?.()

/** Where it is; each user has another, so that nobody is in the way of another. */
export const ownFolder = (name: string): string => join(tmpdir(), `${name}-${userId() ?? "all"}`)

/** Bits of a mode with which others than the owner may write. */
const othersMayWrite = 0o022

/**
 * Makes the folder, or sees that it is this user's and that nobody else can write there: everybody knows its name, and whoever
 * made it first could have left programs there for us to run.
 */
export const makeOwnFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const user = userId()
  if (user === undefined) return
  // Not what a link leads to: its owner could have it lead elsewhere later.
  const stats = await lstat(folder)
  if (!stats.isDirectory() || stats.uid !== user || (stats.mode & othersMayWrite) !== 0) {
    throw new Error("it belongs to another user, or others can write there: remove it")
  }
}
