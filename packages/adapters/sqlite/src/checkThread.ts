/** The thread that reads a database file whole and says what is wrong with it. It lasts as long as that takes. */
import { parentPort, workerData } from "node:worker_threads"
import { Connection } from "./Connection.ts"
import type { CheckStart, Fault } from "./messages.ts"
import { latestMigration, migrationOf } from "./migrate.ts"
import { failureOf } from "./sqliteFailure.ts"

const { check, file } = workerData as CheckStart

const foreign = (db: Connection): string | null => {
  const migration = migrationOf(db)
  if (migration === 0) return "it is not a database of Kittiwake"
  // A copy of it can be gone back to by the version that wrote it.
  return check === "restored" && migration > latestMigration ? "it was written by a newer version" : null
}

const damage = (db: Connection): string | null => {
  const pragma = check === "copied" ? "quick_check" : "integrity_check"
  const [row] = db.all<Readonly<Record<string, string>>>(`pragma ${pragma}(1)`)
  const line = row?.[pragma] ?? "it cannot be checked"
  return line === "ok" ? null : `it is damaged (${line.replaceAll("\n", " ")})`
}

const reasonOf = (): string | null => {
  const db = new Connection(file, { readOnly: true })
  try {
    return foreign(db) ?? damage(db)
  } finally {
    db.close()
  }
}

const faultOf = (): Fault | null => {
  try {
    const reason = reasonOf()
    return reason === null ? null : { reason, isSeen: true }
  } catch (error) {
    const { kind, message } = failureOf(error)
    const isSeen = kind === "corrupt"
    return { reason: isSeen ? `it is damaged (${message})` : `it could not be checked (${message})`, isSeen }
  }
}

parentPort!.postMessage(faultOf())
