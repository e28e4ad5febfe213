/** A database whose methods run in this thread, on one connection that tells how each statement finds its rows. */
import { join } from "node:path"
import { Context, Effect, Layer } from "effect"
import { Connection, type Value } from "../src/Connection.ts"
import { migrate } from "../src/migrate.ts"
import { reads } from "../src/reads.ts"
import { Sqlite } from "../src/Sqlite.ts"
import { writes } from "../src/writes.ts"
import { temporaryDirectory } from "./databases.ts"

class WatchedConnection extends Connection {
  /** Rows that statements answered, and one for each of these. */
  rowsRead = 0
  readonly plans = new Map<string, ReadonlyArray<string>>()

  #note(text: string) {
    if (this.plans.has(text) || !/^\s*(select|insert|update|delete)/.test(text)) return
    const steps = this.database.prepare(`explain query plan ${text}`).all()
    this.plans.set(
      text,
      steps.map(({ detail }) => String(detail))
    )
  }

  override run(text: string, ...values: ReadonlyArray<Value>): number {
    this.#note(text)
    return super.run(text, ...values)
  }

  override get<Row>(text: string, ...values: ReadonlyArray<Value>): Row | undefined {
    this.#note(text)
    this.rowsRead += 1
    return super.get<Row>(text, ...values)
  }

  override iterate<Row>(text: string, ...values: ReadonlyArray<Value>): IterableIterator<Row> {
    this.#note(text)
    return super.iterate<Row>(text, ...values)
  }

  override all<Row>(text: string, ...values: ReadonlyArray<Value>): Array<Row> {
    this.#note(text)
    const rows = super.all<Row>(text, ...values)
    this.rowsRead += 1 + rows.length
    return rows
  }
}

/** What is watched. */
export class Watched extends Context.Service<
  Watched,
  {
    readonly db: WatchedConnection
    /** Rows that were read so far, and statements that read. */
    readonly rowsRead: () => number
    /** Statements that ran since the last look, with the steps that read all of a table or sort. */
    readonly walks: () => ReadonlyArray<readonly [text: string, steps: ReadonlyArray<string>]>
  }
>()("@kittiwake/sqlite/test/Watched") {}

/** Steps that grow with the table. Lists that were bound and results of steps before are no tables. */
const isWalk = (step: string): boolean =>
  (/^SCAN /.test(step) && !/VIRTUAL TABLE|CONSTANT ROW|VALUES CLAUSE|^SCAN s$/.test(step)) ||
  /TEMP B-TREE FOR ORDER BY/.test(step)

const make = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  const db = yield* Effect.acquireRelease(
    Effect.sync(() => new WatchedConnection(join(directory, "kittiwake.db"), { readOnly: false })),
    (connection) => Effect.sync(() => connection.close())
  )
  db.exec("pragma journal_mode = wal; pragma synchronous = off")
  migrate(db)
  db.plans.clear()
  const carryOut = (methods: object) => (operation: string, input: unknown) =>
    Effect.sync(() => {
      const method = (methods as Record<string, (connection: Connection, input: unknown) => never>)[operation]!
      return db.atomically(() => method(db, input))
    })
  const write = carryOut(writes)
  // Nothing is remembered: every read is to be watched.
  let looks = 0
  const everNew = () => () => looks++
  const readLong = carryOut(reads)
  return Layer.merge(
    Layer.succeed(
      Sqlite,
      Sqlite.of({
        read: (_, read) => Effect.sync(() => read(db)),
        readLong: (operation, _, input) => readLong(operation, input),
        write,
        writesOf: everNew,
        writesBut: everNew,
        backup: () => Effect.die("nothing is backed up here"),
        keptAside: Effect.succeed([])
      })
    ),
    Layer.succeed(
      Watched,
      Watched.of({
        db,
        rowsRead: () => db.rowsRead,
        walks: () => {
          const plans = [...db.plans]
          db.plans.clear()
          return plans
            .map(([text, steps]) => [text.replaceAll(/\s+/g, " "), steps.filter(isWalk)] as const)
            .filter(([, steps]) => steps.length > 0)
        }
      })
    )
  )
})

/** An empty database with its tables. */
export const watchedDatabase = Layer.unwrap(make)
