/** What searches read among many pages of the index: their plans, and the rows that statements answer. */
import { assert, describe, it } from "@effect/vitest"
import { PageIndex } from "@kittiwake/core/search/PageIndex"
import { DateTime, Effect, Layer } from "effect"
import { anotherPage, pageOwners, pageQuestions, pageTimes } from "../../../core/src/testing/manyPages.ts"
import * as Stores from "../src/Stores.ts"
import { manyPageRows } from "./manyPageRows.ts"
import { Watched, watchedDatabase } from "./watchedDatabase.ts"

/** How many there are; a million has the same plans. */
const count = Number(process.env.MANY_PAGES ?? 50_000)

/** Rows that one search may be answered: candidates of a few steps, with their pages. */
const mostRead = 1_500

describe("searches among many pages that were read", () => {
  it.live(
    "read no more than they may, and walk through no table",
    () =>
      Effect.gen(function* () {
        const { db, rowsRead, walks } = yield* Watched
        const index = yield* PageIndex
        db.exec(manyPageRows(count))
        for (const statistics of [false, true]) {
          if (statistics) db.exec("analyze")
          for (const [what, questionOf] of Object.entries(pageQuestions(count))) {
            const before = rowsRead()
            const found = yield* index.search(pageOwners.searching, questionOf(1))
            assert.strictEqual(found.length === 0, /of none/.test(what), what)
            assert.isAtMost(rowsRead() - before, mostRead, what)
          }
          const { organizationId, readAt, url } = anotherPage(2)
          for (const n of [1, 1, 2]) yield* index.put([anotherPage(n)], readAt)
          const gone = { organizationId, url, goneAt: readAt }
          assert.strictEqual(yield* index.forget([gone, { ...gone, url: `${url}/nothing` }], readAt), 1)
          yield* index.put([anotherPage(2)], readAt)
          const keepSince = DateTime.makeUnsafe(pageTimes.firstMillis + 20 * pageTimes.eachMillis)
          assert.strictEqual(yield* index.prune({ keepSince, maxPages: 1e9, maxBytes: 1e12 }, 100), statistics ? 0 : 20)
          const tooMany = { keepSince, maxPages: count - 30 - (statistics ? 10 : 0), maxBytes: 1e12 }
          assert.isAbove(yield* index.prune(tooMany, 100), 0)
          assert.isAbove((yield* index.size).pages, 0)
          // Of organizations there are not many.
          const read = walks().filter(([text]) => !/from index_spaces/.test(text))
          assert.deepStrictEqual(read, [], statistics ? "with statistics" : "without statistics")
        }
      }).pipe(Effect.provide(Layer.provideMerge(Stores.layer, watchedDatabase))),
    300_000
  )
})
