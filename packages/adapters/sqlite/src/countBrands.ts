/** How many brands the index of a database file has, whoever has it open. */
import { Effect } from "effect"
import { openReader } from "./openConnection.ts"

const count = (file: string): number => {
  const db = openReader(file)
  try {
    return db.get<{ readonly count: number }>("select count(*) as count from brands")?.count ?? 0
  } finally {
    db.close()
  }
}

/** Counts; none in a file that has no such table. */
export const countBrands = (file: string): Effect.Effect<number> =>
  Effect.sync(() => {
    try {
      return count(file)
    } catch {
      // What is wrong with the file is for whoever opens it to say.
      return 0
    }
  })
