/**
 * Notes which tables the statements of this process may have changed, so that rows kept in memory can be known to be stale.
 *
 * **Invariants**
 *
 * - Whoever asks after a statement has ended, in whatever way, finds its tables counted.
 * - Whoever asks after a transaction has ended finds the tables counted that it wrote.
 * - A text that is not surely a read counts as a write of every table that it names. No function of the database writes.
 */
import { Context, Effect } from "effect"
import type { Run } from "./makeClient.ts"
import { mayWrite } from "./mayWrite.ts"

/** How often this process wrote what. */
export interface TableWrites {
  /** Starts to count the writes of a table; tells how many there were since. */
  readonly counterOf: (table: string) => () => number
}

/** The writes of the client in use; null where nobody counts. */
export const TableWrites = Context.Reference<TableWrites | null>("@kittiwake/postgres/TableWrites", {
  defaultValue: () => null
})

interface Counter {
  readonly table: string
  readonly pattern: RegExp
  writes: number
}

/** Texts that are remembered at most; the stores have fewer than a hundred. */
const maxTexts = 500

/** What a transaction wrote shows when it ends, and nobody here knows which tables that were. */
const isEnd = (text: string) => text === "commit"

/** Counts what passes through the runs it watches. */
export const makeTableWrites = () => {
  const counters: Array<Counter> = []
  const known = new Map<string, ReadonlyArray<Counter>>()

  const writtenBy = (text: string): ReadonlyArray<Counter> => {
    const found = known.get(text)
    if (found !== undefined) return found
    const written = isEnd(text)
      ? [...counters]
      : mayWrite(text)
        ? counters.filter(({ pattern }) => pattern.test(text))
        : []
    if (known.size < maxTexts) known.set(text, written)
    return written
  }

  const counterOf = (table: string) => {
    const found = counters.find((one) => one.table === table)
    const counter = found ?? { table, pattern: new RegExp(`\\b${table}\\b`, "i"), writes: 0 }
    if (found === undefined) {
      counters.push(counter)
      known.clear()
    }
    return () => counter.writes
  }

  const watched =
    (run: Run): Run =>
    (text, params, prepared) => {
      const written = writtenBy(text)
      if (written.length === 0) return run(text, params, prepared)
      // However it ends: a statement that failed may be one whose answer was lost.
      return Effect.ensuring(
        run(text, params, prepared),
        Effect.sync(() => {
          for (const counter of written) counter.writes += 1
        })
      )
    }

  return { writes: { counterOf } satisfies TableWrites, watched }
}
