/** Looks at a data directory without changing it, whether a process has it open or not. */
import { stat } from "node:fs/promises"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { checkRegularSync } from "@kittiwake/storage/regularFile"
import { Effect } from "effect"
import { dataDirectoryAt, holderOf } from "./dataDirectory.ts"
import { leastGeneration, lossOf } from "./generations.ts"
import { latestMigration, migrationOf } from "./migrate.ts"
import { openReader } from "./openConnection.ts"

/** What was found. */
export interface Inspection {
  /** The process that has the directory open: its number as far as it said, null when none has it open. */
  readonly heldBy: number | "unknown" | null
  readonly bytes: number
  /** Whether its tables are those of this version. */
  readonly isMigrated: boolean
  /** Whether a newer version has brought them further: this one refuses them. */
  readonly isNewer: boolean
  /** What is wrong with the file, up to twenty lines of it. */
  readonly faults: ReadonlyArray<string>
}

const isHeld = (root: string): boolean => {
  try {
    checkRegularSync(join(root, "lock"))
    const lock = new DatabaseSync(join(root, "lock"), { readOnly: true, timeout: 0 })
    try {
      lock.exec("begin; select 1 from sqlite_schema; commit")
      return false
    } finally {
      lock.close()
    }
  } catch (error) {
    return (error as { readonly errcode?: unknown }).errcode === 5
  }
}

const heldBy = async (root: string): Promise<Inspection["heldBy"]> =>
  isHeld(root) ? ((await holderOf(root)) ?? "unknown") : null

/** Compares the file with its indexes, for which it is read whole; else nothing is looked for but what was lost of it. */
const checked = (file: string, isWhole: boolean): Pick<Inspection, "isMigrated" | "isNewer" | "faults"> => {
  try {
    // Read first: who has the database open may raise both.
    const least = leastGeneration(file)
    const db = openReader(file)
    try {
      const loss = lossOf(db, least)
      const lines = isWhole ? db.all<{ readonly quick_check: string }>("pragma quick_check(20)") : []
      const faults = lines.map(({ quick_check }) => quick_check).filter((line) => line !== "ok")
      const migration = migrationOf(db)
      return {
        isMigrated: migration === latestMigration,
        isNewer: migration > latestMigration,
        faults: loss === null ? faults : [loss, ...faults]
      }
    } finally {
      db.close()
    }
  } catch (error) {
    return { isMigrated: false, isNewer: false, faults: [error instanceof Error ? error.message : String(error)] }
  }
}

/** Looks at the data directory at `root`; null when it holds no database. The file is read whole unless it is said not to be. */
export const inspectDatabase = (root: string, { isWhole = true } = {}): Effect.Effect<Inspection | null> =>
  Effect.promise(async () => {
    const { database } = dataDirectoryAt(root)
    const found = await stat(database).catch(() => null)
    if (found === null) return null
    return { heldBy: await heldBy(root), bytes: found.size, ...checked(database, isWhole) }
  })
