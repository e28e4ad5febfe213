/** Whether something outside is asked that did not answer lately. */

/** How a breaker stands. It is open, and nobody is asked, while `failuresInARow` are as many as `opensAfter`. */
export interface Breaker {
  readonly failuresInARow: number
  /** How long it rests, or rested last; zero while it never was open. */
  readonly restMillis: number
  readonly restsUntilMillis: number
  /** Whether somebody tries just now whether there are answers again. */
  readonly isTrying: boolean
}

/** Failures in a row after which nobody asks for a while. */
export const opensAfter = 3

/** The first rest, and the longest: each is twice as long as the one before. */
export const shortestRestMillis = 1_000
export const longestRestMillis = 5_000

/** It answers, as far as is known. */
export const closed: Breaker = { failuresInARow: 0, restMillis: 0, restsUntilMillis: 0, isTrying: false }

export const isOpen = ({ failuresInARow }: Breaker): boolean => failuresInARow >= opensAfter

/** Whether it may be asked now: always while it answers, and by one after every rest. */
export const mayAsk = (breaker: Breaker, nowMillis: number): boolean =>
  !isOpen(breaker) || (!breaker.isTrying && nowMillis >= breaker.restsUntilMillis)

/** Somebody asks. */
export const asking = (breaker: Breaker): Breaker => (isOpen(breaker) ? { ...breaker, isTrying: true } : breaker)

/** Who asked went away before there was an answer. */
export const abandoned = (breaker: Breaker): Breaker => ({ ...breaker, isTrying: false })

/** It did not answer somebody. Those who had asked before it opened change nothing any more. */
export const failed = (breaker: Breaker, wasTrial: boolean, nowMillis: number): Breaker => {
  const failuresInARow = Math.min(opensAfter, breaker.failuresInARow + 1)
  if (isOpen(breaker) && !wasTrial) return breaker
  if (failuresInARow < opensAfter) return { ...breaker, failuresInARow }
  const restMillis = Math.min(longestRestMillis, Math.max(shortestRestMillis, breaker.restMillis * 2))
  return { failuresInARow, restMillis, restsUntilMillis: nowMillis + restMillis, isTrying: false }
}
