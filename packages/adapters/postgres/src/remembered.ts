/** Keeps rows that are read with every call and seldom change. */
import { Clock, Duration, Effect } from "effect"
import { readTogether } from "./readTogether.ts"
import { TableWrites } from "./TableWrites.ts"

/** Rows that one reader keeps; the ones read first go first. */
const maxKept = 10_000

interface Kept<A> {
  readonly value: A
  /** The writes of the table before the row was read. */
  readonly writes: number
  /** By the time that has passed, whatever is done to the clock. */
  readonly readAtMillis: number
}

/** What a reader keeps, and for how long. */
export interface Remembering<A, E> {
  /** The only table that is read. */
  readonly table: string
  /** How long an answer may lack what another process wrote. With zero, no row is kept. */
  readonly othersWithin: Duration.Duration
  /** Reads many rows at once. */
  readonly read: (keys: ReadonlyArray<string>) => Effect.Effect<(key: string) => A, E>
}

/**
 * A reader of single rows that asks the database only for those it does not know any more.
 *
 * **Details**
 *
 * What this process wrote is in every answer that was asked for after the write had ended: a write of the table makes all
 * kept rows stale, and what was read while one was under way is not kept. What another process wrote is in every answer
 * after `othersWithin`. Reads that come together share a statement.
 */
export const remembered = <A, E>({
  othersWithin,
  read,
  table
}: Remembering<A, E>): Effect.Effect<(key: string) => Effect.Effect<A, E>> =>
  Effect.gen(function* () {
    const together = yield* readTogether(read)
    const tableWrites = yield* TableWrites
    if (tableWrites === null) return together
    const keptMillis = Duration.toMillis(othersWithin)
    if (keptMillis === 0) return together

    const writes = tableWrites.counterOf(table)
    const kept = new Map<string, Kept<A>>()

    const keep = (key: string, row: Kept<A>) => {
      if (writes() !== row.writes) return
      // Taken out first, so that it stands last again.
      kept.delete(key)
      for (const oldest of kept.keys()) {
        if (kept.size < maxKept) break
        kept.delete(oldest)
      }
      kept.set(key, row)
    }

    return (key) =>
      Clock.clockWith((clock) => {
        const readAtMillis = Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
        const before = writes()
        const found = kept.get(key)
        if (found !== undefined && found.writes === before && readAtMillis - found.readAtMillis < keptMillis) {
          return Effect.succeed(found.value)
        }
        return Effect.map(together(key), (value) => {
          keep(key, { value, writes: before, readAtMillis })
          return value
        })
      })
  })
