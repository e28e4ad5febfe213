/**
 * A key that the installation made for itself, in a file beside its database and in no copy of that.
 *
 * **Details** The key of now is in the file itself, the one that is being gone over to in `.next`, and every one of before in
 * `.previous`, a line each, newest first, for copies of their time: who goes back to one finds its key there.
 *
 * **Invariants**
 *
 * - No key is ever removed or overwritten before it stands, on the disk, in another of these files. What a copy needs that
 *   lies somewhere else cannot be known here, so nothing is judged to be needed by nobody.
 * - Each file appears whole: a process that dies leaves none of them half written.
 */
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { type KeyPlace, randomKey } from "@kittiwake/crypto/KeyPlace"
import { readRegular } from "@kittiwake/storage/regularFile"
import { Effect, Semaphore } from "effect"
import { keyOperation } from "./keyOperation.ts"
import { writeWhole } from "./wholeFile.ts"

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

const keyIn = (path: string): Promise<string | null> => readRegular(path).then((text) => text.trim() || null, orNull)

const keysIn = (path: string): Promise<ReadonlyArray<string>> =>
  readRegular(path).then(
    (text) =>
      text
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== ""),
    (error: NodeJS.ErrnoException) => orNull(error) ?? []
  )

/** Writes a file of keys, which is on the disk then. */
const written = (path: string, keys: ReadonlyArray<string>): Promise<void> =>
  writeWhole(path, keys.map((key) => `${key}\n`).join(""))

/** The key in a file, made when there is none. What is sealed with it must not outlive it: it is on the disk first. */
const made = async (path: string): Promise<string> => {
  const known = await keyIn(path)
  if (known !== null) return known
  const key = randomKey()
  await written(path, [key])
  return key
}

const namesAt = (path: string) => ({ next: `${path}.next`, previous: `${path}.previous` })

/** What stands in the files. */
export interface KeptKeys {
  readonly now: string | null
  /** The key that is being gone over to. */
  readonly next: string | null
  /** Those of before, newest first. */
  readonly before: ReadonlyArray<string>
}

/** In this order, in which keys move, none is missed that moves meanwhile. */
const keptAt = async (path: string): Promise<KeptKeys> => {
  const { next, previous } = namesAt(path)
  const coming = await keyIn(next)
  const now = await keyIn(path)
  return { now, next: coming, before: await keysIn(previous) }
}

/** Every key there is, that of now first. */
export const allOf = ({ before, next, now }: KeptKeys): ReadonlyArray<string> =>
  [...new Set([now, next, ...before])].filter((key) => key !== null)

/** Makes `now` and `next` the keys of their files. Those that stood there are with those of before by then. */
const arrange = async (path: string, kept: KeptKeys, now: string | null, next: string | null): Promise<void> => {
  const names = namesAt(path)
  const aside = [kept.now, kept.next].filter((key) => key !== null).filter((key) => key !== now && key !== next)
  const before = allOf({ now: null, next: null, before: [...aside, ...kept.before] })
  if (aside.length > 0) await written(names.previous, before)
  if (now !== kept.now) await (now === null ? rm(path, { force: true }) : written(path, [now]))
  if (next !== kept.next) await rm(names.next, { force: true })
}

/** The keys in the file at `path` and in those beside it. */
export const keptKeys = (path: string) => attempt(keyOperation, () => keptAt(path))

/** In the file at `path`. One process uses it at a time, in which one thing after the other is done with it. */
export const inFile = (path: string): KeyPlace => {
  // A look at what is needed may come while the key is replaced: one would write over what the other put aside.
  const alone = Semaphore.makeUnsafe(1).withPermits(1)
  const changing = <A>(work: () => Promise<A>) => alone(Effect.uninterruptible(attempt(keyOperation, work)))
  return {
    name: path,
    isBeside: false,
    read: Effect.map(keptKeys(path), allOf),
    make: changing(() => made(path)),
    makeNext: changing(() => made(namesAt(path).next)),
    advance: (to) => changing(async () => arrange(path, await keptAt(path), to, null)),
    putAway: (isNeeded) =>
      changing(async () => {
        const kept = await keptAt(path)
        // Whoever went back to a copy needs one of before: it is the key of now again.
        const now = allOf(kept).find(isNeeded) ?? null
        const next = kept.next !== null && kept.next !== now && isNeeded(kept.next) ? kept.next : null
        await arrange(path, kept, now, next)
      })
  }
}
