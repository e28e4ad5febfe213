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
import { timed } from "../measure.ts"
import { putOrganization } from "../outcomes.ts"

const runtime = ManagedRuntime.make(
  Layer.mergeAll(Handlers.layer, process.env.BENCH_WORKS === "no" ? Layer.empty : Batcher.layer()).pipe(
    Layer.provideMerge(services.layer),
    Layer.provideMerge(layerAdapters),
    Layer.provide([Pulse.layer, Readiness.layerAlways, layerLog])
  )
)

const run = <A, E>(effect: Effect.Effect<A, E, ManagedRuntime.ManagedRuntime.Services<typeof runtime>>) =>
  runtime.runPromise(effect)

const caller = run(
  Effect.gen(function* () {
    const organizationId = yield* putOrganization
    const { secret } = yield* (yield* Organizations).createKey({ organizationId, name: "bench", scopes: null })
    return { organizationId, key: Redacted.value(secret) }
  })
)

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

const submit = async (count: number, entryOf: (n: number) => string) => {
  const { key } = await caller
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
  return reply.id
}

const ended = async (id: string) => {
  const organizationId = OrganizationId.make((await caller).organizationId)
  for (;;) {
    const { batch, progress } = await run(Batches.use((batches) => batches.get(organizationId, BatchId.make(id))))
    if (batch.end !== null) return { batch, progress }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

answerCalls(
  {
    ready: async () => (await caller).organizationId,

    /** Takes a list in; nobody reads it. */
    intake: (count: number) =>
      timed(async () => {
        await submit(count, (n) =>
          JSON.stringify({ url: `https://shop${n % 20}.example/products/item-${n}`, itemId: `sku-${n}` })
        )
        return count
      }),

    /** Takes a list of all pages of a site in and reads them to the end of the batch. */
    round: (site: Site) =>
      timed(async () => {
        const id = await submit(site.pages, (n) => JSON.stringify({ url: pageUrl(site, n) }))
        const { progress } = await ended(id)
        if (progress.succeeded !== site.pages) throw new Error(JSON.stringify(progress))
        return progress.succeeded
      }),

    /** Most memory that the process had so far, in megabytes. */
    peakMegabytes: () => process.resourceUsage().maxRSS / 1024
  },
  () => runtime.dispose()
)
