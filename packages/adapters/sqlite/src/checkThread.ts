/** The thread that reads a database file whole and says what is wrong with it. It lasts as long as that takes. */
import { parentPort, workerData } from "node:worker_threads"
import { Connection } from "./Connection.ts"
import type { CheckStart } from "./messages.ts"
import { latestMigration, migrationOf } from "./migrate.ts"

const { check, file } = workerData as CheckStart

const foreign = (db: Connection): string | null => {
  const migration = migrationOf(db)
  if (migration === 0) return "it is not a database of Kittiwake"
  return migration > latestMigration ? "it was written by a newer version" : null
}

const damage = (db: Connection, pragma: "quick_check" | "integrity_check"): string | null => {
  const [row] = db.all<Readonly<Record<string, string>>>(`pragma ${pragma}(1)`)
  const line = row?.[pragma] ?? "it cannot be checked"
  return line === "ok" ? null : `it is damaged (${line.replaceAll("\n", " ")})`
}

const faultOf = (): string | null => {
  const db = new Connection(file, { readOnly: true })
  try {
    return check === "copied" ? damage(db, "quick_check") : (foreign(db) ?? damage(db, "integrity_check"))
  } finally {
    db.close()
  }
}

try {
  parentPort!.postMessage(faultOf())
} catch (error) {
  parentPort!.postMessage(`it is damaged (${error instanceof Error ? error.message : String(error)})`)
}
