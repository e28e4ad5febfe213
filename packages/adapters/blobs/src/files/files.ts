/**
 * Objects as files of one folder.
 *
 * **Details**
 *
 * - An object is written to a file of its own, brought to the disk, and linked to its name: the link is there or not, and
 *   fails where the name is taken. Then the folder is brought to the disk. Whatever dies in between leaves a file that no
 *   blob has, which `dropUnfinished` removes.
 * - The folder is its owner's alone (0700), and so are the files (0600).
 *
 * **Gotchas** Several processes may share the folder, on a file system that has hard links.
 */
import { randomUUID } from "node:crypto"
import { constants } from "node:fs"
import { type FileHandle, link, open, readdir, stat, unlink, utimes } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { BlobStoreUnavailable } from "@kittiwake/core/blobs/BlobStore"
import { Clock, type DateTime, Effect, Option, Stream } from "effect"
import type { ObjectEnd, Objects } from "../Objects.ts"
import { damaged } from "../unavailable.ts"
import { codeOf, makeOnFiles, notAFile } from "./fileFault.ts"
import { fileEnd, newFolder } from "./fileNames.ts"
import { makeFolder, removeEmpty, syncFolder } from "./folders.ts"
import { listFiles } from "./listFiles.ts"

/** Bytes that are read at once. */
const pieceBytes = 262_144

/** Times that a folder is made anew which somebody removed because nothing was in it yet. */
const maxTries = 20

/** A missing file is none. */
const orMissing = async <A>(run: () => Promise<A>): Promise<A | undefined> => {
  try {
    return await run()
  } catch (cause) {
    if (codeOf(cause) === "ENOENT" || codeOf(cause) === "ENOTDIR") return undefined
    throw cause
  }
}

const writeAll = async (handle: FileHandle, bytes: Uint8Array): Promise<void> => {
  for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten
}

/** Does something in a folder, which is made when it is missing: looking whether it is there each time would cost as much as the rest. */
const inFolder = async <A>(folder: string, run: () => Promise<A>): Promise<A> => {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (cause) {
      if (codeOf(cause) !== "ENOENT" || tries === maxTries) throw cause
    }
    await makeFolder(folder)
  }
}

/** Gives a file its name; false when the name is taken. */
const linkTo = async (from: string, to: string): Promise<boolean> => {
  try {
    await inFolder(dirname(to), () => link(from, to))
  } catch (cause) {
    if (codeOf(cause) === "EEXIST") return false
    throw cause
  }
  await syncFolder(dirname(to))
  return true
}

/** Opens a file to be read. Whoever opens a pipe would wait for its other end, for ever, and hold a thread meanwhile. */
const openFile = async (file: string): Promise<FileHandle> => {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    if ((await handle.stat()).isFile()) return handle
    throw Object.assign(new Error(`${file} is no file`), { code: notAFile })
  } catch (cause) {
    await handle.close()
    throw cause
  }
}

const endOf = async (file: string, length: number): Promise<ObjectEnd | undefined> => {
  const handle = await orMissing(() => openFile(file))
  if (handle === undefined) return undefined
  try {
    const { size } = await handle.stat()
    const bytes = Buffer.alloc(Math.min(size, length))
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, size - bytes.length)
    return { size, bytes: bytes.subarray(0, bytesRead) }
  } finally {
    await handle.close()
  }
}

const dropNew = async (folder: string, beforeMillis: number, limit: number): Promise<number> => {
  let dropped = 0
  for (const name of (await orMissing(() => readdir(folder))) ?? []) {
    if (dropped === limit) break
    const found = await orMissing(() => stat(join(folder, name)))
    if (found === undefined || found.mtimeMs >= beforeMillis) continue
    await orMissing(() => unlink(join(folder, name)))
    dropped += 1
  }
  return dropped
}

/** Objects in the files of a folder, which is made when something is put. */
export const fileObjects = (root: string): Objects => {
  const onFiles = makeOnFiles(root)
  const fileOf = (path: string) => join(root, `${path}${fileEnd}`)
  const newFiles = join(root, newFolder)

  const opened = (file: string) =>
    Effect.acquireRelease(
      onFiles("BlobStore.put", () => inFolder(newFiles, () => open(file, "wx", 0o600))),
      (handle) => Effect.promise(() => Promise.all([handle.close(), orMissing(() => unlink(file))]))
    )

  const put = Effect.fnUntraced(function* <E, R>(path: string, bytes: Stream.Stream<Uint8Array, E, R>) {
    const file = join(newFiles, randomUUID())
    const handle = yield* opened(file)
    yield* Stream.runForEach(bytes, (piece) => onFiles("BlobStore.put", () => writeAll(handle, piece)))
    const now = (yield* Clock.currentTimeMillis) / 1_000
    return yield* onFiles("BlobStore.put", async () => {
      // The disk may have the time of writing instead: it is the same but for a clock that a test has put in place.
      await Promise.all([handle.sync(), utimes(file, now, now)])
      return await linkTo(file, fileOf(path))
    })
  }, Effect.scoped)

  const pieceAt = (path: string, handle: FileHandle, offset: number, end: number) =>
    Effect.gen(function* () {
      if (offset >= end) return undefined
      const bytes = Buffer.alloc(Math.min(pieceBytes, end - offset))
      const { bytesRead } = yield* onFiles("BlobStore.get", () => handle.read(bytes, 0, bytes.length, offset))
      if (bytesRead === 0) return yield* damaged("BlobStore.get", path)
      return [bytes.subarray(0, bytesRead), offset + bytesRead] as const
    })

  const read = (path: string, offset: number, length: number): Stream.Stream<Uint8Array, BlobStoreUnavailable> =>
    Stream.unwrap(
      Effect.map(
        Effect.acquireRelease(
          onFiles("BlobStore.get", () => openFile(fileOf(path))),
          (handle) => Effect.promise(() => handle.close())
        ),
        (handle) => Stream.unfold(offset, (at) => pieceAt(path, handle, at, offset + length))
      )
    )

  return {
    put,
    read,
    end: (path, length) =>
      Effect.map(
        onFiles("BlobStore.get", () => endOf(fileOf(path), length)),
        Option.fromUndefinedOr
      ),
    remove: (path) =>
      onFiles("BlobStore.remove", async () => {
        await orMissing(() => unlink(fileOf(path)))
        await removeEmpty(root, dirname(fileOf(path)))
      }),
    list: (options) => onFiles("BlobStore.list", () => listFiles(root, options)),
    dropUnfinished: (before: DateTime.Utc, limit) =>
      onFiles("BlobStore.dropUnfinished", () => dropNew(newFiles, before.epochMilliseconds, limit))
  }
}
