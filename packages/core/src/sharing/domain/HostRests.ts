/**
 * Hosts that are left alone for a while, because they said that they are asked too often.
 *
 * **Model.** A host that throttles rests: for as long as it asks for, and at least for a pause that doubles with every rest that was followed
 * by another. Requests that were under way when a rest began may be refused too, which makes it no longer. Whoever is asked on and on while
 * it rests, by callers who wait for an answer, and throttles them rests on: after the longest rest that counts as the next. After a rest its turns keep a
 * pause for a while, so that it is not asked too often again. A host that throttled after several rests in a row is given up: while it rests, its
 * pages fail without being asked for, and the first after the rest may bring it back.
 *
 * Moments are told by a clock that nobody sets.
 */
import { carefulMillis, type HostRest } from "./restsOfAll.ts"

/** What a host answered when it throttled. */
export interface Throttling {
  readonly status: number
  /** When it asks to be asked again; null where it does not say. */
  readonly retryAfterSeconds: number | null
}

/** Longest rest, whatever a host asks for. */
export const longestRestMillis = 5 * 60_000

/** How long a host rests that does not say for how long. */
const pause = { firstMillis: 2_000, mostMillis: 60_000 } as const

/** After so many rests in a row, without an answer between them, a host is given up: one more than a single page brings about. */
const mostRests = 4

/** So long after its rest a host begins anew that did not answer since; one that did after `carefulMillis`. */
const forgottenAfterMillis = 10 * 60_000

/** Least pause between two turns of a host that throttled lately. */
export const carefulPauseMillis = 1_000

/** Requests that were refused beside each other ask for rests that end so close. */
const sameMillis = 1_000

/** Hosts of which something is kept: those that throttled longest ago are forgotten first. */
const maxHosts = 10_000

/** How a host that throttles is known. */
export interface KnownRest {
  /** What it answered last. */
  readonly status: number
  /** How long it rests yet; 0 when it has rested: its turns keep a pause for a while. */
  readonly restMillis: number
  /** Whether it throttled after several rests in a row: what is wanted of it while it rests fails without being asked for. */
  readonly isGivenUp: boolean
}

interface Resting {
  readonly status: number
  readonly restsInARow: number
  /** When the last rest of the row began. */
  readonly sinceMillis: number
  /** Not asked before. */
  readonly untilMillis: number
  /** Until when others know that it is not. */
  readonly toldMillis: number
}

const leftOf = (known: Resting | undefined, nowMillis: number): number =>
  known === undefined ? 0 : Math.max(0, Math.ceil(known.untilMillis - nowMillis))

/** The row of a host that rests, when it is found to rest on. */
const rowOf = ({ restsInARow, sinceMillis }: Resting, nowMillis: number) =>
  nowMillis < sinceMillis + longestRestMillis
    ? { restsInARow, sinceMillis }
    : { restsInARow: restsInARow + 1, sinceMillis: nowMillis }

/** What a host that throttled does from now on. */
export interface RestBegun {
  readonly restMillis: number
  /** Whether it rests for much longer than was told before. */
  readonly isNew: boolean
}

export class HostRests {
  readonly #hosts = new Map<string, Resting>()

  /** A host throttled: gives for how long it rests from now on, and whether that is news. */
  throttled(host: string, { retryAfterSeconds, status }: Throttling, nowMillis: number): RestBegun {
    const before = this.#of(host, nowMillis)
    const askedMillis = Math.min(Math.max(0, retryAfterSeconds ?? 0) * 1_000, longestRestMillis)
    const left = leftOf(before, nowMillis)
    const restsInARow = before?.restsInARow ?? 0
    if (left === 0) {
      const ownMillis = Math.min(pause.firstMillis * 2 ** Math.min(restsInARow, 20), pause.mostMillis)
      const restMillis = Math.max(ownMillis, askedMillis)
      const untilMillis = nowMillis + restMillis
      const row = { restsInARow: restsInARow + 1, sinceMillis: nowMillis }
      this.#keep(host, { status, ...row, untilMillis, toldMillis: untilMillis })
      return { restMillis, isNew: true }
    }
    // It was asked before its rest began, or in the midst of it: that is no answer to the rest.
    const restMillis = Math.max(left, askedMillis)
    const untilMillis = nowMillis + restMillis
    const told = before?.toldMillis ?? 0
    const isNew = untilMillis > told + sameMillis
    const row = rowOf(before!, nowMillis)
    if (askedMillis > left || row.restsInARow > restsInARow)
      this.#keep(host, { status, ...row, untilMillis, toldMillis: isNew ? untilMillis : told })
    return { restMillis, isNew }
  }

  /** A host rests, as another process found, or did: then it is asked with care as long as it is there. */
  note(host: string, { status, ...rest }: HostRest, nowMillis: number): void {
    const before = this.#of(host, nowMillis)
    const untilMillis = nowMillis + Math.min(rest.restMillis, longestRestMillis)
    if (before !== undefined && before.untilMillis >= untilMillis) return
    // Whether a host answered since its rest is not told: it is given the time of one that did.
    const first = { restsInARow: before?.restsInARow ?? (rest.restMillis > 0 ? 1 : 0), sinceMillis: nowMillis }
    const row = leftOf(before, nowMillis) > 0 ? rowOf(before!, nowMillis) : first
    this.#keep(host, { ...row, status, untilMillis, toldMillis: untilMillis })
  }

  /** A host answered as it should: its next rest is the first again, unless it was asked before this one. */
  answered(host: string, nowMillis: number): void {
    if (this.#hosts.size === 0) return
    const known = this.#of(host, nowMillis)
    if (known !== undefined && known.restsInARow > 0 && leftOf(known, nowMillis) === 0) {
      this.#keep(host, { ...known, restsInARow: 0 })
    }
  }

  /** How long a host rests yet; 0 when it may be asked. */
  restOf(host: string, nowMillis: number): number {
    return leftOf(this.#of(host, nowMillis), nowMillis)
  }

  /** How a host that throttles is known; null of any other. */
  knownOf(host: string, nowMillis: number): KnownRest | null {
    const known = this.#of(host, nowMillis)
    if (known === undefined) return null
    const isGivenUp = known.restsInARow >= mostRests
    return { status: known.status, restMillis: leftOf(known, nowMillis), isGivenUp }
  }

  /** Hosts that throttle. */
  throttling(nowMillis: number): ReadonlyMap<string, KnownRest> {
    const found = new Map<string, KnownRest>()
    for (const host of this.#hosts.keys()) {
      const known = this.knownOf(host, nowMillis)
      if (known === null) this.#hosts.delete(host)
      else found.set(host, known)
    }
    return found
  }

  #of(host: string, nowMillis: number): Resting | undefined {
    const known = this.#hosts.get(host)
    if (known === undefined) return undefined
    const keptMillis = known.restsInARow === 0 ? carefulMillis : forgottenAfterMillis
    return known.untilMillis + keptMillis > nowMillis ? known : undefined
  }

  #keep(host: string, rest: Resting): void {
    this.#hosts.delete(host)
    this.#hosts.set(host, rest)
    if (this.#hosts.size > maxHosts) this.#hosts.delete(this.#hosts.keys().next().value!)
  }
}
