/** What one organization waits for a run, a webhook and a scrape, alone, while another floods all of them, and beside a crowd of others. */
import { setTimeout as sleep } from "node:timers/promises"
import { startChild } from "../children.ts"
import { type BenchOptions, type Finding, tell } from "../report.ts"
import { type StoragePlace, startProduct, withStorage } from "../storages.ts"
import type { Crowd, Delays, Flood } from "./product.ts"
import { type ThreadDelay, watchThread } from "./threadDelay.ts"

/** Most that another may add. */
const maxAddedMillis = 2_000

const things = ["run", "webhook", "scrape"] as const

const inWords: { readonly [T in (typeof things)[number]]: string } = {
  run: "a run",
  webhook: "a webhook",
  scrape: "a scrape"
}

const inMillis = ({ longest: most, p99 }: ThreadDelay): string => `${Math.round(p99)} and ${Math.round(most)} ms`

const longest = (delays: ReadonlyArray<Delays>, thing: keyof Delays): number =>
  Math.max(...delays.map((one) => one[thing]))

const runOn = async (place: StoragePlace, { isQuick }: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const world = await startChild(new URL("./world.ts", import.meta.url))
  const product = await startProduct(new URL("./product.ts", import.meta.url), await place.empty())
  const flood: Flood = isQuick ? { runs: 2_000, deliveries: 2_000 } : { runs: 10_000, deliveries: 10_000 }
  // What an idle process waits for the processor is other work of the machine.
  const idle = watchThread()
  const threads = async () => {
    const [ours, others] = [await product.call<ThreadDelay>("threadDelay"), idle()]
    return `p99 and longest delay of the main thread ${inMillis(ours)}, of an idle process meanwhile ${inMillis(others)}`
  }
  const measure = async (count: number, pauseMillis: number) => {
    const delays: Array<Delays> = []
    for (let n = 0; n < count; n++) {
      delays.push(await product.call<Delays>("delays"))
      await sleep(pauseMillis)
    }
    return delays
  }

  await product.call("open", await world.call<number>("listen"))
  // The compiler is at work for some rounds.
  await measure(5, 0)
  tell(`fairness on ${place.label}: alone`)
  await threads()
  const alone = await measure(10, 300)
  const aloneThreads = await threads()
  await product.call("flood", flood)
  tell(`fairness on ${place.label}: beside ${flood.runs} runs, ${flood.deliveries} deliveries, a crawl and uploads`)
  await threads()
  const beside = await measure(isQuick ? 10 : 30, 1_000)
  const besideThreads = await threads()
  const crowd: Crowd = { organizations: 60, deliveries: isQuick ? 20 : 100 }
  await product.call("crowd", crowd)
  tell(`fairness on ${place.label}: beside ${crowd.organizations} more organizations whose pages and receivers hang`)
  await threads()
  const besideMany = await measure(10, 1_000)
  const manyThreads = await threads()
  const hangs = await world.call<number>("hangs")
  await Promise.all([product.end(), world.end()])

  const findingsBeside = (whom: string, measured: ReadonlyArray<Delays>, ourThreads: string) =>
    things.map((thing): Finding => {
      const [ours, yardstick] = [longest(measured, thing), longest(alone, thing)]
      if (ours - yardstick > maxAddedMillis) process.exitCode = 1
      const rounds = measured.map((delays) => Math.round(delays[thing])).join(", ")
      return {
        what: `longest wait for ${inWords[thing]} beside ${whom}, on ${place.label}`,
        target: `≤ ${maxAddedMillis / 1_000} s more than alone`,
        ours,
        yardstick,
        unit: "ms" as const,
        notes: [
          `each, in ms: ${rounds}`,
          `${hangs} requests of the others were left hanging`,
          `alone: ${aloneThreads}`,
          `beside ${whom}: ${ourThreads}`
        ]
      }
    })
  return [
    ...findingsBeside("a flood", beside, besideThreads),
    ...findingsBeside(`a flood of ${crowd.organizations + 1} organizations`, besideMany, manyThreads)
  ]
}

export const fairness = async (options: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const findings: Array<Finding> = []
  for (const name of ["SQLite", "Postgres"] as const) {
    findings.push(...(await withStorage(name, options.databaseUrl, (place) => runOn(place, options))))
  }
  return findings
}
