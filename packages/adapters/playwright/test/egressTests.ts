import { createSocket } from "node:dgram"
import { assert, layer } from "@effect/vitest"
import type { Browser } from "@kittiwake/core/pages/Browser"
import { failureOf } from "@kittiwake/core/testing/browserSuite"
import { Duration, Effect, type Layer } from "effect"
import { leakHeaders, leakPage, leakRoute } from "./leakPage.ts"
import { serve, serveSockets } from "./servers.ts"

/** Counts every connection and every packet that arrives at a port. */
const canary = Effect.gen(function* () {
  let arrived = 0
  const port = yield* serveSockets(() => {
    arrived += 1
  })
  yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createSocket>>((resume) => {
      const socket = createSocket("udp4")
      socket.on("message", () => {
        arrived += 1
      })
      socket.bind(port, "127.0.0.1", () => resume(Effect.succeed(socket)))
    }),
    (socket) => Effect.sync(() => void socket.close())
  )
  return { port, arrived: () => arrived }
})

const site = (at: (channel: string) => string, udp: string) =>
  serve((request, response) => {
    const route = leakRoute(request.url ?? "/", at)
    response.writeHead(route?.status ?? 200, route?.headers ?? leakHeaders(at))
    response.end(route === null ? leakPage(at, udp) : route.body)
  })

/** A page tries every channel against an internal address, by name and by number. */
export const egressTests = (browsers: Layer.Layer<Browser, unknown>) =>
  layer(browsers, { timeout: "120 seconds", excludeTestServices: true })("the way out of the browser", (it) => {
    it.effect(
      "opens no connection and sends no packet to a refused address, by name or number, whatever the page tries",
      () =>
        Effect.forEach(
          ["127.0.0.1", "canary.test", "[::ffff:7f00:1]"],
          Effect.fnUntraced(function* (host) {
            const { arrived, port } = yield* canary
            const at = (channel: string) => `http://${host}:${port}/v/${channel}`
            const udp = host === "canary.test" ? `127.0.0.1:${port}` : `${host}:${port}`
            const allowed = yield* site(at, udp)
            // In the end the page itself goes to the canary.
            const wait = Duration.seconds(2)
            assert.strictEqual(yield* failureOf(`http://localhost:${allowed}/`, { wait }), "forbidden_address")
            const to = encodeURIComponent(at("redir-navigation"))
            assert.strictEqual(yield* failureOf(`http://localhost:${allowed}/nav?to=${to}`), "forbidden_address")
            assert.strictEqual(arrived(), 0, host)
          }),
          { concurrency: 3 }
        ),
      120_000
    )
  })
