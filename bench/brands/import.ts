/**
 * `node bench/brands/import.ts [--quick] [--on Postgres]`: how fast `kittiwake brands import` takes a made dump of Wikidata of more than
 * 1 GB, one line of which has 200 MB, and what memory it takes above that of an import of one row. With `--quick` a tenth of it.
 */
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { type Finding, table, tell } from "../report.ts"
import { kittiwake } from "../start/command.ts"
import { type Program, ran } from "../start/launched.ts"
import { type StorageName, withStorage } from "../storages.ts"
import { type WrittenDump, writeDump } from "./dump.ts"

const { values } = parseArgs({
  options: { quick: { type: "boolean", default: false }, on: { type: "string", default: "SQLite" } }
})

/** Bytes of the dump, unpacked, beside its line of 200 MB; and of one a quarter as large, which tells whether memory grows with it. */
const bytes = values.quick ? 110_000_000 : 1_100_000_000

/** The most that an import may hold above that of one row, in megabytes. */
const mostOver = 250

const bareLines = fileURLToPath(new URL("./bareLines.ts", import.meta.url))

const storageOf = (name: string): StorageName => {
  if (name === "SQLite" || name === "Postgres") return name
  throw new Error(`There is no storage ${name}: write SQLite or Postgres.`)
}

const megabytes = (count: number): string => `${Math.round(count / 1e6).toLocaleString("en")} MB`

const findingsOf = async (name: StorageName, folder: string): Promise<ReadonlyArray<Finding>> => {
  const write = async (
    file: string,
    size: number,
    hasHostile: boolean
  ): Promise<WrittenDump & { readonly path: string }> => {
    const path = join(folder, file)
    tell(`writing a dump of ${megabytes(size)}`)
    return { path, ...(await writeDump(path, size, hasHostile)) }
  }
  const [whole, quarter] = [await write("dump.json.gz", bytes, true), await write("quarter.json.gz", bytes / 4, false)]
  const one = join(folder, "one.csv")
  await writeFile(one, "1,one.example\n")
  return withStorage(name, process.env.DATABASE_URL || undefined, async (place) => {
    const imports = async (list: string) => {
      const storage = await place.empty()
      const env: Program["env"] =
        name === "SQLite"
          ? { DATABASE_URL: "", KITTIWAKE_DATA_DIR: storage }
          : { DATABASE_URL: storage, KITTIWAKE_DATA_DIR: folder }
      await ran(kittiwake(["migrate"], env))
      tell(`importing ${list}`)
      return ran(kittiwake(["brands", "import", list, "--json"], env))
    }
    const base = await imports(one)
    const small = await imports(quarter.path)
    const ours = await imports(whole.path)
    tell("the bare loop")
    const bare = await ran({ args: [bareLines, whole.path], env: {} })
    const over = (peak: number) => peak - base.peakMegabytes
    const packed = (await stat(whole.path)).size
    return [
      {
        what: `rows of a dump of ${megabytes(whole.bytes)} on ${place.label}`,
        target: null,
        ours: whole.rows / ours.seconds,
        yardstick: whole.rows / bare.seconds,
        notes: [
          `${whole.rows.toLocaleString("en")} rows, ${whole.companies.toLocaleString("en")} of them companies that are written, ${megabytes(packed)} packed`,
          `${ours.seconds.toFixed(1)} s, processor ${ours.cpuSeconds.toFixed(1)} s; bare ${bare.seconds.toFixed(1)} s, processor ${bare.cpuSeconds.toFixed(1)} s`,
          `${(whole.companies / ours.seconds).toFixed(0)} companies a second`
        ]
      },
      {
        what: `memory above an import of one row, at most, on ${place.label}`,
        target: `≤ ${mostOver} MB`,
        ours: over(ours.peakMegabytes),
        yardstick: null,
        unit: "MB",
        notes: [
          `${Math.round(base.peakMegabytes)} MB for one row`,
          `${Math.round(over(small.peakMegabytes))} MB above it for ${megabytes(quarter.bytes)} without the line of 200 MB`
        ]
      }
    ]
  })
}

const folder = await mkdtemp(join(tmpdir(), "kittiwake-dump-"))
try {
  const findings = await findingsOf(storageOf(values.on), folder)
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "processor"}\n`)
  console.log(table(findings))
} finally {
  await rm(folder, { recursive: true, force: true })
}
