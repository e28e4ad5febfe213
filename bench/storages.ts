/** The storages that a bench runs on, one after the other: a data directory for SQLite, and a Postgres server. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { blobFolder } from "./blobFolder.ts"
import { type Child, heapArguments, startChild } from "./children.ts"
import { openPostgres } from "./postgres.ts"

export type StorageName = "SQLite" | "Postgres"

/** A place for databases of one kind. */
export interface StoragePlace {
  /** The kind, with its version where a server tells one. */
  readonly label: string
  /** The address of a new empty database, or a new directory. */
  readonly empty: () => Promise<string>
}

const onSqlite = async <A>(use: (place: StoragePlace) => Promise<A>): Promise<A> => {
  const root = await mkdtemp(join(tmpdir(), "kittiwake-bench-"))
  try {
    return await use({ label: "SQLite", empty: () => mkdtemp(join(root, "data-")) })
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

const onPostgres = async <A>(databaseUrl: string | undefined, use: (place: StoragePlace) => Promise<A>): Promise<A> => {
  const server = await openPostgres(databaseUrl)
  const folders: Array<string> = []
  const empty = async () => {
    const url = await server.database()
    folders.push(blobFolder(url))
    return url
  }
  try {
    return await use({ label: `Postgres ${server.version.split(" ")[0]}`, empty })
  } finally {
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
    await server.end()
  }
}

/** Opens a storage while `use` needs it. */
export const withStorage = <A>(
  name: StorageName,
  databaseUrl: string | undefined,
  use: (place: StoragePlace) => Promise<A>
): Promise<A> => (name === "SQLite" ? onSqlite(use) : onPostgres(databaseUrl, use))

/** Where the command keeps its modules compiled. */
const compileCache = { NODE_COMPILE_CACHE: fileURLToPath(new URL("../node_modules/.cache/kittiwake", import.meta.url)) }

/** Starts the product over a storage, with the heap and the compiled modules that `npm start` gives it. */
export const startProduct = (
  module: URL,
  storage: string,
  env: Readonly<Record<string, string>> = {}
): Promise<Child> => startChild(module, { ...storageEnv(storage), ...compileCache, ...env }, heapArguments)

/** How a process of a bench is told its storage. */
export const storageEnv = (storage: string): Readonly<Record<string, string>> => ({ BENCH_STORAGE: storage })
