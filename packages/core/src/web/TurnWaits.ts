/** What the work at hand waited for its turn at a host, so that whoever asked is told what took so long. */
import { Clock, Context, Effect } from "effect"
import type { TurnWait } from "./domain/TurnWait.ts"

/** Notes the waits of one piece of work; moments are milliseconds of a clock that nobody sets. */
export interface TurnTally {
  /** Gives what is called when the turn came, or will not come any more. */
  readonly begin: (host: string, others: number, atMillis: number) => (atMillis: number) => void
  /** For how long something waited so far, and where the longest wait was; null for less than a second. */
  readonly waited: (atMillis: number) => TurnWait | null
  readonly sinceMillis: number
}

interface Wait {
  readonly host: string
  readonly others: number
  readonly fromMillis: number
}

/** Notes the waits of work that begins now, which is part of other work where there is a `whole`. */
export const makeTurnTally = (sinceMillis: number, whole: TurnTally | null): TurnTally => {
  const under = new Set<Wait>()
  // What waits at the same time is no longer wait than one of them.
  let together = 0
  let togetherFrom = 0
  let longest: { readonly wait: Wait; readonly millis: number } | null = null

  const longestAt = (atMillis: number) => {
    let found = longest
    for (const wait of under) {
      const millis = atMillis - wait.fromMillis
      if (found === null || millis > found.millis) found = { wait, millis }
    }
    return found
  }

  return {
    sinceMillis,
    begin: (host, others, fromMillis) => {
      const wait = { host, others, fromMillis }
      const endOfWhole = whole?.begin(host, others, fromMillis)
      if (under.size === 0) togetherFrom = fromMillis
      under.add(wait)
      return (atMillis) => {
        if (!under.has(wait)) return
        longest = longestAt(atMillis)
        under.delete(wait)
        if (under.size === 0) together += atMillis - togetherFrom
        endOfWhole?.(atMillis)
      }
    },
    waited: (atMillis) => {
      const millis = together + (under.size === 0 ? 0 : atMillis - togetherFrom)
      const found = longestAt(atMillis)
      const seconds = Math.round(millis / 1_000)
      return found === null || seconds === 0 ? null : { host: found.wait.host, others: found.wait.others, seconds }
    }
  }
}

/** Notes the waits of the work at hand; null where nobody asks. */
export const TurnWaits = Context.Reference<TurnTally | null>("@kittiwake/core/web/TurnWaits", {
  defaultValue: () => null
})

/** The moment, by a clock that nobody sets. */
export const steadyMillis = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)

/** Does `work` with a tally of its own. */
export const tallied = <A, E, R>(work: (tally: TurnTally) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Clock.clockWith((clock) =>
    Effect.flatMap(TurnWaits, (whole) => {
      const tally = makeTurnTally(steadyMillis(clock), whole)
      return Effect.provideService(work(tally), TurnWaits, tally)
    })
  )

const counted = (count: number, one: string, many: string): string => (count === 1 ? one : `${count} ${many}`)

/** The wait in words, such as `waited 71 s for a turn at shop.example`. */
export const waitInWords = ({ host, seconds }: TurnWait): string => `waited ${seconds} s for a turn at ${host}`

/** The same, with whom the wait was for. */
export const waitBesideOthers = (wait: TurnWait): string =>
  wait.others === 0
    ? waitInWords(wait)
    : `${waitInWords(wait)}, which ${counted(wait.others, "one other request", "other requests")} of this server had or awaited`
