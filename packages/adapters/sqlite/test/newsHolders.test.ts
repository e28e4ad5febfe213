import { assert, describe, it } from "@effect/vitest"
import { newSource } from "@kittiwake/core/news/domain/NewsSource"
import { readSource, sourceEntry } from "@kittiwake/storage/newsSources"
import { DateTime } from "effect"
import { Connection } from "../src/Connection.ts"
import { migrate } from "../src/migrate.ts"
import { statements as before } from "../src/migrations/0036_news_sources.ts"
import { statements } from "../src/migrations/0053_news_holders.ts"

const addedAt = DateTime.makeUnsafe(1_700_000_000_123)

/** An entry as it was kept before it said whose it is. */
const oldEntry = (url: string, foundFor: string | null, articles: number): string => {
  const source = newSource({ url, origin: "found", foundFor, title: null, country: null, addedAt, articles })
  const { broughtBy: _, site: __, ...old } = JSON.parse(sourceEntry(source)) as Readonly<Record<string, unknown>>
  return JSON.stringify(old)
}

describe("sources of news that were kept before it was known whose they are", () => {
  it("count for their sites, and for nobody", () => {
    const db = new Connection(":memory:", { readOnly: false })
    db.exec(before)
    const rows = [
      ["https://feeds.example/a", "petrel.example:8443", 3],
      ["https://tern.example:8080/b", null, 0]
    ] as const
    for (const [url, foundFor, articles] of rows) {
      db.run(
        "insert into news_sources (url, host, listed, failing, due_at, gone_at, entry) values (?, ?, 0, 0, 1, null, ?)",
        ...[url, new URL(url).host, oldEntry(url, foundFor, articles)]
      )
    }
    db.exec(statements)
    const told = db.all("select site, brought_by, fruitful, added_at from news_sources order by url")
    assert.deepStrictEqual(
      told.map((row) => ({ ...(row as object) })),
      [
        { site: "petrel.example", brought_by: "", fruitful: 1, added_at: 1_700_000_000_123 },
        { site: "tern.example", brought_by: "", fruitful: 0, added_at: 1_700_000_000_123 }
      ]
    )
    const read = rows.map(([url, foundFor]) => readSource(oldEntry(url, foundFor, 0)))
    assert.deepStrictEqual(
      read.map(({ broughtBy, site }) => [site, broughtBy]),
      [
        ["petrel.example", ""],
        ["tern.example", ""]
      ]
    )
  })

  it("are looked for along their indexes, and sorted nowhere", () => {
    const db = new Connection(":memory:", { readOnly: false })
    migrate(db)
    const planOf = (statement: string) =>
      db
        .all<{ readonly detail: string }>(`explain query plan ${statement}`)
        .map(({ detail }) => detail)
        .join()
    const held = "select brought_by, count(*) from news_sources where listed = 0 group by brought_by"
    assert.match(planOf(held), /COVERING INDEX news_sources_held/)
    const weakest = `select url from news_sources where listed = 0 and brought_by = 'a' and fruitful <= 1 and added_at < 5
      order by fruitful, added_at, url limit 1`
    assert.match(planOf(weakest), /INDEX news_sources_held/)
    assert.notInclude(planOf(weakest), "TEMP B-TREE")
    assert.match(planOf("select count(*) from news_sources where site = 'a' and listed = 0"), /news_sources_site/)
    const ofHost = (moment: string) => `select 1 from news_sources where host = 'a' and ${moment} is not null limit 1`
    assert.match(planOf(ofHost("due_at")), /SEARCH .*COVERING INDEX news_sources_due/)
    assert.match(planOf(ofHost("gone_at")), /INDEX news_sources_gone/)
  })
})
