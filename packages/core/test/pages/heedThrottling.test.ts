/** Pages of hosts that throttle. Observed: whether and when a page is asked for, what is told otherwise, and how long its host rests next. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { GivesWay } from "../../src/organizations/GivesWay.ts"
import { heedThrottling } from "../../src/pages/heedThrottling.ts"
import { HostPauses } from "../../src/sharing/HostPauses.ts"
import { TargetNotFound, WebsiteInaccessible } from "../../src/web/errors.ts"

const host = "busy.example"
const url = `https://${host}/page`

const turns = Effect.repeat(Effect.yieldNow, { times: 50 })

const throttled = (retryAfterSeconds: number | null, status = 429, at = host) =>
  HostPauses.use((pauses) => pauses.throttled(at, { status, retryAfterSeconds }))

/** A page that so many seconds are left for, of which is noted when it was asked for; `finalUrl` is where it answers. */
const ask = Effect.fnUntraced(function* <E = never>(
  seconds: number,
  outcome: Effect.Effect<string | null, E> = Effect.succeed(url)
) {
  const began = yield* Clock.currentTimeMillis
  const asked: Array<number> = []
  const work = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    asked.push(now - began)
    return outcome
  })
  const heeding = heedThrottling<string | null>(
    url,
    { atMillis: began + seconds * 1_000, acceptsPart: false },
    (finalUrl) => finalUrl
  )
  const fiber = yield* Effect.forkChild(Effect.result(heeding(work)))
  yield* turns
  return { asked, fiber }
})

/** What the page fails with at once, without being asked for. */
const refusedAtOnce = Effect.fnUntraced(function* (seconds: number) {
  const { asked, fiber } = yield* ask(seconds)
  const done = fiber.pollUnsafe()
  yield* Fiber.interrupt(fiber)
  assert.deepStrictEqual(asked, [])
  assert.isTrue(done?._tag === "Success" && done.value._tag === "Failure", "it waits")
  return done?._tag === "Success" && done.value._tag === "Failure" ? done.value.failure : assert.fail()
})

const inBackground = Effect.provideService(GivesWay, true)

describe("a page that nobody waits for, of a host that rests", () => {
  it.effect("is asked for when its host has rested", () =>
    Effect.gen(function* () {
      yield* throttled(5)
      const { asked, fiber } = yield* inBackground(ask(30))
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(asked, [5_000])
    }).pipe(Effect.provide(HostPauses.layer))
  )

  for (const [status, tag] of [
    [429, "WebsiteBlocked"],
    [503, "WebsiteInaccessible"]
  ] as const)
    it.effect(`fails at once, as its host answered ${status}, where there is no time for the rest`, () =>
      Effect.gen(function* () {
        yield* throttled(60, status)
        assert.deepInclude(yield* inBackground(refusedAtOnce(60)), {
          _tag: tag,
          status,
          retryAfterSeconds: 60,
          message: `The page was not asked for: busy.example answered ${status}, and is left alone for another 60 s.`
        })
      }).pipe(Effect.provide(HostPauses.layer))
    )

  it.effect("fails at once where its host throttles again and again", () =>
    Effect.gen(function* () {
      for (let n = 0; n < 4; n++) {
        yield* TestClock.adjust("30 seconds")
        yield* throttled(5)
      }
      assert.strictEqual((yield* inBackground(refusedAtOnce(600)))._tag, "WebsiteBlocked")
    }).pipe(Effect.provide(HostPauses.layer))
  )
})

describe("the next rest of a host", () => {
  /** How long it rests that does not say for how long, after a rest and this. */
  const restAfter = Effect.fnUntraced(function* <E>(outcome: Effect.Effect<string | null, E>, at = host) {
    yield* throttled(null, 429, at)
    yield* TestClock.adjust("2 seconds")
    yield* Fiber.join((yield* ask(30, outcome)).fiber)
    yield* throttled(null, 429, at)
    return (yield* HostPauses.use((pauses) => pauses.restOf(at)))?.restMillis
  })

  const notFound = new TargetNotFound({ message: "gone" })
  const down = new WebsiteInaccessible({ message: "down", status: 500, answered: true })
  const away = new WebsiteInaccessible({ message: "away" })

  const cases: ReadonlyArray<readonly [what: string, Effect.Effect<string | null, unknown>, at: string, rest: number]> =
    [
      ["the first again when it gave a page", Effect.succeed(url), host, 2_000],
      ["the first again when it led to another host", Effect.succeed("https://other.example/"), host, 2_000],
      ["the first again when another led to it", Effect.succeed("https://other.example/"), "other.example", 2_000],
      ["the first again when it had no such page", Effect.fail(notFound), host, 2_000],
      ["the first again when it failed", Effect.fail(down), host, 2_000],
      ["a longer one when it did not answer", Effect.fail(away), host, 4_000],
      ["a longer one when it was not asked", Effect.succeed(null), host, 4_000]
    ]
  for (const [what, outcome, at, rest] of cases)
    it.effect(`is ${what}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* restAfter(outcome, at), rest)
      }).pipe(Effect.provide(HostPauses.layer))
    )
})
