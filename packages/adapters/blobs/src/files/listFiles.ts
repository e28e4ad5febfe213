/** Files of blobs in the order of their paths, without reading folders that lie before the place where a list begins. */
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { blobKeyOf } from "@kittiwake/core/blobs/domain/BlobKey"
import { DateTime, Option } from "effect"
import type { ListedObject } from "../Objects.ts"
import { codeOf } from "./fileFault.ts"
import { fileEnd } from "./fileNames.ts"

interface Entry {
  /** The path of a blob, or that of a folder with a slash at its end: the order of these is the order of blobs. */
  readonly path: string
  readonly isFolder: boolean
}

const entriesOf = async (root: string, folder: string): Promise<ReadonlyArray<Entry>> => {
  try {
    const found = await readdir(join(root, folder), { withFileTypes: true })
    return found
      .flatMap((entry): ReadonlyArray<Entry> => {
        if (entry.isDirectory() && !entry.name.startsWith("="))
          return [{ path: `${folder}${entry.name}/`, isFolder: true }]
        return entry.isFile() && entry.name.endsWith(fileEnd)
          ? [{ path: `${folder}${entry.name.slice(0, -fileEnd.length)}`, isFolder: false }]
          : []
      })
      .sort((a, b) => (a.path < b.path ? -1 : 1))
  } catch (cause) {
    // Removed meanwhile, or never made.
    if (codeOf(cause) === "ENOENT" || codeOf(cause) === "ENOTDIR") return []
    throw cause
  }
}

/** Whether everything in a folder stands at or before the place where the list begins. */
const isBefore = (folder: string, after: string) => folder < after && !after.startsWith(folder)

const listedAt = async (root: string, path: string): Promise<ListedObject | undefined> => {
  try {
    const { mtime, size } = await stat(join(root, `${path}${fileEnd}`))
    return { path, size, storedAt: DateTime.fromDateUnsafe(mtime) }
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return undefined
    throw cause
  }
}

/** Up to `limit` files. */
export const listFiles = async (
  root: string,
  { after, limit, within }: { readonly within: string; readonly after: string; readonly limit: number }
): Promise<ReadonlyArray<ListedObject>> => {
  const found: Array<ListedObject> = []
  const walk = async (folder: string): Promise<void> => {
    for (const { isFolder, path } of await entriesOf(root, folder)) {
      if (found.length === limit) return
      if (isFolder) {
        if (!isBefore(path, after)) await walk(path)
        continue
      }
      if (path <= after || Option.isNone(blobKeyOf(path))) continue
      const listed = await listedAt(root, path)
      if (listed !== undefined) found.push(listed)
    }
  }
  if (limit > 0) await walk(within)
  return found
}
