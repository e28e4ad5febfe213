/** What Redis does to limits, places and wake-ups when it is lost, slow, emptied, started again, read-only or full. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Redacted } from "effect"
import { admitted, type Process, startProcess, untilWell, windowMillis } from "./process.ts"
import { adminOf, installationAt, needsOwnServer, ownServer } from "./servers.ts"

const isShared = ({ store }: Process) =>
  Effect.isSuccess(store.draw({ subject: "other", windowStartMillis: 0, windowMillis, weight: 1, limit: 1_000 }))

describe("without a server", () => {
  it.live("a process starts, counts by itself, and wakes its own loops", () =>
    Effect.gen(function* () {
      const one = yield* startProcess(installationAt("redis://127.0.0.1:1"))
      assert.strictEqual(yield* admitted(one, 50, 10), 10)
      const wait = yield* one.wakeups.subscribe("runs")
      yield* one.wakeups.wake("runs")
      yield* wait
      assert.isFalse(yield* one.wakeups.hears)
      assert.strictEqual(yield* one.problem, "does not answer")
    }).pipe(Effect.scoped)
  )
})

describe("a server", needsOwnServer, () => {
  it.live("that dies and comes back empty costs at most the limit in each process, and is used again", () =>
    Effect.gen(function* () {
      const server = yield* ownServer()
      const installation = installationAt(server.url)
      const [one, two] = [yield* startProcess(installation), yield* startProcess(installation)]
      assert.strictEqual((yield* admitted(one, 8, 10)) + (yield* admitted(two, 8, 10)), 10)
      yield* Effect.promise(server.kill)
      const alone = (yield* admitted(one, 50, 10)) + (yield* admitted(two, 50, 10))
      assert.isAtMost(alone, 10, "each process goes on counting from what it admitted itself")
      assert.strictEqual(yield* one.problem, "does not answer")
      yield* Effect.promise(server.startAgain)
      yield* Effect.all([untilWell(one), untilWell(two)], { discard: true })
      assert.isTrue(yield* isShared(one))
      assert.strictEqual(yield* admitted(one, 50, 10), 0)
    }).pipe(Effect.scoped)
  )

  it.live("that is emptied, scripts and all, is asked on without a failure", () =>
    Effect.gen(function* () {
      const server = yield* ownServer()
      const installation = installationAt(server.url)
      const admin = yield* adminOf(installation)
      const one = yield* startProcess(installation)
      assert.strictEqual(yield* admitted(one, 6, 10), 6)
      yield* Effect.promise(() => admin.script("FLUSH"))
      yield* Effect.promise(() => admin.flushall())
      assert.isTrue(yield* isShared(one))
      assert.strictEqual(yield* admitted(one, 50, 10), 4, "what this process admitted itself is not forgotten")
    }).pipe(Effect.scoped)
  )

  it.live("that hangs holds nobody longer than a moment, and is asked again", () =>
    Effect.gen(function* () {
      const server = yield* ownServer()
      const installation = installationAt(server.url)
      const [one, two] = [yield* startProcess(installation), yield* startProcess(installation)]
      assert.isTrue(yield* one.draw("org", 10))
      server.freeze()
      // Three who ask at once wait together, and nobody after them.
      assert.strictEqual(yield* admitted(one, 3, 10), 3)
      assert.strictEqual(yield* admitted(one, 100, 10), 6)
      server.thaw()
      yield* untilWell(one)
      yield* untilWell(two)
      assert.isTrue((yield* isShared(one)) && (yield* isShared(two)))
    }).pipe(Effect.scoped)
  )

  it.live("that has become a replica takes no writes, says so, and is not believed to hear everybody", () =>
    Effect.gen(function* () {
      const [primary, server] = [yield* ownServer(), yield* ownServer()]
      const installation = installationAt(server.url)
      const admin = yield* adminOf(installation)
      const one = yield* startProcess(installation)
      assert.strictEqual(yield* admitted(one, 4, 10), 4)
      const { port } = new URL(primary.url)
      yield* Effect.promise(() => admin.replicaof("127.0.0.1", Number(port)))
      assert.strictEqual(yield* admitted(one, 50, 10), 6)
      yield* Effect.repeat(
        Effect.orElseSucceed(one.problem, () => "well"),
        {
          until: (problem) => problem === "takes no writes: it is a replica"
        }
      )
      const two = yield* startProcess(installation)
      yield* two.wakeups.subscribe("runs")
      yield* Effect.repeat(
        Effect.promise(() => admin.pubsub("CHANNELS")),
        { until: (channels) => Array.isArray(channels) && channels.length > 0 }
      )
      assert.isFalse(yield* two.wakeups.hears)
      yield* Effect.promise(() => admin.replicaof("NO", "ONE"))
      yield* untilWell(one)
      assert.isTrue(yield* isShared(one))
    }).pipe(Effect.scoped)
  )

  it.live("whose memory is full is done without, and is used again when there is room", () =>
    Effect.gen(function* () {
      const server = yield* ownServer([["maxmemory-policy", "noeviction"]])
      const installation = installationAt(server.url)
      const admin = yield* adminOf(installation)
      const one = yield* startProcess(installation)
      assert.strictEqual(yield* admitted(one, 4, 10), 4)
      yield* Effect.promise(() => admin.config("SET", "maxmemory", "1"))
      assert.strictEqual(yield* admitted(one, 50, 10), 6)
      assert.strictEqual(yield* one.problem, "takes no writes: its memory is full")
      yield* Effect.promise(() => admin.config("SET", "maxmemory", "0"))
      yield* untilWell(one)
      assert.isTrue(yield* isShared(one))
    }).pipe(Effect.scoped)
  )

  it.live("that refuses the password is said to, without the password", () =>
    Effect.gen(function* () {
      const server = yield* ownServer([["requirepass", "right-password"]])
      const wrong = new URL(server.url)
      wrong.password = "wrong-password"
      const one = yield* startProcess({ ...installationAt(server.url), url: Redacted.make(wrong.href) })
      assert.strictEqual(yield* admitted(one, 50, 10), 10)
      const failure = yield* Effect.flip(one.store.leave("org", "token"))
      assert.notInclude(JSON.stringify(failure) + String(failure.cause), "wrong-password")
      const right = new URL(server.url)
      right.password = "right-password"
      const two = yield* startProcess({ ...installationAt(server.url), url: Redacted.make(right.href) })
      assert.isTrue(yield* two.isWell)
    }).pipe(Effect.scoped)
  )
})

describe("wake-ups over a server", needsOwnServer, () => {
  it.live("reach the other processes, and the own one once", () =>
    Effect.gen(function* () {
      const installation = installationAt((yield* ownServer()).url)
      const [one, two, other] = [
        yield* startProcess(installation),
        yield* startProcess(installation),
        yield* startProcess({ ...installation, prefix: "kittiwake:another:" })
      ]
      const [own, wait, foreign] = [
        yield* one.wakeups.subscribe("runs"),
        yield* two.wakeups.subscribe("runs"),
        yield* other.wakeups.subscribe("runs")
      ]
      const answer = yield* one.wakeups.subscribe("deliveries")
      for (const { wakeups } of [one, two, other]) yield* Effect.repeat(wakeups.hears, { until: (heard) => heard })
      yield* one.wakeups.wake("runs")
      yield* own
      yield* wait
      const again = yield* Effect.forkChild(Effect.raceFirst(own, foreign))
      // What comes after is heard after it.
      yield* two.wakeups.wake("deliveries")
      yield* answer
      assert.isUndefined(again.pollUnsafe(), "neither oneself nor another installation is heard")
    }).pipe(Effect.scoped)
  )

  it.live("are heard again after the server was lost, and what was missed meanwhile is looked for", () =>
    Effect.gen(function* () {
      const server = yield* ownServer()
      const installation = installationAt(server.url)
      const [one, two] = [yield* startProcess(installation), yield* startProcess(installation)]
      const wait = yield* two.wakeups.subscribe("runs")
      yield* one.wakeups.subscribe("runs")
      const untilHeard = (process: Process) => Effect.repeat(process.wakeups.hears, { until: (heard) => heard })
      yield* untilHeard(one)
      yield* untilHeard(two)
      yield* Effect.promise(server.kill)
      // Told of the loss first, which ends the rest of whoever relies on being woken.
      yield* wait
      assert.isFalse(yield* two.wakeups.hears)
      yield* one.wakeups.wake("runs")
      yield* Effect.promise(server.startAgain)
      yield* wait
      yield* untilHeard(one)
      yield* untilHeard(two)
      yield* Effect.ignore(Effect.timeout(wait, Duration.millis(1)))
      const again = yield* Effect.forkChild(wait)
      yield* one.wakeups.wake("runs")
      yield* Fiber.join(again)
    }).pipe(Effect.scoped)
  )

  it.live("reach the others from a process that wakes and ends at once", () =>
    Effect.gen(function* () {
      const installation = installationAt((yield* ownServer()).url)
      const worker = yield* startProcess(installation)
      const wait = yield* worker.wakeups.subscribe("runs")
      yield* Effect.repeat(worker.wakeups.hears, { until: (heard) => heard })
      const woken = yield* Effect.forkChild(wait)
      yield* Effect.scoped(Effect.flatMap(startProcess(installation), ({ wakeups }) => wakeups.wake("runs")))
      yield* Fiber.join(woken).pipe(Effect.timeout(Duration.seconds(4)))
    }).pipe(Effect.scoped)
  )

  it.live("end with their process, also where the server does not answer any more", () =>
    Effect.gen(function* () {
      const server = yield* ownServer()
      const installation = installationAt(server.url)
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { wakeups } = yield* startProcess(installation)
          yield* wakeups.subscribe("runs")
          yield* Effect.repeat(wakeups.hears, { until: (heard) => heard })
          server.freeze()
          yield* wakeups.wake("runs")
        })
      ).pipe(Effect.timeout(Duration.seconds(4)))
    }).pipe(Effect.scoped)
  )
})
