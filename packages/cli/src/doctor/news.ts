/** What the doctor says about news: articles that are kept, and sources that are asked. */
import { countNews as inPostgres } from "@kittiwake/postgres/internal/countNews"
import * as PgClient from "@kittiwake/postgres/PgClient"
import { countNews as inFile } from "@kittiwake/sqlite/internal/countNews"
import { dataDirectoryAt } from "@kittiwake/sqlite/internal/dataDirectory"
import { Duration, Effect } from "effect"
import type { Settings } from "../config.ts"
import { absent, type Finding, ok } from "./Finding.ts"

const counted = ({ storage }: Settings) =>
  storage._tag === "Embedded"
    ? inFile(dataDirectoryAt(storage.dataDirectory).database)
    : inPostgres.pipe(
        Effect.provide(PgClient.layer({ url: storage.url, poolSize: 1, connectTimeout: Duration.seconds(5) })),
        // That the database does not answer is told where it is looked at.
        Effect.catchCause(() => Effect.succeed({ articles: 0, sources: 0, failing: 0 }))
      )

const count = (number: number): string => number.toLocaleString("en")

/** How many articles and sources there are, and what keeps there from being more. */
export const news = (settings: Settings): Effect.Effect<Finding> =>
  Effect.map(counted(settings), ({ articles, failing, sources }) => {
    const { gathering, news: bounds } = settings
    const kept = `${count(articles)} ${articles === 1 ? "article" : "articles"} of up to ${count(bounds.maxArticles)}`
    if (bounds.maxArticles === 0) {
      return absent("news", `${kept}: none is kept`, "Set KITTIWAKE_NEWS_ARTICLES to how many are to be kept.")
    }
    if (gathering.sources === 0) {
      return absent("news", `${kept}; no source is asked`, "Set KITTIWAKE_NEWS_SOURCES to how many are to be asked.")
    }
    const asked = `${count(sources)} ${sources === 1 ? "source" : "sources"} of up to ${count(gathering.sources)}`
    return ok("news", `${kept}; ${asked}${failing === 0 ? "" : `, of which ${count(failing)} fail`}`)
  })
