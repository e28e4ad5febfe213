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

/** A database on the server at `url`, a copy of another one where one is named. */
const openDatabase = async (url: string, template?: string): Promise<Storage> => {
  const directory = await mkdtemp(join(tmpdir(), "kittiwake-"))
  const name = `kittiwake_${randomUUID().replaceAll("-", "")}`
  await withDatabase(url, `create database ${name}${template === undefined ? "" : ` template ${template}`}`)
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

/** Databases on the server at `url`, each with nothing in it. */
export const openPostgresAt =
  (url: string): OpenStorage =>
  () =>
    openDatabase(url)

/** The same storages, for processes that have these settings too. */
export const withSettings =
  (open: OpenStorage, settings: Storage["env"]): OpenStorage =>
  async () => {
    const storage = await open()
    return { ...storage, env: { ...storage.env, ...settings } }
  }

/** The same storages with a Redis beside them. */
export const besideRedis = (open: OpenStorage, redisUrl: string): OpenStorage =>
  withSettings(open, { REDIS_URL: redisUrl })

/** Makes a storage with all that another one keeps, which no process may have open. */
type CopyStorage = (made: Storage) => Promise<Storage>

export const copyEmbedded: CopyStorage = async (made) => {
  const copy = await openEmbedded()
  await cp(join(made.directory, "data"), join(copy.directory, "data"), { recursive: true })
  return copy
}

/** The same on the server at `url`; nothing is kept beside the database. */
export const copyPostgresAt =
  (url: string): CopyStorage =>
  ({ env }) =>
    openDatabase(url, new URL(env.DATABASE_URL ?? "").pathname.slice(1))
