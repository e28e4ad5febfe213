/** Authenticated tiny GETs a second, against `node:http` alone and against Effect's HttpApi alone. */
import { mkdtemp, rm } from "node:fs/promises"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { startChild } from "../children.ts"
import { interleaved } from "../measure.ts"
import { type BenchOptions, type Finding, tell } from "../report.ts"
import { type StorageName, type StoragePlace, startProduct, withStorage } from "../storages.ts"
import { ladder } from "./ladder.ts"
import { asked, measured, rateOfRounds, roundsNote } from "./measured.ts"
import { parts } from "./parts.ts"
import type { Seed } from "./seed.ts"
import { seeded } from "./seeded.ts"
import { startServer } from "./server.ts"

interface Scenario {
  readonly what: string
  readonly target: string | null
  readonly seed: Seed
}

/** As many as an override can allow. */
const mostRequests = 1_000_000

const scenarios = (name: StorageName, label: string): ReadonlyArray<Scenario> => {
  const targets = name === "SQLite" ? { one: "≥ 0.35", many: "≥ 0.25" } : { one: "≥ 0.15", many: null }
  const get = `authenticated GET on ${label}`
  return [
    {
      what: `${get}, one key, all parts real`,
      target: targets.one,
      seed: { organizations: 1, requests: mostRequests }
    },
    {
      what: `${get}, one key without a request limit`,
      target: null,
      seed: { organizations: 1, requests: "unlimited" }
    },
    {
      what: `${get}, 1,000 organizations in turn, each with its limit`,
      target: targets.many,
      seed: { organizations: 1_000, requests: "by plan" }
    }
  ]
}

/**
 * `kittiwake start`; or, where one key is to meet a limit that it does not reach, its door alone, which draws on the bucket
 * whose size can be chosen: the operation's own has a thousand a minute for everybody.
 */
const startOurs = async (name: StorageName, { requests }: Seed, keys: ReadonlyArray<string>, storage: string) => {
  if (typeof requests === "number") {
    const door = await startProduct(new URL("./rungs.ts", import.meta.url), storage)
    return { ...(await asked(door, { keys, rung: parts.length, bucket: "default" })), end: door.end }
  }
  const files = await mkdtemp(join(tmpdir(), "kittiwake-bench-files-"))
  const server = await startServer(
    name === "SQLite"
      ? { KITTIWAKE_DATA_DIR: storage, DATABASE_URL: "" }
      : { KITTIWAKE_DATA_DIR: files, DATABASE_URL: storage }
  )
  return { ...server, end: () => server.end().then(() => rm(files, { recursive: true, force: true })) }
}

const runScenario = async (
  name: StorageName,
  place: StoragePlace,
  scenario: Scenario,
  { isQuick }: BenchOptions
): Promise<ReadonlyArray<Finding>> => {
  tell(scenario.what)
  const { keys, storage } = await seeded(place, scenario.seed)
  const server = await startOurs(name, scenario.seed, keys, storage)
  const bare = await startChild(new URL("./bare.ts", import.meta.url))
  const effect = await startChild(new URL("./effect.ts", import.meta.url))
  const load = await startChild(new URL("./load.ts", import.meta.url))
  const [bareServer, effectServer] = [await asked(bare, keys), await asked(effect, keys)]
  const millis = isQuick ? 2_000 : 4_000
  const contenders = {
    bare: () => measured(load, keys, bareServer, millis),
    effect: () => measured(load, keys, effectServer, millis),
    ours: () => measured(load, keys, server, millis)
  }
  // Twice: the compiler is at work for seconds.
  await interleaved(2, contenders)
  const found = await interleaved(isQuick ? 5 : 7, contenders)
  await Promise.all([server.end(), bare.end(), effect.end(), load.end()])

  const ours = rateOfRounds(found.ours)
  return [
    {
      what: scenario.what,
      target: scenario.target,
      ours,
      yardstick: rateOfRounds(found.bare),
      notes: [
        roundsNote("ours", found.ours),
        roundsNote("bare", found.bare),
        `load of the machine ${loadavg()[0]!.toFixed(1)}`
      ]
    },
    {
      what: `${scenario.what}; beside Effect's HttpApi with bearer check and schema alone`,
      target: null,
      ours,
      yardstick: rateOfRounds(found.effect),
      notes: [roundsNote("Effect's HttpApi", found.effect)]
    }
  ]
}

/** Both storages, one after the other. */
export const http = async (options: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const findings: Array<Finding> = []
  for (const name of ["SQLite", "Postgres"] as const) {
    await withStorage(name, options.databaseUrl, async (place) => {
      for (const scenario of scenarios(name, place.label)) {
        findings.push(...(await runScenario(name, place, scenario, options)))
      }
      const last = findings.pop()!
      findings.push({ ...last, notes: [...last.notes, await ladder(place, options)] })
    })
  }
  return findings
}
