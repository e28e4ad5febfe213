/** What goes wrong in a simulation, how often, and how often it did. */
import type { Chance } from "./Chance.ts"

/** Probabilities of one seed; a kind that is off is zero. */
export interface FaultRates {
  /** A store call fails and nothing was written. */
  readonly storeBefore: number
  /** A store call fails although it was written. */
  readonly storeAfter: number
  /** A store call hangs: it is given up, and done whenever the store comes to it. */
  readonly hang: number
  /** The process stands still for longer than its leases last, and goes on as if nothing had been. */
  readonly freeze: number
  /** The process dies right before or right after a store call. */
  readonly kill: number
  /** A page does not come. */
  readonly fetch: number
  /** A receiver refuses, or its answer is lost. */
  readonly send: number
  /** An answer comes later than any lease lasts. */
  readonly slow: number
  /** Wall clocks of processes are wrong, and jump. */
  readonly skew: boolean
  /** The store is away for a while. */
  readonly outages: number
  /** No receiver answers for a while. */
  readonly deaf: number
  /** The store of blobs is away for a while. */
  readonly blobOutages: number
  /** It is away for so long that batches do not come on. */
  readonly blobsLost: boolean
}

export type FaultKind =
  | "storeBefore"
  | "storeAfter"
  | "hang"
  | "freeze"
  | "kill"
  | "fetch"
  | "send"
  | "slow"
  | "skew"
  | "outage"
  | "deaf"
  | "blobOutage"
  /** Something stands in place of a page. */
  | "spell"
  /** An action on a page does not work. */
  | "action"

/** Draws which kinds are on and how often they fire, so that rare combinations get their turn. */
export const drawFaults = (chance: Chance, calmer: number): FaultRates => {
  const rate = (on: number, most: number) => (chance.happens(on) ? (chance.next() * most) / calmer : 0)
  return {
    storeBefore: rate(0.7, 0.08),
    storeAfter: rate(0.7, 0.08),
    hang: rate(0.4, 0.03),
    freeze: rate(0.4, 0.01),
    kill: rate(0.8, 0.02),
    fetch: rate(0.8, 0.3),
    send: rate(0.8, 0.4),
    slow: rate(0.6, 0.1),
    skew: chance.happens(0.5),
    outages: chance.happens(0.5) ? chance.integer(4) : 0,
    deaf: chance.happens(0.4) ? chance.integer(3) : 0,
    blobOutages: chance.happens(0.4) ? chance.integer(3) : 0,
    blobsLost: calmer === 1 && chance.happens(0.1)
  }
}

export const noFaults: { readonly [K in FaultKind]: number } = {
  storeBefore: 0,
  storeAfter: 0,
  hang: 0,
  freeze: 0,
  kill: 0,
  fetch: 0,
  send: 0,
  slow: 0,
  skew: 0,
  outage: 0,
  deaf: 0,
  blobOutage: 0,
  spell: 0,
  action: 0
}
