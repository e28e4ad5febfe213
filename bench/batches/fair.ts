/** What ten pages wait while a hundred thousand of another batch are worked: of another organization, and of the same. */
import { startChild } from "../children.ts"
import { type Site, smallCards, spreadOver } from "../crawl/site.ts"
import { watchThread } from "../fairness/threadDelay.ts"
import { median } from "../measure.ts"
import { type BenchOptions, type Finding, tell } from "../report.ts"
import { type StoragePlace, startProduct } from "../storages.ts"
import type { Listed, Waited } from "./product.ts"

const manyPages = 100_000
const fewPages = 10

/** Most that the hundred thousand may add, as a part of what the ten pages take alone. */
const mostAdded = 2

const waits = [
  { whose: "another organization's, on hosts of their own", owner: "other", hosts: "other" },
  { whose: "another organization's, on the same hosts", owner: "other", hosts: "shop" },
  { whose: "the same organization's, on the same hosts", owner: "one", hosts: "shop" }
] as const satisfies ReadonlyArray<{ readonly whose: string } & Pick<Listed, "hosts" | "owner">>

const medianOf = (all: ReadonlyArray<Waited>, part: keyof Waited) => median(all.map((one) => one[part]))

/** What the process did for the ten pages alone and beside, which the load of the machine hardly changes. */
const doneMeanwhile = (alone: ReadonlyArray<Waited>, beside: ReadonlyArray<Waited>) => {
  const both = (part: keyof Waited) => `${Math.round(medianOf(alone, part))} and ${Math.round(medianOf(beside, part))}`
  return `by the processor ${both("allMillis")} ms, ${both("mainMillis")} on the main thread; beside ${medianOf(beside, "flooded")} pages of the large batch`
}

const inMillis = (all: ReadonlyArray<Waited>) => all.map(({ millis }) => Math.round(millis)).join(", ")

/** Ten pages of a small batch beside a large one, on one storage. */
export const fairOn = async (place: StoragePlace, { isQuick }: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const pages = await startChild(new URL("../crawl/pages.ts", import.meta.url))
  const port = await pages.call<number>("listen")
  const product = await startProduct(new URL("./product.ts", import.meta.url), await place.empty())
  await product.call("ready")
  let round = 0
  const siteOf = (count: number): Site => ({
    port,
    hosts: spreadOver,
    round: ++round,
    pages: count,
    cards: smallCards
  })
  const idle = watchThread()
  const measure = async (times: number) => {
    const found = waits.map((): Array<Waited> => [])
    for (let n = 0; n < times; n++) {
      for (const [at, { hosts, owner }] of waits.entries()) {
        found[at]!.push(await product.call<Waited>("wait", { owner, hosts, site: siteOf(fewPages) } satisfies Listed))
      }
    }
    return found
  }
  const times = isQuick ? 5 : 15
  // The compiler is at work for some rounds, and a large list warms what reads pages.
  await product.call("round", siteOf(1_000))
  await measure(3)
  tell(`batches on ${place.label}: ten pages alone`)
  idle()
  const alone = await measure(times)
  const idleAlone = idle()
  tell(`batches on ${place.label}: ten pages beside ${manyPages}`)
  await product.call("flood", siteOf(manyPages))
  await measure(1)
  idle()
  const beside = await measure(times)
  const idleBeside = idle()
  const flood = await product.call<{ readonly done: number; readonly isOver: boolean }>("flooded")
  await Promise.all([product.end(), pages.end()])
  if (flood.isOver) throw new Error("the large batch was over before the small ones were measured")

  return waits.map(({ whose }, at) => {
    const [ours, yardstick] = [medianOf(beside[at]!, "millis"), medianOf(alone[at]!, "millis")]
    if (ours - yardstick > mostAdded * yardstick) process.exitCode = 1
    return {
      what: `ten pages beside ${manyPages}, ${whose}, on ${place.label}`,
      target: `≤ ${1 + mostAdded}× alone`,
      ours,
      yardstick,
      unit: "ms",
      notes: [
        `alone ${inMillis(alone[at]!)} ms`,
        `beside ${inMillis(beside[at]!)} ms`,
        doneMeanwhile(alone[at]!, beside[at]!),
        `${flood.done} pages of the large batch were done by the end`,
        `longest delay of an idle process ${Math.round(idleAlone.longest)} and ${Math.round(idleBeside.longest)} ms`
      ]
    }
  })
}
