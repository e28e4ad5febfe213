/**
 * How long statements wait that lock rows of several organizations.
 *
 * **Model.** Whoever holds one of these rows lets go of it within milliseconds, unless it stands still. Then the others must not wait
 * for it as long as a statement may: after a moment the statement fails, writes nothing, and is done without the organization whose
 * rows are held.
 */
import { passedMillis } from "@kittiwake/core/internal/passedMillis"
import { Duration, Effect } from "effect"
import { type SqlClient, SqlError, type Statement } from "effect/sql"

/** Several times what a server that is busy takes for the longest of these statements. */
const patience = Duration.millis(250)

/** How long who is tried alone, or is tried again in any case, waits: many of them are tried one after the other. */
export const briefly = Duration.millis(20)

/**
 * A condition that always holds, and has its statement wait no longer for each lock. The server looks at it once, before the first row of
 * what it is a condition of. In a transaction that has several statements it is so for the rest of the transaction.
 */
export const waitsShortly = (sql: SqlClient.SqlClient, wait = patience): Statement.Fragment =>
  sql.literal(`(select set_config('lock_timeout', '${Duration.toMillis(wait)}ms', true)) is not null`)

/** Whether a statement failed because somebody holds what it was to lock. */
export const isHeldUp = (error: unknown): boolean =>
  SqlError.isSqlError(error) && error.reason._tag === "LockTimeoutError"

/** How long what was held is taken for held at first, and at most so many of them. */
const remembered = { span: Duration.seconds(5), most: 1_000 } as const

/** Who waits to be written gives up after half a minute (`notHeldUp.ts`), and must be tried some times until then. */
export const longestForWaiting = Duration.seconds(10)

/** What was held of late, by name: for twice as long each time it is found held again, and never for more than `longest`. */
export const makeHeldUp = (longest: Duration.Duration = remembered.span) => {
  const longestMillis = Duration.toMillis(longest)
  const known = new Map<string, { readonly untilMillis: number; readonly spanMillis: number }>()
  /** Who was not tried for long after it rested is nobody that is known. */
  const dropOld = (now: number) => {
    for (const [name, { untilMillis }] of known) if (untilMillis + longestMillis <= now) known.delete(name)
  }
  return {
    /** Those that are taken for held. */
    names: Effect.map(passedMillis, (now): ReadonlySet<string> => {
      dropOld(now)
      return new Set([...known].filter(([, { untilMillis }]) => untilMillis > now).map(([name]) => name))
    }),
    /** Those, and others that were held when they were tried last. */
    known: Effect.map(passedMillis, (now): ReadonlySet<string> => {
      dropOld(now)
      return new Set(known.keys())
    }),
    note: (name: string) =>
      Effect.map(passedMillis, (now) => {
        dropOld(now)
        const before = known.get(name)
        if (before === undefined && known.size >= remembered.most) return
        const grown = before === undefined ? Duration.toMillis(remembered.span) : before.spanMillis * 2
        // Who is noted twice at once was held once.
        const spanMillis = before !== undefined && before.untilMillis > now ? before.spanMillis : grown
        const kept = Math.min(longestMillis, spanMillis)
        known.set(name, { untilMillis: now + kept, spanMillis: kept })
      }),
    /** It was written, and is held by nobody. */
    forget: (name: string) => Effect.sync(() => known.delete(name))
  }
}

export type HeldUp = ReturnType<typeof makeHeldUp>

/** Most time in which owners are tried one by one; those that it does not reach are held up, as far as anybody knows. */
const apartMillis = 500

/**
 * Writes what belongs to several owners: all at once, or each owner's alone when somebody holds what one of them needs. Who is known to be
 * held up is never written together with others, and is tried in a write that has nothing else, when it has rested. What is held up is
 * answered with `heldUp`.
 */
export const writeApart = Effect.fnUntraced(function* <A, B, E, R>(
  held: HeldUp,
  items: ReadonlyArray<A>,
  ownerOf: (item: A) => string,
  write: (items: ReadonlyArray<A>, wait: Duration.Duration) => Effect.Effect<ReadonlyArray<B>, E, R>,
  heldUp: B
) {
  const answers = new Map<A, B>()
  const writeSome = Effect.fnUntraced(function* (some: ReadonlyArray<A>, wait: Duration.Duration) {
    const written = yield* write(some, wait)
    for (const [index, item] of some.entries()) answers.set(item, written[index]!)
    for (const owner of new Set(some.map(ownerOf))) yield* held.forget(owner)
  })
  const writeEach = Effect.fnUntraced(function* (some: ReadonlyArray<A>) {
    const owners = Map.groupBy(some, ownerOf)
    if (owners.size === 1) return yield* held.note(ownerOf(some[0]!))
    const untilMillis = (yield* passedMillis) + apartMillis
    for (const [owner, own] of owners) {
      if ((yield* passedMillis) >= untilMillis) return
      yield* Effect.catchIf(writeSome(own, briefly), isHeldUp, () => held.note(owner))
    }
  })
  const [known, resting] = [yield* held.known, yield* held.names]
  const others = items.filter((item) => !known.has(ownerOf(item)))
  const tried = others.length > 0 ? others : items.filter((item) => !resting.has(ownerOf(item)))
  if (tried.length > 0) {
    const wait = others.length > 0 ? patience : briefly
    yield* Effect.catchIf(writeSome(tried, wait), isHeldUp, () => writeEach(tried))
  }
  return items.map((item) => answers.get(item) ?? heldUp)
})
