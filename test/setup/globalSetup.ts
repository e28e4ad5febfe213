/**
 * Starts what several test files share when the first of them asks for it, and stops it when the run ends. Runs that
 * need none of it pay nothing.
 */
import { createServer } from "node:http"
import type { TestProject } from "vitest/node"
import { type PostgresServer, startPostgres } from "./postgres.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** Where `sharedServers.ts` asks. */
    testServers: string
  }
}

const once = <A>(make: () => Promise<A>) => {
  let made: Promise<A> | undefined
  return { get: () => (made ??= make()), peek: () => made }
}

/** Vitest's global setup. */
export default async function setup(project: TestProject) {
  const postgres = once(async (): Promise<PostgresServer> => {
    const server = await startPostgres()
    if (server._tag === "Missing") {
      console.error(`\n*** SKIPPED: no Postgres for the tests\n    ${server.reasons.join("\n    ")}\n`)
    }
    return server
  })

  const server = createServer(async (_, response) => {
    try {
      response.end(JSON.stringify(await postgres.get()))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the test servers have no port")
  project.provide("testServers", `http://127.0.0.1:${address.port}`)

  return async () => {
    server.closeAllConnections()
    server.close()
    const started = await postgres.peek()
    if (started?._tag === "Running") await started.stop()
  }
}
