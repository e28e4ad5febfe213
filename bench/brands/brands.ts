/** How long somebody waits for brands while typing, through HTTP, of a million of them. */
import { rm } from "node:fs/promises"
import { blobFolder } from "../blobFolder.ts"
import { startChild } from "../children.ts"
import { seeded } from "../http/seeded.ts"
import { startServer } from "../http/server.ts"
import { openLoad } from "../reads/openLoad.ts"
import { type BenchOptions, type Finding, tell } from "../report.ts"
import { type StorageName, storageEnv, withStorage } from "../storages.ts"
import { typed } from "./names.ts"

/** Searches a second, of one caller after the other. */
const perSecond = 40

const targets = {
  prefix: { SQLite: 5, Postgres: 5 },
  twoTypos: { SQLite: 30, Postgres: 25 },
  words: { SQLite: null, Postgres: null }
} as const

const titles = {
  prefix: "a beginning of a name, p99",
  twoTypos: "a name with two typos, p99",
  words: "a whole name, p99"
} as const

const pathOf = (kind: keyof typeof targets, query: string): string =>
  `/v1/brand/search?query=${encodeURIComponent(query)}${kind === "twoTypos" ? "&typoTolerance=2" : ""}`

const onStorage = (name: StorageName, { databaseUrl, isQuick }: BenchOptions) =>
  withStorage(name, databaseUrl, async (place) => {
    const count = isQuick ? 100_000 : 1_000_000
    const { keys, storage } = await seeded(place, { organizations: 1, requests: "unlimited" })
    const filler = await startChild(new URL("./fill.ts", import.meta.url), storageEnv(storage))
    tell(`brands on ${place.label}: putting ${count}`)
    const fillSeconds = await filler.call<number>("fill", count)
    await filler.end()
    const files = blobFolder(`${storage}-files`)
    const server = await startServer(
      name === "SQLite"
        ? { KITTIWAKE_DATA_DIR: storage, DATABASE_URL: "", KITTIWAKE_BROWSER: "off" }
        : { KITTIWAKE_DATA_DIR: files, DATABASE_URL: storage, KITTIWAKE_BROWSER: "off" }
    )
    try {
      const asked = typed(count, 500)
      const measure = async (kind: keyof typeof targets, millis: number) => {
        const paths = asked.map((one) => pathOf(kind, one[kind]))
        return openLoad({ port: server.port, key: keys[0]!, paths, perSecond, millis })
      }
      // The first search takes in the list that ships.
      await measure("prefix", 3_000)
      const findings: Array<Finding> = []
      for (const kind of ["prefix", "twoTypos", "words"] as const) {
        tell(`brands on ${place.label}: ${titles[kind]}`)
        const report = await measure(kind, isQuick ? 10_000 : 30_000)
        tell(
          `brands on ${place.label}: ${report.p50Millis.toFixed(2)} ms at the median, ${report.p99Millis.toFixed(1)} at p99`
        )
        const target = targets[kind][name]
        findings.push({
          what: `${titles[kind]}, of ${count.toLocaleString("en")} brands on ${place.label}`,
          target: target === null ? null : `${target} ms`,
          ours: report.p99Millis,
          yardstick: null,
          unit: "ms",
          notes: [
            `p50 ${report.p50Millis.toFixed(2)} ms, longest ${report.maxMillis.toFixed(1)} ms, ${report.requests} searches`,
            `the brands were put in ${fillSeconds.toFixed(0)} s`
          ]
        })
      }
      return findings
    } finally {
      await server.end()
      await rm(files, { recursive: true, force: true })
    }
  })

/** Both storages, one after the other, or `-- --rows Postgres` alone. */
export const brands = async (options: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const findings: Array<Finding> = []
  for (const name of ["SQLite", "Postgres"] satisfies ReadonlyArray<StorageName>) {
    if (options.rows === undefined || options.rows.includes(name)) findings.push(...(await onStorage(name, options)))
  }
  return findings
}
