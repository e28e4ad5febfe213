/** Where an installation keeps everything, as settings of the product. */
import { randomUUID } from "node:crypto"
import { cp, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"

export interface Storage extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>
  /** A directory that goes with it. */
  readonly directory: string
}

export type OpenStorage = () => Promise<Storage>

/** An embedded database in a directory of its own, which is made at first start. */
export const openEmbedded: OpenStorage = async () => {
  const directory = await mkdtemp(join(tmpdir(), "kittiwake-"))
  return {
    directory,
    env: { KITTIWAKE_DATA_DIR: join(directory, "data") },
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true })
  }
}

const withDatabase = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Databases on the server at `url`, each with nothing in it. */
export const openPostgresAt =
  (url: string): OpenStorage =>
  async () => {
    const directory = await mkdtemp(join(tmpdir(), "kittiwake-"))
    const name = `kittiwake_${randomUUID().replaceAll("-", "")}`
    await withDatabase(url, `create database ${name}`)
    const database = new URL(url)
    database.pathname = `/${name}`
    return {
      directory,
      env: { DATABASE_URL: database.href, KITTIWAKE_DATA_DIR: join(directory, "data") },
      [Symbol.asyncDispose]: async () => {
        await withDatabase(url, `drop database ${name} with (force)`)
        await rm(directory, { recursive: true, force: true })
      }
    }
  }

/** The same storages with a Redis beside them. */
export const besideRedis =
  (open: OpenStorage, redisUrl: string): OpenStorage =>
  async () => {
    const storage = await open()
    return {
      ...storage,
      env: { ...storage.env, REDIS_URL: redisUrl },
      [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose]()
    }
  }

/** A copy of everything in the storage that `made` keeps, which no process may have open. */
export const openCopyOf = async (made: Storage): Promise<Storage> => {
  const copy = await openEmbedded()
  await cp(join(made.directory, "data"), join(copy.directory, "data"), { recursive: true })
  return copy
}
