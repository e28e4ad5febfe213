/** What test files share, started when the first one asks. */
import { inject } from "vitest"
import type { PostgresServer } from "./postgres.ts"
import type { RedisServer } from "./redis.ts"

const ask = async (what: string): Promise<unknown> => {
  const response = await fetch(`${inject("testServers")}/${what}`)
  const text = await response.text()
  if (!response.ok) throw new Error(`the tests' ${what} did not start: ${text}`)
  return JSON.parse(text)
}

const urlOf = (name: string, server: PostgresServer | RedisServer): string | null => {
  if (server._tag === "Running") return server.url
  if (process.env.CI === "true") throw new Error(`no ${name} for the tests:\n${server.reasons.join("\n")}`)
  return null
}

/** The URL of a real Postgres server, or null when there is none on this machine; in CI there must be one. */
export const postgresUrl = async (): Promise<string | null> =>
  urlOf("Postgres", (await ask("postgres")) as PostgresServer)

/** The URL of a real Redis server, or null when there is none on this machine; in CI there must be one. */
export const redisUrl = async (): Promise<string | null> => urlOf("Redis", (await ask("redis")) as RedisServer)
