/** The product: the door that takes a submission in as it arrives, and the worker's own loop that reads its pages. */
import { Batches } from "@kittiwake/core/batches/Batches"
import { BatchId } from "@kittiwake/core/batches/domain/Batch"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { Handlers } from "@kittiwake/http/server"
import { Readiness } from "@kittiwake/http/system/Readiness"
import * as Batcher from "@kittiwake/worker/batcher"
import { Pulse } from "@kittiwake/worker/Pulse"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import * as services from "../../packages/cli/src/services.ts"
import { answerCalls } from "../children.ts"
import { pageUrl, type Site } from "../crawl/site.ts"
import { layerAdapters, layerLog } from "../installation.ts"
import { type Round, timed } from "../measure.ts"
import { putOrganization } from "../outcomes.ts"

/** Whose batch it is. */
export type Owner = "one" | "other"

/** A list of all pages of a site. */
export interface Listed {
  readonly owner: Owner
  readonly site: Site
  /** What the names of its hosts begin with. */
  readonly hosts: "shop" | "other"
}

/** What it took from the sending of a list to the end of its batch. */
export interface Waited {
  readonly millis: number
  /** Time of the processor: of the main thread, and of all. */
  readonly mainMillis: number
  readonly allMillis: number
  /** Pages of the flood that were done meanwhile. */
  readonly flooded: number
}

/** A list that was worked to its end. */
export interface Worked extends Round {
  /** From the last page's record to the end of the batch. */
  readonly settleSeconds: number
  /** Memory after each tenth of the pages. */
  readonly megabytes: ReadonlyArray<number>
}

const runtime = ManagedRuntime.make(
  Layer.mergeAll(Handlers.layer, process.env.BENCH_WORKS === "no" ? Layer.empty : Batcher.layer()).pipe(
    Layer.provideMerge(services.layer),
    Layer.provideMerge(layerAdapters),
    Layer.provide([Pulse.layer, Readiness.layerAlways, layerLog])
  )
)

const run = <A, E>(effect: Effect.Effect<A, E, ManagedRuntime.ManagedRuntime.Services<typeof runtime>>) =>
  runtime.runPromise(effect)

const newCaller = () =>
  run(
    Effect.gen(function* () {
      const organizationId = yield* putOrganization
      const { secret } = yield* (yield* Organizations).createKey({ organizationId, name: "bench", scopes: null })
      return { organizationId: OrganizationId.make(organizationId), key: Redacted.value(secret) }
    })
  )

const callers: Record<Owner, ReturnType<typeof newCaller>> = { one: newCaller(), other: newCaller() }

/** Entries as they are written at once. */
const writtenAtOnce = 500

/** A submission that is made while it is read, so that the memory it takes is not its sender's. */
const bodyOf = (count: number, entryOf: (n: number) => string) => {
  const encoder = new TextEncoder()
  let n = 0
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (n === 0) controller.enqueue(encoder.encode('{"input":{"mode":"scrape","data":{"format":"markdown","urls":['))
      const some: Array<string> = []
      for (const end = Math.min(n + writtenAtOnce, count); n < end; n++) some.push(`${n === 0 ? "" : ","}${entryOf(n)}`)
      controller.enqueue(encoder.encode(some.join("")))
      if (n < count) return
      controller.enqueue(encoder.encode("]}}}"))
      controller.close()
    }
  })
}

const submit = async (owner: Owner, count: number, entryOf: (n: number) => string) => {
  const { key } = await callers[owner]
  const { web } = await run(Effect.service(Handlers))
  const response = await web(
    new Request("http://127.0.0.1/v1/batch/submit", {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: bodyOf(count, entryOf),
      duplex: "half"
    } as RequestInit)
  )
  const reply = (await response.json()) as { readonly id: string; readonly input?: { readonly reserved: number } }
  if (reply.input?.reserved !== count) throw new Error(JSON.stringify(reply))
  return BatchId.make(reply.id)
}

const submitListed = ({ hosts, owner, site }: Listed) =>
  submit(owner, site.pages, (n) => JSON.stringify({ url: pageUrl(site, n).replace("://shop", `://${hosts}`) }))

const seen = async (owner: Owner, id: BatchId) => {
  const { organizationId } = await callers[owner]
  return run(Batches.use((batches) => batches.get(organizationId, id)))
}

/** Waits for the end of a batch, and looks at it now and then. */
const ended = async (
  owner: Owner,
  id: BatchId,
  everyMillis: number,
  look: (done: number) => void = () => undefined
): Promise<number> => {
  for (;;) {
    const { batch, progress } = await seen(owner, id)
    look(progress.succeeded + progress.failed)
    if (batch.end === null) await new Promise((resolve) => setTimeout(resolve, everyMillis))
    else if (progress.succeeded === batch.intake.reserved) return progress.succeeded
    else throw new Error(JSON.stringify(progress))
  }
}

const megabytes = () => process.memoryUsage().rss / 1024 / 1024

const worked = async (site: Site): Promise<Worked> => {
  const tenths: Array<number> = []
  let allDoneAt = 0
  const look = (done: number) => {
    while (tenths.length < 10 && done >= ((tenths.length + 1) * site.pages) / 10) tenths.push(Math.round(megabytes()))
    if (done === site.pages && allDoneAt === 0) allDoneAt = performance.now()
  }
  const round = await timed(async () =>
    ended("one", await submitListed({ owner: "one", site, hosts: "shop" }), 100, look)
  )
  return { ...round, settleSeconds: (performance.now() - allDoneAt) / 1e3, megabytes: tenths }
}

let flooding: BatchId | undefined

const doneOfFlood = async (): Promise<number> => {
  if (flooding === undefined) return 0
  const { progress } = await seen("one", flooding)
  return progress.succeeded + progress.failed
}

const millisOf = ({ system, user }: NodeJS.CpuUsage) => (system + user) / 1e3

answerCalls(
  {
    ready: async () => {
      await Promise.all(Object.values(callers))
    },

    /** Takes a list in; nobody reads it. */
    intake: (count: number) =>
      timed(async () => {
        await submit("one", count, (n) =>
          JSON.stringify({ url: `https://shop${n % 20}.example/products/item-${n}`, itemId: `sku-${n}` })
        )
        return count
      }),

    /** Takes a list of all pages of a site in and reads them to the end of the batch. */
    round: (site: Site) =>
      timed(async () => ended("one", await submitListed({ owner: "one", site, hosts: "shop" }), 50)),

    /** The same, with what it came to on its way. */
    worked,

    /** Sends a list and waits for the end of its batch. */
    wait: async (listed: Listed): Promise<Waited> => {
      const floodedBefore = await doneOfFlood()
      const [began, all, main] = [performance.now(), process.cpuUsage(), process.threadCpuUsage()]
      await ended(listed.owner, await submitListed(listed), 5)
      return {
        millis: performance.now() - began,
        mainMillis: millisOf(process.threadCpuUsage(main)),
        allMillis: millisOf(process.cpuUsage(all)),
        flooded: (await doneOfFlood()) - floodedBefore
      }
    },

    /** Takes a list in that is worked for a long time. */
    flood: async (site: Site) => {
      flooding = await submitListed({ owner: "one", site, hosts: "shop" })
    },

    /** Pages of the flood that are done. */
    flooded: async () => {
      const { batch, progress } = await seen("one", flooding!)
      return { done: progress.succeeded + progress.failed, isOver: batch.end !== null }
    },

    /** Most memory that the process had so far, in megabytes. */
    peakMegabytes: () => process.resourceUsage().maxRSS / 1024
  },
  () => runtime.dispose()
)
