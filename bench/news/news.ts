/** How long searches of the index of news take, among a million made articles, through the store. */
import { DatabaseSync } from "node:sqlite"
import { NewsStore } from "@kittiwake/core/news/NewsStore"
import { ManagedRuntime, Redacted } from "effect"
import pg from "pg"
import { manyNewsRows as rowsOfPostgres } from "../../packages/adapters/postgres/test/manyNewsRows.ts"
import { dataDirectoryAt } from "../../packages/adapters/sqlite/src/dataDirectory.ts"
import { manyNewsRows as rowsOfSqlite } from "../../packages/adapters/sqlite/test/manyNewsRows.ts"
import { newsQuestions } from "../../packages/core/src/testing/manyNews.ts"
import { percentile } from "../measure.ts"
import { type BenchOptions, type Finding, tell } from "../report.ts"
import { type StorageName, withStorage } from "../storages.ts"

const runtimeOf = async (name: StorageName, storage: string) => {
  if (name === "SQLite") {
    const { layer } = await import("@kittiwake/sqlite/embedded")
    return ManagedRuntime.make<NewsStore, unknown>(layer({ dataDirectory: storage }))
  }
  const { layer } = await import("@kittiwake/postgres/postgres")
  return ManagedRuntime.make<NewsStore, unknown>(layer({ url: Redacted.make(storage) }))
}

/** Makes the tables as the product does, and fills them without it. */
const fill = async (name: StorageName, storage: string, count: number): Promise<number> => {
  const runtime = await runtimeOf(name, storage)
  await runtime.runPromise(NewsStore.use((store) => store.count))
  await runtime.dispose()
  const began = performance.now()
  if (name === "SQLite") {
    const db = new DatabaseSync(dataDirectoryAt(storage).database)
    // What finds them is made when all are there, as the product makes it.
    const indexes = db.prepare(
      "select name, sql from sqlite_master where tbl_name = 'news_mentions' and type = 'index' and sql is not null"
    )
    const all = indexes.all() as unknown as ReadonlyArray<{ readonly name: string; readonly sql: string }>
    db.exec(`pragma synchronous = off; ${all.map((one) => `drop index ${one.name};`).join(" ")} ${rowsOfSqlite(count)}`)
    db.exec(`${all.map((one) => `${one.sql};`).join(" ")} analyze; pragma wal_checkpoint(truncate)`)
    db.close()
  } else {
    const client = new pg.Client({ connectionString: storage })
    await client.connect()
    await client.query("set synchronous_commit = off")
    for (const statement of [
      ...rowsOfPostgres(count),
      "vacuum analyze news_mentions",
      "vacuum analyze news_articles"
    ]) {
      await client.query(statement)
    }
    await client.end()
  }
  return (performance.now() - began) / 1_000
}

/** What an answer may take at p99; the store's part of it. */
const targetMillis = 50

const onStorage = (name: StorageName, { databaseUrl, isQuick }: BenchOptions) =>
  withStorage(name, databaseUrl, async (place) => {
    const count = isQuick ? 100_000 : 1_000_000
    const storage = await place.empty()
    tell(`news on ${place.label}: putting ${count} articles`)
    const fillSeconds = await fill(name, storage, count)
    tell(`news on ${place.label}: put in ${fillSeconds.toFixed(0)} s`)
    const runtime = await runtimeOf(name, storage)
    try {
      const findings: Array<Finding> = []
      for (const [what, questionOf] of Object.entries(newsQuestions(count))) {
        const [took, bare]: [Array<number>, Array<number>] = [[], []]
        let found = 0
        const until = performance.now() + (isQuick ? 2_000 : 6_000)
        for (let n = 0; n < 400 && (n < 20 || performance.now() < until); n++) {
          const began = performance.now()
          found += (await runtime.runPromise(NewsStore.use((store) => store.search(questionOf(n))))).length
          // The first questions open connections and prepare statements.
          if (n < 5) continue
          took.push(performance.now() - began)
          const bareBegan = performance.now()
          await runtime.runPromise(NewsStore.use((store) => store.known([])))
          bare.push(performance.now() - bareBegan)
        }
        const p50 = percentile(took, 0.5)
        const p99 = percentile(took, 0.99)
        tell(`news on ${place.label}: ${what}: ${p50.toFixed(2)} ms at the median, ${p99.toFixed(1)} at p99`)
        findings.push({
          what: `news of ${what}, p99, of ${count.toLocaleString("en")} articles on ${place.label}`,
          target: `${targetMillis} ms`,
          ours: p99,
          yardstick: percentile(bare, 0.99),
          unit: "ms",
          notes: [
            `p50 ${p50.toFixed(2)} ms, ${took.length} searches, ${(found / (took.length + 5)).toFixed(1)} articles each`
          ]
        })
      }
      return findings
    } finally {
      await runtime.dispose()
    }
  })

/** Both storages, one after the other, or `-- --rows Postgres` alone. */
export const news = async (options: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const findings: Array<Finding> = []
  for (const name of ["SQLite", "Postgres"] satisfies ReadonlyArray<StorageName>) {
    if (options.rows === undefined || options.rows.includes(name)) findings.push(...(await onStorage(name, options)))
  }
  return findings
}
