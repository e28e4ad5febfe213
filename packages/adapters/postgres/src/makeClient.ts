/** The part of `SqlClient` that is the same for every driver that speaks Postgres. */
import { StoreDisk } from "@kittiwake/core/internal/StoreDisk"
import { StoreWrites } from "@kittiwake/core/internal/StoreWrites"
import { Context, Effect, Layer, Stream } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlConnection, type SqlError, Statement } from "effect/sql"
import { makeDiskWatch } from "./diskWatch.ts"
import { sqlFailure } from "./sqlFailure.ts"
import { makeTableWrites, TableWrites } from "./TableWrites.ts"
import { writeRefusal } from "./writeRefusal.ts"

/** What a statement answered. */
export interface Answer {
  readonly rows: ReadonlyArray<Record<string, unknown>>
  /** The command the server says it carried out, for example `COMMIT`. */
  readonly command: string | undefined
  /** Rows that it read or wrote. */
  readonly rowCount: number
}

/** Sends one statement. `prepared` is false for texts that are used once or hold several statements. */
export type Run = (
  text: string,
  params: ReadonlyArray<unknown>,
  prepared: boolean
) => Effect.Effect<Answer, SqlError.SqlError>

const compiler = Statement.makeCompiler({
  dialect: "pg",
  placeholder: (index) => `$${index}`,
  onIdentifier: Statement.defaultEscape('"'),
  onCustom: () => ["", []],
  onRecordUpdate: () => ["", []]
})

/** A connection over a function that runs statements. Streams are read whole: no list of ours is unbounded. */
export const connectionOf = (run: Run): SqlConnection.Connection => {
  const rows = (text: string, params: ReadonlyArray<unknown>, prepared: boolean) =>
    Effect.map(run(text, params, prepared), (answer) => answer.rows)
  const values = (text: string, params: ReadonlyArray<unknown>, prepared: boolean) =>
    Effect.map(rows(text, params, prepared), (all) => all.map((row) => Object.values(row)))
  return {
    execute: (text, params) => rows(text, params, true),
    executeRaw: (text, params) => run(text, params, true),
    executeStream: (text, params) => Stream.fromIterableEffect(rows(text, params, true)),
    executeValues: (text, params) => values(text, params, true),
    executeValuesUnprepared: (text, params) => values(text, params, false),
    executeUnprepared: (text, params) => rows(text, params, false)
  }
}

/** What a driver brings. */
export interface Driver {
  readonly name: string
  /** Leases a connection until the scope ends. */
  readonly acquirer: SqlConnection.Acquirer
  /** Lends a connection for one statement. */
  readonly borrower: SqlConnection.Borrower
  /** Whether this connection can still be talked to; a broken one needs no `ROLLBACK`. */
  readonly isUsable: (connection: SqlConnection.Connection) => boolean
}

/** COMMIT of a transaction in which a statement failed answers ROLLBACK without an error: that must not pass for success. */
const commit = (connection: SqlConnection.Connection) =>
  Effect.flatMap(connection.executeRaw("commit", []), (answer) =>
    (answer as Answer).command === "COMMIT"
      ? Effect.void
      : Effect.fail(sqlFailure({ message: "the transaction was rolled back", code: "25P02" }, answer, "commit"))
  )

/** A layer of `SqlClient` over a driver, which runs every statement through `watched`. */
export const clientLayer = <E, R>(driver: (watched: (run: Run) => Run) => Effect.Effect<Driver, E, R>) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { watched, writes } = makeTableWrites()
      const { disk, watched: listened } = makeDiskWatch()
      const { name, acquirer, borrower, isUsable } = yield* driver((run) => watched(listened(run)))
      const client = yield* SqlClient.make({
        acquirer,
        borrower,
        compiler,
        driver: name,
        spanAttributes: [["db.system.name", "postgresql"]],
        beginTransaction: "begin",
        commit,
        rollback: "rollback",
        isTransaction: isUsable,
        releaseSavepoint: (savepoint) => `release savepoint ${savepoint}`
      })
      return Context.make(SqlClient.SqlClient, client).pipe(
        Context.add(TableWrites, writes),
        Context.add(StoreDisk, disk),
        Context.add(StoreWrites, { refusal: writeRefusal(client) })
      )
    })
  ).pipe(Layer.provide(Reactivity.layer))
