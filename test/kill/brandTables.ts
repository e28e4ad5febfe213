/** The index of brands as it lies in the tables, without the moments at which it was written. */
import { DatabaseSync } from "node:sqlite"
import pg from "pg"
import { dataDirectoryAt } from "../../packages/adapters/sqlite/src/dataDirectory.ts"
import type { Storage } from "../endToEnd/storages.ts"

const tables = [
  ...(["brands", "brand_words", "brand_spellings", "brand_symbols", "brand_ids", "waiting_brands"] as const),
  ...(["waiting_brand_keys", "brand_imports"] as const)
]

type Row = Readonly<Record<string, unknown>>

const moments: ReadonlySet<string> = new Set(["updated_at", "started_at", "ended_at"])

/** A row as text; when a field was told is the number that follows this word, also in JSON within a text. */
const textOf = (row: Row): string =>
  JSON.stringify(Object.entries(row).filter(([column]) => !moments.has(column))).replaceAll(
    /(atMillis\\*":\s*)\d+/g,
    (_, name: string) => `${name}0`
  )

/** All rows of a table. */
export const rowsOf = async ({ env }: Storage, table: string): Promise<ReadonlyArray<Row>> => {
  const statement = `select * from ${table}`
  if (env.DATABASE_URL === undefined) {
    using db = new DatabaseSync(dataDirectoryAt(env.KITTIWAKE_DATA_DIR!).database, { readOnly: true })
    return db.prepare(statement).all()
  }
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** All rows of each table, in an order of their own. Nobody may write meanwhile. */
export const brandTables = async (storage: Storage): Promise<ReadonlyMap<string, ReadonlyArray<string>>> => {
  const found = new Map<string, ReadonlyArray<string>>()
  for (const table of tables) found.set(table, (await rowsOf(storage, table)).map(textOf).toSorted())
  return found
}
