/**
 * Starts what several test files share when the first of them asks for it, and stops it when the run ends. Runs that
 * need none of it pay nothing.
 */
import { createServer } from "node:http"
import type { TestProject } from "vitest/node"
import { buildDashboard } from "../../scripts/dashboard/buildDashboard.ts"
import { startBucket } from "./bucket.ts"
import type { Missing } from "./firstSource.ts"
import { startPostgres } from "./postgres.ts"
import { bundlePrograms } from "./programs.ts"
import { startRedis } from "./redis.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** Where `sharedServers.ts` asks. */
    testServers: string
  }
}

type Server = { readonly _tag: "Running"; readonly stop: () => Promise<void> } | Missing

/** A server that is started when it is asked for first. */
const once = <A extends Server>(name: string, start: () => Promise<A>) => {
  let made: Promise<A> | undefined
  const make = async () => {
    const server = await start()
    if (server._tag === "Missing") {
      console.error(`\n*** SKIPPED: no ${name} for the tests\n    ${server.reasons.join("\n    ")}\n`)
    }
    return server
  }
  return { get: () => (made ??= make()), peek: () => made }
}

/** Vitest's global setup. */
export default async function setup(project: TestProject) {
  // What browsers are shown is what the sources say. Nothing is done where it is so already.
  await buildDashboard()
  const postgres = once("Postgres", startPostgres)
  const servers = {
    // Before the server that it stands on, as they are stopped in this order.
    postgresTables: once("tables on Postgres", async () => {
      const server = await postgres.get()
      if (server._tag === "Missing") return server
      const { makePostgresTables } = await import("./postgresTables.ts")
      return { _tag: "Running", ...(await makePostgresTables(server.url)) }
    }),
    bucket: once("S3-compatible store", startBucket),
    postgres,
    programs: once("bundle", async () => ({ _tag: "Running", programs: await bundlePrograms(), stop: async () => {} })),
    redis: once("Redis", startRedis)
  }
  const isServer = (what: string): what is keyof typeof servers => what in servers

  const server = createServer(async ({ url }, response) => {
    try {
      const what = (url ?? "").slice(1)
      if (!isServer(what)) throw new Error(`there is no ${what}`)
      response.end(JSON.stringify(await servers[what].get()))
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
    for (const { peek } of Object.values(servers)) {
      const started = await peek()
      if (started?._tag === "Running") await started.stop()
    }
  }
}
