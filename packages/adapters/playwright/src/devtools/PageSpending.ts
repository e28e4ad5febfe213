/**
 * How much each page has had told.
 *
 * **Details.** A page may open a window each millisecond and name it with eight million characters, which are read whole, one after the other:
 * each is within what one message may take, and nobody else has a turn that is shorter. So what is large counts for the context of the page,
 * which all of its windows, frames and workers are in, and what comes when that has had its part is left out like what is too large.
 */

export interface PageSpending {
  /** Learns which context a session is in. */
  readonly attach: (session: string, context: string) => void
  readonly detach: (session: string) => void
  /** Counts a large message; false where the page of this session has had its part. */
  readonly takes: (session: string, bytes: number) => boolean
}

/** Most sessions that are known at once, and pages that have spent something: those that came first are forgotten. */
const maxSessions = 10_000
const maxPages = 1_000

const forgetFirst = (map: Map<string, unknown>, most: number) => {
  if (map.size <= most) return
  for (const first of map.keys()) {
    map.delete(first)
    return
  }
}

/** Gives each page so many bytes. */
export const makePageSpending = (mostBytes: number): PageSpending => {
  const contexts = new Map<string, string>()
  const spent = new Map<string, number>()
  return {
    attach: (session, context) => {
      contexts.set(session, context)
      forgetFirst(contexts, maxSessions)
    },
    detach: (session) => void contexts.delete(session),
    takes: (session, bytes) => {
      const page = contexts.get(session) ?? session
      const before = spent.get(page) ?? 0
      if (before + bytes > mostBytes) return false
      spent.set(page, before + bytes)
      forgetFirst(spent, maxPages)
      return true
    }
  }
}
