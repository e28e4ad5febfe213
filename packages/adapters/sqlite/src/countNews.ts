/** How many news a database file knows, whoever has it open. */
import { Effect } from "effect"
import { openReader } from "./openConnection.ts"

/** Articles that are kept, sources that are asked, and those of them whose last answer was a failure. */
interface NewsCounts {
  readonly articles: number
  readonly sources: number
  readonly failing: number
}

const count = (file: string): NewsCounts => {
  const db = openReader(file)
  try {
    return db.get<NewsCounts>(
      `select (select count(*) from news_articles) as articles, count(*) as sources, count(*) filter (where failing = 1) as failing
      from news_sources where gone_at is null`
    )!
  } finally {
    db.close()
  }
}

/** Counts; none in a file that has no such tables. */
export const countNews = (file: string): Effect.Effect<NewsCounts> =>
  Effect.sync(() => {
    try {
      return count(file)
    } catch {
      // What is wrong with the file is for whoever opens it to say.
      return { articles: 0, sources: 0, failing: 0 }
    }
  })
