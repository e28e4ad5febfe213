/** How long a read waits while the product crawls a site whose scans have to be read, against a bare server beside it. */
import { loadavg } from "node:os"
import { type Child, startChild } from "../children.ts"
import { type Site, smallCards, spreadOver } from "../crawl/site.ts"
import { seeded } from "../http/seeded.ts"
import { startServer } from "../http/server.ts"
import { interleaved, median } from "../measure.ts"
import { type BenchOptions, type Finding, tell } from "../report.ts"
import { type StoragePlace, withStorage } from "../storages.ts"
import type { CrawlerOptions } from "./crawler.ts"
import type { OpenLoadReport } from "./openLoad.ts"
import type { ReadsOptions } from "./reader.ts"
import type { CrawledReport, ReadsReport } from "./site.ts"

const perSecond = 200

/** Monitors that the reads list. */
const monitorCount = 10

/** Crawls under way at a time: while one waits for its last scans, the other reads pages. */
const crawls = 2

/** Crawls have sites of their own, in all rounds: numbers that none of them reaches apart. */
const roundsApart = 1_000

/** One round: reads, and what was crawled beside them. */
interface Round extends ReadsReport {
  readonly crawled: CrawledReport
}

/** Has the server write down what each of its threads does into the folder `BENCH_PROFILE`, for whoever asks why. */
const profiled: Readonly<Record<string, string>> =
  process.env.BENCH_PROFILE === undefined
    ? {}
    : { NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=500 --cpu-prof-dir=${process.env.BENCH_PROFILE}` }

const nothing: CrawledReport = { crawls: 0, pages: 0, scans: 0 }

/** Stores monitors whose pages are of the site; tells what is read of them. */
const storeMonitors = async (origin: string, key: string, page: string): Promise<ReadonlyArray<string>> => {
  const paths: Array<string> = []
  for (let index = 0; index < monitorCount; index++) {
    const response = await fetch(`${origin}/v1/monitors`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({
        name: `Catalogue ${index}`,
        target: { type: "page", url: page },
        change_detection: { type: "exact" },
        schedule: { type: "interval", frequency: 7, unit: "days" }
      })
    })
    const created = (await response.json()) as { readonly id?: string }
    if (created.id === undefined) throw new Error(`a monitor was answered ${JSON.stringify(created)}`)
    paths.push(`/v1/monitors/${created.id}`, "/v1/monitors")
  }
  return paths
}

/** One round of reads beside crawls, which must have read pages and scans. */
const besideCrawls = async (
  crawler: Child,
  crawling: CrawlerOptions,
  read: () => Promise<ReadsReport>
): Promise<Round> => {
  await crawler.call("start", crawling)
  const reads = await read()
  const crawled = await crawler.call<CrawledReport>("stop")
  if (crawled.pages === 0 || crawled.scans === 0) {
    throw new Error(`the crawls did not read everything that they should: ${JSON.stringify(crawled)}`)
  }
  return { ...reads, crawled }
}

const middle = (reports: ReadonlyArray<OpenLoadReport>, field: keyof OpenLoadReport): number =>
  median(reports.map((report) => report[field]))

const worst = (reports: ReadonlyArray<OpenLoadReport>): number => Math.max(...reports.map(({ maxMillis }) => maxMillis))

const inWords = (name: string, reports: ReadonlyArray<OpenLoadReport>): string =>
  `${name}: p50 ${middle(reports, "p50Millis").toFixed(2)} ms, p99 ${middle(reports, "p99Millis").toFixed(1)} ms, ` +
  `max ${worst(reports).toFixed(0)} ms of ${reports.reduce((sum, { requests }) => sum + requests, 0)}`

const rowsOf = (
  what: string,
  target: string | null,
  rounds: ReadonlyArray<ReadsReport>,
  notes: ReadonlyArray<string>
): ReadonlyArray<Finding> => {
  const [ours, bare] = [rounds.map((round) => round.ours), rounds.map((round) => round.bare)]
  const row = (name: string, valueOf: (reports: ReadonlyArray<OpenLoadReport>) => number) => ({
    what: `${name} of ${perSecond} GET a second ${what}`,
    target: null,
    ours: valueOf(ours),
    yardstick: valueOf(bare),
    unit: "ms" as const,
    notes: []
  })
  return [
    {
      ...row("p99", (reports) => middle(reports, "p99Millis")),
      target,
      notes: [inWords("ours", ours), inWords("bare, at the same moments", bare), ...notes]
    },
    row("longest", worst)
  ]
}

const runOn = async (place: StoragePlace, { isQuick }: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const { keys, storage } = await seeded(place, { organizations: 1, requests: "unlimited" })
  const key = keys[0]!
  const server = await startServer({
    KITTIWAKE_DATA_DIR: storage,
    DATABASE_URL: "",
    KITTIWAKE_EGRESS_ALLOW: "127.0.0.0/8",
    KITTIWAKE_BROWSER: "off",
    ...profiled
  })
  const [pages, bare, reader, crawler] = await Promise.all(
    ["./pages.ts", "../http/bare.ts", "./reader.ts", "./crawler.ts"].map((file) =>
      startChild(new URL(file, import.meta.url))
    )
  )
  const barePort = await bare!.call<number>("listen", keys)
  const port = await pages!.call<number>("listen")
  const site: Site = { port, hosts: spreadOver, round: 0, pages: isQuick ? 200 : 500, cards: smallCards }
  const watched = `http://shop0.site.localhost:${port}/${spreadOver}/${smallCards}/10/0/0`
  const paths = await storeMonitors(`http://127.0.0.1:${server.port}`, key, watched)

  const read = (seconds: number) =>
    reader!.call<ReadsReport>("read", {
      ...{ port: server.port, barePort, paths, key, perSecond, millis: seconds * 1_000 }
    } satisfies ReadsOptions)
  let rounds = 0
  const beside = () => {
    rounds += 1
    const crawling = { port: server.port, key, crawls, site: { ...site, round: rounds * roundsApart } }
    return besideCrawls(crawler!, crawling, () => read(isQuick ? 10 : 20))
  }

  tell(`reads on ${place.label}: ${perSecond} a second, alone and beside crawls of ${site.pages} pages`)
  // The compiler is at work for seconds, and the threads that read scans take some to start.
  await read(3)
  const warm = await beside()
  tell(`reads on ${place.label}: the first crawls read ${JSON.stringify(warm.crawled)}`)
  const alone = async () => ({ ...(await read(isQuick ? 5 : 10)), crawled: nothing })
  const found = await interleaved<"alone" | "beside", Round>(isQuick ? 2 : 5, { alone, beside })
  await Promise.all([server.end(), pages!.end(), bare!.end(), reader!.end(), crawler!.end()])

  const sum = (field: keyof CrawledReport) => found.beside.reduce((all, { crawled }) => all + crawled[field], 0)
  const crawled = `${sum("pages")} pages of 31 KB, ${sum("scans")} scanned PDF files in ${sum("crawls")} crawls`
  return [
    ...rowsOf("beside a crawl with OCR", "≤ 20 ms", found.beside, [
      crawled,
      `load of the machine ${loadavg()[0]!.toFixed(1)}`
    ]),
    ...rowsOf("alone", null, found.alone, [])
  ]
}

/** On the embedded database, which answers in the process that crawls. */
export const reads = (options: BenchOptions): Promise<ReadonlyArray<Finding>> =>
  withStorage("SQLite", options.databaseUrl, (place) => runOn(place, options))
