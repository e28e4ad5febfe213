/**
 * A list of 100,000 pages taken in; pages of batches read a second by one worker and by two, against a bare loop that only follows
 * links; a list of 100,000 worked from first to last; and what ten pages wait beside one.
 */
import { existsSync } from "node:fs"
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import pg from "pg"
import { blobFolder } from "../blobFolder.ts"
import { type Child, startChild } from "../children.ts"
import { type Site, smallCards, spreadOver } from "../crawl/site.ts"
import { interleaved, median, type Round, rateOf } from "../measure.ts"
import { type BenchOptions, type Finding, findingOf, table, tell } from "../report.ts"
import { type StorageName, type StoragePlace, startProduct, withStorage } from "../storages.ts"
import { fairOn } from "./fair.ts"
import type { Worked } from "./product.ts"

/** Entries of the largest list. */
const manyEntries = 100_000

const module = new URL("./product.ts", import.meta.url)

const idle = { BENCH_WORKS: "no" }

/** Whether the part of this name was asked for: all are, unless `--rows` names some. */
const isChosen = ({ rows }: BenchOptions, name: string): boolean =>
  rows === undefined || rows.some((row) => name.includes(row))

const intakeOn = async (place: StoragePlace, options: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  if (!isChosen(options, `intake on ${place.label}`)) return []
  const { isQuick } = options
  tell(`batches on ${place.label}: lists of ${manyEntries} addresses, taken in`)
  const product = await startProduct(module, await place.empty(), idle)
  await product.call("ready")
  await product.call("intake", 1_000)
  const before = await product.call<number>("peakMegabytes")
  const rounds: Array<Round> = []
  for (let round = 0; round < (isQuick ? 2 : 5); round++) rounds.push(await product.call<Round>("intake", manyEntries))
  const peak = await product.call<number>("peakMegabytes")
  await product.end()
  const what = `a list of 100,000 addresses accepted on ${place.label}`
  const inSeconds = (of: (round: Round) => number) => median(rounds.map(of)).toFixed(2)
  return [
    {
      what: `${what}: time`,
      target: "≤ 2 s",
      ours: median(rounds.map(({ seconds }) => seconds)),
      yardstick: null,
      unit: "s",
      notes: [
        `${inSeconds(({ mainSeconds }) => mainSeconds)} s of the main thread, ${inSeconds(({ cpuSeconds }) => cpuSeconds)} of the process`
      ]
    },
    { what: `${what}: memory more`, target: "≤ 100 MB", ours: peak - before, yardstick: null, unit: "MB", notes: [] }
  ]
}

/** None where nothing was ever large enough for a file of its own. */
const bytesBelow = async (folder: string): Promise<number> => {
  if (!existsSync(folder)) return 0
  let sum = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) sum += (await stat(join(entry.parentPath, entry.name))).size
  }
  return sum
}

/** Megabytes of the database and of the blobs. */
const sizesOf = async (storage: string) => {
  const blobs = (await bytesBelow(blobFolder(storage))) / 1e6
  if (!storage.startsWith("postgres")) return { blobs, database: (await bytesBelow(storage)) / 1e6 - blobs }
  const client = new pg.Client({ connectionString: storage })
  await client.connect()
  const { rows } = await client.query<{ size: string }>("select pg_database_size(current_database()) as size")
  await client.end()
  return { blobs, database: Number(rows[0]!.size) / 1e6 }
}

/** The site, and the sites that it is in each round. */
const openSites = async () => {
  const pages = await startChild(new URL("../crawl/pages.ts", import.meta.url))
  const port = await pages.call<number>("listen")
  let round = 0
  const siteOf = (count: number): Site => ({ port, hosts: spreadOver, round: ++round, pages: count, cards: smallCards })
  return { siteOf, end: pages.end }
}

/** Who reads the pages: one process that is also the door, or two. */
const startWorkers = async (storage: string, count: number): Promise<ReadonlyArray<Child>> => {
  const workers: Array<Child> = []
  for (let n = 0; n < count; n++) {
    const worker = await startProduct(module, storage)
    await worker.call("ready")
    workers.push(worker)
  }
  return workers
}

const target = "≥ 450/s"

/** How many workers a part is taken with, of those that were asked for. */
const workersOn = ({ label }: StoragePlace, part: string, options: BenchOptions): ReadonlyArray<number> =>
  (label === "SQLite" ? [1] : [1, 2]).filter((workers) => isChosen(options, `${part} on ${label} by ${workers}`))

const readingOn = async (place: StoragePlace, options: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const { isQuick } = options
  const sites = await openSites()
  const bare = await startChild(new URL("../crawl/bare.ts", import.meta.url))
  const count = isQuick ? 500 : 2_000
  const findings: Array<Finding> = []
  for (const workers of workersOn(place, "reading", options)) {
    tell(`batches on ${place.label}: ${count} pages of a list to Markdown by ${workers}`)
    const products = await startWorkers(await place.empty(), workers)
    const ours = () => products[0]!.call<Round>("round", sites.siteOf(count))
    const yardstick = () => bare.call<Round>("round", sites.siteOf(count))
    await yardstick()
    await ours()
    const taken = await interleaved<"ours" | "yardstick", Round>(isQuick ? 3 : 5, { yardstick, ours })
    const what = `pages of a batch read to Markdown by ${workers === 1 ? "one worker" : "two workers"}, ${spreadOver} hosts, on ${place.label}`
    const notes = workers === 1 ? [] : ["processor time is that of one of the two"]
    findings.push(findingOf({ what, target }, taken, notes))
    for (const product of products) await product.end()
  }
  await Promise.all([bare.end(), sites.end()])
  return findings
}

/** A large list from first to last, in processes of their own: what earlier rounds took would count. */
const workedOn = async (place: StoragePlace, options: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const { isQuick } = options
  const sites = await openSites()
  const count = isQuick ? 5_000 : manyEntries
  const findings: Array<Finding> = []
  for (const workers of workersOn(place, "worked", options)) {
    tell(`batches on ${place.label}: ${count} pages from first to last by ${workers}`)
    const storage = await place.empty()
    const products = await startWorkers(storage, workers)
    const worked = await products[0]!.call<Worked>("worked", sites.siteOf(count))
    const peaks: Array<number> = []
    for (const product of products) peaks.push(await product.call<number>("peakMegabytes"))
    for (const product of products) await product.end()
    const { blobs, database } = await sizesOf(storage)
    findings.push({
      what: `a list of ${count} pages worked by ${workers === 1 ? "one worker" : "two workers"} on ${place.label}`,
      target,
      ours: rateOf(worked),
      yardstick: null,
      unit: "/s",
      notes: [
        `settled ${worked.settleSeconds.toFixed(1)} s after the last page`,
        `memory after each tenth ${worked.megabytes.join(", ")} MB, at most ${peaks.map(Math.round).join(" and ")}`,
        `${Math.round((worked.cpuSeconds / worked.done) * 1e6)} µs of processor each at the first worker`,
        `database ${Math.round(database)} MB, blobs ${Math.round(blobs)} MB`
      ]
    })
  }
  await sites.end()
  return findings
}

const fairnessOn = async (place: StoragePlace, options: BenchOptions): Promise<ReadonlyArray<Finding>> =>
  isChosen(options, `fair on ${place.label}`) ? await fairOn(place, options) : []

/** Both storages, one after the other. */
export const batches = async (options: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const findings: Array<Finding> = []
  for (const name of ["SQLite", "Postgres"] satisfies ReadonlyArray<StorageName>) {
    const on = (work: typeof intakeOn) => withStorage(name, options.databaseUrl, (place) => work(place, options))
    for (const part of [intakeOn, readingOn, fairnessOn, workedOn]) {
      const found = await on(part)
      findings.push(...found)
      // The others take minutes each; whoever ends them early has these.
      if (found.length > 0) tell(table(found))
    }
  }
  if (findings.length === 0) throw new Error(`There is no part with ${options.rows?.join(" or ")} in its name.`)
  return findings
}
