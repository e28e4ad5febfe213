/** Folders that last: made with what stands above them written to the disk, and removed when nothing is in them. */
import { mkdir, open, rmdir } from "node:fs/promises"
import { dirname, relative } from "node:path"
import { codeOf } from "./fileFault.ts"

/** Writes the names in a folder to the disk. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes a folder and those above it, and writes their names to the disk. */
export const makeFolder = async (folder: string): Promise<void> => {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let at = folder; at.length >= first.length; at = dirname(at)) await syncFolder(dirname(at))
}

/** Removes a folder and those above it, up to `root`, that have nothing in them. */
export const removeEmpty = async (root: string, folder: string): Promise<void> => {
  for (let at = folder; relative(root, at) !== "" && !relative(root, at).startsWith(".."); at = dirname(at)) {
    try {
      await rmdir(at)
    } catch (cause) {
      if (["ENOTEMPTY", "EEXIST", "ENOENT", "EBUSY", "EPERM"].includes(codeOf(cause) ?? "")) return
      throw cause
    }
  }
}
