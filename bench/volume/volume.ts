/**
 * As many monitors as an hour holds, on two workers and one Postgres: how late they run, what waits beside 50,000 of another, and
 * what a scheduler costs that has nothing to do.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { type Child, startChild } from "../children.ts"
import { percentile } from "../measure.ts"
import { type BenchOptions, type Finding, tell } from "../report.ts"
import { type StoragePlace, startProduct, withStorage } from "../storages.ts"
import { openDatabase } from "./seed.ts"
import type { WorkerFigures } from "./worker.ts"

const monitorsAnHour = 100_000
const everyMillis = 3_600_000 / monitorsAnHour

const hosts = 2_000
const dayMillis = 86_400_000

const figuresOf = (workers: ReadonlyArray<Child>) =>
  Promise.all(workers.map((worker) => worker.call<WorkerFigures>("figures")))

const sum = (figures: ReadonlyArray<WorkerFigures>, field: keyof WorkerFigures): number =>
  figures.reduce((total, one) => total + one[field], 0)

const onPlace = async (place: StoragePlace, { isQuick }: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const site = await startChild(new URL("./site.ts", import.meta.url))
  const port = await site.call<number>("listen")
  const url = await place.empty()
  const module = new URL("./worker.ts", import.meta.url)
  const workers = [await startProduct(module, url), await startProduct(module, url)]
  const [many, flood, few] = await workers[0]!.call<[string, string, string]>("organizations", 3)
  const database = await openDatabase(url)
  for (const worker of workers) await worker.call("begin")
  const later = (millis: number) => new Date(Date.now() + millis)
  const row = (what: string, target: string | null, ours: number, notes: ReadonlyArray<string> = []): Finding => ({
    what: `${what}, on ${place.label}`,
    target,
    ours,
    yardstick: null,
    unit: "ms",
    notes
  })

  // What is not due costs nothing: the same workers, with few monitors and then with many.
  const idle = async (seconds: number) => {
    await figuresOf(workers)
    await sleep(seconds * 1_000)
    const figures = await figuresOf(workers)
    return {
      cpu: (sum(figures, "cpuSeconds") / sum(figures, "seconds")) * 100,
      claimMillis: sum(figures, "claimMillis") / Math.max(1, sum(figures, "claims"))
    }
  }
  const seconds = isQuick ? 10 : 30
  await idle(5)
  const alone = await idle(seconds)
  const existing = isQuick ? 100_000 : 1_000_000
  tell(`volume on ${place.label}: storing ${existing} monitors that are due in days`)
  await database.seed({
    organizationId: many,
    prefix: "mon_later",
    count: existing,
    firstDueAt: later(2 * dayMillis),
    everyMillis,
    port,
    firstHost: 0,
    hosts
  })
  await database.settle()
  await workers[0]!.call("wake")
  const crowded = await idle(seconds)

  const window = isQuick ? 60 : 300
  const due = Math.round((window * 1_000) / everyMillis)
  tell(`volume on ${place.label}: ${due} of them become due in ${window} s`)
  await figuresOf(workers)
  await database.seed({
    organizationId: many,
    prefix: "mon_due",
    count: due,
    firstDueAt: later(10_000),
    everyMillis,
    port,
    firstHost: 0,
    hosts
  })
  await workers[0]!.call("wake")
  await sleep(window * 1_000 + 13_000)
  const worked = await figuresOf(workers)
  const lags = (await database.lags("mon_due")).map(({ begun }) => begun)
  const quarter = Math.floor(lags.length / 4)
  const [first, last] = [lags.slice(0, quarter), lags.slice(-quarter)]
  if (lags.length !== due) process.exitCode = 1

  const crowd = isQuick ? 10_000 : 50_000
  tell(`volume on ${place.label}: ${crowd} of one organization become due at once, and ten of another`)
  await database.seed({
    organizationId: flood,
    prefix: "mon_flood",
    count: crowd,
    firstDueAt: later(8_000),
    everyMillis: 0,
    port,
    firstHost: 0,
    hosts: 20
  })
  await database.seed({
    organizationId: few,
    prefix: "mon_few",
    count: 10,
    firstDueAt: later(8_000),
    everyMillis: 0,
    port,
    firstHost: 5_000,
    hosts: 10
  })
  await workers[0]!.call("wake")
  await sleep(10_000)
  for (let waited = 0; waited < 120 && (await database.lags("mon_few")).length < 10; waited++) await sleep(1_000)
  const beside = await database.lags("mon_few")
  const failures = await database.failures()
  const most = await site.call<number>("mostOfOneHost")
  await database.end()
  await Promise.all(workers.map((worker) => worker.end()))
  await site.end()

  const cpuPerRun = (sum(worked, "cpuSeconds") / Math.max(1, sum(worked, "runs"))) * 1e6
  const notes = [
    `${lags.length} of ${due} ran, ${failures} runs failed or were skipped, at most ${most} requests at once to one host`,
    `${Math.round(cpuPerRun)} µs of the workers' processor a run, ${Math.round((sum(worked, "claimMillis") / sum(worked, "claims")) * 10) / 10} ms a claim`
  ]
  return [
    row(
      `begin of runs after their slots, ${monitorsAnHour.toLocaleString("en")} an hour on two workers: p99`,
      "≤ 5,000 ms",
      percentile(lags, 0.99),
      notes
    ),
    row("the same: median of the first quarter", null, percentile(first, 0.5)),
    row("the same: median of the last quarter", "as in the first", percentile(last, 0.5)),
    row(
      `ten runs beside ${crowd.toLocaleString("en")} of another organization that became due with them: longest until its end`,
      "≤ 5,000 ms",
      beside.length < 10 ? Number.POSITIVE_INFINITY : Math.max(...beside.map(({ ended }) => ended))
    ),
    row(
      `a claim that finds nothing, beside ${existing.toLocaleString("en")} monitors that are not due`,
      null,
      crowded.claimMillis,
      [
        `${alone.claimMillis.toFixed(1)} ms without them`,
        `processor of an idle worker ${crowded.cpu.toFixed(2)} % beside them and ${alone.cpu.toFixed(2)} % without`
      ]
    )
  ]
}

export const volume = (options: BenchOptions): Promise<ReadonlyArray<Finding>> =>
  withStorage("Postgres", options.databaseUrl, (place) => onPlace(place, options))
