import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { GivesWay } from "@kittiwake/core/organizations/GivesWay"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { BackgroundWork } from "@kittiwake/core/pages/BackgroundWork"
import { Effect, Fiber, Latch } from "effect"
import { makeHostGate } from "../src/HostGate.ts"
import { fetch, layer } from "./fetching.ts"
import { serve } from "./listen.ts"

const [a, b, c] = ["org_a", "org_b", "org_c"].map((id) => OrganizationId.make(id)) as [
  OrganizationId,
  OrganizationId,
  OrganizationId
]

const of = (organizationId: OrganizationId) => Effect.provideService(WorksFor, organizationId)

/** Lets every fiber that can go on go on. */
const settle = Effect.repeat(Effect.yieldNow, { times: 50 })

/** Work behind a gate that goes on until it is let, and who has begun it. */
const watched = (limits: { readonly perHost: number; readonly total: number }) => {
  const gate = makeHostGate(limits)
  const begun: Array<string> = []
  const hang = (organizationId: OrganizationId, host: string, name: string) => {
    const latch = Latch.makeUnsafe(false)
    return Effect.map(
      Effect.forkChild(
        gate(host)(
          Effect.andThen(
            Effect.sync(() => void begun.push(name)),
            latch.await
          )
        ).pipe(of(organizationId))
      ),
      (fiber) => ({ fiber, end: Effect.andThen(latch.open, settle) })
    )
  }
  const hangs = (
    organizationId: OrganizationId,
    count: number,
    hostOf: (n: number) => string,
    name: string = organizationId
  ) =>
    Effect.forEach(
      Array.from({ length: count }, (_, n) => n),
      (n) => hang(organizationId, hostOf(n), name)
    ).pipe(Effect.tap(settle))
  return { hangs, begun: () => begun.splice(0) }
}

describe("the gate to hosts", () => {
  it.effect("remembers a host for as long as anybody is there", () =>
    Effect.gen(function* () {
      const { begun, hangs } = watched({ perHost: 2, total: 100 })
      const host = () => "one.example"
      const [first] = yield* hangs(a, 1, host)
      yield* hangs(b, 1, host)
      yield* first!.end
      yield* hangs(c, 1, host)
      assert.deepStrictEqual(begun(), [a, b, c])
      yield* hangs(a, 1, host, "third")
      assert.deepStrictEqual(begun(), [], "two are there")
    })
  )

  it.effect("leaves places to whoever has none, however much of one organization hangs", () =>
    Effect.gen(function* () {
      const { begun, hangs } = watched({ perHost: 4, total: 9 })
      yield* hangs(a, 50, (n) => `a${n}.example`)
      assert.deepStrictEqual(
        begun(),
        Array.from({ length: 6 }, () => a)
      )
      yield* hangs(b, 50, (n) => `b${n}.example`)
      assert.deepStrictEqual(begun(), [b, b])
      yield* hangs(c, 1, () => "c.example")
      assert.deepStrictEqual(begun(), [c])
    })
  )

  it.effect("leaves a place of a host to whoever has none there, however much of one organization hangs", () =>
    Effect.gen(function* () {
      const { begun, hangs } = watched({ perHost: 4, total: 90 })
      const [first] = yield* hangs(a, 50, () => "one.example")
      assert.deepStrictEqual(begun(), [a, a, a])
      yield* hangs(b, 50, () => "one.example")
      assert.deepStrictEqual(begun(), [b])
      yield* first!.end
      // What comes free is the last place, which is for who has none.
      assert.deepStrictEqual(begun(), [])
      yield* hangs(c, 1, () => "one.example")
      assert.deepStrictEqual(begun(), [c])
    })
  )

  it.effect("gives each organization its turn at a host, however many of another's wait", () =>
    Effect.gen(function* () {
      const { begun, hangs } = watched({ perHost: 1, total: 9 })
      const [first, second] = yield* hangs(a, 5, () => "one.example")
      const [third] = yield* hangs(b, 2, () => "one.example")
      for (const one of [first, second, third]) yield* one!.end
      assert.deepStrictEqual(begun(), [a, b, a, b])
    })
  )

  for (const [kind, givesWay] of [
    ["work that nobody waits for", GivesWay],
    ["pages of batches and crawls", BackgroundWork]
  ] as const)
    it.effect(`lets who waits for an answer go before ${kind} at the same host, every other turn`, () =>
      Effect.gen(function* () {
        const { begun, hangs } = watched({ perHost: 1, total: 9 })
        const one = () => "one.example"
        const first = yield* hangs(a, 1, one)
        const runs = yield* Effect.provideService(hangs(a, 5, one, "run"), givesWay, true)
        const own = yield* hangs(a, 2, one, "call")
        const others = yield* hangs(b, 1, one, "other's call")
        for (const { end } of [...first, ...others, runs[0]!, own[0]!, runs[1]!, own[1]!, runs[2]!]) yield* end
        assert.deepStrictEqual(begun(), [a, "other's call", "run", "call", "run", "call", "run", "run"])
      })
    )

  it.effect("lets who waits for an answer go first where other hosts have all places, too", () =>
    Effect.gen(function* () {
      const { begun, hangs } = watched({ perHost: 4, total: 1 })
      const [first] = yield* hangs(a, 1, () => "one.example")
      yield* Effect.provideService(
        hangs(a, 2, (n) => `run${n}.example`, "run"),
        GivesWay,
        true
      )
      const [call] = yield* hangs(a, 1, () => "call.example", "call")
      yield* first!.end
      yield* call!.end
      assert.deepStrictEqual(begun(), [a, "call", "run"])
    })
  )

  it.effect("lets background work have what nobody who waits for an answer may take", () =>
    Effect.gen(function* () {
      const { begun, hangs } = watched({ perHost: 4, total: 90 })
      yield* hangs(a, 3, () => "one.example")
      // The last place of the host is for who has none there, and that is the background work of another.
      yield* hangs(a, 5, () => "one.example")
      yield* Effect.provideService(
        hangs(b, 1, () => "one.example", "run"),
        GivesWay,
        true
      )
      assert.deepStrictEqual(begun(), [a, a, a, "run"])
    })
  )

  it.effect("keeps no place of what was interrupted, whether it had begun or waited", () =>
    Effect.gen(function* () {
      const { begun, hangs } = watched({ perHost: 3, total: 9 })
      const [first, second, third, fourth] = yield* hangs(a, 4, () => "one.example")
      yield* Fiber.interrupt(third!.fiber)
      yield* Fiber.interrupt(first!.fiber)
      yield* settle
      assert.deepStrictEqual(begun(), [a, a, a])
      yield* second!.end
      yield* fourth!.end
      yield* hangs(b, 3, () => "one.example")
      assert.deepStrictEqual(begun(), [b, b])
    })
  )

  it.effect("keeps nothing of a host that nobody asks any more, not even who was there", () =>
    Effect.gen(function* () {
      const { begun, hangs } = watched({ perHost: 1, total: 9 })
      const one = () => "one.example"
      for (const owner of [a, a, a, c]) {
        const [first] = yield* hangs(owner, 1, one)
        // Who had more turns lately would have to wait for who had fewer.
        if (owner === c) yield* Effect.andThen(hangs(a, 1, one), hangs(b, 1, one))
        yield* first!.end
      }
      assert.deepStrictEqual(begun(), [a, a, a, c, a])
    })
  )

  it.effect("is asked by the fetcher for the organization that the work is done for", () =>
    Effect.gen(function* () {
      const url = yield* serve((request, response) => {
        if (request.url === "/page") response.setHeader("content-type", "text/plain").end("here")
      })
      yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 20 }), () => fetch(`${url}/hang`), { concurrency: "unbounded" }).pipe(of(a))
      )
      yield* settle
      assert.strictEqual((yield* fetch(`${url}/page`).pipe(of(b)))._tag, "Fetched")
    }).pipe(Effect.provide(layer({ requestsPerHost: 100, requests: 9 })))
  )
})
