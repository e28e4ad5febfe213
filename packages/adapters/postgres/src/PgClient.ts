/** `SqlClient` over a pool of Postgres connections. Stands in for `@effect/sql-pg` until that loads with `effect` 4. */
import { createHash } from "node:crypto"
import { Duration, Effect, type Layer, Redacted } from "effect"
import type { SqlClient, SqlConnection, SqlError } from "effect/sql"
import pg from "pg"
import { from as copyFrom } from "pg-copy-streams"
import { columnParsers, toParameter } from "./columnValues.ts"
import { copiedRows } from "./copyRows.ts"
import { type Answer, clientLayer, connectionOf, type Driver, type Run } from "./makeClient.ts"
import { type DriverFailure, sqlFailure } from "./sqlFailure.ts"

export interface PgOptions {
  /** For example `postgres://user:password@host:5432/database`. */
  readonly url: Redacted.Redacted
  /** Most connections at once; 10 unless given. */
  readonly poolSize?: number
  /** Longest time a statement may run; 30 seconds unless given. */
  readonly statementTimeout?: Duration.Duration
  /** Longest wait for a connection, from the pool or to the server; 5 seconds unless given. */
  readonly connectTimeout?: Duration.Duration
  /**
   * Whether statements are prepared by name once per connection, which saves planning them again; true unless given.
   * Switch it off behind a pooler that hands out a different connection for each transaction and cannot follow names.
   */
  readonly prepare?: boolean
}

/** Texts that are prepared by name at most; the stores have fewer than a hundred. */
const maxPreparedTexts = 300

const types = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    columnParsers[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser
}

const failureOf = (error: Error): DriverFailure =>
  error instanceof pg.DatabaseError
    ? { message: error.message, code: error.code, constraint: error.constraint }
    : { message: error.message }

const statementNames = () => {
  const names = new Map<string, string>()
  return (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= maxPreparedTexts) return known
    const name = `kittiwake_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`
    names.set(text, name)
    return name
  }
}

const nothing: Answer = { rows: [], command: "ROLLBACK" }

/** A connection on loan. Once broken it is closed instead of going back to the pool. */
interface Lease {
  readonly connection: SqlConnection.Connection
  readonly client: pg.PoolClient
  broken: boolean
}

const makeLease = (
  client: pg.PoolClient,
  nameOf: (text: string) => string | undefined,
  watched: (run: Run) => Run
): Lease => {
  const run: Run = (text, params, prepared) =>
    Effect.callback<Answer, SqlError.SqlError>((resume) => {
      const failed = (error: Error) => {
        const failure = sqlFailure(failureOf(error), error, text.slice(0, 200))
        if (failure.reason._tag === "ConnectionError") lease.broken = true
        // The server rolls back by itself what a lost connection had begun.
        resume(lease.broken && text === "rollback" ? Effect.succeed(nothing) : Effect.fail(failure))
      }
      // A statement cannot be called back: closing its connection is what surely ends the wait and the transaction.
      const abandon = Effect.sync(() => {
        lease.broken = true
      })
      const rows = copiedRows(params)
      if (rows !== undefined) {
        const copy = client.query(copyFrom(text))
        copy.once("error", failed).once("finish", () => resume(Effect.succeed({ rows: [], command: "COPY" })))
        copy.end(rows.text)
        return abandon
      }
      const values = params.map(toParameter)
      const name = prepared ? nameOf(text) : undefined
      // Without values pg uses the simple protocol, which takes several statements in one text.
      const query = { text, types, ...(values.length > 0 ? { values } : {}), ...(name === undefined ? {} : { name }) }
      client.query(query, (error: Error | null, result: pg.QueryResult) => {
        if (error === null || error === undefined) {
          const last = Array.isArray(result) ? (result as ReadonlyArray<pg.QueryResult>).at(-1) : result
          return resume(Effect.succeed({ rows: last?.rows ?? [], command: last?.command }))
        }
        failed(error)
      })
      return abandon
    })
  const lease: Lease = { connection: connectionOf(watched(run)), client, broken: false }
  return lease
}

const driver = (options: PgOptions, watched: (run: Run) => Run) =>
  Effect.gen(function* () {
    const statementTimeoutMillis = Duration.toMillis(options.statementTimeout ?? Duration.seconds(30))
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => {
        const made = new pg.Pool({
          connectionString: Redacted.value(options.url),
          max: options.poolSize ?? 10,
          connectionTimeoutMillis: Duration.toMillis(options.connectTimeout ?? Duration.seconds(5)),
          statement_timeout: statementTimeoutMillis,
          idle_in_transaction_session_timeout: statementTimeoutMillis,
          keepAlive: true,
          application_name: "kittiwake"
        })
        // Without listeners, a connection that the server closes would end the process. The next statement reports it.
        made.on("error", () => {})
        made.on("connect", (client) => client.on("error", () => {}))
        return made
      }),
      (made) => Effect.promise(() => made.end())
    )
    const nameOf = options.prepare === false ? () => undefined : statementNames()

    // The wait is bounded by `connectTimeout` and not interruptible, so that no connection is taken for nobody.
    const take = Effect.callback<Lease, SqlError.SqlError>((resume) =>
      pool.connect((error, client) => {
        if (client !== undefined) return resume(Effect.succeed(makeLease(client, nameOf, watched)))
        const cause = error ?? new Error("no connection")
        resume(Effect.fail(sqlFailure(failureOf(cause), cause, "connect")))
      })
    )
    const giveBack = (lease: Lease) => Effect.sync(() => lease.client.release(lease.broken))

    const leases = new WeakMap<SqlConnection.Connection, Lease>()
    return {
      name: "pg",
      acquirer: Effect.map(Effect.acquireRelease(take, giveBack), (lease) => {
        leases.set(lease.connection, lease)
        return lease.connection
      }),
      borrower: (use) => Effect.acquireUseRelease(take, (lease) => use(lease.connection), giveBack),
      isUsable: (connection) => leases.get(connection)?.broken !== true
    } satisfies Driver
  })

/** `SqlClient` on a Postgres server. Nothing is connected before the first statement. */
export const layer = (options: PgOptions): Layer.Layer<SqlClient.SqlClient> =>
  clientLayer({ isSoleWriter: false }, (watched) => driver(options, watched))
