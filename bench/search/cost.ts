/**
 * `node bench/search/cost.ts [--on Postgres] [--pages 400] [--rounds 9]`: what it costs to index a page beside what it costs to read it. Pages
 * of 30 KB are scraped to Markdown with the index and without it, in turns. Of each round it is told how long those who read wait, for
 * each page, and the processor's time: of reading, charging and keeping them, and of putting them all into the index.
 */
import { parseArgs } from "node:util"
import { startChild } from "../children.ts"
import { type Site, smallCards, spreadOver } from "../crawl/site.ts"
import { costOf, interleaved, median } from "../measure.ts"
import { tell } from "../report.ts"
import type { ScrapeRound } from "../scrape/scraping.ts"
import { startProduct, withStorage } from "../storages.ts"

const { values } = parseArgs({
  options: {
    on: { type: "string", default: "SQLite" },
    pages: { type: "string", default: "400" },
    rounds: { type: "string", default: "9" }
  }
})

const count = Number(values.pages)

const spread = (costs: ReadonlyArray<number>): string =>
  `${median(costs).toFixed(0)} (${Math.min(...costs).toFixed(0)} to ${Math.max(...costs).toFixed(0)})`

await withStorage(
  values.on === "Postgres" ? "Postgres" : "SQLite",
  process.env.DATABASE_URL || undefined,
  async (place) => {
    const pages = await startChild(new URL("../crawl/pages.ts", import.meta.url))
    const port = await pages.call<number>("listen")
    const product = async (indexing: string) =>
      startProduct(new URL("../scrape/product.ts", import.meta.url), await place.empty(), { BENCH_INDEX: indexing })
    const [without, withIndex] = [await product("none"), await product("all")]
    let rounds = 0
    const siteOf = (): Site => ({ port, hosts: spreadOver, round: ++rounds, pages: count, cards: smallCards })
    const once = (child: typeof without) => () => child.call<ScrapeRound>("round", { site: siteOf() })
    tell(`${count} pages of ${await pages.call<number>("bytes", siteOf())} bytes a round on ${place.label}`)
    for (const child of [without, withIndex]) await once(child)()
    const taken = await interleaved(Number(values.rounds), { without: once(without), withIndex: once(withIndex) })
    const measures: Readonly<Record<string, (round: ScrapeRound) => number>> = {
      "microseconds that a page takes those who read": ({ done, readSeconds }) => (readSeconds / done) * 1e6,
      "microseconds of processor a page, all threads": costOf,
      "microseconds of processor a page, main thread": ({ done, mainSeconds }) => (mainSeconds / done) * 1e6
    }
    for (const [what, measure] of Object.entries(measures)) {
      const [bare, whole] = [taken.without.map(measure), taken.withIndex.map(measure)]
      // Each round beside the one before it: what else the machine does strikes both.
      const more = whole.map((cost, at) => (cost / bare[at]! - 1) * 100)
      console.log(`on ${place.label}, ${what}`)
      console.log(`without an index: ${spread(bare)}`)
      console.log(`with an index: ${spread(whole)}`)
      console.log(`more, in percent: ${spread(more)}`)
    }
    await Promise.all([without.end(), withIndex.end(), pages.end()])
  }
)
