/** Places that this process holds where all share them: held on to while they are used, and given back in any case. */
import { Clock, Duration, Effect, Latch } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"

/** A place is free again so long after its process died. */
export const placeLease = Duration.seconds(15)

/** Time between two looks at what is held and owed; three in each lease. */
const every = Duration.seconds(5)

/** Places that could not be given back and are tried again; those beyond come free when their leases end. */
const maxOwed = 10_000

/** Askings at once, so that they do not crowd out those of callers. */
const atOnce = 16

type Errand = Effect.Effect<unknown, StoreUnavailable>

/** What is held and owed. */
export interface KeptPlaces {
  /** Renews the lease of a place from now on. */
  readonly hold: (token: string, renew: Errand) => void
  readonly drop: (token: string) => void
  /** Gives a place back as soon as there are answers again. */
  readonly owe: (token: string, leave: Errand) => void
}

/** Begins to keep places, until the scope ends. */
export const keepPlaces = Effect.gen(function* () {
  const held = new Map<string, { readonly renew: Errand; readonly sinceMillis: number }>()
  const owed = new Map<string, Errand>()
  const isNeeded = yield* Latch.make(false)
  const clock = yield* Clock.Clock
  // Whoever sets the clock on the wall lets no lease run out.
  const nowMillis = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)

  const renewAll = Effect.gen(function* () {
    const before = nowMillis() - Duration.toMillis(every)
    const due = [...held.values()].filter(({ sinceMillis }) => sinceMillis <= before)
    yield* Effect.forEach(due, ({ renew }) => renew, { concurrency: atOnce, discard: true })
  })

  const payAll = Effect.suspend(() =>
    Effect.forEach(
      [...owed],
      ([token, leave]) =>
        Effect.andThen(
          leave,
          Effect.sync(() => owed.delete(token))
        ),
      {
        concurrency: atOnce,
        discard: true
      }
    )
  )

  const look = Effect.gen(function* () {
    yield* isNeeded.await
    yield* Effect.sleep(every)
    // The first that fails ends the look: whoever does not answer one is not asked a thousand times.
    yield* Effect.ignore(renewAll)
    yield* Effect.ignore(payAll)
    if (held.size === 0 && owed.size === 0) isNeeded.closeUnsafe()
  })
  yield* Effect.forkScoped(Effect.forever(look))

  const kept: KeptPlaces = {
    hold: (token, renew) => {
      held.set(token, { renew, sinceMillis: nowMillis() })
      isNeeded.openUnsafe()
    },
    drop: (token) => void held.delete(token),
    owe: (token, leave) => {
      if (owed.size >= maxOwed) return
      owed.set(token, leave)
      isNeeded.openUnsafe()
    }
  }
  return kept
})
