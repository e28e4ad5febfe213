/** Directories that are made when they are not there. */
import { mkdir, stat } from "node:fs/promises"
import { dirname } from "node:path"

/** Times that a directory is tried whose parent somebody removes meanwhile. */
const maxTries = 10

const codeOf = (cause: unknown) => (cause as NodeJS.ErrnoException).code

/**
 * Makes a directory for its owner alone, and those above it.
 *
 * **Details.** One after the other: `mkdir` with `recursive` asks for ever where a file system says that something is missing
 * although the directory above is there, as `/proc` does.
 */
export const makeDirectory = async (directory: string): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      return await mkdir(directory, { mode: 0o700 })
    } catch (cause) {
      if (codeOf(cause) === "EEXIST" && (await stat(directory)).isDirectory()) return
      if (codeOf(cause) !== "ENOENT" || dirname(directory) === directory || tries === maxTries) throw cause
      await makeDirectory(dirname(directory))
    }
  }
}
