/** Large replies are made bytes once, piece by piece. Observed: what the responses of a server are ended with, and what their readers get. */
import { assert, describe, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { BatchedResponse } from "../src/BatchedResponse.ts"
import { bytesFrom, inBytes } from "../src/inBytes.ts"
import { baseUrl, layer as listening } from "./support/Listening.ts"

const textOf = ({ body }: HttpServerResponse.HttpServerResponse) =>
  body._tag === "Uint8Array" ? { text: body.text, bytes: body.body } : null

describe("large replies", () => {
  it("are bytes with the headers they had, the same ones for one that is sent again", () => {
    const reply = HttpServerResponse.text("é".repeat(bytesFrom / 2), { contentType: "text/markdown" }).pipe(
      HttpServerResponse.setHeaders({ "content-type": "text/markdown; charset=utf-8", etag: "a" })
    )
    const sent = inBytes(reply)
    assert.deepStrictEqual(sent.headers, reply.headers)
    assert.isUndefined(textOf(sent)?.text)
    assert.strictEqual(new TextDecoder().decode(textOf(sent)?.bytes), "é".repeat(bytesFrom / 2))
    assert.strictEqual(textOf(inBytes(reply))?.bytes, textOf(sent)?.bytes)
  })

  it("are as they were where they are small, or no text", () => {
    for (const reply of [
      HttpServerResponse.text("x".repeat(bytesFrom - 1)),
      HttpServerResponse.uint8Array(Buffer.alloc(bytesFrom)),
      HttpServerResponse.empty()
    ]) {
      assert.strictEqual(inBytes(reply), reply)
    }
  })

  for (const path of ["/docs", "/openapi.json"]) {
    it.live(`go out as the same bytes to everybody who asks for ${path}`, () =>
      Effect.gen(function* () {
        const url = yield* baseUrl
        const ended: Array<unknown> = []
        const end = BatchedResponse.prototype.end
        const spied = vi.spyOn(BatchedResponse.prototype, "end").mockImplementation(function (
          this: BatchedResponse,
          ...given: Array<unknown>
        ) {
          ended.push(given[0])
          return Reflect.apply(end, this, given)
        })
        yield* Effect.addFinalizer(() => Effect.sync(() => spied.mockRestore()))
        const ask = Effect.promise(async () =>
          (await fetch(url + path, { headers: { "accept-encoding": "identity" } })).text()
        )
        const [one, other] = [yield* ask, yield* ask]
        assert.strictEqual(one, other)
        assert.isAbove(one.length, bytesFrom)
        assert.instanceOf(ended[0], Uint8Array)
        assert.strictEqual(ended[0], ended[1])
        assert.strictEqual(String(ended[0]), one)
      }).pipe(Effect.scoped, Effect.provide(listening))
    )
  }

  it.live("are made bytes a piece at a time, where they are megabytes", () =>
    Effect.gen(function* () {
      const url = yield* baseUrl
      const longest = { encoded: 0 }
      const { encode } = TextEncoder.prototype
      const spied = vi.spyOn(TextEncoder.prototype, "encode").mockImplementation(function (
        this: TextEncoder,
        text?: string
      ) {
        longest.encoded = Math.max(longest.encoded, text?.length ?? 0)
        return Reflect.apply(encode, this, [text])
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => spied.mockRestore()))
      const reply = yield* Effect.promise(() => fetch(`${url}/docs`, { headers: { "accept-encoding": "identity" } }))
      const length = (yield* Effect.promise(() => reply.arrayBuffer())).byteLength
      assert.isAbove(length, 1_000_000)
      assert.strictEqual(reply.headers.get("content-type"), "text/html")
      assert.strictEqual(reply.headers.get("content-length"), String(length))
      assert.isBelow(longest.encoded, 200_000)
    }).pipe(Effect.scoped, Effect.provide(listening))
  )
})
