/** What test files share, started when the first one asks. */
import { inject } from "vitest"
import type { PostgresServer } from "./postgres.ts"

const ask = async (what: string): Promise<unknown> => {
  const response = await fetch(`${inject("testServers")}/${what}`)
  const text = await response.text()
  if (!response.ok) throw new Error(`the tests' ${what} did not start: ${text}`)
  return JSON.parse(text)
}

/** The URL of a real Postgres server, or null when there is none on this machine; in CI there must be one. */
export const postgresUrl = async (): Promise<string | null> => {
  const server = (await ask("postgres")) as PostgresServer
  if (server._tag === "Running") return server.url
  if (process.env.CI === "true") throw new Error(`no Postgres for the tests:\n${server.reasons.join("\n")}`)
  return null
}
