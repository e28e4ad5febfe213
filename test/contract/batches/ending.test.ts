/** How batches end, go, and tell of it (contract/batches.md §1, §7, §8, §9). */
import { assert, describe } from "@effect/vitest"
import type ContextDev from "context.dev"
import { rowsOf } from "../Rows.ts"
import type { Server } from "../Server.ts"
import {
  credits,
  ended,
  listOf,
  needs,
  notFound,
  read,
  receiver,
  refuses,
  saying,
  settleBatches,
  showPages,
  urlOf
} from "./submitted.ts"

/** A batch whose second page takes minutes, when its first has been read. */
const underWay = async (server: Server, given: object = {}) => {
  await server.show(urlOf(1), saying("Page 1"))
  for (const n of [2, 3]) await server.show(urlOf(n), { body: saying(`Page ${n}`), latency: "20 seconds" })
  const submitted = await server.client.batch.submit(listOf([1, 2, 3].map(urlOf), given))
  await server.advance("5 seconds")
  return submitted
}

describe("the states of a batch", () => {
  const rows = rowsOf("1", [
    "queued",
    "running",
    "completed",
    "cancelling",
    "cancelled",
    "failed",
    "all failed",
    "settlement"
  ])

  rows.hold(
    ["queued", "running", "completed", "settlement"],
    "follow each other, and its progress never goes back",
    async (server) => {
      const before = await credits(server)
      const { id, status } = await underWay(server)
      assert.strictEqual(status, "queued")
      const seen: Array<string> = ["queued"]
      let done = 0
      for (let looks = 0; looks < 100; looks++) {
        const batch = await server.client.batch.retrieve(id)
        if (seen.at(-1) !== batch.status) seen.push(batch.status)
        const { failed, pending, succeeded } = batch.progress
        assert.isAtLeast(succeeded + failed, done)
        assert.strictEqual(succeeded + failed + pending, 3)
        done = succeeded + failed
        if (batch.status === "completed") break
        await server.advance("2 seconds")
      }
      assert.deepStrictEqual(seen, ["queued", "running", "completed"])
      assert.strictEqual(await credits(server), before - 3)
    }
  )

  rows.hold(
    ["all failed", "settlement"],
    "is completed though no page could be read, and costs nothing",
    async (server) => {
      const before = await credits(server)
      const { id } = await server.client.batch.submit(listOf(["https://gone.example/a", "https://gone.example/b"]))
      const batch = await ended(server, id)
      assert.deepStrictEqual([batch.status, batch.progress.succeeded, batch.credits.net], ["completed", 0, 0])
      assert.strictEqual(await credits(server), before)
    }
  )

  rows.hold(
    ["failed", "settlement"],
    "has failed after half an hour in which nothing came of it",
    async (server) => {
      await server.show(urlOf(1), saying("Page 1"))
      const before = await credits(server)
      const { id } = await server.client.batch.submit(listOf([urlOf(1)], { webhook: { url: receiver } }))
      await settleBatches(server)
      // As workers look: a batch stands still only while somebody watches it.
      const watchFor = async (minutes: number) => {
        for (let minute = 0; minute < minutes; minute++) {
          await server.advance("1 minute")
          await settleBatches(server)
        }
      }
      await watchFor(29)
      assert.strictEqual((await server.client.batch.retrieve(id)).status, "queued")
      await watchFor(2)
      const batch = await server.client.batch.retrieve(id)
      assert.deepStrictEqual([batch.status, batch.failure?.code], ["failed", "stalled"])
      assert.deepStrictEqual(batch.progress, { succeeded: 0, failed: 0, pending: 1 })
      assert.strictEqual(await credits(server), before)
    },
    // Nobody works: what a batch looks like whose workers are away.
    { loops: false }
  )

  rows.hold(["cancelling", "cancelled"], "is cancelled when what was under way has ended", async (server) => {
    const before = await credits(server)
    const { id } = await underWay(server)
    await server.client.batch.cancel(id)
    const batch = await ended(server, id)
    assert.strictEqual(batch.status, "cancelled")
    const { failed, pending, succeeded } = batch.progress
    assert.strictEqual(succeeded + failed + pending, 3)
    assert.deepStrictEqual([batch.credits.refunded, batch.credits.net], [3 - succeeded, succeeded])
    assert.strictEqual(await credits(server), before - succeeded)
  })

  rows.complete()
})

describe("POST /batch/{batch_id}/cancel", () => {
  const rows = rowsOf("7", ["202", "queued / running", "already cancelling", "final", "unknown"])

  rows.hold(["202", "queued / running", "already cancelling"], "tells what will be skipped", async (server) => {
    const { id } = await underWay(server)
    const { data, response } = await server.client.batch.cancel(id).withResponse()
    assert.strictEqual(response.status, 202)
    assert.hasAllKeys(data, [
      "id",
      "status",
      "mode",
      "format",
      "formats",
      "tags",
      "crawl",
      "input",
      "progress",
      "credits",
      "timing",
      "page_errors",
      "request_id",
      "key_metadata"
    ])
    assert.deepStrictEqual(
      [data.status, Object.keys(data.credits), Object.keys(data.timing)],
      ["cancelling", ["reserved"], ["created_at", "started_at"]]
    )
    const again = await server.client.batch.cancel(id)
    assert.deepStrictEqual({ ...again, request_id: "" }, { ...data, request_id: "" })
    await needs(server, "batches:write", (client) => client.batch.cancel(id))
  })

  rows.hold(["final", "unknown"], "is refused of what has ended or is not there", async (server) => {
    const { id } = await read(server, 1)
    await refuses(server.client.batch.cancel(id), [409, "BATCH_NOT_CANCELLABLE"])
    await refuses(server.client.batch.cancel("batch_none"), notFound)
  })

  rows.complete()
})

describe("DELETE /batch/{batch_id}", () => {
  const rows = rowsOf("8", ["200", "not final", "unknown", "deliveries", "usage"])

  rows.hold(["200", "unknown"], "removes it once", async (server) => {
    const { id } = await read(server, 1)
    const removed = await server.client.batch.delete(id)
    assert.hasAllKeys(removed, ["id", "deleted", "request_id", "key_metadata"])
    assert.deepStrictEqual([removed.id, removed.deleted], [id, true])
    for (const ask of [
      server.client.batch.delete(id),
      server.client.batch.retrieve(id),
      server.client.batch.getResults(id),
      server.client.batch.cancel(id)
    ]) {
      await refuses(ask, notFound)
    }
    assert.deepStrictEqual((await server.client.batch.list()).data, [])
    await needs(server, "batches:write", async (client: ContextDev) => client.batch.delete((await read(server, 1)).id))
  })

  rows.hold(["not final"], "is refused until it has ended", async (server) => {
    const { id } = await underWay(server)
    await refuses(server.client.batch.delete(id), [409, "BATCH_NOT_COMPLETED"])
    await server.client.batch.cancel(id)
    await refuses(server.client.batch.delete(id), [409, "BATCH_NOT_COMPLETED"])
  })

  rows.hold(["deliveries", "usage"], "cancels what was not delivered, and keeps what was charged", async (server) => {
    await server.run(server.inbox.answer(500))
    const { id, webhook_delivery_id } = await read(server, 2, {
      webhook: { url: receiver, retry: { delays_seconds: [3_600] } }
    })
    const left = await credits(server)
    await server.client.batch.delete(id)
    const { body } = await server.call("GET", `/webhooks/deliveries/${webhook_delivery_id}`)
    assert.strictEqual(body.status, "cancelled")
    assert.strictEqual(await credits(server), left)
    await server.advance("1 hour")
    const { body: history } = await server.call("GET", "/org/usage/history")
    assert.include(JSON.stringify(history), '"credits_used":2')
  })

  rows.complete()
})

describe("the event of a batch", () => {
  const rows = rowsOf("9", [
    "Events",
    "Signature",
    "Envelope",
    "data",
    "webhookUrl",
    "webhook without retry",
    "webhook with retry",
    "Exactly one event per batch"
  ])

  rows.hold(
    ["Events", "Signature", "Envelope", "data", "Exactly one event per batch"],
    "tells of its end, signed",
    async (server) => {
      await showPages(server, 2)
      const body = listOf([1, 2].map(urlOf), { webhook: { url: receiver } })
      const { id, webhook_secret } = await server.client.batch.submit(body)
      await server.run(server.inbox.trust(receiver, String(webhook_secret)))
      await ended(server, id)
      await server.advance("1 day")
      const events = await server.run(server.inbox.events)
      assert.deepStrictEqual(
        events.map(({ event, verified }) => [event, verified]),
        [["batch.completed", true]]
      )
      const [told] = events
      assert.strictEqual(told!.request.headers["x-service-event"], "batch.completed")
      assert.strictEqual(told!.request.headers["x-service-id"], told!.id)
      const { batch } = told!.data as { readonly batch: object }
      const {
        key_metadata: _,
        request_id: __,
        webhook_delivery_id: ___,
        ...retrieved
      } = await server.client.batch.retrieve(id)
      assert.deepStrictEqual(Object(batch), { ...retrieved, results: null })
    }
  )

  rows.hold(["Events"], "is called after the end", async (server) => {
    const { id } = await underWay(server, { webhook: { url: receiver } })
    await server.client.batch.cancel(id)
    await ended(server, id)
    await server.advance("1 minute")
    assert.deepStrictEqual(
      (await server.run(server.inbox.events)).map(({ event }) => event),
      ["batch.cancelled"]
    )
  })

  rows.hold(
    ["webhookUrl", "webhook without retry", "webhook with retry"],
    "is tried as often as was asked",
    async (server) => {
      await server.run(server.inbox.answer(500))
      const tries: Array<number> = []
      for (const given of [
        { webhookUrl: receiver },
        { webhook: { url: receiver } },
        { webhook: { url: receiver, retry: { delays_seconds: [60, 60] } } },
        { webhook: { url: receiver, retry: {} } }
      ]) {
        const before = (await server.run(server.inbox.requests)).length
        await read(server, 1, given)
        await server.advance("3 days")
        tries.push((await server.run(server.inbox.requests)).length - before)
      }
      assert.deepStrictEqual(tries, [1, 1, 3, 7])
    }
  )

  rows.complete()
})
