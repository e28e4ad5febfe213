/** A connection to the database, whose statements are prepared once. Everything on it is synchronous. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"

/** A value that a column takes: a moment is its milliseconds since 1970, a boolean is 0 or 1, a list or record is JSON. */
export type Value = Exclude<SQLInputValue, NodeJS.ArrayBufferView> | Uint8Array

/** Texts that are kept prepared at most; the stores have fewer than three hundred. */
const maxPrepared = 500

/** How long a statement waits for a lock that another process holds. Ours never hold one for long. */
export const usualPatienceMillis = 5_000

export interface ConnectionOptions {
  readonly readOnly: boolean
  /** How long a statement waits for a lock; the usual time unless given. */
  readonly patienceMillis?: number
}

/** An open database. It belongs to the thread that opened it. */
export class Connection {
  readonly database: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()

  constructor(file: string, options: ConnectionOptions) {
    const { patienceMillis = usualPatienceMillis, readOnly } = options
    this.database = new DatabaseSync(file, { readOnly, timeout: patienceMillis })
  }

  #statement(text: string): StatementSync {
    const known = this.#prepared.get(text)
    if (known !== undefined) return known
    const made = this.database.prepare(text)
    for (const oldest of this.#prepared.keys()) {
      if (this.#prepared.size < maxPrepared) break
      this.#prepared.delete(oldest)
    }
    this.#prepared.set(text, made)
    return made
  }

  /** Runs a statement; tells how many rows it changed. */
  run(text: string, ...values: ReadonlyArray<Value>): number {
    return Number(this.#statement(text).run(...values).changes)
  }

  /** The first row of a statement. */
  get<Row>(text: string, ...values: ReadonlyArray<Value>): Row | undefined {
    return this.#statement(text).get(...values) as Row | undefined
  }

  /** All rows of a statement. */
  all<Row>(text: string, ...values: ReadonlyArray<Value>): Array<Row> {
    return this.#statement(text).all(...values) as Array<Row>
  }

  /** The rows of a statement one after the other. No other call may run the same text meanwhile. */
  iterate<Row>(text: string, ...values: ReadonlyArray<Value>): IterableIterator<Row> {
    return this.#statement(text).iterate(...values) as IterableIterator<Row>
  }

  /** Runs a script of statements without values. */
  exec(script: string): void {
    this.database.exec(script)
  }

  /** Runs `work`, whose changes stay or go together. It may stand inside another one. */
  atomically<A>(work: () => A): A {
    if (!this.database.isTransaction) {
      this.exec("begin immediate")
      return this.#ending(work, "commit", "rollback")
    }
    this.exec("savepoint part")
    return this.#ending(work, "release part", "rollback to part; release part")
  }

  #ending<A>(work: () => A, keep: string, drop: string): A {
    try {
      const result = work()
      this.exec(keep)
      return result
    } catch (error) {
      // A full disk and its like end the whole transaction by themselves.
      if (this.database.isTransaction) this.exec(drop)
      throw error
    }
  }

  /** How long statements wait for a lock from here on. */
  setPatience(millis: number): void {
    this.exec(`pragma busy_timeout = ${millis}`)
  }

  close(): void {
    this.#prepared.clear()
    this.database.close()
  }
}
