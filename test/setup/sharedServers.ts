/** What test files share, started when the first one asks. */
import { inject } from "vitest"
import type { BucketServer } from "./bucket.ts"
import type { Missing, Running } from "./firstSource.ts"
import type { TestBucket } from "./ownBucket.ts"
import type { PostgresServer } from "./postgres.ts"
import type { TestProgram, TestPrograms } from "./programs.ts"
import type { RedisServer } from "./redis.ts"

const ask = async (what: string): Promise<unknown> => {
  const response = await fetch(`${inject("testServers")}/${what}`)
  const text = await response.text()
  if (!response.ok) throw new Error(`the tests' ${what} did not start: ${text}`)
  return JSON.parse(text)
}

/** The server when it runs; null when there is none on this machine. */
const running = <A>(name: string, server: Running<A> | Missing): Running<A> | null => {
  if (server._tag === "Running") return server
  if (process.env.CI === "true") throw new Error(`no ${name} for the tests:\n${server.reasons.join("\n")}`)
  return null
}

/** The URL of a real Postgres server, or null when there is none on this machine; in CI there must be one. */
export const postgresUrl = async (): Promise<string | null> =>
  running("Postgres", (await ask("postgres")) as PostgresServer)?.url ?? null

/** The name of a database on that server that has its tables and nothing in them, to be copied and not to be opened. */
export const postgresTables = async (): Promise<string> => {
  const tables = (await ask("postgresTables")) as { readonly name?: string }
  if (tables.name === undefined) throw new Error("there is no Postgres to have tables on")
  return tables.name
}

/** The URL of a real Redis server, or null when there is none on this machine; in CI there must be one. */
export const redisUrl = async (): Promise<string | null> =>
  running("Redis", (await ask("redis")) as RedisServer)?.url ?? null

/** A bucket of a real S3-compatible store, or null when there is none on this machine; in CI there must be one. */
export const testBucket = async (): Promise<TestBucket | null> =>
  running("S3-compatible store", (await ask("bucket")) as BucketServer)?.bucket ?? null

/** A program of `programs.ts`, by its source. */
export const testProgram = async (source: string): Promise<TestProgram> => {
  const { programs } = (await ask("programs")) as { readonly programs: TestPrograms }
  const found = programs[source]
  if (found === undefined) throw new Error(`test/setup/programs.ts does not bundle ${source}`)
  return found
}
