/**
 * When a source is asked again (decision 0082).
 *
 * **Details.** The pause is halved when a feed brought something new and doubled when it did not, within the time that the feed itself asks
 * for. Failures double it from where it stands, up to a day; a source that says it is gone, or has failed for thirty days, is asked no more.
 */

const minuteMillis = 60_000
const dayMillis = 86_400_000

/** Shortest and longest time between two questions, and the first. */
export const pollBounds = {
  leastMillis: 15 * minuteMillis,
  mostMillis: dayMillis,
  firstMillis: 60 * minuteMillis
} as const

/** A source that has failed for this long is given up, when it has failed so often at least. */
const givenUp = { afterMillis: 30 * dayMillis, failures: 20 } as const

/** A source whose turn ended for a reason of ours is asked again after this. */
const postponedMillis = 5 * minuteMillis

/** What came of asking. */
export type PollEnd =
  /** `fresh` counts articles that nobody had reported. */
  | { readonly _tag: "Read"; readonly fresh: number; readonly quietMillis: number | null }
  | { readonly _tag: "Unchanged"; readonly quietMillis: number | null }
  | { readonly _tag: "Failed"; readonly retryMillis: number | null }
  /** It said that it is there no more. */
  | { readonly _tag: "Gone" }
  | { readonly _tag: "Postponed" }

export interface PollState {
  readonly intervalMillis: number
  readonly failures: number
  /** Since when every answer was a failure; null when the last was none. */
  readonly failingSinceMillis: number | null
}

export interface NextPoll extends PollState {
  readonly dueAtMillis: number
  readonly isGone: boolean
}

const within = (millis: number): number =>
  Math.min(pollBounds.mostMillis, Math.max(pollBounds.leastMillis, Math.round(millis)))

/** Sources of one moment are not asked at one moment again: the last tenth of a pause is drawn by lot, from 0 to 1. */
const scattered = (millis: number, lot: number): number => Math.round(millis * (0.9 + 0.1 * lot))

const succeeded = (intervalMillis: number, quietMillis: number | null, nowMillis: number, lot: number): NextPoll => {
  const pause = within(Math.max(intervalMillis, quietMillis ?? 0))
  return {
    intervalMillis: within(intervalMillis),
    ...{ failures: 0, failingSinceMillis: null, isGone: false },
    dueAtMillis: nowMillis + Math.max(pollBounds.leastMillis, scattered(pause, lot))
  }
}

const failed = (state: PollState, retryMillis: number | null, nowMillis: number, lot: number): NextPoll => {
  const failures = state.failures + 1
  const failingSinceMillis = state.failingSinceMillis ?? nowMillis
  const backOff = within(pollBounds.leastMillis * 2 ** Math.min(failures - 1, 10))
  const pause = within(Math.max(backOff, retryMillis ?? 0))
  return {
    intervalMillis: state.intervalMillis,
    failures,
    failingSinceMillis,
    dueAtMillis: nowMillis + scattered(pause, lot),
    isGone: failures >= givenUp.failures && nowMillis - failingSinceMillis >= givenUp.afterMillis
  }
}

/** What becomes of a source after it was asked. */
export const afterPoll = (state: PollState, end: PollEnd, nowMillis: number, lot: number): NextPoll => {
  switch (end._tag) {
    case "Read": {
      const next = end.fresh > 0 ? state.intervalMillis / 2 : state.intervalMillis * 2
      return succeeded(next, end.quietMillis, nowMillis, lot)
    }
    case "Unchanged":
      return succeeded(state.intervalMillis * 2, end.quietMillis, nowMillis, lot)
    case "Failed":
      return failed(state, end.retryMillis, nowMillis, lot)
    case "Gone":
      return {
        ...state,
        failures: state.failures + 1,
        failingSinceMillis: nowMillis,
        dueAtMillis: nowMillis,
        isGone: true
      }
    case "Postponed":
      return { ...state, dueAtMillis: nowMillis + postponedMillis, isGone: false }
  }
}

/** Time for which `Cache-Control` asks not to be asked again; null where it names none. */
export const quietOf = (cacheControl: string | null | undefined): number | null => {
  const seconds = /(?:^|[,\s])max-age\s*=\s*"?(\d{1,9})/i.exec(cacheControl ?? "")?.[1]
  return seconds === undefined || /no-(?:cache|store)/i.test(cacheControl ?? "") ? null : Number(seconds) * 1_000
}

/** Time that `Retry-After` names, as seconds or as a date. */
export const retryOf = (retryAfter: string | null | undefined, nowMillis: number): number | null => {
  const written = retryAfter?.trim() ?? ""
  if (/^\d{1,9}$/.test(written)) return Number(written) * 1_000
  const atMillis = written === "" ? Number.NaN : Date.parse(written)
  return Number.isNaN(atMillis) ? null : Math.max(0, atMillis - nowMillis)
}
