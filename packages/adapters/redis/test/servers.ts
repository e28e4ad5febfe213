/** The Redis servers that the tests run on. */
import { spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { Effect, Redacted } from "effect"
import { Redis } from "ioredis"
import { needing } from "../../../../test/setup/needs.ts"
import { startOwnRedis } from "../../../../test/setup/ownRedis.ts"
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
