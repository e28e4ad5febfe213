/** A stranger's pattern, as addresses of a site are held against it: what that takes of the thread is counted, and has an end. */

import { Clock, Effect } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
import { maxUrlLength } from "../security/domain/parseUrl.ts"
import { Patterns } from "./Patterns.ts"

/**
 * Milliseconds that anybody's addresses may take, and how many each may take more. Honest patterns take some thousandths of one; those that
 * were made to be slow take a thousand times as long.
 */
const allowed = { millis: 2_000, perAddress: 0.2 } as const

/** What addresses are held against. */
export interface AddressPattern {
  /** Whether an address matches. Where matching has taken too long, nothing is matched any more. */
  readonly matches: (url: string) => boolean
  readonly isSpent: () => boolean
  /** Fails when matching has taken too long, so that addresses were left out: to be asked before what was found is told. */
  readonly whole: Effect.Effect<void, InvalidInput>
}

/** Everything matches where there is no pattern. */
export const anyAddress: AddressPattern = { matches: () => true, isSpent: () => false, whole: Effect.void }

/** The pattern that a field holds, for the addresses of one crawl or listing; `wasTaken` where it is kept since somebody was told that it is fine. */
export const addressPattern = Effect.fnUntraced(function* (pattern: string | null, field: string, wasTaken = false) {
  if (pattern === null) return anyAddress
  const clock = yield* Clock.Clock
  const test = yield* (yield* Patterns)
    .compile(pattern, wasTaken)
    .pipe(Effect.mapError(({ message }) => new InvalidInput({ field, message })))
  let spentNanos = 0
  let matched = 0
  const isSpent = () => spentNanos > (allowed.millis + matched * allowed.perAddress) * 1e6
  return {
    matches: (url) => {
      // Nobody can ask for a longer one.
      if (url.length > maxUrlLength || isSpent()) return false
      const began = clock.monotonicTimeNanosUnsafe()
      const isMatch = test(url)
      spentNanos += Number(clock.monotonicTimeNanosUnsafe() - began)
      matched += 1
      return isMatch
    },
    isSpent,
    whole: Effect.suspend(() =>
      isSpent()
        ? Effect.fail(
            new InvalidInput({ field, message: "takes too long to match the addresses of this site: make it simpler" })
          )
        : Effect.void
    )
  } satisfies AddressPattern as AddressPattern
})
