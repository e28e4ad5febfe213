/** What the doctor says about the machine: Node, the data directory and its disk. */
import { constants } from "node:fs"
import { access, stat, statfs } from "node:fs/promises"
import { dirname } from "node:path"
import { Effect } from "effect"
import type { Settings } from "../config.ts"
import { absent, broken, type Finding, ok } from "./Finding.ts"

const oldestNode = [22, 19] as const

/** Whether this Node runs Kittiwake. */
export const nodeVersion = Effect.sync((): Finding => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  const isNew = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])
  return isNew
    ? ok("node", process.versions.node)
    : broken(
        "node",
        `${process.versions.node} is too old`,
        `Install Node 24, or run the scripts of npm, which bring it.`
      )
})

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

const gibibyte = 1024 ** 3

/** Below this much free space the doctor complains. */
const enoughBytes = gibibyte

/** Whether the disk of the data directory has room. */
export const freeSpace = ({ dataDirectory: path }: Settings) =>
  Effect.promise(async (): Promise<Finding> => {
    const { bavail, bsize } = await statfs(await nearest(path))
    const free = bavail * bsize
    const text = `${(free / gibibyte).toFixed(1)} GiB free`
    return free >= enoughBytes ? ok("disk", text) : broken("disk", text, "Make room: a full disk stops all writes.")
  })
