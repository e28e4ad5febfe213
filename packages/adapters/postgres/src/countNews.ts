/** How many news the database knows. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Articles that are kept, sources that are asked, and those of them whose last answer was a failure. */
export const countNews = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly articles: number; readonly sources: number; readonly failing: number }>`
    select (select count(*)::integer from news_articles) as articles, count(*)::integer as sources,
      count(*) filter (where failing)::integer as failing
    from news_sources where gone_at is null`
  return row!
})
