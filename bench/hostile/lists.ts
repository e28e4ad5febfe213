/** What one organization, or whoever has its links, asks for at once, and what the small calls of another wait for them. */
import { setTimeout as wait } from "node:timers/promises"
import { type Attack, ask, type Told, type World } from "./asking.ts"
import { besideSmallCalls } from "./smallCalls.ts"

const monitorsStored = 100

/** Schemas: of thousands of lists, four of which are a page, and of one text of 60 KB, of which seventeen are. */
const schemas: Readonly<Record<string, object>> = {
  lists: { "x-a": Array.from({ length: 4_700 }, () => []) },
  "one text": { "x-s": "s".repeat(60_000) }
}

/** Which kinds a server has. */
const storedIn = new WeakMap<World, Set<string>>()

const isStill = async (world: World): Promise<boolean> => {
  const answers = await Promise.all(
    ["queued", "running"].map(async (status) => {
      const path = `/v1/monitors/runs?limit=1&status=${status}`
      const headers = { authorization: `Bearer ${world.key}` }
      const page = (await (await fetch(`http://127.0.0.1:${world.port}${path}`, { headers })).json()) as {
        readonly data: ReadonlyArray<unknown>
      }
      return page.data.length
    })
  )
  return answers.every((count) => count === 0)
}

const store = async (world: World, kind: string) => {
  const stored = storedIn.get(world) ?? new Set()
  storedIn.set(world, stored)
  if (stored.has(kind)) return
  stored.add(kind)
  const schema = { type: "object", properties: { price: { type: "string" } }, ...schemas[kind] }
  for (let place = 0; place < monitorsStored; place++) {
    const answer = await ask(
      world,
      "POST",
      "/v1/monitors",
      JSON.stringify({
        name: `${kind} ${place}`,
        tags: [kind],
        target: {
          type: "extract",
          url: `http://localhost:${world.sitePort}/${place}`,
          instructions: "The price",
          schema
        },
        schedule: { type: "interval", frequency: 30, unit: "days" },
        change_detection: { type: "semantic" }
      }),
      { "content-type": "application/json" }
    )
    if (answer !== "201") throw new Error(`A monitor was not stored: ${answer}`)
  }
  // The first run of each is no list.
  while (!(await isStill(world))) await wait(100)
}

const beside = (world: World, count: number, asks: () => Promise<string>): Promise<Told> =>
  besideSmallCalls(world, () => Promise.all(Array.from({ length: count }, asks)))

const lists = (count: number, kind: string, filter: string): Attack => {
  const path = `/v1/monitors?limit=${monitorsStored}${filter}`
  return Object.assign((world: World) => beside(world, count, () => ask(world, "GET", path)), {
    prepare: (world: World) => store(world, kind)
  })
}

/** Files of so many elements: small ones are read where the call is answered, others in threads. */
const parsed =
  (count: number, element: string, elements: number): Attack =>
  (world) =>
    beside(world, count, () =>
      ask(world, "POST", "/v1/parse?extension=html", element.repeat(elements), { "content-type": "text/html" })
    )

/** Links to a file of results, by the server that has it. */
const linkIn = new WeakMap<World, string>()

const batchPages = 40

/** A batch whose file is some megabytes. */
const storeFile = async (world: World) => {
  const headers = { authorization: `Bearer ${world.key}`, "content-type": "application/json" }
  const at = `http://127.0.0.1:${world.port}/v1/batch`
  const urls = Array.from(
    { length: batchPages },
    (_, place) => `http://localhost:${world.sitePort}/large/batch-${place}`
  )
  const input = { mode: "scrape", data: { format: "html", urls } }
  const sent = await fetch(`${at}/submit`, { method: "POST", headers, body: JSON.stringify({ input }) })
  const { id } = (await sent.json()) as { readonly id: string }
  for (;;) {
    const { results } = (await (await fetch(`${at}/${id}`, { headers })).json()) as {
      readonly results?: { readonly files?: ReadonlyArray<{ readonly url: string }> } | null
    }
    const url = results?.files?.[0]?.url
    if (url !== undefined) return void linkIn.set(world, new URL(url).pathname)
    await wait(200)
  }
}

/** Readers of one file, who have its link and no key. */
const linked = (count: number): Attack =>
  Object.assign(
    (world: World) => beside(world, count, () => ask({ ...world, key: "" }, "GET", linkIn.get(world) ?? "/")),
    { prepare: storeFile }
  )

export const listsAtOnce: Readonly<Record<string, Attack>> = {
  "60 of schemas of empty lists at once": lists(60, "lists", ""),
  "60 of schemas of empty lists at once, of a label": lists(60, "lists", "&tag=lists"),
  "60 of schemas of long texts at once": lists(60, "one text", "")
}

export const crowds: Readonly<Record<string, Attack>> = {
  "200 files of HTML to parse at once": parsed(200, "<p>hello</p>", 3_000),
  "150 files of 870 KB of HTML to parse at once": parsed(150, "<p>hello upload of a line</p>", 30_000),
  "300 readers of a file of results at once": linked(300)
}
