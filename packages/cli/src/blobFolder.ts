/** Whether a folder can be where large bytes lie, for a start and for the doctor. */
import { constants, type Stats } from "node:fs"
import { access, mkdtemp, rmdir, stat } from "node:fs/promises"
import { dirname, join } from "node:path"

/** Why it cannot. */
export interface FolderProblem {
  readonly text: string
  /** Whether the path itself is wrong; else somebody may open it to this process. */
  readonly isSetting: boolean
}

const codeOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "unknown"

/** Not there, or below something that is no folder. */
const isMissing = (code: string): boolean => code === "ENOENT" || code === "ENOTDIR"

/** Nobody may write there, or not this process. */
const isClosed: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS"])

/** No such path can be made, whoever tries. */
const isNoPath: ReadonlySet<string> = new Set([
  "ENOENT",
  "ENOTDIR",
  "EINVAL",
  "ELOOP",
  "ENAMETOOLONG",
  "ENOTSUP",
  "ENOSYS"
])

/** What is at a path, or at the nearest one above it where something is. */
const nearest = async (path: string): Promise<{ readonly path: string; readonly is: Stats }> => {
  try {
    return { path, is: await stat(path) }
  } catch (cause) {
    if (!isMissing(codeOf(cause)) || path === dirname(path)) throw cause
    return nearest(dirname(path))
  }
}

/** Makes a folder there and removes it: some places say that they may be written and take none, as `/proc` does. */
const tried = async (folder: string): Promise<void> => {
  // No blob has an equals sign before its name.
  await rmdir(await mkdtemp(join(folder, "=trial-")))
}

const problemAt = (directory: string, code: string): FolderProblem | null => {
  if (isClosed.has(code)) return { text: `${directory} cannot be written (${code})`, isSetting: false }
  // A disk that is full or does not answer may do better later.
  return isNoPath.has(code) ? { text: `no folder can be made at ${directory} (${code})`, isSetting: true } : null
}

/** Null where the folder is there or can be made. Nothing is left of the trial. */
export const folderProblem = async (directory: string): Promise<FolderProblem | null> => {
  try {
    const found = await nearest(directory)
    if (found.is.isFile()) return { text: `${found.path} is a file`, isSetting: true }
    if (!found.is.isDirectory()) return { text: `${found.path} is no folder`, isSetting: true }
    if (found.path === directory) await access(directory, constants.R_OK)
    await tried(found.path)
    return null
  } catch (cause) {
    return problemAt(directory, codeOf(cause))
  }
}

/** What mends it, and what mends a data directory that it would be in. */
export const namesFolder =
  "Set KITTIWAKE_BLOBS, in a program blobsDirectory, to a folder, such as /var/lib/kittiwake/blobs."
export const namesDataFolder =
  "Set KITTIWAKE_DATA_DIR, in a program dataDirectory, to a folder, such as /var/lib/kittiwake."
export const opensFolder = "Change its owner, or set KITTIWAKE_BLOBS, in a program blobsDirectory, to another folder."

/** Whether a folder is there. */
export const isFolder = async (directory: string): Promise<boolean> =>
  (await stat(directory).catch(() => null))?.isDirectory() ?? false

/** Said of a folder that is not there, from which large bytes are to go over. */
export const nothingFrom = (directory: string): string =>
  `KITTIWAKE_BLOBS_FROM leads nowhere: ${directory} is no folder`

/** What mends it. */
export const namesFrom = "Name where large bytes lie still, or unset it."
