/** Observed: what playwright, whose one connection lives as long as this process, still has under way when nobody waits any more. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { assert, describe, it } from "@effect/vitest"
import type { Browser, RenderRequest } from "@kittiwake/core/pages/Browser"
import { failureOf, render } from "@kittiwake/core/testing/browserSuite"
import { Duration, Effect, Exit, Fiber } from "effect"
import { needsBrowserHere } from "../../../../test/setup/browser.ts"
import { killGroup } from "../src/processes.ts"
import { browserLayer } from "./browsers.ts"
import { serve } from "./servers.ts"

interface Kept {
  readonly _activeProgressControllers: ReadonlyMap<number, unknown>
  readonly _waitOperations: ReadonlyMap<string, unknown>
}

interface Connection {
  readonly toImpl: (connection: Connection) => Kept
}

const connection = (createRequire(import.meta.url)("playwright-core").chromium as { readonly _connection: Connection })
  ._connection

/** Calls and waits that have not ended. */
const underWay = () => {
  const kept = connection.toImpl(connection)
  return kept._activeProgressControllers.size + kept._waitOperations.size
}

/** Nothing is, within seconds: what ends may take a moment, and more on a busy machine. */
const nothingIsLeft = Effect.suspend(() =>
  underWay() === 0 ? Effect.succeed(true) : Effect.as(Effect.sleep("50 millis"), false)
).pipe(
  Effect.repeat({ until: (isEmpty) => isEmpty, times: 400 }),
  Effect.map(() => assert.strictEqual(underWay(), 0))
)

const site = serve((request, response) => {
  response.writeHead(200, { "content-type": "text/html" })
  if (request.url === "/drip") response.write("<p>and so on</p><script>1</script>")
  else response.end("<p>all of it</p>")
})

/** What a site stored, which playwright puts in with a page of its own. */
const session = {
  cookies: [],
  origins: [{ origin: "http://other.test", localStorage: [{ name: "a", value: "b" }] }]
}

/** The browser that this process has started last, by its group. */
const groupOfBrowser = (): number => {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ")
  return Number(children.findLast((pid) => /--user-data-dir/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"))) ?? 0)
}

/** Does something at so many moments of the time that it takes. */
const moments = <E, R>(count: number, millis: number, doing: (after: Duration.Duration) => Effect.Effect<void, E, R>) =>
  Effect.forEach(
    Array.from({ length: count }, (_, at) => Duration.millis((at * millis) / count)),
    doing,
    {
      discard: true
    }
  )

const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const began = performance.now()
    yield* effect
    return performance.now() - began
  })

/** Disturbs renderings at so many moments of the time that one takes, after which nothing may be left. */
const disturbing = (
  times: number,
  disturb: (
    url: string,
    request: Partial<RenderRequest>,
    after: Duration.Duration
  ) => Effect.Effect<void, unknown, Browser>
) => {
  for (const [name, request] of [
    ["at whatever moment", {}],
    ["while what sites stored is put in or read", { session }]
  ] as const) {
    it.live(
      name,
      () =>
        Effect.gen(function* () {
          const url = `http://localhost:${yield* site}/`
          yield* Effect.gen(function* () {
            yield* render(url, request)
            const millis = yield* timed(render(url, request))
            yield* moments(times, millis, (after) => disturb(url, request, after))
            yield* nothingIsLeft
            assert.include((yield* render(url, request)).html, "all of it")
          }).pipe(Effect.provide(browserLayer()))
        }),
      240_000
    )
  }
}

describe("of a page whose caller leaves, nothing is left", needsBrowserHere, () => {
  disturbing(12, (url, request, after) =>
    Effect.gen(function* () {
      const leaving = yield* Effect.forkChild(render(url, request), { startImmediately: true })
      yield* Effect.sleep(after)
      yield* Fiber.interrupt(leaving)
    })
  )

  it.live(
    "of a page that never has loaded",
    () =>
      Effect.gen(function* () {
        const url = `http://localhost:${yield* site}`
        yield* Effect.gen(function* () {
          for (const _ of [1, 2, 3]) {
            assert.strictEqual(yield* failureOf(`${url}/drip`, { timeout: Duration.seconds(2) }), "timeout")
          }
          yield* nothingIsLeft
        }).pipe(Effect.provide(browserLayer()))
      }),
    120_000
  )
})

describe("of a page whose browser is killed, nothing is left", needsBrowserHere, () => {
  disturbing(6, (url, request, after) =>
    Effect.gen(function* () {
      yield* render(url)
      const reading = yield* Effect.forkChild(render(url, request), { startImmediately: true })
      yield* Effect.sleep(after)
      killGroup(groupOfBrowser())
      assert.isTrue(Exit.isSuccess(yield* Fiber.await(reading)))
    })
  )
})
