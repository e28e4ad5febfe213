import { request } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Layer, Scope } from "effect"
import { streamLimits } from "../../src/live/Places.ts"
import { newCaller } from "../support/App.ts"
import { baseUrl, layer, layerWithGrace } from "../support/Listening.ts"

/** Opens a stream over a connection of its own. */
const openStream = (url: string, key: string) =>
  Effect.callback<{ readonly status: number; readonly leave: () => void; readonly over: Promise<void> }>((resume) => {
    const asked = request(`${url}/v1/events`, { headers: { authorization: `Bearer ${key}` }, agent: false })
    asked.on("response", (response) => {
      response.resume()
      const over = new Promise<void>((resolve) => response.once("close", resolve))
      resume(Effect.succeed({ status: response.statusCode ?? 0, leave: () => asked.destroy(), over }))
    })
    asked.on("error", () => undefined)
    asked.end()
  })

describe("streams over connections", () => {
  it.live("give back the place of a client that is gone", () =>
    Effect.gen(function* () {
      const [url, key] = [yield* baseUrl, yield* newCaller()]
      const open = openStream(url, key)
      const streams = yield* Effect.forEach(Array.from({ length: streamLimits.ofCaller }), () => open)
      assert.deepStrictEqual([...new Set(streams.map(({ status }) => status))], [200])
      assert.strictEqual((yield* open).status, 429)
      streams[0]!.leave()
      const next = yield* Effect.repeat(open, { until: ({ status }) => status === 200 })
      for (const { leave } of [...streams, next]) leave()
    }).pipe(Effect.provide(layer))
  )

  it.live("do not keep a server from stopping", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(layerWithGrace("20 seconds"), scope)
      const { over, status } = yield* Effect.flatMap(Effect.all([baseUrl, newCaller()]), ([url, key]) =>
        openStream(url, key)
      ).pipe(Effect.provideContext(context))
      assert.strictEqual(status, 200)
      const before = yield* Clock.currentTimeMillis
      yield* Scope.close(scope, Exit.void)
      yield* Effect.promise(() => over)
      assert.isBelow((yield* Clock.currentTimeMillis) - before, 10_000)
    })
  )
})
