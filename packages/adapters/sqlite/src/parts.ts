/**
 * Files that are being written, beside the name that they are to get.
 *
 * Each has a name of its own: two that write to one name at once would write into one file, and each would take away what the
 * other has.
 */
import { randomBytes } from "node:crypto"
import { rmSync } from "node:fs"
import { link, open, readdir, rename, rm, stat } from "node:fs/promises"
import { basename, dirname, join } from "node:path"

/** Where SQLite keeps more of a database. */
const besideIt = ["", "-journal", "-wal", "-shm"]

const ending = /^\.[0-9a-f]{16}\.part(?:-journal|-wal|-shm)?$/

/** Those that this process writes. */
const written = new Set<string>()

/** Begins a file that gets the name `path` when it is whole. */
export const beginPart = (path: string): string => {
  const part = `${path}.${randomBytes(8).toString("hex")}.part`
  written.add(part)
  return part
}

/** Takes a part away, where it is still there, with what lies beside it. */
export const removePart = (part: string): void => {
  for (const beside of besideIt) rmSync(`${part}${beside}`, { force: true })
}

/** The same, when nothing writes it any more. */
export const endPart = (part: string): void => {
  removePart(part)
  written.delete(part)
}

/** Whether a name is that of a part of the file `whole`. */
export const isPartOf = (whole: string, name: string): boolean =>
  name.startsWith(whole) && ending.test(name.slice(whole.length))

/** Whether this process writes a file that has this name, or lies beside one that has. */
export const isBeingWritten = (path: string): boolean => [...written].some((part) => path.startsWith(part))

/** A part that nobody has written to for so long is nobody's any more, in milliseconds. */
const abandonedMillis = 86_400_000

/** Removes parts of `path` that are nobody's any more; tells the others that this process does not write. */
export const otherParts = async (path: string, nowMillis: number): Promise<ReadonlyArray<string>> => {
  const [folder, whole] = [dirname(path), basename(path)]
  const names = (await readdir(folder).catch(() => [])).filter((name) => isPartOf(whole, name)).sort()
  const others = names.map((name) => join(folder, name)).filter((part) => !isBeingWritten(part))
  const kept = await Promise.all(
    others.map(async (part) => {
      const found = await stat(part).catch(() => null)
      if (found === null) return []
      if (nowMillis - found.mtimeMs < abandonedMillis) return [part]
      await rm(part, { force: true })
      return []
    })
  )
  return kept.flat()
}

/** What file systems say that know one name for a file only. */
const oneNameOnly: ReadonlySet<unknown> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL", "EMLINK"])

/**
 * Gives a part its name; fails with `EEXIST` where that is taken, also by who came first a moment ago. A rename would take the
 * place of what is there without a word.
 */
export const nameWhole = async (part: string, path: string, linked: typeof link = link): Promise<void> => {
  try {
    await linked(part, path)
  } catch (error) {
    if (!oneNameOnly.has((error as NodeJS.ErrnoException).code)) throw error
    await (await open(path, "wx", 0o600)).close()
    await rename(part, path)
  }
}
