/** Puts beats around what a port does. */
import { Effect } from "effect"
import type { Beat, Journal } from "./Beat.ts"

/** Puts a beat before and one behind an effect; null leaves that side alone. */
export const between =
  (journal: Journal, subjects: ReadonlyArray<string>, before: Beat | null, behind: Beat | null) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      if (before !== null) journal.pass(before, subjects)
      return effect
    }).pipe(
      Effect.tap(() =>
        Effect.sync(() => {
          if (behind !== null) journal.pass(behind, subjects)
        })
      )
    )

/** Puts a beat behind a claim, for each that it gave. */
export const claimed =
  <A>(journal: Journal, beat: Beat, subjectOf: (claim: A) => string) =>
  <E, R>(claims: Effect.Effect<ReadonlyArray<A>, E, R>): Effect.Effect<ReadonlyArray<A>, E, R> =>
    Effect.tap(claims, (found) => Effect.sync(() => journal.pass(beat, found.map(subjectOf))))
