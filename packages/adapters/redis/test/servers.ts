/** The Redis servers that the tests run on. */
import { spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { Effect, Redacted } from "effect"
import { Redis } from "ioredis"
import { freePort } from "../../../../test/setup/freePort.ts"
import { needing } from "../../../../test/setup/needs.ts"
import { startOwnRedis, startOwnSentinel } from "../../../../test/setup/ownRedis.ts"
import { redisUrl } from "../../../../test/setup/sharedServers.ts"
import type { RedisSettings } from "../src/redis.ts"

const sharedUrl = await redisUrl()

/** Options of a test that needs a server. */
export const needsServer = needing({ Redis: sharedUrl !== null })

/** Options of a test that kills or freezes a server of its own. */
export const needsOwnServer = needing({
  redisServer: spawnSync("redis-server", ["--version"], { stdio: "ignore" }).error === undefined
})

/** An installation that nobody else knows, on a server. */
export const installationAt = (url: string): RedisSettings => ({
  url: Redacted.make(url),
  prefix: `kittiwake:test-${randomBytes(6).toString("hex")}:`
})

/** The same on the server that all tests share. */
export const newInstallation = () => installationAt(sharedUrl ?? "redis://127.0.0.1:1")

/** A server of its own, which goes with the scope. */
export const ownServer = (settings: ReadonlyArray<ReadonlyArray<string>> = []) =>
  Effect.acquireRelease(
    Effect.promise(() => startOwnRedis(settings)),
    ({ stop }) => Effect.promise(stop)
  )

/** A look at a server from outside. */
export const adminOf = ({ url }: Pick<RedisSettings, "url">) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Redis(Redacted.value(url), { lazyConnect: true })
      client.on("error", () => undefined)
      await client.connect()
      return client
    }),
    (client) => Effect.sync(() => client.disconnect())
  )

const clusterSlots = 16_384

const clusterNode = Effect.gen(function* () {
  const busPort = yield* Effect.promise(freePort)
  const settings = { "cluster-enabled": "yes", "cluster-port": String(busPort), "cluster-node-timeout": "2000" }
  const { kill, startAgain, url } = yield* ownServer(Object.entries(settings))
  const admin = yield* adminOf({ url: Redacted.make(url) })
  return { admin, busPort, kill, port: Number(new URL(url).port), startAgain }
})

/** A cluster of three servers that have a third of the keys each, once all of them say that it is whole. */
export const ownCluster = Effect.gen(function* () {
  const nodes = yield* Effect.all([clusterNode, clusterNode, clusterNode])
  const firstOf = (node: number) => Math.floor((node * clusterSlots) / nodes.length)
  for (const [index, { admin, busPort, port }] of nodes.entries()) {
    yield* Effect.promise(() => admin.call("CLUSTER", "ADDSLOTSRANGE", firstOf(index), firstOf(index + 1) - 1))
    yield* Effect.promise(() => nodes[0].admin.call("CLUSTER", "MEET", "127.0.0.1", port, busPort))
  }
  const untilWhole = Effect.forEach(nodes, ({ admin }) =>
    Effect.repeat(
      Effect.promise(() => admin.call("CLUSTER", "INFO")),
      { until: (state) => /cluster_state:ok[\s\S]*cluster_known_nodes:3/.test(String(state)) }
    )
  )
  yield* untilWhole
  return { nodes, untilWhole, url: `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(",")}` }
})

/** A server, a replica of it, and a Sentinel that puts the replica in its place when it is gone for half a second. */
export const ownSentinel = Effect.gen(function* () {
  const primary = yield* ownServer([["repl-diskless-sync-delay", "0"]])
  const { port } = new URL(primary.url)
  const primaryAdmin = yield* adminOf({ url: Redacted.make(primary.url) })
  const replica = yield* ownServer([["replicaof", "127.0.0.1", port]])
  const sentinel = yield* Effect.acquireRelease(
    Effect.promise(() =>
      startOwnSentinel([
        ["sentinel", "monitor", "ours", "127.0.0.1", port, "1"],
        ["sentinel", "down-after-milliseconds", "ours", "500"],
        ["sentinel", "failover-timeout", "ours", "3000"]
      ])
    ),
    ({ stop }) => Effect.promise(stop)
  )
  const admin = yield* adminOf({ url: Redacted.make(sentinel.url) })
  // A replica that the Sentinel has not heard of cannot be put in anybody's place.
  yield* Effect.repeat(
    Effect.promise(() => admin.call("SENTINEL", "REPLICAS", "ours")),
    { until: (known) => Array.isArray(known) && known.length > 0 }
  )
  /** Waits until the replica has all that was written. `WAIT` knows of what its own connection wrote, so that writes last. */
  const untilReplicated = Effect.repeat(
    Effect.promise(() => primaryAdmin.set("written", "1").then(() => primaryAdmin.wait(1, 0))),
    { until: (replicas) => replicas === 1 }
  )
  yield* untilReplicated
  return { primary, replica, untilReplicated, url: `redis+sentinel://${new URL(sentinel.url).host}/ours` }
})
