import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { suite } from "../../../core/src/testing/usageSumsSuite.ts"
import { Connection } from "../src/Connection.ts"
import { migrate } from "../src/migrate.ts"
import { Sqlite } from "../src/Sqlite.ts"
import { foldTallies } from "../src/usageSums.ts"
import { countCharges } from "../src/writes/tallies.ts"
import { foldTallies as fold } from "../src/writes/usageSums.ts"
import { onSqlite } from "./databases.ts"

const left = Effect.flatMap(Sqlite, ({ read }) =>
  read("test", (db) => db.get<{ readonly left: number }>("select count(*) as left from usage_tallies")!.left)
)

suite("SQLite", onSqlite, { fold: foldTallies, left })

const charge = (id: number, path = "/parse") => ({
  ...{ id: `charge_${id}`, organizationId: "org", at: id, path, keyId: "key_a", statusCode: 200 },
  ...{ creditsUsed: id, requestCount: 0, correctsRequestId: null }
})

interface Told {
  readonly path: string
  readonly credits: number
}

describe("charges that come one by one", () => {
  it("grow one tally until it is folded, and none that was folded, undone or another's", () => {
    const db = new Connection(":memory:", { readOnly: false })
    migrate(db)
    const tallies = () => db.all<Told>("select path, credits_used as credits from usage_tallies order by rowid")
    const rows = (...told: ReadonlyArray<readonly [path: string, credits: number]>) =>
      assert.deepStrictEqual(
        tallies().map(({ credits, path }) => [path, credits]),
        told.map((one) => [...one])
      )
    for (const id of [1, 2, 4]) countCharges(db, [charge(id)])
    rows(["/parse", 7])
    assert.throws(() =>
      db.atomically(() => {
        countCharges(db, [charge(8), charge(16, "/web/crawl")])
        throw new Error("undone")
      })
    )
    rows(["/parse", 7])
    // This one takes the place of the tally that was undone, whose place is remembered.
    countCharges(db, [charge(32, "/web/scrape/html")])
    countCharges(db, [charge(64, "/web/crawl")])
    rows(["/parse", 7], ["/web/scrape/html", 32], ["/web/crawl", 64])
    assert.strictEqual(fold(db, 100), 3)
    countCharges(db, [charge(128)])
    countCharges(db, [charge(256)])
    rows(["/parse", 384])
    fold(db, 100)
    const [sum] = db.all<Told>(
      "select value as path, credits_used as credits from usage_hours where split_by = 'path' and value = '/parse'"
    )
    assert.strictEqual(sum?.credits, 391)
  })
})
