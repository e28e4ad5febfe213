/** Pages crawled a second, to Markdown and for their links alone, against a bare loop that only follows links. */
import { startChild } from "../children.ts"
import { interleaved, type Round } from "../measure.ts"
import { type BenchOptions, type Finding, findingOf, tell } from "../report.ts"
import { type StorageName, type StoragePlace, startProduct, withStorage } from "../storages.ts"
import { type Site, smallCards, spreadOver } from "./site.ts"

/** Ways to crawl. */
const sorts = [
  { what: "to Markdown, one host", hosts: 1, wantsMarkdown: true, target: "≥ 450/s" },
  { what: `to Markdown, ${spreadOver} hosts`, hosts: spreadOver, wantsMarkdown: true, target: "≥ 450/s" },
  { what: `links only, ${spreadOver} hosts`, hosts: spreadOver, wantsMarkdown: false, target: "≥ 1,000/s" }
] as const

/** Pages of the run whose memory is told. */
const manyPages = 10_000

const runOn = async (place: StoragePlace, { isQuick }: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const pages = await startChild(new URL("./pages.ts", import.meta.url))
  const port = await pages.call<number>("listen")
  const bare = await startChild(new URL("./bare.ts", import.meta.url))
  const freshProduct = async () => startProduct(new URL("./product.ts", import.meta.url), await place.empty())
  let rounds = 0
  const siteOn = (hosts: number, count: number): Site => ({
    port,
    hosts,
    round: ++rounds,
    pages: count,
    cards: smallCards
  })
  const count = isQuick ? 500 : 2_000
  const bytes = await pages.call<number>("bytes", siteOn(1, count))

  const product = await freshProduct()
  const findings: Array<Finding> = []
  for (const { hosts, target, wantsMarkdown, what } of sorts) {
    tell(`crawl on ${place.label}: ${count} pages of ${bytes} bytes ${what}`)
    const ours = () => product.call<Round>("round", { site: siteOn(hosts, count), wantsMarkdown })
    const yardstick = () => bare.call<Round>("round", siteOn(hosts, count))
    await yardstick()
    await ours()
    const taken = await interleaved<"ours" | "yardstick", Round>(isQuick ? 3 : 5, { yardstick, ours })
    findings.push(findingOf({ what: `pages crawled ${what}, on ${place.label}`, target }, taken))
  }
  await Promise.all([product.end(), bare.end()])

  // A process of its own: what earlier rounds took would count.
  const fresh = await freshProduct()
  const startMegabytes = await fresh.call<number>("peakMegabytes")
  for (const many of [isQuick ? 500 : 2_000, isQuick ? 2_000 : manyPages]) {
    await fresh.call("round", { site: siteOn(spreadOver, many), wantsMarkdown: true })
    const peak = await fresh.call<number>("peakMegabytes")
    tell(
      `crawl on ${place.label}: ${many} pages in a new process of ${Math.round(startMegabytes)} MB, at most ${Math.round(peak)} MB`
    )
  }
  await fresh.end()
  await pages.end()
  return findings
}

/** Both storages, one after the other. */
export const crawl = async (options: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  tell(
    "crawl: NOT MEASURED beside it: Crawlee, which bench/peers does not have. Its earlier figures stand in README.md."
  )
  const on = (name: StorageName) => withStorage(name, options.databaseUrl, (place) => runOn(place, options))
  return [...(await on("SQLite")), ...(await on("Postgres"))]
}
