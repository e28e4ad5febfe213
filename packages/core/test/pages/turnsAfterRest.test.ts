/** Pages that nobody waits for, of a host that rested: each is asked for in its turn. Observed: when they are asked for, and what is told otherwise. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { GivesWay } from "../../src/organizations/GivesWay.ts"
import { HasTurn } from "../../src/pages/HasTurn.ts"
import { heedThrottling } from "../../src/pages/heedThrottling.ts"
import { WalksSite } from "../../src/pages/WalksSite.ts"
import { HostPauses } from "../../src/sharing/HostPauses.ts"

const host = "busy.example"
const url = `https://${host}/page`

const throttled = (retryAfterSeconds: number) =>
  HostPauses.use((pauses) => pauses.throttled(host, { status: 429, retryAfterSeconds }))

/** Asks for a page that so many seconds are left for, and notes when it is asked for. */
const ask = Effect.fnUntraced(function* (seconds: number, asked: Array<number>) {
  const now = yield* Clock.currentTimeMillis
  const deadline = { atMillis: now + seconds * 1_000, acceptsPart: false }
  const page = Effect.map(Clock.currentTimeMillis, (at) => {
    asked.push(at)
    return url
  })
  return yield* Effect.forkChild(Effect.result(heedThrottling<string>(url, deadline, (at) => at)(page)))
})

/** Time that passes in steps, with time for everybody to do what they bring. */
const pass = (seconds: number) =>
  Effect.repeat(Effect.andThen(TestClock.adjust("500 millis"), Effect.repeat(Effect.yieldNow, { times: 20 })), {
    times: seconds * 2 - 1
  })

const inBackground = Effect.provideService(GivesWay, true)

describe("pages of a host that rested", () => {
  it.effect("are asked for a second from each other, until a minute has passed", () =>
    Effect.gen(function* () {
      yield* throttled(5)
      const asked: Array<number> = []
      for (let n = 0; n < 4; n++) yield* inBackground(ask(30, asked))
      yield* pass(20)
      assert.deepStrictEqual(asked, [5_000, 6_000, 7_000, 8_000])
      yield* HostPauses.use((pauses) => pauses.answered(host))
      yield* TestClock.adjust("60 seconds")
      for (let n = 0; n < 4; n++) yield* inBackground(ask(30, asked))
      yield* pass(1)
      assert.lengthOf(asked, 8)
    }).pipe(Effect.provide(HostPauses.layer))
  )

  it.effect("wait for another rest that began meanwhile, and fail where they have no time for it", () =>
    Effect.gen(function* () {
      yield* throttled(8)
      const asked: Array<number> = []
      const patient = yield* inBackground(ask(200, asked))
      const hasty = yield* inBackground(ask(30, asked))
      yield* pass(4)
      yield* throttled(120)
      yield* pass(5)
      const told = hasty.pollUnsafe()
      assert.deepStrictEqual(asked, [])
      assert.isTrue(
        told?._tag === "Success" && told.value._tag === "Failure" && told.value.failure._tag === "WebsiteBlocked"
      )
      yield* pass(120)
      yield* Fiber.join(patient)
      assert.deepStrictEqual(asked, [124_000])
    }).pipe(Effect.provide(HostPauses.layer))
  )

  it.effect("wait for another rest that begins while they stand in line", () =>
    Effect.gen(function* () {
      yield* throttled(5)
      const asked: Array<number> = []
      for (let n = 0; n < 3; n++) yield* inBackground(ask(60, asked))
      yield* pass(5)
      yield* throttled(20)
      yield* pass(30)
      assert.deepStrictEqual(asked, [5_000, 25_000, 26_000])
    }).pipe(Effect.provide(HostPauses.layer))
  )

  it.effect("are asked for in time where a call waits for one behind sixty runs of its organization", () =>
    Effect.gen(function* () {
      yield* throttled(5)
      const runs: Array<number> = []
      const call: Array<number> = []
      for (let n = 0; n < 60; n++) yield* inBackground(ask(600, runs))
      yield* Effect.provideService(ask(30, call), WalksSite, true)
      yield* pass(80)
      assert.deepStrictEqual(call, [7_000])
      assert.lengthOf(runs, 60)
    }).pipe(Effect.provide(HostPauses.layer))
  )

  it.effect("are asked for at once by who has the turn there, and by no other", () =>
    Effect.gen(function* () {
      yield* throttled(5)
      yield* TestClock.adjust("5 seconds")
      const asked: Array<number> = []
      yield* HostPauses.use((pauses) => pauses.turn({ host, owner: "", pauseMillis: 0, givesWay: false }))
      yield* inBackground(Effect.provideService(ask(30, asked), HasTurn, "other.example"))
      yield* inBackground(Effect.provideService(ask(30, asked), HasTurn, host))
      yield* pass(3)
      assert.deepStrictEqual(asked, [5_000, 6_000])
    }).pipe(Effect.provide(HostPauses.layer))
  )
})
