/** Holds that could not be given back, because the storage did not write: they are given back as soon as it does. */
import { Effect, Exit } from "effect"
import { CreditLedger } from "./CreditLedger.ts"

/** Most that a process remembers; what it forgets, or takes along when it ends, is given back when its hold expires. */
const maxOwed = 10_000

/** Of each ledger of this process, in the order in which they could not be given back. */
const owedBy = new WeakMap<CreditLedger["Service"], Set<string>>()

/** Gives the hold back, now or as soon as the storage writes. One that has ended is given back already. */
export const release = Effect.fnUntraced(function* (holdId: string) {
  const ledger = yield* CreditLedger
  yield* ledger.release(holdId).pipe(
    Effect.catchTag("HoldGone", () => Effect.void),
    Effect.tapError(() => Effect.sync(() => owe(ledger, holdId)))
  )
})

const owe = (ledger: CreditLedger["Service"], holdId: string): void => {
  const owed = owedBy.get(ledger) ?? new Set()
  owedBy.set(ledger, owed)
  if (owed.size < maxOwed) owed.add(holdId)
}

/** Gives back up to `most` of what could not be given back before; fails at the first for which the storage still does not write. */
export const releaseOwed = Effect.fnUntraced(function* (most: number) {
  const ledger = yield* CreditLedger
  const owed = owedBy.get(ledger)
  if (owed === undefined) return
  for (const holdId of [...owed].slice(0, most)) {
    if (!owed.has(holdId)) continue
    // Not asked for twice by who comes meanwhile.
    owed.delete(holdId)
    yield* Effect.onExit(
      Effect.catchTag(ledger.release(holdId), "HoldGone", () => Effect.void),
      (exit) =>
        Effect.sync(() => {
          if (!Exit.isSuccess(exit)) owed.add(holdId)
        })
    )
  }
})
