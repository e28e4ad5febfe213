/**
 * `npm run bench`: how fast the product is, with the limit of each job measured beside it.
 *
 * `-- --only http,monitors,deliveries,claims,crawl,batches,brands,news,scrape,browser,dashboard,reads,pauses,diff,fairness,start,hostile,sitemaps,sharing,volume` runs some of them, `-- --quick` less of each,
 * `-- --rows sitemap --rows "PDF of"` of the hostile ones those with one of these in their names, and of batches the parts so named
 * (`intake on SQLite`, `reading on Postgres 18.4 by 2`, `fair on SQLite`, `worked on Postgres 18.4 by 1`). See README.md.
 */
import { cpus } from "node:os"
import { parseArgs } from "node:util"
import { batches } from "./batches/batches.ts"
import { brands } from "./brands/brands.ts"
import { browser } from "./browser/browser.ts"
import { claims } from "./claims/claims.ts"
import { crawl } from "./crawl/crawl.ts"
import { dashboard } from "./dashboard/dashboard.ts"
import { deliveries } from "./deliveries/deliveries.ts"
import { diff } from "./diff/diff.ts"
import { fairness } from "./fairness/fairness.ts"
import { hostile } from "./hostile/hostile.ts"
import { http } from "./http/http.ts"
import { monitors } from "./monitors/monitors.ts"
import { news } from "./news/news.ts"
import { pauses } from "./pauses/pauses.ts"
import { reads } from "./reads/reads.ts"
import { type BenchOptions, type Finding, table, tell } from "./report.ts"
import { scrape } from "./scrape/scrape.ts"
import { sharing } from "./sharing/sharing.ts"
import { sitemapsOf500k } from "./sitemaps/sitemaps.ts"
import { start } from "./start/start.ts"
import { volume } from "./volume/volume.ts"

const benches: Readonly<Record<string, (options: BenchOptions) => Promise<ReadonlyArray<Finding>>>> = {
  http,
  monitors,
  deliveries,
  claims,
  crawl,
  batches,
  brands,
  news,
  scrape,
  browser,
  dashboard,
  reads,
  pauses,
  diff,
  fairness,
  start,
  hostile,
  sitemaps: sitemapsOf500k,
  sharing,
  volume
}

const usage = `Usage: npm run bench -- [--only ${Object.keys(benches).join(",")}] [--quick] [--rows PART]…`

const parsed = () => {
  try {
    return parseArgs({
      options: {
        only: { type: "string" },
        quick: { type: "boolean", default: false },
        rows: { type: "string", multiple: true },
        help: { type: "boolean", default: false }
      }
    }).values
  } catch (cause) {
    console.error(`${(cause as Error).message}\n${usage}`)
    return process.exit(2)
  }
}

const values = parsed()
if (values.help) {
  console.log(usage)
  process.exit(0)
}

const names = values.only === undefined ? Object.keys(benches) : values.only.split(",")
const unknown = names.filter((name) => !(name in benches))

if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(", ")}: write some of ${Object.keys(benches).join(", ")}.`)
  process.exitCode = 2
} else {
  const given = process.env.DATABASE_URL
  const options: BenchOptions = {
    isQuick: values.quick,
    rows: values.rows,
    databaseUrl: given === "" ? undefined : given
  }
  const findings: Array<Finding> = []
  for (const name of names) {
    tell(`${name} …`)
    const found = await benches[name]!(options)
    findings.push(...found)
    // Whoever ends the others early has these.
    if (names.length > 1) tell(table(found))
  }
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "processor"}\n`)
  console.log(table(findings))
}
