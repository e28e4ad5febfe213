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

/**
 * A condition that always holds, and has the rest of its statement wait no longer for each lock. The server looks at it once, before the
 * first row of what it is a condition of.
 */
export const waitsShortly = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.literal(`(select set_config('lock_timeout', '${Duration.toMillis(patience)}ms', true)) is not null`)

/** Whether a statement failed because somebody holds what it was to lock. */
export const isHeldUp = (error: unknown): boolean =>
  SqlError.isSqlError(error) && error.reason._tag === "LockTimeoutError"

/** How long what was held is taken for held, and at most so many of them. */
const remembered = { span: Duration.seconds(5), most: 1_000 } as const

/** What was held of late, by name. */
export const makeHeldUp = () => {
  const untilMillis = new Map<string, number>()
  return {
    /** Those that are taken for held. */
    names: Effect.map(passedMillis, (now): ReadonlySet<string> => {
      for (const [name, until] of untilMillis) if (until <= now) untilMillis.delete(name)
      return new Set(untilMillis.keys())
    }),
    note: (name: string) =>
      Effect.map(passedMillis, (now) => {
        if (untilMillis.size < remembered.most) untilMillis.set(name, now + Duration.toMillis(remembered.span))
      })
  }
}

export type HeldUp = ReturnType<typeof makeHeldUp>

/**
 * Writes what belongs to several owners: all at once, or each owner's alone when somebody holds what one of them needs, and those first
 * who were not held up of late. What is held up still is answered with `heldUp`.
 */
export const writeApart = Effect.fnUntraced(function* <A, B, E, R>(
  held: HeldUp,
  items: ReadonlyArray<A>,
  ownerOf: (item: A) => string,
  write: (items: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>, E, R>,
  heldUp: B
) {
  const answers = new Map<A, B>()
  const writeSome = (some: ReadonlyArray<A>) =>
    Effect.map(write(some), (written) => {
      for (const [index, item] of some.entries()) answers.set(item, written[index]!)
    })
  const writeEach = Effect.fnUntraced(function* (some: ReadonlyArray<A>) {
    for (const [owner, own] of Map.groupBy(some, ownerOf)) {
      yield* Effect.catchIf(writeSome(own), isHeldUp, () => held.note(owner))
    }
  })
  const known = yield* held.names
  const others = items.filter((item) => !known.has(ownerOf(item)))
  if (others.length > 0) yield* Effect.catchIf(writeSome(others), isHeldUp, () => writeEach(others))
  yield* writeEach(items.filter((item) => known.has(ownerOf(item))))
  return items.map((item) => answers.get(item) ?? heldUp)
})
