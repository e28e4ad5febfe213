/** A list of 100,000 pages taken in, and pages of batches read a second, against a bare loop that only follows links. */
import { startChild } from "../children.ts"
import { type Site, smallCards, spreadOver } from "../crawl/site.ts"
import { interleaved, median, type Round } from "../measure.ts"
import { type BenchOptions, type Finding, findingOf, tell } from "../report.ts"
import { type StorageName, type StoragePlace, startProduct, withStorage } from "../storages.ts"

/** Entries of the largest list. */
const manyEntries = 100_000

/** Pages of the run whose memory is told. */
const manyPages = 100_000

const module = new URL("./product.ts", import.meta.url)

const idle = { BENCH_WORKS: "no" }

const intakeOn = async (place: StoragePlace, { isQuick }: BenchOptions): Promise<ReadonlyArray<Finding>> => {
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
  return [
    {
      what: `${what}: time`,
      target: "≤ 2 s",
      ours: median(rounds.map(({ seconds }) => seconds)),
      yardstick: null,
      unit: "s",
      notes: [`${median(rounds.map(({ mainSeconds }) => mainSeconds)).toFixed(2)} s of the main thread`]
    },
    { what: `${what}: memory more`, target: "≤ 100 MB", ours: peak - before, yardstick: null, unit: "MB", notes: [] }
  ]
}

const readingOn = async (place: StoragePlace, { isQuick }: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const pages = await startChild(new URL("../crawl/pages.ts", import.meta.url))
  const port = await pages.call<number>("listen")
  const bare = await startChild(new URL("../crawl/bare.ts", import.meta.url))
  const product = await startProduct(module, await place.empty())
  await product.call("ready")
  let rounds = 0
  const siteOf = (count: number): Site => ({
    port,
    hosts: spreadOver,
    round: ++rounds,
    pages: count,
    cards: smallCards
  })
  const count = isQuick ? 500 : 2_000
  tell(`batches on ${place.label}: ${count} pages of a list to Markdown`)
  const ours = () => product.call<Round>("round", siteOf(count))
  const yardstick = () => bare.call<Round>("round", siteOf(count))
  await yardstick()
  await ours()
  const taken = await interleaved<"ours" | "yardstick", Round>(isQuick ? 3 : 5, { yardstick, ours })
  await Promise.all([product.end(), bare.end()])

  // A process of its own: what earlier rounds took would count.
  const fresh = await startProduct(module, await place.empty())
  await fresh.call("ready")
  const notes: Array<string> = []
  for (const many of [isQuick ? 500 : 2_000, isQuick ? 2_000 : manyPages]) {
    const { seconds } = await fresh.call<Round>("round", siteOf(many))
    const peak = await fresh.call<number>("peakMegabytes")
    notes.push(`${many} pages in ${seconds.toFixed(0)} s with at most ${Math.round(peak)} MB`)
  }
  await fresh.end()
  await pages.end()
  return [
    findingOf(
      { what: `pages of a batch read to Markdown, ${spreadOver} hosts, on ${place.label}`, target: "≥ 450/s" },
      taken,
      notes
    )
  ]
}

/** Both storages, one after the other. */
export const batches = async (options: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const findings: Array<Finding> = []
  for (const name of ["SQLite", "Postgres"] satisfies ReadonlyArray<StorageName>) {
    const on = (work: typeof intakeOn) => withStorage(name, options.databaseUrl, (place) => work(place, options))
    findings.push(...(await on(intakeOn)), ...(await on(readingOn)))
  }
  return findings
}
