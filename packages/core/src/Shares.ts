/**
 * What one organization, and one host, may have claimed for it, so that nobody waits for another.
 *
 * **Model.** A worker has so many places. A piece of work holds one from its claim to its end, hanging or not. An
 * organization may hold twice as many as are free, a host as many as are free: alone, it gets most of them; several that
 * would take all get equal shares; and always some stay free for who has none yet. Where an organization has several works of many
 * pieces, one that has hardly begun may go beyond that, to five times as many as are free: it need not wait for the others'.
 */

import type { Effect } from "effect"
import type { StoreUnavailable } from "./StoreUnavailable.ts"
import { parseUrl } from "./security/domain/parseUrl.ts"

/** How many more pieces of work may be claimed: for `each`, unless `of` names it. */
export interface Room {
  readonly each: number
  readonly of: ReadonlyMap<string, number>
}

export interface Shares {
  /** By their ids. */
  readonly organizations: Room
  /** By the `host` of a claim. */
  readonly hosts: Room
  /** By ids of organizations, of work that has hardly anything under way yet; as all of theirs unless given. */
  readonly beginnings?: Room
}

/** What is under way, by organization and by host. @internal */
export interface UnderWay {
  readonly organizations: ReadonlyMap<string, number>
  readonly hosts: ReadonlyMap<string, number>
}

/** How many of the places that are free one may hold for each that stays free. */
const heldPerFree = { organization: 2, beginning: 5, host: 1 } as const

/** Most that who holds `held` may take of `free` places, so that it has no more than its share of what is free then. */
const mayTake = (held: number, free: number, perFree: number): number =>
  Math.max(held === 0 && free > 0 ? 1 : 0, Math.floor((perFree * free - held) / (1 + perFree)))

/** Whether an organization that holds `held` places may hold one more while `free` are free. @internal */
export const mayHoldMore = (held: number, free: number): boolean => mayTake(held, free, heldPerFree.organization) > 0

const roomIn = (counts: ReadonlyMap<string, number>, free: number, perFree: number): Room => ({
  each: mayTake(0, free, perFree),
  of: new Map([...counts].map(([key, held]) => [key, mayTake(held, free, perFree)]))
})

/** The shares of `free` places while this is under way. @internal */
export const sharesOf = ({ hosts, organizations }: UnderWay, free: number): Shares => ({
  organizations: roomIn(organizations, free, heldPerFree.organization),
  hosts: roomIn(hosts, free, heldPerFree.host),
  beginnings: roomIn(organizations, free, heldPerFree.beginning)
})

export const roomFor = ({ each, of }: Room, key: string): number => of.get(key) ?? each

/** Who has no room. */
export const fullIn = ({ of }: Room): ReadonlyArray<string> =>
  [...of].flatMap(([key, room]) => (room <= 0 ? [key] : []))

/** The room that is left when one more is claimed for each of `keys`. */
const roomAfter = (room: Room, keys: ReadonlyArray<string>): Room => {
  const of = new Map(room.of)
  for (const key of keys) of.set(key, roomFor({ each: room.each, of }, key) - 1)
  return { each: room.each, of }
}

/** What a piece of work counts for. */
export interface Counted {
  readonly organizationId: string
  readonly host: string
}

/** A piece of work that was claimed, to be begun at once, and whom it counts for. */
export interface DueWork<R = never> extends Counted {
  readonly work: Effect.Effect<void, StoreUnavailable, R>
}

/** What is left of the shares when these are claimed. */
export const sharesAfter = ({ hosts, organizations }: Shares, claimed: ReadonlyArray<Counted>): Shares => ({
  organizations: roomAfter(
    organizations,
    claimed.map(({ organizationId }) => organizationId)
  ),
  hosts: roomAfter(
    hosts,
    claimed.map(({ host }) => host)
  )
})

/** Takes from what is due, longest due first, what the shares leave room for. */
export const takeInShares = <A extends Counted>(
  due: Iterable<A>,
  limit: number,
  shares: Shares | undefined
): Array<A> => {
  const taken: Array<A> = []
  const used = { organizations: new Map<string, number>(), hosts: new Map<string, number>() }
  const left = (kind: "organizations" | "hosts", key: string) =>
    shares === undefined ? limit : roomFor(shares[kind], key) - (used[kind].get(key) ?? 0)
  for (const one of due) {
    if (taken.length >= limit) break
    const { host, organizationId } = one
    if (left("organizations", organizationId) <= 0 || left("hosts", host) <= 0) continue
    used.organizations.set(organizationId, (used.organizations.get(organizationId) ?? 0) + 1)
    used.hosts.set(host, (used.hosts.get(host) ?? 0) + 1)
    taken.push(one)
  }
  return taken
}

/** No name that resolves is longer; the rest of one that is tells no more hosts apart. */
const longestHost = 255

/**
 * The host of an address, as claims tell hosts apart: however it is spelled, and whatever its port. Stores keep it beside
 * what they claim.
 */
export const hostOf = (url: string): string => {
  const parsed = parseUrl(url)
  return parsed === null ? "" : hostIn(parsed)
}

/** The same of an address that was parsed. @internal */
export const hostIn = ({ hostname }: URL): string => hostname.toLowerCase().replace(/\.$/, "").slice(0, longestHost)
