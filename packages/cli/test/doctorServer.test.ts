/** Observed: what the doctor says of a port on which something listens and says nothing. */
import { once } from "node:events"
import { createServer } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { readSettings } from "../src/config.ts"
import { server } from "../src/doctor/surroundings.ts"

describe("a port on which something listens", () => {
  it.effect("is not told as one without a server where no answer comes", () =>
    Effect.gen(function* () {
      const silent = createServer()
      const heard = once(silent, "connection")
      yield* Effect.promise(() => once(silent.listen(0, "127.0.0.1"), "listening"))
      const { port } = silent.address() as { readonly port: number }
      const env = { KITTIWAKE_PORT: String(port), KITTIWAKE_DATA_DIR: "/nowhere" }
      const settings = yield* readSettings(false).pipe(
        Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(env))
      )
      const examining = yield* Effect.forkChild(server(settings))
      const [socket] = yield* Effect.promise(() => heard)
      yield* TestClock.adjust("3 seconds")
      const { message, state } = yield* Fiber.join(examining)
      assert.deepStrictEqual(
        [state, message],
        ["broken", `http://127.0.0.1:${port} takes connections, and did not answer in 3 seconds`]
      )
      socket.destroy()
      silent.close()
    })
  )
})
