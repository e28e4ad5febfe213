/** Redis as several servers: a cluster, and one that Sentinels put another in the place of. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { suite as limitStoreSuite } from "@kittiwake/core/testing/limitStoreSuite"
import { suite as placeKeeperSuite } from "@kittiwake/core/testing/placeKeeperSuite"
import { suite as wakeupsSuite } from "@kittiwake/core/testing/wakeupsSuite"
import { Effect, Exit, Fiber, Layer, Scope } from "effect"
import * as redis from "../src/redis.ts"
import { admitted, type Process, startProcess, untilWell } from "./process.ts"
import { installationAt, needsOwnServer, ownCluster, ownSentinel } from "./servers.ts"

const untilHeard = ({ wakeups }: Process) => Effect.repeat(wakeups.hears, { until: (heard) => heard })

/** What one wakes reaches the other. */
const wakes = Effect.fnUntraced(function* (one: Process, other: Process) {
  const wait = yield* other.wakeups.subscribe("runs")
  yield* one.wakeups.subscribe("runs")
  yield* untilHeard(one)
  yield* untilHeard(other)
  yield* Effect.ignore(Effect.timeout(wait, "1 millis"))
  const woken = yield* Effect.forkChild(wait)
  yield* one.wakeups.wake("runs")
  yield* Fiber.join(woken)
})

describe("on a cluster", needsOwnServer, () => {
  const scope = Scope.makeUnsafe()
  let cluster: Effect.Success<typeof ownCluster>
  beforeAll(async () => {
    cluster = await Effect.runPromise(Scope.provide(ownCluster, scope))
  }, 60_000)
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const onCluster = Layer.suspend(() => redis.layer(installationAt(cluster.url))).pipe(
    Layer.provide(redis.layerEffectClock)
  )
  limitStoreSuite("Redis Cluster", onCluster)
  placeKeeperSuite("Redis Cluster", onCluster)
  wakeupsSuite("Redis Cluster", onCluster)

  it.live("counts for all processes, whichever node has a key", () =>
    Effect.gen(function* () {
      const installation = installationAt(cluster.url)
      const [one, two] = [yield* startProcess(installation), yield* startProcess(installation)]
      const subjects = Array.from({ length: 30 }, (_, index) => `org_${index}`)
      for (const subject of subjects) {
        assert.isTrue(yield* one.draw(subject, 2))
        assert.isTrue(yield* two.draw(subject, 2))
        assert.isFalse(yield* one.draw(subject, 2))
      }
      const kept = yield* Effect.forEach(cluster.nodes, ({ admin }) =>
        Effect.promise(() => admin.keys(`${installation.prefix}window:*`))
      )
      assert.strictEqual(kept.flat().length, subjects.length)
      for (const keys of kept) assert.isNotEmpty(keys, "all nodes have a part of them")
    }).pipe(Effect.scoped)
  )

  it.live("wakes the other processes", () =>
    Effect.gen(function* () {
      const installation = installationAt(cluster.url)
      yield* wakes(yield* startProcess(installation), yield* startProcess(installation))
    }).pipe(Effect.scoped)
  )
})

describe("a cluster", needsOwnServer, () => {
  it.live("that loses a node is done without, and is used again", () =>
    Effect.gen(function* () {
      const { nodes, untilWhole, url } = yield* ownCluster
      const [one, two] = [yield* startProcess(installationAt(url)), yield* startProcess(installationAt(url))]
      yield* wakes(one, one)
      yield* Effect.promise(nodes[0].kill)
      const subjects = Array.from({ length: 12 }, (_, index) => `org_${index}`)
      for (const subject of subjects) assert.isTrue(yield* one.draw(subject, 10))
      yield* Effect.promise(nodes[0].startAgain)
      yield* untilWhole
      yield* untilWell(one)
      yield* untilWell(two)
      yield* untilHeard(one)
      for (const subject of subjects)
        yield* Effect.repeat(Effect.exit(one.store.leave(subject, "x")), { until: Exit.isSuccess })
    }).pipe(Effect.scoped)
  )
})

describe("a server behind a Sentinel", needsOwnServer, () => {
  it.live("is found, and the one that takes its place when it dies", () =>
    Effect.gen(function* () {
      const { primary, replica, untilReplicated, url } = yield* ownSentinel
      const installation = installationAt(url)
      const [one, two] = [yield* startProcess(installation), yield* startProcess(installation)]
      assert.strictEqual((yield* admitted(one, 8, 10)) + (yield* admitted(two, 8, 10)), 10)
      yield* wakes(one, two)
      yield* untilReplicated
      yield* Effect.promise(primary.kill)
      yield* untilWell(one)
      yield* untilWell(two)
      const now = yield* startProcess(installationAt(replica.url))
      assert.isTrue(yield* now.isWell, "the replica takes writes")
      yield* wakes(one, two)
      assert.strictEqual(yield* admitted(two, 20, 10), 0, "what was counted is known to the one in its place")
    }).pipe(Effect.scoped)
  )
})
