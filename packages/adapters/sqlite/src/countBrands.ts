/** How many brands a database file knows, whoever has it open. */
import { type DateTime, Effect } from "effect"
import { millisOf } from "./moments.ts"
import { openReader } from "./openConnection.ts"

/** How many brands the index has, and how many were read at their sites; of those, whose age counts from before a moment. */
interface BrandCounts {
  readonly indexed: number
  readonly read: number
  readonly old: number
}

const count = (file: string, before: DateTime.Utc): BrandCounts => {
  const db = openReader(file)
  try {
    return db.get<BrandCounts>(
      `select (select count(*) from brands) as indexed, count(*) as read, count(*) filter (where ages_from <= ?) as old
      from brand_profiles`,
      millisOf(before)
    )!
  } finally {
    db.close()
  }
}

/** Counts; none in a file that has no such tables. */
export const countBrands = (file: string, before: DateTime.Utc): Effect.Effect<BrandCounts> =>
  Effect.sync(() => {
    try {
      return count(file, before)
    } catch {
      // What is wrong with the file is for whoever opens it to say.
      return { indexed: 0, read: 0, old: 0 }
    }
  })
