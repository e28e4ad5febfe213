/** A Postgres server for the benches: the one at `DATABASE_URL`, or one of our own that goes when the bench ends. */
import { randomBytes } from "node:crypto"
import pg from "pg"
import { packagedBinaries, startOwnPostgres } from "../test/setup/ownPostgres.ts"

/** A server with room for databases. */
export interface PostgresServer {
  /** What the server says it is. */
  readonly version: string
  /** A new empty database; it is dropped with `end`. */
  readonly database: () => Promise<string>
  readonly end: () => Promise<void>
}

const query = async <Row extends pg.QueryResultRow>(url: string, text: string): Promise<ReadonlyArray<Row>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Durable as in production, and in the encoding that production has. */
const ownServer = async () => {
  const { stop, url } = await startOwnPostgres(packagedBinaries())
  return { url, end: stop }
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
