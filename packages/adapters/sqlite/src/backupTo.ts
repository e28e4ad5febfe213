/** A copy of the file while it is written to. */
import { open, rename, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { backup } from "node:sqlite"
import { Connection } from "./Connection.ts"
import { damaged, leastGeneration, lossOf } from "./generations.ts"
import { openReader } from "./openConnection.ts"

/** More pages than any file has. */
const allPages = 2_147_483_647

/** Copies the file as it stands at one moment. What is written to it from then on is held back no longer than that takes. */
const take = async (file: string, path: string): Promise<void> => {
  // Read first: who has the database open may raise both.
  const least = leastGeneration(file)
  const db = openReader(file)
  try {
    const loss = lossOf(db, least)
    if (loss !== null) throw damaged(loss)
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
 * beside it. It is taken in one step, in a thread of Node's own: taken in several, the first write of anybody would make it
 * begin anew. `check` sees the copy before it appears; where it throws, none does.
 */
export const backupTo = async (file: string, path: string, check: (copy: string) => Promise<void>): Promise<void> => {
  const unfinished = `${path}.part`
  try {
    await rm(unfinished, { force: true })
    // Made first, so that nobody else may read it: it holds signing secrets and the digests of keys.
    await (await open(unfinished, "w", 0o600)).close()
    await take(file, unfinished)
    alone(unfinished)
    await check(unfinished)
    await sync(unfinished)
    await rename(unfinished, path)
    await sync(dirname(path))
  } catch (error) {
    for (const left of ["", "-journal", "-wal", "-shm"]) await rm(`${unfinished}${left}`, { force: true })
    throw error
  }
}
