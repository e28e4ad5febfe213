/** Folders that last: made with what stands above them written to the disk, and removed when nothing is in them. */
import { mkdir, open, rmdir, stat } from "node:fs/promises"
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

/** Times that a folder is tried whose parent somebody removes meanwhile because nothing is in it yet. */
const maxTries = 20

/**
 * Makes a folder and those above it, and writes their names to the disk.
 *
 * **Details.** One after the other: `mkdir` with `recursive` asks for ever where a file system says that something is missing
 * although the folder above is there, as `/proc` does.
 */
export const makeFolder = async (folder: string): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      await mkdir(folder, { mode: 0o700 })
      return await syncFolder(dirname(folder))
    } catch (cause) {
      if (codeOf(cause) === "EEXIST" && (await stat(folder)).isDirectory()) return
      if (codeOf(cause) !== "ENOENT" || dirname(folder) === folder || tries === maxTries) throw cause
      await makeFolder(dirname(folder))
    }
  }
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
