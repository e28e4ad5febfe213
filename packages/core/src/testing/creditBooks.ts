/** Books that the callers of one account keep, to be compared with the ledger's own. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Exit, Schema } from "effect"
import { type CollectionPaused, CreditLedger, type HoldGone, type OutOfCredits } from "../credits/CreditLedger.ts"
import type { Entry, Hold } from "../credits/domain/Ledger.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { anyOrigin, entryOf, epoch, freshCause, holdOf } from "./builders.ts"

const choice = (most: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: most }))

/** What a caller does next. Every hold is for a cause of its own, so that each is opened once and ends once. */
export const BookStep = Schema.Union([
  Schema.Struct({ do: Schema.Literal("give"), credits: choice(20) }),
  Schema.Struct({ do: Schema.Literal("spend"), credits: choice(20) }),
  Schema.Struct({ do: Schema.Literal("reserve"), credits: choice(30), minutes: choice(3) }),
  // These outlive every expiry, so that what must be held can be told while others expire.
  Schema.Struct({ do: Schema.Literal("reserve"), credits: choice(9), minutes: Schema.Literals([9]) }),
  Schema.Struct({ do: Schema.Literal("settle"), hold: choice(40), percent: choice(100) }),
  Schema.Struct({ do: Schema.Literal("release"), hold: choice(40) }),
  Schema.Struct({ do: Schema.Literal("expire"), minutes: choice(3), limit: choice(5) })
])
export type BookStep = typeof BookStep.Type

/** All that a store holds of one account at one moment, read past its port. */
export interface AccountRows {
  readonly balance: number
  readonly held: number
  readonly holds: ReadonlyArray<{ readonly id: string; readonly credits: number }>
  readonly entries: ReadonlyArray<{ readonly causeId: string; readonly credits: number }>
}

/** A hold as its callers saw it. */
interface Line {
  readonly hold: Hold
  /** Whether it was answered that the hold is open. */
  isOpened: boolean
  /** Whether somebody has begun to end it: from then on it may be gone. */
  isEnding: boolean
  /** Answers that ended it, with what was spent. */
  readonly ends: Array<{ readonly spent: number }>
}

type Refusal = CollectionPaused | OutOfCredits | HoldGone

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, number) => total + number, 0)

const creditsOf = (lines: ReadonlyArray<Line>) => sum(lines.map(({ hold }) => hold.credits))

/** Gives back what other tests left behind, so that only holds of these books can expire. */
const clearHolds = Effect.fnUntraced(function* (ledger: CreditLedger["Service"]) {
  while ((yield* ledger.expire(DateTime.add(epoch, { days: 36_500 }), 1_000)) > 0);
})

/** Opens books on an account that nobody else writes to. One test at a time can expire holds. */
export const openBooks = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const ledger = yield* CreditLedger
  yield* clearHolds(ledger)
  const lines: Array<Line> = []
  /** The latest moment that holds were expired at, and how many the answers say it ended. */
  let expiredUntil = Number.NEGATIVE_INFINITY
  let expired = 0
  /** Entries whose writing was answered, by their causes. */
  const posted = new Map<string, number>()
  const opening = yield* ledger.entries(organizationId, { limit: 10_000, after: null })
  for (const { cause, credits } of opening) posted.set(cause.id, credits)
  // Later than the clock of every test: whoever needs credits ends nothing that is not ended here.
  const at = (minutes: number) => DateTime.add(epoch, { days: 3_650, minutes })
  const mayHaveExpired = ({ hold }: Line) => hold.expiresAt.epochMilliseconds <= expiredUntil

  const reserve = (credits: number, expiresAt: DateTime.Utc) => {
    const line: Line = {
      hold: holdOf(organizationId, credits, { expiresAt }),
      isOpened: false,
      isEnding: false,
      ends: []
    }
    lines.push(line)
    return ledger.hold(line.hold).pipe(
      Effect.tap(() =>
        Effect.sync(() => {
          line.isOpened = true
        })
      ),
      Effect.asVoid,
      Effect.tapError(() => Effect.sync(() => lines.splice(lines.indexOf(line), 1)))
    )
  }

  const post = (entry: Entry) => Effect.map(ledger.post(entry), () => void posted.set(entry.cause.id, entry.credits))

  const end = (line: Line, spent: number | null) => {
    line.isEnding = true
    const { cause, id } = line.hold
    const ended: Effect.Effect<unknown, HoldGone | StoreUnavailable> =
      spent === null ? ledger.release(id) : ledger.settle(id, entryOf(organizationId, 0 - spent, { cause }), anyOrigin)
    return Effect.map(ended, () => {
      line.ends.push({ spent: spent ?? 0 })
      if (spent !== null) posted.set(cause.id, 0 - spent)
    })
  }

  const expire = (until: DateTime.Utc, limit: number) => {
    expiredUntil = Math.max(expiredUntil, until.epochMilliseconds)
    return Effect.map(ledger.expire(until, limit), (count) => {
      expired += count
    })
  }

  const take = (step: BookStep): Effect.Effect<void, Refusal | StoreUnavailable> => {
    switch (step.do) {
      case "give":
        return post(entryOf(organizationId, step.credits, { cause: freshCause("grant") }))
      case "spend":
        return post(entryOf(organizationId, 0 - step.credits))
      case "reserve":
        return reserve(step.credits, at(step.minutes))
      case "settle":
      case "release": {
        const line = lines[step.hold % Math.max(1, lines.length)]
        if (line === undefined) return Effect.void
        return end(line, step.do === "settle" ? Math.floor((line.hold.credits * step.percent) / 100) : null)
      }
      case "expire":
        return expire(at(step.minutes), step.limit)
    }
  }

  const refused = () => Effect.void
  /** Takes a step. A refusal is an answer like any other here; anything else is a defect and ends the test. */
  const dare = (step: BookStep) =>
    Effect.suspend(() => take(step)).pipe(
      Effect.catchTags({ CollectionPaused: refused, HoldGone: refused, OutOfCredits: refused }),
      // Stores in memory answer at once; others must get their turn between two steps all the same.
      Effect.andThen(Effect.yieldNow)
    )

  const readEntries = ledger.entries(organizationId, { limit: 10_000, after: null })

  /**
   * Looks at the account while others write to it. Two lists of entries around one look at the account tell between which
   * numbers its balance must be; the answers so far tell it of what is held.
   */
  const observe = Effect.gen(function* () {
    const before = yield* readEntries
    const opened = lines.filter(({ isOpened }) => isOpened)
    const ended = new Set(lines.filter(({ ends }) => ends.length > 0))
    const { available, balance, held } = yield* ledger.account(organizationId)
    const surelyOpen = opened.filter((line) => !line.isEnding && !mayHaveExpired(line))
    const maybeOpen = lines.filter((line) => !ended.has(line))
    const after = yield* readEntries

    assert.isTrue(balance >= 0 && held >= 0 && available >= 0, `${balance} ${held} ${available}`)
    assert.strictEqual(available, balance - held)
    assert.isAtLeast(held, creditsOf(surelyOpen), "less is held than what is open holds")
    assert.isAtMost(held, creditsOf(maybeOpen), "more is held than what may be open holds")
    const known = new Set(before.map(({ id }) => id))
    assert.strictEqual(after.filter(({ id }) => known.has(id)).length, known.size, "an entry was taken away")
    const meanwhile = after.filter(({ id }) => !known.has(id)).map(({ credits }) => credits)
    const least = sum(before.map(({ credits }) => credits))
    assert.isAtLeast(balance, least + sum(meanwhile.filter((credits) => credits < 0)))
    assert.isAtMost(balance, least + sum(meanwhile.filter((credits) => credits > 0)))
  })

  /**
   * Looks at everything at one moment while others write: every hold is either open, or settled, or gone and given back,
   * and never two of them.
   */
  const audit = <E, R>(read: Effect.Effect<AccountRows, E, R>) =>
    Effect.gen(function* () {
      const opened = lines.filter(({ isOpened }) => isOpened)
      const ended = new Set(lines.filter(({ ends }) => ends.length > 0))
      const answered = new Map(posted)
      const { balance, entries, held, holds } = yield* read
      assert.isTrue(balance >= 0 && held >= 0 && balance >= held, `${balance} ${held}`)
      assert.strictEqual(sum(entries.map(({ credits }) => credits)), balance, "the entries sum to the balance")
      assert.strictEqual(sum(holds.map(({ credits }) => credits)), held, "what is held is what the open holds hold")

      const written = new Map(entries.map(({ causeId, credits }) => [causeId, credits]))
      assert.strictEqual(written.size, entries.length, "a cause moved credits twice")
      for (const [causeId, credits] of answered) assert.strictEqual(written.get(causeId), credits, "an entry was lost")
      const open = new Set(holds.map(({ id }) => id))
      for (const line of lines) {
        const isOpen = open.delete(line.hold.id)
        assert.isFalse(isOpen && written.has(line.hold.cause.id), "a hold is open and settled")
        assert.isFalse(isOpen && ended.has(line), "a hold is open that was ended")
      }
      assert.strictEqual(open.size, 0, "a hold is open that nobody asked for")
      const isSurelyOpen = (line: Line) => !line.isEnding && !mayHaveExpired(line)
      const ids = new Set(holds.map(({ id }) => id))
      for (const line of opened.filter(isSurelyOpen)) assert.isTrue(ids.has(line.hold.id), "an open hold is gone")
    })

  /** When nobody writes any more: every credit that was reserved was spent, given back, or is held still. */
  const balanced = Effect.gen(function* () {
    const entries: ReadonlyArray<Entry> = yield* readEntries
    const account = yield* ledger.account(organizationId)
    assert.strictEqual(sum(entries.map(({ credits }) => credits)), account.balance, "the entries sum to the balance")
    assert.strictEqual(entries.length, posted.size, "an entry was lost, or written that nobody asked for")
    for (const { cause, credits } of entries) assert.strictEqual(credits, posted.get(cause.id), "another entry")
    for (const { ends } of lines) assert.isAtMost(ends.length, 1, "a hold ended twice")

    const charges = new Map(entries.map(({ cause, credits }) => [cause.id, 0 - credits]))
    const settled = sum(lines.map(({ hold }) => charges.get(hold.cause.id) ?? 0))
    const answered = sum(lines.map(({ ends }) => ends[0]?.spent ?? 0))
    assert.strictEqual(settled, answered, "what was charged is what was answered")

    const open: Array<Line> = []
    for (const line of lines) {
      if (line.ends.length > 0) continue
      if (Exit.isSuccess(yield* Effect.exit(ledger.release(line.hold.id)))) open.push(line)
    }
    assert.strictEqual(creditsOf(open), account.held, "what is held is what the open holds hold")
    const lapsed = lines.filter((line) => line.ends.length === 0 && !open.includes(line))
    assert.strictEqual(lapsed.length, expired, "a hold went that nobody ended")
    assert.isTrue(lapsed.every(mayHaveExpired), "a hold expired before its time")

    const givenBack = sum(lines.map(({ ends, hold }) => (ends[0] === undefined ? 0 : hold.credits - ends[0].spent)))
    const released = givenBack + creditsOf(lapsed)
    assert.strictEqual(settled + released + account.held, creditsOf(lines), "reserved = settled + released + open")
    assert.strictEqual((yield* ledger.account(organizationId)).held, 0)
    return { settled, released, open: account.held }
  })

  return { dare, observe, audit, balanced }
})

/** Books of one account. */
export type Books = Effect.Success<ReturnType<typeof openBooks>>

/** More callers than a machine runs at once, each with enough to do to meet the others. */
export const Crowd = Schema.Array(Schema.Array(BookStep).check(Schema.isMinLength(4), Schema.isMaxLength(12))).check(
  Schema.isMinLength(12),
  Schema.isMaxLength(24)
)

/** Lets all callers act at once, looks all the while and once more when they are done, and closes the books. */
export const crowded = Effect.fnUntraced(function* <E, R>(
  { balanced, dare }: Books,
  callers: typeof Crowd.Type,
  look: Effect.Effect<unknown, E, R>
) {
  let isOver = false
  const acting = Effect.forEach(callers, (steps) => Effect.forEach(steps, dare, { discard: true }), {
    concurrency: "unbounded",
    discard: true
  }).pipe(
    Effect.ensuring(
      Effect.sync(() => {
        isOver = true
      })
    )
  )
  const looking = Effect.gen(function* () {
    for (let isLast = false; !isLast; ) {
      isLast = isOver
      yield* look
      yield* Effect.yieldNow
    }
  })
  yield* Effect.all([acting, looking], { concurrency: "unbounded" })
  return yield* balanced
})
