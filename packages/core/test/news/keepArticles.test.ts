import { assert, layer as withLayer } from "@effect/vitest"
import { Effect } from "effect"
import type { NewsEntry } from "../../src/news/domain/NewsEntry.ts"
import type { ReportedArticle } from "../../src/news/domain/ReportedArticle.ts"
import { keepArticles } from "../../src/news/keepArticles.ts"
import { NewsStore } from "../../src/news/NewsStore.ts"
import { layer } from "./gathering.ts"

const reported = (place: number, title: string, excerpt: string | null = null): ReportedArticle => ({
  ...{ url: `https://paper.com/${place}`, title, excerpt, language: "en", imageUrl: null, authors: [] },
  ...{ publishedAt: null, type: "editorial", labels: [], linkedDomains: [] },
  source: { name: "Paper", domain: "paper.com", country: null, isDirect: true }
})

/** What is put at once, of these reports. */
const piecesOf = Effect.fnUntraced(function* (reports: ReadonlyArray<ReportedArticle>) {
  const pieces: Array<ReadonlyArray<NewsEntry>> = []
  const store = NewsStore.of({
    ...(yield* NewsStore),
    put: (entries) =>
      Effect.sync(() => {
        pieces.push(entries)
        return { added: entries.length, filled: 0 }
      })
  })
  const { added } = yield* Effect.provideService(keepArticles(reports), NewsStore, store)
  return { added, pieces }
})

withLayer(layer)("articles that sources report", (it) => {
  it.effect("are kept in pieces that others who write need not wait for", () =>
    Effect.gen(function* () {
      const plain = Array.from({ length: 25 }, (_, n) => reported(n, `Petrel opens factory ${n}`))
      const { added, pieces } = yield* piecesOf(plain)
      assert.strictEqual(added, 25)
      assert.deepStrictEqual(
        pieces.map(({ length }) => length),
        [10, 10, 5]
      )
      const letters = "abcdefghijklmnopqrstuvwxyz"
      const named = (from: number) =>
        Array.from({ length: 60 }, (_, n) => `X${letters[(from + n) % 26]}${letters[n % 25]}.`).join(" ")
      const dear = Array.from({ length: 25 }, (_, n) => reported(n, named(n), named(n + 9)))
      const heavy = yield* piecesOf(dear)
      assert.strictEqual(heavy.added, 25)
      const mentions = heavy.pieces.map((entries) => entries.flatMap((entry) => entry.mentions).length)
      assert.isAbove(mentions[0]!, 100, "they name many")
      assert.isAtMost(Math.max(...mentions), 230)
    })
  )

  it.effect("are all kept, though the last of them is none", () =>
    Effect.gen(function* () {
      const { added, pieces } = yield* piecesOf([reported(1, "Petrel grows"), reported(2, " ")])
      assert.strictEqual(added, 1)
      assert.lengthOf(pieces, 1)
      assert.deepStrictEqual((yield* piecesOf([reported(1, " ")])).pieces, [])
      assert.deepStrictEqual((yield* piecesOf([])).pieces, [])
    })
  )
})
