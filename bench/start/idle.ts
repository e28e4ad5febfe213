/** What a server costs that has nothing to do. */
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import pg from "pg"
import { type BenchOptions, type Finding, tell } from "../report.ts"
import type { StoragePlace } from "../storages.ts"
import { serverOn } from "./command.ts"
import { serving } from "./launched.ts"
import { cpuSecondsOf } from "./processTree.ts"

const counter = fileURLToPath(new URL("./queries.cjs", import.meta.url))

/** After so long what only a start needs is over. */
const settleMillis = 20_000

/** Transactions of the database so far; what asks has committed one more each time. */
const transactionsOf = async (url: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: string }>(
      "select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()"
    )
    return Number(rows[0]!.count)
  } finally {
    await client.end()
  }
}

/** How often a storage was asked so far. */
const queriesOf = async (storage: string): Promise<number> =>
  storage.startsWith("postgres:") ? transactionsOf(storage) : (await readFile(join(storage, "queries"))).length

const observe = async (storage: string, seconds: number) => {
  const { at, program } = await serverOn(storage)
  if (!storage.startsWith("postgres:")) await writeFile(join(storage, "queries"), "")
  const env = storage.startsWith("postgres:") ? {} : { BENCH_QUERIES: join(storage, "queries") }
  const args = storage.startsWith("postgres:") ? program.args : ["--require", counter, ...program.args]
  return serving({ args, env: { ...program.env, ...env } }, at, async ({ pid }) => {
    await wait(settleMillis)
    const before = { cpu: await cpuSecondsOf(pid), queries: await queriesOf(storage) }
    await wait(seconds * 1e3)
    const queries = (await queriesOf(storage)) - before.queries
    return { percent: (((await cpuSecondsOf(pid)) - before.cpu) / seconds) * 100, queriesPerSecond: queries / seconds }
  })
}

/** Processor and questions to the storage of a server without monitors, over minutes. */
export const idle = async (place: StoragePlace, { isQuick }: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const seconds = isQuick ? 120 : 300
  tell(`start: idle on ${place.label} for ${seconds} s`)
  const { percent, queriesPerSecond } = await observe(await place.empty(), seconds)
  const notes = [`over ${seconds} s`]
  return [
    { what: `idle on ${place.label}: processor`, target: "≤ 0.3 %", ours: percent, yardstick: null, unit: "%", notes },
    {
      what: `idle on ${place.label}: questions to it`,
      target: "≤ 0.2/s",
      ours: queriesPerSecond,
      yardstick: null,
      unit: "/s",
      notes
    }
  ]
}
