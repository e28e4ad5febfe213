/** What searches read among many pages of the index: counted by the server, with statistics or without. */
import { assert, describe, it } from "@effect/vitest"
import { PageIndex } from "@kittiwake/core/search/PageIndex"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { anotherPage, pageOwners, pageQuestions, pageTimes } from "../../../core/src/testing/manyPages.ts"
import { needsServer } from "./databases.ts"
import { manyPageRows } from "./manyPageRows.ts"
import { fillTables, mostReadBy, onOneConnection, statisticsInTurn } from "./mostRead.ts"

/** How many there are: so many that reading through them shows. */
const count = Number(process.env.MANY_PAGES ?? 100_000)

/** Pages of the blocks in which words are counted, for each term of a question, and what a step may find, for each step. */
const mostRead = 50_000

/** A plan may change when a statement is asked for the sixth time: Postgres plans it for its values five times. */
const often = 6

const watched = mostReadBy(
  Effect.fnUntraced(function* (watch) {
    const sql = yield* SqlClient.SqlClient
    const index = yield* PageIndex
    const keepSince = DateTime.makeUnsafe(pageTimes.firstMillis + 20 * pageTimes.eachMillis)
    const each = Effect.gen(function* () {
      for (let n = 0; n < often; n++) {
        for (const [what, questionOf] of Object.entries(pageQuestions(count))) {
          const found = yield* watch(what, index.search(pageOwners.searching, questionOf(n)))
          assert.strictEqual(found.length === 0, /of none/.test(what), what)
        }
        const { organizationId, readAt, url } = anotherPage(n)
        yield* watch("putting a page", index.put([anotherPage(n)], readAt))
        const gone = { organizationId, url, goneAt: readAt }
        yield* watch("forgetting a page", index.forget([gone, { ...gone, url: `${url}/nothing` }], readAt))
        yield* index.put([anotherPage(n)], readAt)
        yield* watch("dropping what is old", index.prune({ keepSince, maxPages: 1e9, maxBytes: 1e12 }, 10))
        yield* watch("dropping what is too much", index.prune({ keepSince, maxPages: count - 60, maxBytes: 1e12 }, 10))
        yield* watch("telling how much there is", index.size)
      }
    })
    for (const hasStatistics of statisticsInTurn(false)) {
      if (hasStatistics) yield* sql`analyze`
      yield* each
    }
  })
)

describe("searches among many pages on a Postgres server", needsServer, () => {
  it.live(
    "read little of them",
    () =>
      Effect.gen(function* () {
        yield* fillTables(["index_spaces", "index_pages", "index_terms"], manyPageRows(count))
        const most = yield* watched
        const bound = (what: string) => (/^(?:putting|forgetting|dropping|telling)/.test(what) ? 300 : mostRead)
        assert.deepStrictEqual(
          [...most].filter(([what, rows]) => rows > bound(what)),
          []
        )
        assert.isAbove(most.get("a word that all have")!, 10)
      }).pipe(onOneConnection),
    300_000
  )
})
