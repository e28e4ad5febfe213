/** Pages scraped to Markdown a second, each a call of its own, against a bare loop that fetches and parses them. */
import { startChild } from "../children.ts"
import { largeCards, type Site, smallCards, spreadOver } from "../crawl/site.ts"
import { interleaved, type Round } from "../measure.ts"
import { type BenchOptions, type Finding, findingOf, tell } from "../report.ts"
import { type StorageName, type StoragePlace, startProduct, withStorage } from "../storages.ts"

/** Sorts of pages. */
const sorts = [
  { what: "of 30 KB", cards: smallCards, share: 1, target: null },
  // Reading alone has a target of 200 a second: here fetching, keeping and charging come on top.
  { what: "of 174 KB", cards: largeCards, share: 0.25, target: null }
] as const

/** Pages of the run whose memory is told. */
const manyPages = 10_000

const runOn = async (place: StoragePlace, { isQuick }: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const pages = await startChild(new URL("../crawl/pages.ts", import.meta.url))
  const port = await pages.call<number>("listen")
  const bare = await startChild(new URL("./bare.ts", import.meta.url))
  const freshProduct = async () => startProduct(new URL("./product.ts", import.meta.url), await place.empty())
  let rounds = 0
  const siteOf = (cards: number, count: number): Site => ({
    port,
    hosts: spreadOver,
    round: ++rounds,
    pages: count,
    cards
  })

  const product = await freshProduct()
  const findings: Array<Finding> = []
  for (const { cards, share, target, what } of sorts) {
    const count = (isQuick ? 500 : 2_000) * share
    const bytes = await pages.call<number>("bytes", siteOf(cards, count))
    tell(`scrape on ${place.label}: ${count} pages of ${bytes} bytes`)
    const ours = () => product.call<Round>("round", { site: siteOf(cards, count) })
    const yardstick = () => bare.call<Round>("round", { site: siteOf(cards, count) })
    await yardstick()
    await ours()
    const taken = await interleaved<"ours" | "yardstick", Round>(isQuick ? 3 : 5, { yardstick, ours })
    findings.push(findingOf({ what: `pages ${what} scraped on ${place.label}`, target }, taken))
  }
  await Promise.all([product.end(), bare.end()])

  // A process of its own: what earlier rounds took would count.
  const fresh = await freshProduct()
  const startMegabytes = await fresh.call<number>("peakMegabytes")
  for (const many of [500, isQuick ? 2_000 : manyPages]) {
    await fresh.call("round", { site: siteOf(smallCards, many) })
    const peak = await fresh.call<number>("peakMegabytes")
    tell(
      `scrape on ${place.label}: ${many} pages in a new process of ${Math.round(startMegabytes)} MB, at most ${Math.round(peak)} MB`
    )
  }
  await fresh.end()
  await pages.end()
  return findings
}

/** Both storages, one after the other. */
export const scrape = async (options: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const on = (name: StorageName) => withStorage(name, options.databaseUrl, (place) => runOn(place, options))
  return [...(await on("SQLite")), ...(await on("Postgres"))]
}
