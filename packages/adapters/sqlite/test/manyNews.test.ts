import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { NewsStore } from "@kittiwake/core/news/NewsStore"
import { Effect, Layer } from "effect"
import { newsQuestions } from "../../../core/src/testing/manyNews.ts"
import * as news from "../src/migrations/0035_news.ts"
import * as narrowMentions from "../src/migrations/0043_narrow_mentions.ts"
import * as Stores from "../src/Stores.ts"
import { manyNewsRows } from "./manyNewsRows.ts"
import { Watched, watchedDatabase } from "./watchedDatabase.ts"

/** How many there are; a million has the same plans. */
const count = Number(process.env.MANY_NEWS ?? 50_000)

describe("searches among many articles of news", () => {
  it.live(
    "find what they want by an index that says all, and walk through no table",
    () =>
      Effect.gen(function* () {
        const { db, walks } = yield* Watched
        const store = yield* NewsStore
        db.exec(manyNewsRows(count))
        for (const statistics of [false, true]) {
          if (statistics) db.exec("analyze")
          for (const [what, questionOf] of Object.entries(newsQuestions(count))) {
            const before = [...db.plans.keys()]
            const found = yield* store.search(questionOf(1))
            assert.strictEqual(found.length === 0, /of none|without news/.test(what), what)
            const asked = [...db.plans].filter(([text]) => !before.includes(text) && /news_mentions m/.test(text))
            for (const [, steps] of asked) {
              const step = steps.find((one) => / m /.test(one))
              assert.match(String(step), /^SEARCH m USING COVERING INDEX news_mentions_(?:newest|relevance) /, what)
              assert.deepStrictEqual(
                steps.filter((one) => /SEARCH a /.test(one)),
                [],
                what
              )
            }
          }
          assert.deepStrictEqual(walks(), [], statistics ? "with statistics" : "without statistics")
        }
      }).pipe(Effect.provide(Layer.provideMerge(Stores.layer, watchedDatabase))),
    300_000
  )
})

describe("mentions that were kept before they said what lists are narrowed by", () => {
  it("say it of the articles that they are of", () => {
    const db = new DatabaseSync(":memory:")
    db.exec(news.statements)
    db.exec(
      `insert into news_articles values (1, 'art_1', 'art_1', 5, 7, 0, 'paper.example', null, 'de', 'editorial', 5, '{}')`
    )
    db.exec(
      "insert into news_mentions (article_no, key, weight, sorted_at, place) values (1, 11, 500, 5, 7), (1, 12, 600, 5, 7)"
    )
    db.exec(narrowMentions.statements)
    const told = { source: "paper.example", country: null, language: "de", type: "editorial" }
    assert.deepStrictEqual(
      db
        .prepare("select * from news_mentions order by key")
        .all()
        .map((row) => ({ ...row })),
      [
        { ...{ article_no: 1, key: 11, weight: 500, sorted_at: 5, place: 7 }, ...told },
        { ...{ article_no: 1, key: 12, weight: 600, sorted_at: 5, place: 7 }, ...told }
      ]
    )
    db.close()
  })
})
