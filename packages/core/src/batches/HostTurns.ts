/**
 * When hosts that ask robots for a pause between two pages are worth asking for a turn again, as far as this process knows.
 *
 * **Details.** A page waits for such a host among those that wait, and not as one that is under way: it would take a place of its host, and
 * of the worker, from pages that need no pause. All crawls of a host share its turns, and an organization reads one page of it at a time
 * here. Moments are told as `passedMillis` counts.
 */

import type { KnownRest } from "../sharing/domain/HostRests.ts"

/** After so long without a turn a host is forgotten: it may ask for no pause any more. */
const forgottenAfterMillis = 10 * 60_000

/** Time until a host is looked at again of which a page is read here. */
const busyMillis = 1_000

/** A host whose turn was so recently is one that is waited for. */
const recentMillis = 60_000

/** Pages of a host that rests which are looked at together. */
const keptLooks = 4

/** Hosts that are remembered. */
const maxHosts = 10_000

export class HostTurns {
  readonly #nextMillis = new Map<string, number>()
  readonly #reading = new Set<string>()
  readonly #nextAfterRest = new Map<string, number>()
  readonly #nextLook = new Map<string, number>()
  #throttling: ReadonlyMap<string, KnownRest> = new Map()
  #throttlingMillis = 0

  /** The next turn of the host comes no sooner. */
  note(host: string, nextMillis: number): void {
    this.#nextMillis.delete(host)
    this.#nextMillis.set(host, nextMillis)
    if (this.#nextMillis.size > maxHosts) this.#nextMillis.delete(this.#nextMillis.keys().next().value!)
  }

  /** Whether the page of an organization may ask for a turn of the host now; it may, until `leave`, when no other of it does. */
  enter(host: string, organizationId: string, nowMillis: number): boolean {
    if (this.#nextOf(host) > nowMillis) return false
    const reader = `${host} ${organizationId}`
    if (this.#reading.has(reader)) {
      this.note(host, nowMillis + busyMillis)
      return false
    }
    this.#reading.add(reader)
    return true
  }

  leave(host: string, organizationId: string): void {
    this.#reading.delete(`${host} ${organizationId}`)
  }

  /** How many pages of crawls may be claimed of hosts that pause: none until the next turn, and one then. */
  rooms(nowMillis: number): ReadonlyMap<string, number> {
    const rooms = new Map<string, number>()
    for (const [host, next] of this.#nextMillis) {
      if (next + forgottenAfterMillis < nowMillis) this.#nextMillis.delete(host)
      else rooms.set(host, next > nowMillis ? 0 : 1)
    }
    return rooms
  }

  /** These hosts throttle, and no others. */
  noteThrottling(throttling: ReadonlyMap<string, KnownRest>, nowMillis: number): void {
    this.#throttling = throttling
    this.#throttlingMillis = nowMillis
    for (const nexts of [this.#nextAfterRest, this.#nextLook])
      for (const host of nexts.keys()) if (!throttling.has(host)) nexts.delete(host)
  }

  /** The next turn of a host that throttles comes no sooner. */
  noteAfterRest(host: string, nextMillis: number): void {
    this.#nextAfterRest.set(host, nextMillis)
  }

  /** A page of a host that rests is not kept: others are looked at no sooner. */
  noteUnkept(host: string, nextMillis: number): void {
    this.#nextLook.set(host, nextMillis)
  }

  /**
   * How many pages of any batch may be claimed of hosts that throttle: until they have rested a few, as long as these are kept, one at a turn
   * then, and no fewer than of others while they are given up, since pages of these fail without being asked for.
   */
  restingRooms(nowMillis: number): ReadonlyMap<string, number> {
    const rooms = new Map<string, number>()
    for (const [host, { isGivenUp, restMillis }] of this.#throttling) {
      const isIn = (nexts: ReadonlyMap<string, number>): boolean => (nexts.get(host) ?? 0) <= nowMillis
      if (restMillis === 0) rooms.set(host, isIn(this.#nextAfterRest) ? 1 : 0)
      else if (!isGivenUp) rooms.set(host, isIn(this.#nextLook) ? keptLooks : 0)
    }
    return rooms
  }

  /** Whether pages wait for turns at the host. */
  isWaitedFor(host: string, nowMillis: number): boolean {
    const rest = this.#throttling.get(host)
    const restedMillis = rest === undefined ? Number.NEGATIVE_INFINITY : this.#throttlingMillis + rest.restMillis
    return Math.max(this.#nextOf(host), restedMillis) + recentMillis > nowMillis
  }

  #nextOf(host: string): number {
    return this.#nextMillis.get(host) ?? Number.NEGATIVE_INFINITY
  }
}
