import { NewsStore } from "@kittiwake/core/news/NewsStore"
import { type ArticleRow, afterOf, firstOf, foundArticles, placeOf, wantedKeys } from "@kittiwake/storage/news"
import { Effect, Layer } from "effect"
import { pruneInSteps } from "./pruneInSteps.ts"
import { Sqlite } from "./Sqlite.ts"

/** Most articles that one step of pruning drops: others write between two. */
const prunedTogether = 50

/** `NewsStore` on SQLite. */
export const layer: Layer.Layer<NewsStore, never, Sqlite> = Layer.effect(
  NewsStore,
  Effect.gen(function* () {
    const { read, readLong, write } = yield* Sqlite

    return NewsStore.of({
      put: (entries, at) =>
        entries.length === 0
          ? Effect.succeed({ added: 0, filled: 0 })
          : write("NewsStore.put", { entries: entries.map((entry) => ({ ...entry, place: placeOf(entry.id) })), at }),

      search: Effect.fn("NewsStore.search")(function* (question) {
        const { after, filter, limit, order } = question
        const keys = wantedKeys(question.keys)
        const rows = yield* readLong("NewsStore.mentions", "news", {
          ...{ keys, filter, order, limit },
          after: afterOf(after)
        })
        const first = firstOf(rows, question)
        const articles = yield* read("NewsStore.load", (db) =>
          first.flatMap(
            ({ articleNo }) =>
              db.get<ArticleRow>(
                "select article_no as articleNo, id, story_id as storyId, record from news_articles where article_no = ?",
                articleNo
              ) ?? []
          )
        )
        return foundArticles(first, articles, question)
      }),

      known: (ids) =>
        read(
          "NewsStore.known",
          (db) => new Set(ids.filter((id) => db.get("select 1 from news_articles where id = ?", id) !== undefined))
        ),

      count: read(
        "NewsStore.count",
        (db) => db.get<{ readonly count: number }>("select count(*) as count from news_articles")!.count
      ),

      prune: (limits, limit) =>
        pruneInSteps(limit, prunedTogether, (most) => write("NewsStore.prune", { ...limits, limit: most }))
    })
  })
)
