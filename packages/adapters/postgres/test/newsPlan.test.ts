/** What searches read among many articles: counted by the server, with statistics and without. */

import { assert, describe, it } from "@effect/vitest"
import { NewsStore } from "@kittiwake/core/news/NewsStore"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { newsQuestions } from "../../../core/src/testing/manyNews.ts"
import { runStatements } from "../src/migrate.ts"
import * as news from "../src/migrations/0035_news.ts"
import * as narrowMentions from "../src/migrations/0043_narrow_mentions.ts"
import { needsServer } from "./databases.ts"
import { manyNewsRows } from "./manyNewsRows.ts"
import { fillTables, mostReadBy, onOneConnection } from "./mostRead.ts"

/** How many there are: so many that reading through them shows, and so few that a planner who may choose would. */
const count = Number(process.env.MANY_NEWS ?? 50_000)

/**
 * Rows that a question may find: some hundred of each key, and no articles but those that it answers with. Whoever asks for what is hardly
 * there reads the giant's list, which is a tenth of all, twice at most, and not the articles beside it.
 */
const mostRead = { usual: 2_000, rare: count * 0.16 } as const

/** A plan may change once a statement has been asked so often. */
const often = 8

const watched = mostReadBy(
  Effect.fnUntraced(function* (watch) {
    const sql = yield* SqlClient.SqlClient
    const store = yield* NewsStore
    const each = Effect.gen(function* () {
      for (let n = 0; n < often; n++) {
        for (const [what, questionOf] of Object.entries(newsQuestions(count))) {
          yield* watch(what, store.search(questionOf(n)))
        }
      }
    })
    yield* each
    yield* sql`analyze`
    yield* each
  })
)

describe("searches among many articles of news on a Postgres server", needsServer, () => {
  it.live(
    "read little of them",
    () =>
      Effect.gen(function* () {
        yield* fillTables(["news_articles", "news_mentions"], manyNewsRows(count))
        const most = yield* watched
        const isRare = (what: string) => /hardly any|of none|publisher/.test(what)
        assert.deepStrictEqual(
          [...most].filter(([what, rows]) => rows > (isRare(what) ? mostRead.rare : mostRead.usual)),
          []
        )
        assert.isAbove(most.get("a site")!, 10)
      }).pipe(onOneConnection),
    300_000
  )
})

describe(
  "mentions that were kept before they said what lists are narrowed by, on a Postgres server",
  needsServer,
  () => {
    it.live(
      "say it of the articles that they are of",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`drop table news_articles, news_mentions, news_bands`
          yield* runStatements(news)
          yield* sql`insert into news_articles
          values (1, 'art_1', 'art_1', 5, 7, 0, 'paper.example', null, 'de', 'editorial', 5, '{}')`
          yield* sql`insert into news_mentions (article_no, key, weight, sorted_at, place)
          values (1, 11, 500, 5, 7), (1, 12, 600, 5, 7)`
          yield* runStatements(narrowMentions)
          const rows =
            yield* sql`select key::integer as key, weight, source, country, language, type from news_mentions order by key`
          const told = { source: "paper.example", country: null, language: "de", type: "editorial" }
          assert.deepStrictEqual(rows, [
            { key: 11, weight: 500, ...told },
            { key: 12, weight: 600, ...told }
          ])
        }).pipe(onOneConnection),
      120_000
    )
  }
)
