/** Authenticated tiny GETs a second, against `node:http` alone. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Child, startChild } from "../children.ts"
import { interleaved, median } from "../measure.ts"
import { type BenchOptions, type Finding, tell } from "../report.ts"
import { type StorageName, type StoragePlace, storageEnv, withStorage } from "../storages.ts"
import type { LoadReport } from "./load.ts"
import type { Seed } from "./seed.ts"
import { startServer } from "./server.ts"

interface Scenario {
  readonly what: string
  readonly target: string | null
  readonly seed: Seed
}

const scenarios = (name: StorageName, label: string): ReadonlyArray<Scenario> => [
  {
    what: `authenticated GET on ${label}, one key without a request limit`,
    target: name === "PGlite" ? "≥ 0.25" : "≥ 0.15",
    seed: { organizations: 1, unlimitedRequests: true }
  },
  {
    what: `authenticated GET on ${label}, 1,000 organizations in turn, each with its limit`,
    target: name === "PGlite" ? "≥ 0.25" : "≥ 0.15",
    seed: { organizations: 1_000, unlimitedRequests: false }
  }
]

const path = "/v1/monitors/limits"

const connections = 32

interface Measured extends LoadReport {
  readonly microsEach: number
}

const measured = async (
  load: Child,
  keys: ReadonlyArray<string>,
  server: { readonly port: number; readonly cpuSeconds: () => Promise<number> },
  millis: number
): Promise<Measured> => {
  const before = await server.cpuSeconds()
  const report = await load.call<LoadReport>("load", { port: server.port, path, keys, connections, millis })
  const refused = Object.entries(report.statuses).filter(([status]) => status !== "200")
  if (refused.length > 0) throw new Error(`answered ${JSON.stringify(report.statuses)}`)
  return { ...report, microsEach: (((await server.cpuSeconds()) - before) / report.requests) * 1e6 }
}

const noteOf = (name: string, all: ReadonlyArray<Measured>): string => {
  const of = (field: "p50Millis" | "p99Millis") => median(all.map((one) => one[field])).toFixed(2)
  const micros = Math.round(median(all.map(({ microsEach }) => microsEach)))
  return `${name}: p50 ${of("p50Millis")} ms, p99 ${of("p99Millis")} ms, ${micros} µs of processor each`
}

const runScenario = async (
  name: StorageName,
  place: StoragePlace,
  scenario: Scenario,
  { isQuick }: BenchOptions
): Promise<Finding> => {
  tell(scenario.what)
  const storage = await place.empty()
  const seeder = await startChild(new URL("./seed.ts", import.meta.url), storageEnv(storage))
  const keys = await seeder.call<ReadonlyArray<string>>("seed", scenario.seed)
  await seeder.end()

  const files = await mkdtemp(join(tmpdir(), "kittiwake-bench-files-"))
  const server = await startServer(
    name === "PGlite" ? { KITTIWAKE_DATA_DIR: storage } : { KITTIWAKE_DATA_DIR: files, DATABASE_URL: storage }
  )
  const bare = await startChild(new URL("./bare.ts", import.meta.url))
  const load = await startChild(new URL("./load.ts", import.meta.url))
  const bareServer = {
    port: await bare.call<number>("listen", keys),
    cpuSeconds: () => bare.call<number>("cpuSeconds")
  }
  const millis = isQuick ? 2_000 : 4_000
  const contenders = {
    yardstick: () => measured(load, keys, bareServer, millis),
    ours: () => measured(load, keys, server, millis)
  }
  await interleaved(1, contenders)
  const found = await interleaved(isQuick ? 3 : 5, contenders)
  await Promise.all([server.end(), bare.end(), load.end()])
  await rm(files, { recursive: true, force: true })

  const rate = (all: ReadonlyArray<Measured>) => median(all.map(({ requests, seconds }) => requests / seconds))
  return {
    what: scenario.what,
    target: scenario.target,
    ours: rate(found.ours),
    yardstick: rate(found.yardstick),
    notes: [noteOf("ours", found.ours), noteOf("yardstick", found.yardstick)]
  }
}

/** Both storages, one after the other. */
export const http = async (options: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const findings: Array<Finding> = []
  for (const name of ["PGlite", "Postgres"] as const) {
    await withStorage(name, options.databaseUrl, async (place) => {
      for (const scenario of scenarios(name, place.label)) {
        findings.push(await runScenario(name, place, scenario, options))
      }
    })
  }
  return findings
}
