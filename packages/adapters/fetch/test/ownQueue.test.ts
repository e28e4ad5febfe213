/** Whose time it is that a request waits for its turn with us. */
import type { ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { HttpFetcher, MayBeLed } from "@kittiwake/core/web/HttpFetcher"
import { makeTurnTally, steadyMillis, TurnWaits } from "@kittiwake/core/web/TurnWaits"
import { WebhookSender } from "@kittiwake/core/webhooks/WebhookSender"
import { Clock, Deferred, Duration, Effect, Fiber, Layer, Metric, Queue } from "effect"
import { TestClock } from "effect/testing"
import { turnMillis } from "../src/inTurns.ts"
import { answerTurns } from "../src/threadTurns.ts"
import * as Webhooks from "../src/WebhookSender.ts"
import { loopbackDoor } from "./door.ts"
import { fetch, layer } from "./fetching.ts"
import { serve, serveBytes } from "./listen.ts"

/** A server that answers when the test says so, one request after the other. */
const slowServer = Effect.gen(function* () {
  const asked = yield* Queue.unbounded<ServerResponse>()
  const url = yield* serve((_request, response) => {
    Queue.offerUnsafe(asked, response.setHeader("content-type", "text/plain"))
  })
  /** Answers the next `count` requests, each `after` it came. */
  const answer = Effect.fnUntraced(function* (count: number, after: Duration.Input) {
    for (let n = 0; n < count; n++) {
      const response = yield* Queue.take(asked)
      yield* TestClock.adjust(after)
      response.end("ok")
    }
  })
  return { url, answer }
})

const waiting = Metric.gauge("kittiwake_host_turns_waiting", {
  description: "Requests that wait for their turn at a host."
})

const steadyNow = Effect.clockWith((clock) => Effect.sync(() => steadyMillis(clock)))

const sender = (options: Partial<Webhooks.WebhookSenderOptions>) =>
  Webhooks.layer(options).pipe(Layer.provide(loopbackDoor))

describe("our own queue for a host", () => {
  it.effect("takes no time of a page that has to wait in it", () =>
    Effect.gen(function* () {
      const { answer, url } = yield* slowServer
      const fetching = yield* Effect.forkChild(
        Effect.forEach([1, 2, 3, 4], () => fetch(url, "10 seconds"), { concurrency: "unbounded" })
      )
      yield* answer(4, "9 seconds")
      assert.deepStrictEqual(
        (yield* Fiber.join(fetching)).map(({ _tag }) => _tag),
        ["Fetched", "Fetched", "Fetched", "Fetched"]
      )
    }).pipe(Effect.provide(layer({ requestsPerHost: 1 })))
  )

  it.effect("takes no time of a download either, and what is over in it was never asked for", () =>
    Effect.gen(function* () {
      const { answer, url } = yield* slowServer
      const session = yield* HttpFetcher.use(({ openSession }) => openSession)
      const download = (patience: Duration.Input) =>
        session.download({
          url,
          headers: {},
          country: null,
          validators: null,
          maxBytes: 100,
          timeout: Duration.seconds(10),
          patience: Duration.fromInputUnsafe(patience),
          acceptsPart: true
        })
      const first = yield* Effect.forkChild(download("1 minute"))
      yield* Effect.yieldNow
      const second = yield* Effect.forkChild(download("1 minute"))
      const third = yield* Effect.forkChild(Effect.flip(download("5 seconds")))
      yield* answer(2, "9 seconds")
      assert.strictEqual((yield* Fiber.join(first)).status, 200)
      assert.strictEqual((yield* Fiber.join(second)).status, 200)
      assert.strictEqual((yield* Fiber.join(third)).reason, "no_turn")
    }).pipe(Effect.provide(layer({ requestsPerHost: 1 })))
  )

  it.effect("is not what a request waits in that asks whether it may be led", () =>
    Effect.gen(function* () {
      const url = yield* serve((_request, response) => {
        response.writeHead(302, { location: "/on" }).end()
      })
      const isAsked = yield* Deferred.make<void>()
      const mayBeLed = () => Effect.andThen(Deferred.succeed(isAsked, undefined), Effect.never)
      const session = yield* HttpFetcher.use(({ openSession }) => openSession)
      const request = { url, validators: null, timeout: Duration.seconds(10), patience: Duration.seconds(5) }
      const asking = Effect.provideService(Effect.flip(session.fetch(request)), MayBeLed, mayBeLed)
      const refused = yield* Effect.forkChild(asking)
      yield* Deferred.await(isAsked)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(refused)).reason, "timeout")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is told, with who else wants that host, and counted for whoever watches the process", () =>
    Effect.gen(function* () {
      const { answer, url } = yield* slowServer
      const fetching = yield* Effect.forkChild(
        Effect.forEach([1, 2], () => fetch(url, "10 seconds"), { concurrency: "unbounded" })
      )
      const tally = makeTurnTally(yield* steadyNow, null)
      yield* Effect.yieldNow
      const third = yield* Effect.forkChild(Effect.provideService(fetch(url, "10 seconds"), TurnWaits, tally))
      yield* Effect.repeat(Effect.yieldNow, { times: 50 })
      assert.strictEqual((yield* Metric.value(waiting)).value, 2)
      yield* answer(3, "9 seconds")
      yield* Fiber.join(fetching)
      yield* Fiber.join(third)
      assert.deepStrictEqual(tally.waited(yield* steadyNow), { host: "127.0.0.1", others: 2, seconds: 18 })
      assert.strictEqual((yield* Metric.value(waiting)).value, 0)
    }).pipe(Effect.provide(layer({ requestsPerHost: 1 })), Effect.provideService(Metric.MetricRegistry, new Map()))
  )

  it.effect("is counted for nobody who left it before his turn", () =>
    Effect.gen(function* () {
      const { answer, url } = yield* slowServer
      const first = yield* Effect.forkChild(fetch(url, "10 seconds"))
      yield* Effect.yieldNow
      const tally = makeTurnTally(yield* steadyNow, null)
      const second = yield* Effect.forkChild(Effect.provideService(fetch(url, "10 seconds"), TurnWaits, tally))
      yield* Effect.repeat(Effect.yieldNow, { times: 50 })
      assert.strictEqual((yield* Metric.value(waiting)).value, 1)
      yield* TestClock.adjust("3 seconds")
      yield* Fiber.interrupt(second)
      assert.strictEqual((yield* Metric.value(waiting)).value, 0)
      yield* answer(1, "5 seconds")
      yield* Fiber.join(first)
      assert.deepStrictEqual(tally.waited(yield* steadyNow), { host: "127.0.0.1", others: 1, seconds: 3 })
    }).pipe(Effect.provide(layer({ requestsPerHost: 1 })), Effect.provideService(Metric.MetricRegistry, new Map()))
  )

  it.effect("adds the time of all hops up, and leaves out what lies between them", () =>
    Effect.gen(function* () {
      const { answer, url } = yield* slowServer
      const away = yield* serve((_request, response) => {
        response.writeHead(302, { location: url.replace("127.0.0.1", "localhost") }).end()
      })
      const busy = yield* Effect.forkChild(fetch(url.replace("127.0.0.1", "localhost"), "1 minute"))
      yield* Effect.yieldNow
      const late = yield* Effect.forkChild(Effect.flip(fetch(away, "10 seconds")))
      yield* answer(1, "30 seconds")
      yield* answer(1, "11 seconds")
      yield* Fiber.join(busy)
      assert.strictEqual((yield* Fiber.join(late)).reason, "timeout")
    }).pipe(Effect.provide(layer({ requestsPerHost: 1 })))
  )

  it.effect("lets a webhook be signed when its turn has come, and once", () =>
    Effect.gen(function* () {
      const { answer, url } = yield* slowServer
      const { send } = yield* WebhookSender
      const signedAt: Array<number> = []
      const headers = Effect.map(Clock.currentTimeMillis, (now) => {
        signedAt.push(now)
        return {}
      })
      const request = { url, headers, body: "{}", timeout: Duration.seconds(10) }
      const sending = yield* Effect.forkChild(
        Effect.forEach([1, 2, 3], () => send(request), { concurrency: "unbounded" })
      )
      yield* answer(3, "9 seconds")
      yield* Fiber.join(sending)
      assert.deepStrictEqual(signedAt, [0, 9_000, 18_000])
    }).pipe(Effect.provide(sender({ requestsPerHost: 1 })))
  )

  it.effect("takes no time of a webhook that has to wait in it", () =>
    Effect.gen(function* () {
      const { answer, url } = yield* slowServer
      const { send } = yield* WebhookSender
      const request = { url, headers: Effect.succeed({}), body: "{}", timeout: Duration.seconds(10) }
      const sending = yield* Effect.forkChild(
        Effect.forEach([1, 2, 3], () => send(request), { concurrency: "unbounded" })
      )
      yield* answer(3, "9 seconds")
      assert.deepStrictEqual(
        yield* Fiber.join(sending),
        [1, 2, 3].map(() => ({ _tag: "Answered" as const, httpStatus: 200 }))
      )
    }).pipe(Effect.provide(sender({ requestsPerHost: 1 })))
  )

  it.live("gives up webhooks that began together in several turns of the event loop", () =>
    Effect.gen(function* () {
      const asked = yield* Queue.unbounded<ServerResponse>()
      const url = yield* serve((_request, response) => void Queue.offerUnsafe(asked, response))
      const { send } = yield* WebhookSender
      const request = { url, headers: Effect.succeed({}), body: "{}", timeout: Duration.seconds(3) }
      /** How many ended in each turn. */
      const ended = [0]
      const began = performance.now()
      const sending = yield* Effect.forkChild(
        Effect.forEach(
          Array.from({ length: 40 }),
          () =>
            Effect.tap(
              send(request),
              Effect.sync(() => void ended[ended.length - 1]!++)
            ),
          { concurrency: "unbounded" }
        )
      )
      for (let n = 0; n < 40; n++) yield* Queue.take(asked)
      const turn = (): NodeJS.Immediate =>
        setImmediate(() => {
          ended.push(0)
          next = turn()
        })
      let next = turn()
      assert.isBelow(performance.now(), began + 2_900)
      // A thread that was held finds all of their times over at once.
      const heldUntil = began + 3_200
      while (performance.now() < heldUntil);
      const outcomes = yield* Fiber.join(sending)
      clearImmediate(next)
      assert.isTrue(outcomes.every((outcome) => outcome._tag === "NoAnswer" && outcome.code === "timeout"))
      assert.isAtMost(Math.max(...ended), 16)
    }).pipe(Effect.provide(sender({ requestsPerHost: 41 })))
  )
})

/** A thread that follows up so many answers, until the scope closes, that whoever gets one waits for his turn. */
const busyThread = Effect.acquireRelease(
  Effect.sync(() => {
    const follow = () => {
      const until = performance.now() + turnMillis
      while (performance.now() < until);
    }
    const turn = () => {
      answerTurns(follow, "others")
      next.at = setImmediate(turn)
    }
    const next = { at: setImmediate(turn) }
    return next
  }),
  ({ at }) => Effect.sync(() => clearImmediate(at))
)

describe("an answer whose body is nobody's, and goes on while it waits for its turn", () => {
  /** More chunks than are read, in one piece. */
  const rest = `Transfer-Encoding: chunked\r\n\r\n${"1\r\na\r\n".repeat(40)}`

  it.live("is the answer of a receiver, whether it is long or breaks off", () =>
    Effect.gen(function* () {
      const { send } = yield* WebhookSender
      const long = yield* serveBytes(`HTTP/1.1 200 OK\r\n${rest}`)
      const broken = yield* serveBytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n")
      yield* busyThread
      const outcomes = yield* Effect.forEach([long, broken], (url) =>
        send({ url, headers: Effect.succeed({}), body: "{}", timeout: Duration.seconds(20) })
      )
      assert.deepStrictEqual(
        outcomes,
        [1, 2].map(() => ({ _tag: "Answered" as const, httpStatus: 200 }))
      )
    }).pipe(Effect.provide(sender({})))
  )

  it.live("leads on where it is a redirect", () =>
    Effect.gen(function* () {
      const page = yield* serve((_request, response) => response.setHeader("content-type", "text/plain").end("fine"))
      const url = yield* serveBytes(`HTTP/1.1 302 Found\r\nLocation: ${page}/\r\n${rest}`)
      yield* busyThread
      const fetched = yield* fetch(url, "20 seconds")
      assert.strictEqual(fetched._tag === "Fetched" ? fetched.url : null, `${page}/`)
    }).pipe(Effect.provide(layer()))
  )
})
