/** Keeps rows that are read with every call and seldom change. */
import type { Connection } from "./Connection.ts"

/** What a reader keeps. */
export interface Remembering<A> {
  /** How many writes have ended that might change what is found. */
  readonly writes: () => number
  /** Undefined for what is not there. */
  readonly find: (db: Connection, key: string) => A
  /** What is kept at most; what was read first goes first. */
  readonly most: number
}

/**
 * A reader that asks the database only for what it does not know any more.
 *
 * **Details** A read is synchronous and nobody else writes to the file, so no write ends between a read and its being kept.
 * What is not found is not kept: whoever guesses must not push out the others.
 */
export const remembered = <A>({ find, most, writes }: Remembering<A>): ((db: Connection, key: string) => A) => {
  const kept = new Map<string, A>()
  let writesBefore = writes()

  return (db, key) => {
    const writesNow = writes()
    if (writesNow !== writesBefore) kept.clear()
    writesBefore = writesNow
    const known = kept.get(key)
    if (known !== undefined) return known
    const found = find(db, key)
    if (found === undefined) return found
    for (const oldest of kept.keys()) {
      if (kept.size < most) break
      kept.delete(oldest)
    }
    kept.set(key, found)
    return found
  }
}
