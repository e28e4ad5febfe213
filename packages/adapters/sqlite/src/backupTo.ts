/** A copy of the file while it is written to. */
import { open, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { backup } from "node:sqlite"
import { Connection } from "./Connection.ts"
import { damaged, leastGeneration, lossOf } from "./generations.ts"
import { openReader } from "./openConnection.ts"
import { beginPart, endPart, nameWhole, removePart } from "./parts.ts"

/** More pages than any file has. */
const allPages = 2_147_483_647

/** The file that was to be copied cannot be. Whatever else fails is the copy's. */
export class SourceUnusable extends Error {
  override readonly name = "SourceUnusable"
}

/** Opens what is to be copied. */
const openSource = (file: string): Connection => {
  // Read first: who has the database open may raise both.
  const least = leastGeneration(file)
  let db: Connection | null = null
  try {
    db = openReader(file)
    const loss = lossOf(db, least)
    if (loss !== null) throw damaged(loss)
    return db
  } catch (cause) {
    db?.close()
    throw new SourceUnusable("it cannot be read", { cause })
  }
}

/** Copies the file as it stands at one moment. What is written to it from then on is held back no longer than that takes. */
const take = async (file: string, path: string): Promise<void> => {
  const db = openSource(file)
  try {
    await backup(db.database, path, { rate: allPages })
  } finally {
    db.close()
  }
}

/** Makes a copy one that is read without a log beside it, also from where nothing can be written. */
const alone = (path: string): void => {
  const copy = new Connection(path, { readOnly: false })
  try {
    copy.exec("pragma journal_mode = delete")
  } finally {
    copy.close()
  }
}

const sync = async (path: string) => {
  const file = await open(path, "r")
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Copies the database in `file` as it stands at one moment to `path`, which appears whole or not at all, and needs no file
 * beside it; tells how many bytes it has. Where `path` is taken by then, it stays as it is. The copy is taken in one step, in a
 * thread of Node's own: taken in several, the first write of anybody would make it begin anew. `check` sees the copy before it
 * appears; where it throws, none does.
 */
export const backupTo = async (
  file: string,
  path: string,
  check: (copy: string) => Promise<void>,
  signal?: AbortSignal
): Promise<number> => {
  const part = beginPart(path)
  // At once: the process of a command that is interrupted does not live to see the step end.
  const remove = () => removePart(part)
  signal?.addEventListener("abort", remove, { once: true })
  try {
    // Made first, so that nobody else may read it: it holds signing secrets and the digests of keys.
    await (await open(part, "wx", 0o600)).close()
    await take(file, part)
    signal?.throwIfAborted()
    alone(part)
    await check(part)
    await sync(part)
    const { size } = await stat(part)
    signal?.throwIfAborted()
    await nameWhole(part, path)
    await sync(dirname(path))
    return size
  } finally {
    signal?.removeEventListener("abort", remove)
    endPart(part)
  }
}
