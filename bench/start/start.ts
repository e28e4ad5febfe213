/** What `npm start` costs until the server answers, in a new folder and in one that it has used, beside a bare `node`. */
import { mkdtemp, rm } from "node:fs/promises"
import { loadavg } from "node:os"
import { join } from "node:path"
import { freePort } from "../http/server.ts"
import { interleaved, median } from "../measure.ts"
import { type BenchOptions, type Finding, tell } from "../report.ts"
import { type StoragePlace, withStorage } from "../storages.ts"
import { kittiwake, startOurs } from "./command.ts"
import { commands } from "./commands.ts"
import { idle } from "./idle.ts"
import { type Ran, ran, type Started, started } from "./launched.ts"

const startBare = async (): Promise<Started> => {
  const port = await freePort()
  const server = `require("node:http").createServer((_, response) => response.end("ok")).listen(${port}, "127.0.0.1")`
  return started({ args: ["-e", server], env: {} }, { port, path: "/" })
}

/** What of a start is told, with what we are to reach in a new folder and in an existing one. */
const sides: ReadonlyArray<{
  readonly what: string
  readonly field: keyof Started
  readonly unit: "s" | "MB"
  readonly target: string | null
}> = [
  { what: "processor until ready", field: "cpuSeconds", unit: "s", target: "≤ 0.6 s (new: 0.7)" },
  { what: "time until ready", field: "seconds", unit: "s", target: null },
  { what: "memory when ready", field: "readyMegabytes", unit: "MB", target: "≤ 150 MB" },
  { what: "memory five seconds later", field: "laterMegabytes", unit: "MB", target: "≤ 150 MB" },
  { what: "most memory", field: "peakMegabytes", unit: "MB", target: "≤ 180 MB" }
]

const note = (all: ReadonlyArray<number>): string =>
  `${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)} of ${all.length}`

const rowsOf = <Field extends string>(
  name: string,
  fields: ReadonlyArray<{
    readonly what: string
    readonly field: Field
    readonly unit: "s" | "MB"
    readonly target: string | null
  }>,
  ours: ReadonlyArray<Readonly<Record<Field, number>>>,
  bare: ReadonlyArray<Readonly<Record<Field, number>>>
): ReadonlyArray<Finding> =>
  fields.map(({ field, target, unit, what }) => ({
    what: `${name}: ${what}`,
    target,
    ours: median(ours.map((one) => one[field])),
    yardstick: median(bare.map((one) => one[field])),
    unit,
    notes: [`ours ${note(ours.map((one) => one[field]))}`, `bare ${note(bare.map((one) => one[field]))}`]
  }))

const ends = [
  { what: "processor", field: "cpuSeconds", unit: "s", target: null },
  { what: "time", field: "seconds", unit: "s", target: "≤ 0.25 s" },
  { what: "most memory", field: "peakMegabytes", unit: "MB", target: null }
] as const

const runOn = async (place: StoragePlace, { isQuick }: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const root = await place.empty()
  const existing = join(root, "existing")
  const newFolder = async () => {
    const folder = await mkdtemp(join(root, "new-"))
    const found = await startOurs(folder)
    await rm(folder, { recursive: true })
    return found
  }
  tell("start: once to fill the cache of compiled modules and the folder")
  await startOurs(existing)
  await ran(kittiwake(["--version"]))

  const rounds = isQuick ? 3 : 7
  tell(`start: ${rounds} times each`)
  const servers = await interleaved<"bare" | "inNew" | "inExisting", Started>(rounds, {
    bare: startBare,
    inNew: newFolder,
    inExisting: () => startOurs(existing)
  })
  const versions = await interleaved<"bare" | "version", Ran>(2 * rounds, {
    bare: () => ran({ args: ["-e", "0"], env: {} }),
    version: () => ran(kittiwake(["--version"]))
  })
  const [first, ...others] = [
    ...rowsOf("npm start in a new folder", sides, servers.inNew, servers.bare),
    ...rowsOf("npm start in an existing folder", sides, servers.inExisting, servers.bare),
    ...rowsOf("kittiwake --version", ends, versions.version, versions.bare)
  ]
  return [{ ...first!, notes: [...first!.notes, `load of the machine ${loadavg()[0]!.toFixed(1)}`] }, ...others]
}

/** On the embedded database, as anyone starts it first; what idling costs on both. */
export const start = async (options: BenchOptions): Promise<ReadonlyArray<Finding>> => [
  ...(await withStorage("SQLite", options.databaseUrl, async (place) => [
    ...(await runOn(place, options)),
    ...(await commands(place, options)),
    ...(await idle(place, options))
  ])),
  ...(await withStorage("Postgres", options.databaseUrl, (place) => idle(place, options)))
]
