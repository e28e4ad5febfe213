/** The Redis server of the tests: one that is given, one of this machine, or one in a container. */
import { existsSync } from "node:fs"
import { Redis } from "ioredis"
import { startOwnRedis } from "./ownRedis.ts"

export type RedisServer =
  | {
      readonly _tag: "Running"
      readonly source: string
      readonly url: string
      readonly stop: () => Promise<void>
    }
  | { readonly _tag: "Missing"; readonly reasons: ReadonlyArray<string> }

type Source = () => Promise<Extract<RedisServer, { readonly _tag: "Running" }>>

const check = async (url: string) => {
  const client = new Redis(url, { lazyConnect: true, connectTimeout: 5_000, retryStrategy: null })
  client.on("error", () => undefined)
  try {
    await client.connect()
    await client.ping()
  } finally {
    client.disconnect()
  }
}

const given: Source = async () => {
  const url = process.env.REDIS_URL
  if (url === undefined || url === "") throw new Error("REDIS_URL is not set")
  await check(url)
  return { _tag: "Running", source: "REDIS_URL", url, stop: async () => {} }
}

const own: Source = async () => {
  const { stop, url } = await startOwnRedis()
  await check(url)
  return { _tag: "Running", source: "redis-server of this machine", url, stop }
}

const docker: Source = async () => {
  if (process.env.DOCKER_HOST === undefined && !existsSync("/var/run/docker.sock")) {
    throw new Error("no Docker engine answers")
  }
  const { GenericContainer, Wait } = await import("testcontainers")
  const container = await new GenericContainer("redis:8-alpine")
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
    .start()
  const url = `redis://${container.getHost()}:${container.getMappedPort(6379)}`
  return { _tag: "Running", source: "Docker", url, stop: async () => void (await container.stop()) }
}

/** Starts the first server that can be had. */
export const startRedis = async (): Promise<RedisServer> => {
  const reasons: Array<string> = []
  for (const [name, source] of Object.entries({ REDIS_URL: given, "this machine": own, Docker: docker })) {
    try {
      return await source()
    } catch (error) {
      reasons.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { _tag: "Missing", reasons }
}
