/** What is kept and large, asked for many times at once: batches with refused entries and selectors, and a page of millions of letters. */
import { setTimeout as wait } from "node:timers/promises"
import { type Attack, ask, type Told, type World } from "./asking.ts"
import { besideSmallCalls } from "./smallCalls.ts"

const json = { "content-type": "application/json" }

/** Characters that take six bytes each as JSON. */
const controls = (length: number): string => "\u0001".repeat(length)

const batchesStored = 60

const refusedEntries = 100

const selectors = 50

const batchOf = ({ sitePort }: World, place: number) => ({
  input: {
    mode: "scrape",
    data: {
      format: "markdown",
      urls: [
        ...Array.from({ length: refusedEntries }, (_, entry) => ({ url: `${controls(2_030)}${place}x${entry}` })),
        { url: `http://localhost:${sitePort}/batch/${place}` }
      ],
      options: {
        includeSelectors: Array.from({ length: selectors }, (_, index) => `[a${index}="${controls(2_000)}"]`)
      }
    }
  }
})

/** Has `make` done once for each server. */
const once = (make: (world: World) => Promise<void>) => {
  const made = new WeakMap<World, Promise<void>>()
  return (world: World): Promise<void> => {
    const making = made.get(world) ?? make(world)
    made.set(world, making)
    return making
  }
}

const storeBatches = once(async (world) => {
  for (let place = 0; place < batchesStored; place++) {
    const answer = await ask(world, "POST", "/v1/batch/submit", JSON.stringify(batchOf(world, place)), json)
    if (!answer.startsWith("20")) throw new Error(`A batch was not stored: ${answer}`)
  }
})

const read = async <A>({ key, port }: World, path: string): Promise<A> => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${key}` } })
  return (await response.json()) as A
}

/** The monitor of a server. */
const monitors = new WeakMap<World, string>()

const storeMonitor = once(async (world) => {
  const target = { type: "page", url: `http://localhost:${world.sitePort}/letters/0` }
  const schedule = { type: "interval", frequency: 30, unit: "days" }
  const body = JSON.stringify({ name: "Letters", target, schedule, change_detection: { type: "exact" } })
  const answer = await ask(world, "POST", "/v1/monitors", body, json)
  if (answer !== "201") throw new Error(`The monitor was not stored: ${answer}`)
  const { data } = await read<{ readonly data: ReadonlyArray<{ readonly id: string }> }>(world, "/v1/monitors?limit=1")
  const { id } = data[0]!
  for (;;) {
    const runs = await read<{ readonly data: ReadonlyArray<{ readonly status: string }> }>(
      world,
      `/v1/monitors/${id}/runs`
    )
    const [{ status } = { status: "" }] = runs.data
    if (status === "completed") break
    if (status === "failed") throw new Error("The page was not kept.")
    await wait(200)
  }
  monitors.set(world, id)
})

const atOnce = (count: number, pathOf: (world: World) => string, prepare: (world: World) => Promise<void>): Attack => {
  const attack = (world: World): Promise<Told> =>
    besideSmallCalls(world, () => Promise.all(Array.from({ length: count }, () => ask(world, "GET", pathOf(world)))))
  return Object.assign(attack, { prepare })
}

export const keptAtOnce: Readonly<Record<string, Attack>> = {
  "20 of batches with large entries and selectors at once": atOnce(20, () => "/v1/batch/list?limit=100", storeBatches),
  "20 of batches with large entries and selectors at once, of a status": atOnce(
    20,
    () => "/v1/batch/list?limit=100&status=completed",
    storeBatches
  ),
  "10 of a page of 3.8 million letters at once": atOnce(
    10,
    (world) => `/v1/monitors/${monitors.get(world)}`,
    storeMonitor
  )
}
