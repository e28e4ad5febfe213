/**
 * A key that the installation made for itself, in a file beside its database and in no copy of that.
 *
 * **Details** The key of now is in the file itself, the one that is being gone over to in `.next`, and the one of before in
 * `.previous`, for copies of that time. Each appears whole: a process that dies leaves none of them half written.
 */
import { open, readFile, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { type KeyPlace, randomKey } from "@kittiwake/crypto/KeyPlace"
import { Effect } from "effect"

/** Where it stands in a data directory. */
export const sealingKeyFile = (dataDirectory: string): string => join(dataDirectory, "sealing.key")

const noRoom: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"])

const codeOf = (cause: unknown): unknown => (cause instanceof Error && "code" in cause ? cause.code : null)

const attempt = <A>(operation: string, work: () => Promise<A>) =>
  Effect.tryPromise({
    try: work,
    catch: (cause) =>
      new StoreUnavailable({ operation, cause, ...(noRoom.has(codeOf(cause)) ? { isDiskFull: true } : {}) })
  })

const orNull = (error: NodeJS.ErrnoException): null => {
  if (error.code === "ENOENT") return null
  throw error
}

const keyIn = (path: string): Promise<string | null> =>
  readFile(path, "utf8").then((text) => text.trim() || null, orNull)

const synced = async (path: string) => {
  const file = await open(path, "r")
  await file.sync().finally(() => file.close())
}

/** The key in a file, made when there is none. What is sealed with it must not outlive it: it is on the disk first. */
const made = async (path: string): Promise<string> => {
  const known = await keyIn(path)
  if (known !== null) return known
  const key = randomKey()
  const part = `${path}.part`
  try {
    const file = await open(part, "w", 0o600)
    try {
      await file.chmod(0o600)
      await file.writeFile(`${key}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  await synced(dirname(path))
  return key
}

const moved = async (from: string, to: string): Promise<boolean> =>
  rename(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => orNull(error) !== null
  )

/** In the file at `path`. One process uses it at a time. */
export const inFile = (path: string): KeyPlace => {
  const [next, previous] = [`${path}.next`, `${path}.previous`]
  return {
    name: path,
    isBeside: false,
    read: attempt("sealing key", async () => {
      const keys = [await keyIn(path), await keyIn(next), await keyIn(previous)]
      return keys.filter((key) => key !== null)
    }),
    make: attempt("sealing key", () => made(path)),
    makeNext: attempt("sealing key", () => made(next)),
    advance: attempt("sealing key", async () => {
      if ((await keyIn(next)) === null) return
      await moved(path, previous)
      await moved(next, path)
      await synced(dirname(path))
    }),
    putAway: (isNeeded) =>
      attempt("sealing key", async () => {
        const [key, coming] = [await keyIn(path), await keyIn(next)]
        // That of now stays for copies; one that was never gone over to is no copy's.
        if (key !== null && !isNeeded(key)) await moved(path, previous)
        if (coming !== null && !isNeeded(coming)) await rm(next, { force: true })
      })
  }
}
