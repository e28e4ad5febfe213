/** Which organization keeps most in results of batches, by a database file, whoever has it open. */
import { Effect } from "effect"
import { openReader } from "./openConnection.ts"

export interface MostResults {
  readonly organizationId: string
  readonly bytes: number
}

const read = (file: string): MostResults | null => {
  const db = openReader(file)
  try {
    return (
      db.get<MostResults>(
        `select organization_id as organizationId, sum(bytes) as bytes from batch_sums
        group by organization_id order by sum(bytes) desc limit 1`
      ) ?? null
    )
  } finally {
    db.close()
  }
}

/** Looks; null where nobody keeps any, and for a file that has no such table. */
export const mostResults = (file: string): Effect.Effect<MostResults | null> =>
  Effect.sync(() => {
    try {
      return read(file)
    } catch {
      // What is wrong with the file is for whoever opens it to say.
      return null
    }
  })
