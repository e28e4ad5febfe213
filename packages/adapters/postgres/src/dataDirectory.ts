/**
 * The directory of an embedded database, held by one process at a time.
 *
 * PGlite opens a directory that another process has open without a word, and the two then overwrite each other. So a
 * lock stands in front of it. Node offers no `flock`; SQLite, which Node ships, takes the same kind of lock on its file:
 * one that the kernel ends with its process however that died, that knows no process numbers to mistake, and that
 * holds between containers which share the directory.
 */
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect, Schema } from "effect"

/** Another process has the data directory open. Stop that one, or choose another directory. */
export class DataDirectoryInUse extends Schema.TaggedError<DataDirectoryInUse>()("DataDirectoryInUse", {
  directory: Schema.String,
  /** The process that has it, as far as it said. */
  pid: Schema.NullOr(Schema.Int)
}) {
  override get message() {
    const holder = this.pid === null ? "another process" : `process ${this.pid}`
    return `The data directory ${this.directory} is in use by ${holder}. Stop it, or choose another directory.`
  }
}

/** The data directory cannot be made or written to. Mend what `message` names. */
export class DataDirectoryUnusable extends Schema.TaggedError<DataDirectoryUnusable>()("DataDirectoryUnusable", {
  directory: Schema.String,
  cause: Schema.Defect()
}) {
  override get message() {
    const why = this.cause instanceof Error ? this.cause.message : String(this.cause)
    return `The data directory ${this.directory} cannot be used: ${why}`
  }
}

/** Where things stand in a data directory. */
export interface DataDirectory {
  readonly root: string
  /** What PGlite owns. */
  readonly database: string
  readonly snapshots: string
}

const isBusy = (error: unknown) => (error as { readonly errcode?: unknown }).errcode === 5

const holderOf = async (pidFile: string): Promise<number | null> => {
  const pid = Number.parseInt(await readFile(pidFile, "utf8").catch(() => ""), 10)
  return Number.isSafeInteger(pid) ? pid : null
}

const take = (directory: string) =>
  Effect.tryPromise({
    try: async () => {
      // PGlite makes files that everybody may read; nobody else gets this far.
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await chmod(directory, 0o700)
      const pidFile = join(directory, "lock.pid")
      const lock = new DatabaseSync(join(directory, "lock"), { timeout: 0 })
      try {
        lock.exec("begin exclusive")
      } catch (error) {
        lock.close()
        if (isBusy(error)) throw new DataDirectoryInUse({ directory, pid: await holderOf(pidFile) })
        throw error
      }
      await writeFile(pidFile, `${process.pid}\n`, { mode: 0o600 })
      return { lock, pidFile }
    },
    catch: (cause) => (cause instanceof DataDirectoryInUse ? cause : new DataDirectoryUnusable({ directory, cause }))
  })

/** Holds the directory, which is made when it is not there, until the scope ends. */
export const holdDataDirectory = (directory: string) =>
  Effect.acquireRelease(take(directory), ({ lock, pidFile }) =>
    Effect.promise(async () => {
      await rm(pidFile, { force: true })
      lock.close()
    })
  ).pipe(
    Effect.as<DataDirectory>({
      root: directory,
      database: join(directory, "database"),
      snapshots: join(directory, "snapshots")
    })
  )
