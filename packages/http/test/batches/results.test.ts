/** What readers of results cost others. Observed: replies of a server that listens, and what is in use. */
import { connect } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Batches } from "@kittiwake/core/batches/Batches"
import { BatchWorkStore } from "@kittiwake/core/batches/BatchWorkStore"
import type { BatchId } from "@kittiwake/core/batches/domain/Batch"
import { ResultLinks } from "@kittiwake/core/batches/ResultLinks"
import { BlobStore } from "@kittiwake/core/blobs/BlobStore"
import { MemoryBudget, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { linkedReads, windowMillis } from "@kittiwake/core/limits/domain/Window"
import { LimitStore } from "@kittiwake/core/limits/LimitStore"
import { DateTime, Duration, Effect, Exit, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { segmentBlob } from "../../../core/src/batches/domain/segmentBlob.ts"
import { ResultBounds } from "../../../core/src/batches/ResultBounds.ts"
import { putSegment, recordBytes } from "../../../core/src/batches/resultFiles.ts"
import { LargeSegmentBytes } from "../../../core/src/batches/segmentPlace.ts"
import { inReadingTime } from "../../src/batches/inReadingTime.ts"
import { Handlers } from "../../src/server.ts"
import { layer as app, call, newCaller, newKey, newOrganization, pick } from "../support/App.ts"
import { baseUrl, layer as listening } from "../support/Listening.ts"

const megabyte = 1024 * 1024

const url = "https://shop.example/"

/** A batch of one page whose text has so many characters, and which has ended. */
const batchOf = Effect.fnUntraced(function* (key: string, length: number) {
  const work = yield* BatchWorkStore
  const body = { input: { mode: "scrape", data: { urls: [url] } } }
  const id = String((yield* call("POST", "/v1/batch/submit", { key, body })).body.id) as BatchId
  const now = yield* DateTime.now
  const claims = yield* work.claimDue({ now, limit: 10, lease: Duration.minutes(1) })
  const [claim] = claims.filter(({ batch }) => batch.id === id)
  const record = {
    status: "ok" as const,
    url,
    http_status: 200,
    final_url: url,
    markdown: "x".repeat(length),
    metadata: { sourceUrl: url, finalUrl: url },
    cache_metadata: { status: "miss" as const, age_ms: 0 }
  }
  const { organizationId } = claim!.batch
  const { places, segment } = yield* putSegment(organizationId, id, "seg_1", [recordBytes(record)])
  const outcome = {
    n: 1,
    token: claim!.token,
    _tag: "Succeeded" as const,
    recoveredPages: 0,
    place: places[0]!,
    found: [],
    finalIdentity: null
  }
  yield* work.record([
    { organizationId, batchId: id, segment, outcomes: [outcome], scopeUrl: null, maxKnown: 0, shard: 0 }
  ])
  yield* (yield* Batches).settleDue
  return id
})

/** Asks for a page of results and reads nothing of it; gives how to go away. */
const unread = Effect.fnUntraced(function* (key: string, id: string) {
  const socket = connect(Number(new URL(yield* baseUrl).port), "127.0.0.1")
  yield* Effect.addFinalizer(() => Effect.sync(() => socket.destroy()))
  socket.pause()
  socket.write(`GET /v1/batch/${id}/results HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`)
  return () => socket.destroy()
})

describe("pages of results", () => {
  it.live("count while they are put together and until they were read; beyond the budget they are refused", () => {
    const memory = new MemoryCounter({ capacityBytes: 13 * megabyte })
    return Effect.gen(function* () {
      const key = yield* newCaller()
      const id = yield* batchOf(key, 5 * megabyte)
      const ask = Effect.flatMap(baseUrl, (address) =>
        Effect.promise(() =>
          fetch(`${address}/v1/batch/${id}/results`, { headers: { authorization: `Bearer ${key}` } })
        )
      )
      const leave = yield* unread(key, id)
      // What the reading takes is given back when the page is put together.
      const isBuilt = () => memory.usedBytes >= 5 * megabyte && memory.usedBytes < 6 * megabyte
      while (!isBuilt()) yield* Effect.sleep("10 millis")
      let reply = yield* ask
      assert.strictEqual(reply.status, 503)
      assert.strictEqual(reply.headers.get("retry-after"), "5")
      assert.strictEqual(
        ((yield* Effect.promise(() => reply.json())) as { readonly error_code: string }).error_code,
        "INTERNAL_ERROR"
      )
      const other = yield* newCaller()
      const otherId = yield* batchOf(other, 1_000)
      const small = yield* call("GET", `/v1/batch/${otherId}/results`, { key: other })
      assert.strictEqual(pick(small.body, "data", 0, "url"), url)
      leave()
      while (reply.status !== 200) reply = yield* ask
      yield* Effect.promise(() => reply.arrayBuffer())
    }).pipe(
      Effect.scoped,
      Effect.andThen(
        Effect.gen(function* () {
          while (memory.usedBytes > 0) yield* Effect.sleep("10 millis")
        })
      ),
      Effect.provide(Layer.merge(listening, app).pipe(Layer.provide(Layer.succeed(MemoryBudget, memory))))
    )
  })
})

describe("what results take", () => {
  it.effect("bounds what its own organization may submit, and names the setting", () =>
    Effect.gen(function* () {
      const [key, other] = [yield* newCaller(), yield* newCaller()]
      const submitted = (by: string) =>
        call("POST", "/v1/batch/submit", { key: by, body: { input: { mode: "scrape", data: { urls: [url] } } } })
      const id = yield* batchOf(key, 100_000)
      const refused = yield* submitted(key)
      assert.strictEqual(refused.status, 403)
      assert.strictEqual(refused.body.error_code, "BATCH_LIMIT_EXCEEDED")
      assert.include(String(refused.body.message), "KITTIWAKE_BATCH_RESULTS")
      assert.isTrue((yield* submitted(other)).status < 300)
      assert.isTrue((yield* call("DELETE", `/v1/batch/${id}`, { key })).status < 300)
      assert.isTrue((yield* submitted(key)).status < 300)
    }).pipe(Effect.provide(app.pipe(Layer.provide(Layer.succeed(ResultBounds, { resultBytes: 50 })))))
  )
})

describe("links to files of results", () => {
  it.effect("are read so often a minute, whoever has them, for each organization by itself", () =>
    Effect.gen(function* () {
      const links = yield* ResultLinks
      const linked = Effect.fnUntraced(function* (organization: Effect.Success<ReturnType<typeof newOrganization>>) {
        const id = yield* batchOf((yield* newKey(organization)).secret, 1_000)
        const file = { organizationId: organization.id, batchId: id, number: 0 }
        const { tokens } = yield* links.sign([file, { ...file, number: 1 }])
        return tokens.map((token) => `/batches/files/${token}`)
      })
      const organization = yield* newOrganization()
      const [path = "", missing = ""] = yield* linked(organization)
      yield* (yield* LimitStore).draw({
        subject: `${organization.id}:links`,
        windowStartMillis: 0,
        windowMillis,
        weight: linkedReads - 3,
        limit: linkedReads
      })
      const { web } = yield* Handlers
      const ask = (to: string) =>
        Effect.promise(() => web(new Request(`http://x${to}`, { headers: { "if-none-match": "*" } })))
      for (let time = 0; time < 2; time++) assert.strictEqual((yield* ask(path)).status, 304)
      assert.strictEqual((yield* call("GET", missing)).status, 404)
      const refused = yield* call("GET", path)
      assert.strictEqual(refused.status, 429)
      assert.strictEqual(refused.headers.get("retry-after"), "60")
      assert.strictEqual(refused.body.error_code, "RATE_LIMITED")
      const [others = ""] = yield* linked(yield* newOrganization())
      assert.strictEqual((yield* ask(others)).status, 304)
      assert.strictEqual((yield* call("GET", "/batches/files/x")).status, 404)
    }).pipe(Effect.provide(app))
  )

  it.effect("say at once that a piece is not where results are kept, and serve what is", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const id = yield* batchOf((yield* newKey(organization)).secret, 1_000).pipe(
        Effect.provideService(LargeSegmentBytes, 0)
      )
      const { tokens } = yield* (yield* ResultLinks).sign([{ organizationId: organization.id, batchId: id, number: 0 }])
      const { web } = yield* Handlers
      const ask = (headers: Record<string, string> = {}) =>
        Effect.promise(() => web(new Request(`http://x/batches/files/${tokens[0]}`, { headers })))
      const whole = yield* ask()
      assert.strictEqual(whole.status, 200)
      yield* Effect.promise(() => whole.arrayBuffer())
      yield* (yield* BlobStore).remove(segmentBlob(organization.id, id, "seg_1"))
      const missing = yield* ask()
      assert.deepStrictEqual([missing.status, missing.headers.get("retry-after")], [503, "60"])
      const body = (yield* Effect.promise(() => missing.json())) as Record<string, unknown>
      assert.strictEqual(body.error_code, "INTERNAL_ERROR")
      assert.include(String(body.message), "not where large results are kept")
      assert.strictEqual((yield* ask({ range: "bytes=5-20" })).status, 503)
      // The head of the file stands in no piece.
      const head = yield* ask({ range: "bytes=0-3" })
      assert.strictEqual(head.status, 206)
      assert.strictEqual((yield* Effect.promise(() => head.arrayBuffer())).byteLength, 4)
    }).pipe(Effect.provide(app))
  )

  it.effect("break off for a reader that takes too long, and never end as if they were whole", () =>
    Effect.gen(function* () {
      const part = Stream.succeed(new Uint8Array(5))
      const reading = (bytes: Stream.Stream<Uint8Array>) =>
        Effect.forkChild(Effect.exit(Stream.runDrain(inReadingTime(10)(bytes))), { startImmediately: true })
      const stalled = yield* reading(Stream.concat(part, Stream.never))
      const slow = yield* reading(Stream.concat(part, Stream.drain(Stream.fromEffect(Effect.sleep("9 seconds")))))
      yield* TestClock.adjust("11 seconds")
      assert.isTrue(Exit.isSuccess(yield* Fiber.join(slow)))
      const broken = yield* Fiber.join(stalled)
      assert.isTrue(Exit.isFailure(broken))
    })
  )
})
