import type { ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { Kittiwake, KittiwakeError } from "kittiwake"
import { site } from "./support/site.ts"

const listOf = (urls: ReadonlyArray<string>) => ({
  input: { mode: "scrape" as const, data: { format: "markdown" as const, urls } }
})

describe("batches inside a program", { timeout: 60_000 }, () => {
  it("are waited for until they end, and only as long as the caller likes", async () => {
    const asked = Promise.withResolvers<ServerResponse>()
    await using silent = await site((request, response) => {
      if (request.url === "/a") asked.resolve(response)
      else response.writeHead(404).end()
    })
    await using kittiwake = await Kittiwake.open({ memory: true, egressAllow: [silent.address] })
    const { id } = await kittiwake.batches.submit(listOf([`${silent.url}a`]))
    const caller = new AbortController()
    const waiting = kittiwake.batches.wait(id, { signal: caller.signal })
    const answer = await asked.promise
    const reason = new Error("changed my mind")
    caller.abort(reason)
    assert.strictEqual(await waiting.catch((error) => error), reason)
    assert.strictEqual((await kittiwake.batches.get(id)).status, "running")
    answer.setHeader("content-type", "text/html").end("<p>Tea</p>")
    assert.strictEqual((await kittiwake.batches.wait(id)).status, "completed")
  })

  it("are refused where the results that are kept take all that they may, until some are removed", async () => {
    await using gone = await site((_request, response) => void response.writeHead(404).end())
    await using kittiwake = await Kittiwake.open({
      memory: true,
      worker: false,
      egressAllow: [gone.address],
      batchResultBytes: 10
    })
    const { id } = await kittiwake.batches.submit(listOf([`${gone.url}a`]))
    while ((await kittiwake.batches.get(id)).status !== "completed") await kittiwake.runDue()
    const error: unknown = await kittiwake.batches.submit(listOf([`${gone.url}b`])).catch((reason) => reason)
    assert.instanceOf(error, KittiwakeError)
    assert.strictEqual((error as KittiwakeError).code, "BATCH_LIMIT_EXCEEDED")
    assert.include((error as KittiwakeError).message, "KITTIWAKE_BATCH_RESULTS")
    await kittiwake.batches.remove(id)
    assert.strictEqual((await kittiwake.batches.submit(listOf([`${gone.url}b`]))).status, "queued")
  })

  it("take of an entry's data what JSON can say, and refuse the rest by its place", async () => {
    await using kittiwake = await Kittiwake.open({ memory: true, worker: false })
    const circle: Record<string, unknown> = {}
    circle.self = circle
    const thrower = {
      get now() {
        throw new Error("not now")
      }
    }
    const url = "https://site.example/"
    const input = (meta: unknown) => ({
      input: {
        mode: "scrape" as const,
        data: { format: "markdown" as const, urls: [url, { url: `${url}b`, meta: meta as Record<string, unknown> }] }
      }
    })
    for (const meta of [circle, thrower, { n: 1n }, { n: Number.NaN }, new Date(0), { toJSON: () => "text" }, []]) {
      const error: unknown = await kittiwake.batches.submit(input(meta)).catch((reason) => reason)
      assert.instanceOf(error, KittiwakeError)
      assert.deepInclude(error, { code: "INPUT_VALIDATION_ERROR", field: "input.data.urls[1].meta" })
    }
    assert.deepStrictEqual((await kittiwake.batches.list()).data, [])
    const { input: counts } = await kittiwake.batches.submit(input({ at: new Date(0), list: [1] }))
    assert.strictEqual(counts.reserved, 2)
  })

  it("say that there is nothing to wait for", async () => {
    await using kittiwake = await Kittiwake.open({ memory: true, worker: false })
    const error: unknown = await kittiwake.batches.wait("batch_gone").catch((reason) => reason)
    assert.instanceOf(error, KittiwakeError)
    assert.strictEqual((error as KittiwakeError).code, "NOT_FOUND")
  })

  it("have deliveries, which are listed by their type and by their batch", async () => {
    await using gone = await site((_request, response) => void response.writeHead(404).end())
    await using kittiwake = await Kittiwake.open({ memory: true, worker: false, egressAllow: [gone.address] })
    const submitted = { ...listOf([`${gone.url}a`]), webhook: { url: `${gone.url}hook`, retry: {} } }
    const { id } = await kittiwake.batches.submit(submitted)
    while ((await kittiwake.batches.get(id)).status !== "completed") await kittiwake.runDue()
    const eventsOf = async (options: Parameters<typeof kittiwake.webhooks.list>[0]) =>
      (await kittiwake.webhooks.list(options)).data.map(({ event }) => event)
    assert.deepStrictEqual(await eventsOf({ type: "batch" }), ["batch.completed"])
    assert.deepStrictEqual(await eventsOf({ batch_id: id }), ["batch.completed"])
    assert.deepStrictEqual(await eventsOf({ batch_id: "batch_other" }), [])
    assert.deepStrictEqual(await eventsOf({}), [])
    const error: unknown = await eventsOf({ batch_id: id, run_id: "run_1" }).catch((reason) => reason)
    assert.instanceOf(error, KittiwakeError)
    assert.deepStrictEqual(
      [(error as KittiwakeError).code, (error as KittiwakeError).field],
      ["INPUT_VALIDATION_ERROR", "run_id"]
    )
  })
})
