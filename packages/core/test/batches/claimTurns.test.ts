/** Whose pages are claimed where there is little room at a host. Observed: the hosts of what is claimed, and how far batches have come. */
import { assert, describe, it } from "@effect/vitest"
import { Batches } from "@kittiwake/core/batches/Batches"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { Duration, Effect, Stream } from "effect"
import type { Shares } from "../../src/Shares.ts"

const installed = () => Effect.provide(TestInstallation.layer({ credits: 1_000, loops: false }))

const pagesOf = (count: number, host: string) => Array.from({ length: count }, (_, n) => `https://${host}/${n}`)

const submit = Effect.fnUntraced(function* (urls: ReadonlyArray<string>) {
  const { organization } = yield* TestInstallation
  for (const url of urls) yield* ScriptedWeb.use((web) => web.page(url, `<h1>${url}</h1>`))
  const { batch } = yield* (yield* Batches).submit(
    { organization, origin: { requestId: "req_1", route: "/batch/submit", caller: "key_a" } },
    {
      entries: Stream.fromIterable(urls.map((url) => ({ url }))),
      told: Effect.succeed({ batch: { crawl: null, format: "markdown" as const }, asked: {} })
    }
  )
  return batch
})

const take = Effect.fnUntraced(function* (limit: number, hosts: Shares["hosts"]) {
  const shares: Shares = { organizations: { each: 50, of: new Map() }, hosts }
  return yield* (yield* Batches).takeDue({ limit, lease: Duration.seconds(60), shares })
})

describe("a claim of pages", () => {
  it.effect("leaves others their shares of a host while another host rests", () =>
    Effect.gen(function* () {
      const { advance } = yield* TestInstallation
      yield* submit(pagesOf(1, "busy.example"))
      const refusal = { body: "slow", status: 429, retryAfter: "300" }
      yield* ScriptedWeb.use((web) => web.page("https://busy.example/0", refusal))
      const [first] = yield* take(1, { each: 20, of: new Map() })
      yield* Effect.forkChild(first!.work)
      yield* advance("2 seconds")
      yield* submit([...pagesOf(10, "calm.example"), "https://busy.example/1"])
      const taken = yield* take(50, { each: 20, of: new Map(), lanes: { each: 3, of: new Map() } })
      const hosts = Map.groupBy(taken, ({ host }) => host)
      assert.lengthOf(hosts.get("calm.example")!, 3)
    }).pipe(installed())
  )

  it.effect("gives the turns of a host to one batch after the other, whoever is served between them", () =>
    Effect.gen(function* () {
      const { advance } = yield* TestInstallation
      const [a, b] = [yield* submit(pagesOf(4, "few.example")), yield* submit(pagesOf(4, "few.example"))]
      yield* submit(pagesOf(20, "many.example"))
      const succeeded = Effect.gen(function* () {
        const batches = yield* Batches
        const all = yield* Effect.forEach([a, b], ({ id, organizationId }) => batches.get(organizationId, id))
        return all.map(({ progress }) => progress.succeeded)
      })
      const workOn = Effect.fnUntraced(function* (of: ReadonlyArray<readonly [string, number]>) {
        const [one] = yield* take(1, { each: 20, of: new Map(of) })
        yield* Effect.forkChild(one!.work)
        yield* advance("2 seconds")
      })
      for (const come of [1, 2, 3]) {
        for (let n = 0; n < 2; n++) {
          yield* workOn([["many.example", 0]])
          yield* workOn([["few.example", 0]])
        }
        assert.deepStrictEqual(yield* succeeded, [come, come])
      }
    }).pipe(installed())
  )
})
