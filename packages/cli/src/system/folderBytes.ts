/** How much a folder holds, as far as that can be said in a moment. */
import type { Dirent } from "node:fs"
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"

/** Most files that are looked at, and the time for it. */
const limits = { files: 100_000, millis: 3_000 }

export interface FolderBytes {
  readonly bytes: number
  /** Whether there was more than was looked at. */
  readonly isMore: boolean
}

/** What is not there, or was removed meanwhile, counts nothing. */
const within = (folder: string): Promise<ReadonlyArray<Dirent>> =>
  readdir(folder, { withFileTypes: true }).catch(() => [])

/** Adds up files, folder after folder. */
export const folderBytes = async (
  folder: string,
  nowMillis: () => number,
  { files, millis }: { readonly files: number; readonly millis: number } = limits
): Promise<FolderBytes> => {
  const until = nowMillis() + millis
  const waiting = [folder]
  let [bytes, seen] = [0, 0]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of await within(next)) {
      if (seen >= files || nowMillis() > until) return { bytes, isMore: true }
      const path = join(next, entry.name)
      if (entry.isDirectory()) waiting.push(path)
      else if (entry.isFile()) {
        seen++
        bytes += await stat(path).then(
          ({ size }) => size,
          () => 0
        )
      }
    }
  }
  return { bytes, isMore: false }
}
