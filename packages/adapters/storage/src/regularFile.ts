/**
 * Files of a data directory, opened without waiting for anybody.
 *
 * Whoever opens a pipe waits until somebody opens its other end, and holds a thread of the process meanwhile, for ever where
 * nobody does. So nothing stays open here that is not a file, and what stands in its place is named.
 */
import { closeSync, constants, fstatSync, openSync, type Stats, statSync } from "node:fs"
import { type FileHandle, open, stat } from "node:fs/promises"

/** No file of ours is at a path. `message` says what is there instead, and what to do. */
export class NotOurFile extends Error {
  override readonly name = "NotOurFile"
}

/** Most that is read of a file at once, in bytes: a number, a key, or those of many years. */
const maxBytes = 1_048_576

const putBack = "put the file back, or move away what is there"

const kindOf = (found: Stats): string => {
  if (found.isDirectory()) return "a folder"
  if (found.isFIFO()) return "a pipe"
  return found.isSocket() ? "a socket" : "a device"
}

const check = (path: string, found: Stats | null): void => {
  if (found === null || found.isFile()) return
  throw new NotOurFile(`${path} is ${kindOf(found)} where a file belongs: ${putBack}`)
}

/** Fails where something else than a file is at a path. Nothing is opened. */
export const checkRegular = async (path: string): Promise<void> => check(path, await stat(path).catch(() => null))

/** The same, for a thread that waits. */
export const checkRegularSync = (path: string): void => {
  let found: Stats | null = null
  try {
    found = statSync(path)
  } catch {
    // What cannot be looked at is told by whoever opens it.
  }
  check(path, found)
}

/** Opens a file with the flags of `node:fs`; one that is made is its owner's alone. */
export const openRegular = async (path: string, flags: number): Promise<FileHandle> => {
  let file: FileHandle
  try {
    file = await open(path, flags | constants.O_NONBLOCK, 0o600)
  } catch (error) {
    // The system's own word for a pipe that nobody reads says nothing of pipes.
    await checkRegular(path)
    throw error
  }
  try {
    check(path, await file.stat())
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** The same, for a thread that waits. */
export const openRegularSync = (path: string, flags: number): number => {
  const file = openSync(path, flags | constants.O_NONBLOCK, 0o600)
  try {
    check(path, fstatSync(file))
    return file
  } catch (error) {
    closeSync(file)
    throw error
  }
}

/** Opens a file to be written anew. */
export const openAnew = (path: string): Promise<FileHandle> =>
  openRegular(path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC)

/** The text of a small file. */
export const readRegular = async (path: string): Promise<string> => {
  const file = await openRegular(path, constants.O_RDONLY)
  try {
    const { size } = await file.stat()
    if (size > maxBytes) throw new NotOurFile(`${path} has ${size} bytes, which nothing of ours has: ${putBack}`)
    return await file.readFile("utf8")
  } finally {
    await file.close()
  }
}
