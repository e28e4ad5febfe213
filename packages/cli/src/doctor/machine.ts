/** What the doctor says about the machine: Node, the data directory and its disk. */
import { constants } from "node:fs"
import { access, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { Effect } from "effect"
import { folderProblem } from "../blobFolder.ts"
import type { Settings } from "../config.ts"
import { freeBytesOf, leastFreeBytes, makeRoom, type OnDisk, shortFreeBytes, tellBytes } from "../diskRoom.ts"
import { oldNode } from "../oldNode.ts"
import { absent, broken, type Finding, ok } from "./Finding.ts"

/** Whether this Node runs Kittiwake. */
export const nodeVersion = Effect.sync(
  (): Finding =>
    oldNode() === null
      ? ok("node", process.versions.node)
      : broken(
          "node",
          `${process.versions.node} is too old`,
          "Install Node 24, or run the scripts of npm, which bring it."
        )
)

/** The directory itself, or the nearest one above it that exists. */
const nearest = async (path: string): Promise<string> => {
  try {
    await access(path)
    return path
  } catch {
    return path === dirname(path) ? path : nearest(dirname(path))
  }
}

const directory = async (path: string): Promise<Finding> => {
  const found = await nearest(path)
  const writable = await access(found, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false
  )
  if (!writable) {
    return broken("data directory", `${found} cannot be written`, "Change its owner, or set KITTIWAKE_DATA_DIR.")
  }
  if (found !== path) return absent("data directory", `${path} will be made at first start`, null)
  const status = await stat(path)
  if (!status.isDirectory())
    return broken("data directory", `${path} is a file`, "Set KITTIWAKE_DATA_DIR to a directory.")
  return (status.mode & 0o077) === 0
    ? ok("data directory", path)
    : broken("data directory", `other users of this machine can read ${path}`, `Run: chmod 700 ${path}`)
}

/** Whether the data directory can be used, and only by its owner. */
export const dataDirectory = ({ dataDirectory: path }: Settings) => Effect.promise(() => directory(path))

const diskOf = async (path: string) => (await stat(path)).dev

/** The folders that are written to, each with what lies there; of two on one disk the first. */
const folders = async ({ blobs, dataDirectory: data, storage }: Settings): Promise<ReadonlyArray<[OnDisk, string]>> => {
  const main = await nearest(data)
  const all: ReadonlyArray<[OnDisk, string]> = [["database", main]]
  if (blobs._tag !== "Files") return all
  // What can be no folder has no disk of its own: it is told with large bytes.
  if ((await folderProblem(blobs.directory))?.isSetting === true) return all
  const large = await nearest(blobs.directory)
  if ((await diskOf(large)) !== (await diskOf(main))) return [...all, ["blobs", large]]
  // Beside Postgres little else is written to the disk.
  return storage._tag === "Embedded" ? all : [["blobs", large]]
}

const subjects: { readonly [What in OnDisk]: string } = { database: "disk", blobs: "disk of large bytes" }

/** Whether a disk of `free` bytes has room. One that is short breaks nothing yet: a server starts on it and is ready. */
const judgeRoom = (subject: string, what: OnDisk, directory: string, free: number, isNeeded: boolean): Finding => {
  const text = `${tellBytes(free)} free in ${directory}`
  if (free >= shortFreeBytes) return ok(subject, text)
  const mend = `${makeRoom[what].replace(/^m/, "M")}: docs/operate/deploy.md#when-the-disk-is-full.`
  return free >= leastFreeBytes || !isNeeded
    ? absent(subject, `${text}, which is little`, mend)
    : broken(subject, `${text}, where ${tellBytes(leastFreeBytes)} are wanted: a server on it is not ready`, mend)
}

/** Whether the disks have room that are written to. */
export const freeSpace = (settings: Settings) =>
  Effect.promise(async () => {
    const found = await folders(settings)
    return Promise.all(
      found.map(async ([what, directory]) =>
        // Beside Postgres the data directory keeps a key, and nothing that a server waits for.
        judgeRoom(
          found.length === 1 ? "disk" : subjects[what],
          what,
          directory,
          await freeBytesOf(directory),
          what === "blobs" || settings.storage._tag === "Embedded"
        )
      )
    )
  })
