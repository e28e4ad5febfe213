/** The Redis server of the tests: one that is given, one of this machine, or one in a container. */
import { Redis } from "ioredis"
import { containers, firstOf, given, type Missing, type Running, type Source } from "./firstSource.ts"
import { startOwnRedis } from "./ownRedis.ts"

interface Server {
  readonly url: string
}

export type RedisServer = Running<Server> | Missing

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

const own: Source<Server> = async () => {
  const { stop, url } = await startOwnRedis()
  await check(url)
  return { _tag: "Running", source: "redis-server of this machine", url, stop }
}

const docker: Source<Server> = async () => {
  const { GenericContainer, Wait } = await containers()
  const container = await new GenericContainer("redis:8-alpine")
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
    .start()
  const url = `redis://${container.getHost()}:${container.getMappedPort(6379)}`
  return { _tag: "Running", source: "Docker", url, stop: async () => void (await container.stop()) }
}

/** Starts the first server that can be had. */
export const startRedis = (): Promise<RedisServer> =>
  firstOf({ REDIS_URL: given("REDIS_URL", check), "this machine": own, Docker: docker })
