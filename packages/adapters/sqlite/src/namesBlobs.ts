/** Whether the rows of a database file name blobs that lie outside of it, whoever has it open. */
import { bodyTables } from "@kittiwake/storage/largeBodies"
import { Effect } from "effect"
import { openReader } from "./openConnection.ts"

const queries = [
  "select 1 from batch_segments where small = 0 limit 1",
  ...bodyTables.map((table) => `select 1 from ${table} where encoding glob '*@blob' limit 1`)
]

const read = (file: string): boolean => {
  const db = openReader(file)
  try {
    return queries.some((query) => db.get(query) !== undefined)
  } finally {
    db.close()
  }
}

/** Looks; false for a file that has no such tables. */
export const namesBlobs = (file: string): Effect.Effect<boolean> =>
  Effect.sync(() => {
    try {
      return read(file)
    } catch {
      // What is wrong with the file is for whoever opens it to say.
      return false
    }
  })
