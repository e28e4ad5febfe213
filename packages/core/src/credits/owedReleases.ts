/** Holds that could not be given back, because the storage did not write: they are given back as soon as it does. */
import { Duration, Effect, Exit, Latch } from "effect"
import { CreditLedger } from "./CreditLedger.ts"

/** Most that a process remembers; what it forgets, or takes along when it ends, is given back when its hold expires. */
const maxOwed = 10_000

/** Time between two looks at whether the storage writes again. */
const every = Duration.seconds(30)

interface Owed {
  /** In the order in which they could not be given back. */
  readonly holdIds: Set<string>
  /** Open while there are some. */
  readonly some: Latch.Latch
}

/** Of each ledger of this process. */
const owedBy = new WeakMap<CreditLedger["Service"], Owed>()

const owedOf = (ledger: CreditLedger["Service"]): Owed => {
  const owed = owedBy.get(ledger) ?? { holdIds: new Set<string>(), some: Latch.makeUnsafe(false) }
  owedBy.set(ledger, owed)
  return owed
}

/** Gives the hold back, now or as soon as the storage writes. One that has ended is given back already. */
export const release = Effect.fnUntraced(function* (holdId: string) {
  const ledger = yield* CreditLedger
  yield* ledger.release(holdId).pipe(
    Effect.catchTag("HoldGone", () => Effect.void),
    Effect.tapError(() => Effect.sync(() => owe(ledger, holdId)))
  )
})

const owe = (ledger: CreditLedger["Service"], holdId: string): void => {
  const { holdIds, some } = owedOf(ledger)
  if (holdIds.size < maxOwed) holdIds.add(holdId)
  some.openUnsafe()
}

/** Gives back up to `most` of what could not be given back before; fails at the first for which the storage still does not write. */
export const releaseOwed = Effect.fnUntraced(function* (most: number) {
  const ledger = yield* CreditLedger
  const owed = owedOf(ledger).holdIds
  for (const holdId of [...owed].slice(0, most)) {
    if (!owed.has(holdId)) continue
    // Not asked for twice by who comes meanwhile.
    owed.delete(holdId)
    yield* Effect.onExit(
      Effect.catchTag(ledger.release(holdId), "HoldGone", () => Effect.void),
      (exit) =>
        Effect.sync(() => {
          if (!Exit.isSuccess(exit)) owe(ledger, holdId)
        })
    )
  }
})

/** Gives back what this process owes, half a minute later and then each half minute until nothing is left; never ends. */
export const releasingOwed = Effect.gen(function* () {
  const { holdIds, some } = owedOf(yield* CreditLedger)
  const pass = Effect.gen(function* () {
    yield* some.await
    yield* Effect.sleep(every)
    yield* releaseOwed(maxOwed).pipe(
      Effect.ignore,
      Effect.catchCause((cause) => Effect.logError("credits: giving back failed", cause))
    )
    if (holdIds.size === 0) some.closeUnsafe()
  })
  return yield* Effect.forever(pass)
})
