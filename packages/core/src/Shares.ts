/**
 * What one organization may have claimed for it, and how much of that at one host, so that nobody waits for another.
 *
 * **Model.** A worker has so many places. A piece of work holds one from its claim to its end, hanging or not. An eighth of them
 * is kept for who holds little. An organization may hold twice as many as are free beside these, and as many at one host, where all together
 * may hold twice as many: alone, it gets most of the places; several that would take all get equal shares. Who
 * holds fewer than organizations do on average may have as many, of the eighth too, though not the whole of it; and who holds nothing at a
 * host may have one place there, whoever else fills it. Where an organization has several works of many pieces, one that has hardly begun may go beyond
 * its share, to six times as many as are free: it need not wait for the others'.
 *
 * **Turns.** Next is who has the fewest under way, then what is longest due; and of one organization, what is at the host where
 * it has the fewest. So who holds nothing never waits for the next of those who hang, however many they are.
 */

import type { Effect } from "effect"
import type { StoreUnavailable } from "./StoreUnavailable.ts"
import { parseUrl } from "./security/domain/parseUrl.ts"

/** How many more pieces of work may be claimed: for `each`, unless `of` names it. */
export interface Room {
  readonly each: number
  readonly of: ReadonlyMap<string, number>
}

/** Room at hosts, for all organizations together. */
export interface HostRoom extends Room {
  /** For each of them there, by `laneOf`: who is not named holds nothing there, and may have one place when the host has no room. */
  readonly lanes?: Room
}

export interface Shares {
  /** By their ids. */
  readonly organizations: Room
  /** By the `host` of a claim. */
  readonly hosts: HostRoom
  /** By ids of organizations, of work that has hardly anything under way yet; as all of theirs unless given. */
  readonly beginnings?: Room
  /** By whom it is told who comes next; nobody has anything under way unless given. @internal */
  readonly underWay?: UnderWay
}

/** What is under way, by organization, by host, and by both, as `laneOf` names them. @internal */
export interface UnderWay {
  readonly organizations: ReadonlyMap<string, number>
  readonly hosts: ReadonlyMap<string, number>
  readonly lanes: ReadonlyMap<string, number>
}

/** How many of the places that are free one may hold for each that stays free. */
const heldPerFree = { organization: 2, beginning: 6, host: 2, lane: 1 } as const

/** The same of who holds less than others do, with the places that are kept. */
const littlePerFree = 0.5

/** One in so many places is kept for who holds little. */
const keptShare = 8

/** Most that who holds `held` may take, so that it has no more than so many for each place that stays free of these. */
const upTo = (held: number, free: number, perFree: number): number =>
  Math.floor((perFree * free - held) / (1 + perFree))

/** One place, for who has none while any is free. */
const first = (held: number, free: number): number => (held === 0 && free > 0 ? 1 : 0)

/** Whether an organization that holds `held` places may hold one more while `free` are free. @internal */
export const mayHoldMore = (held: number, free: number): boolean =>
  Math.max(first(held, free), upTo(held, free, heldPerFree.organization)) > 0

/** The shares of `free` places while this is under way. @internal */
export const sharesOf = (underWay: UnderWay, free: number): Shares => {
  const held = [...underWay.organizations.values()].reduce((sum, count) => sum + count, 0)
  const kept = Math.floor((free + held) / keptShare)
  const usual = Math.ceil(held / Math.max(1, underWay.organizations.size))
  /** Most that who holds so many may take, so that it has no more than its share of what is free then. */
  const mayTake = (of: number, perFree: number): number =>
    Math.max(first(of, free), upTo(of, free - kept, perFree), Math.min(usual - of, upTo(of, free, littlePerFree)))
  const roomIn = (counts: ReadonlyMap<string, number>, perFree: number): Room => ({
    each: mayTake(0, perFree),
    of: new Map([...counts].map(([key, of]) => [key, mayTake(of, perFree)]))
  })
  return {
    organizations: roomIn(underWay.organizations, heldPerFree.organization),
    hosts: { ...roomIn(underWay.hosts, heldPerFree.host), lanes: roomIn(underWay.lanes, heldPerFree.lane) },
    beginnings: roomIn(underWay.organizations, heldPerFree.beginning),
    underWay
  }
}

export const roomFor = ({ each, of }: Room, key: string): number => of.get(key) ?? each

/** Who has no room; with hosts, also the lanes there. */
export const fullIn = ({ lanes, of }: HostRoom): ReadonlyArray<string> => [
  ...[...of].flatMap(([key, room]) => (room <= 0 ? [key] : [])),
  ...(lanes === undefined ? [] : fullIn(lanes))
]

/** The counts when there is one more, or `by` more, of each of `keys`. */
const countedOn = (
  counts: ReadonlyMap<string, number>,
  keys: ReadonlyArray<string>,
  by = 1,
  unless = 0
): ReadonlyMap<string, number> => {
  const next = new Map(counts)
  for (const key of keys) next.set(key, (next.get(key) ?? unless) + by)
  return next
}

/** The room that is left when one more is claimed for each of `keys`. */
const roomAfter = ({ each, of }: Room, keys: ReadonlyArray<string>): Room => ({
  each,
  of: countedOn(of, keys, -1, each)
})

/** What a piece of work counts for. */
export interface Counted {
  readonly organizationId: string
  readonly host: string
}

/** A piece of work that was claimed, to be begun at once, and whom it counts for. */
export interface DueWork<R = never> extends Counted {
  readonly work: Effect.Effect<void, StoreUnavailable, R>
}

/** One organization at one host. No id holds a space. */
export const laneOf = ({ host, organizationId }: Counted): string => `${organizationId} ${host}`

/** How many more may be claimed for an organization at a host, by what the two and all at the host may have. */
export const roomAt = (shares: Shares, counted: Counted): number => {
  const { lanes, ...hosts } = shares.hosts
  const [atHost, ofOrganization] = [roomFor(hosts, counted.host), roomFor(shares.organizations, counted.organizationId)]
  if (lanes === undefined) return Math.min(ofOrganization, atHost)
  const lane = laneOf(counted)
  return Math.min(ofOrganization, roomFor(lanes, lane), lanes.of.has(lane) ? atHost : Math.max(1, atHost))
}

/** What is left of the shares when these are claimed. */
export const sharesAfter = (shares: Shares, claimed: ReadonlyArray<Counted>): Shares => {
  const organizationIds = claimed.map(({ organizationId }) => organizationId)
  const hosts = claimed.map(({ host }) => host)
  const lanes = claimed.map(laneOf)
  const { underWay } = shares
  return {
    organizations: roomAfter(shares.organizations, organizationIds),
    hosts: {
      ...roomAfter(shares.hosts, hosts),
      ...(shares.hosts.lanes === undefined ? {} : { lanes: roomAfter(shares.hosts.lanes, lanes) })
    },
    underWay: {
      organizations: countedOn(underWay?.organizations ?? new Map(), organizationIds),
      hosts: countedOn(underWay?.hosts ?? new Map(), hosts),
      lanes: countedOn(underWay?.lanes ?? new Map(), lanes)
    }
  }
}

/** Numbers what comes, for each key from one on. */
const makeNumbers = () => {
  const counts = new Map<string, number>()
  return (key: string): number => {
    const nth = (counts.get(key) ?? 0) + 1
    counts.set(key, nth)
    return nth
  }
}

/** What may be taken at once: first of what each may have at a host, then of what a host and an organization may have. */
const takeOnce = <A extends Counted>(due: ReadonlyArray<A>, limit: number, shares: Shares): ReadonlyArray<A> => {
  const { hosts, organizations, underWay } = shares
  const held = (of: ReadonlyMap<string, number> | undefined, key: string) => of?.get(key) ?? 0
  const [nthOfLane, nthOfHost, nthOfOrganization] = [makeNumbers(), makeNumbers(), makeNumbers()]
  return (
    due
      .map((one, order) => {
        const lane = laneOf(one)
        const nth = nthOfLane(lane)
        return {
          one,
          order,
          nth,
          isNew: hosts.lanes?.of.has(lane) === false,
          atHost: held(underWay?.lanes, lane) + nth
        }
      })
      .filter(({ nth, one }) => nth <= roomAt(shares, one))
      // Sorting keeps what is longest due first among those who have as many.
      .sort((a, b) => a.atHost - b.atHost)
      .filter(({ isNew, nth, one: { host } }) => nthOfHost(host) <= roomFor(hosts, host) || (isNew && nth === 1))
      .map(({ one, order }) => ({ one, order, nth: nthOfOrganization(one.organizationId) }))
      .filter(({ nth, one: { organizationId } }) => nth <= roomFor(organizations, organizationId))
      .map(({ nth, one, order }) => ({ one, order, turn: held(underWay?.organizations, one.organizationId) + nth }))
      .sort((a, b) => a.turn - b.turn || a.order - b.order)
      .slice(0, limit)
      .map(({ one }) => one)
  )
}

/** Takes from what is due, given longest due first, what the shares leave room for: in turns, and told as it was given. */
export const takeInShares = <A extends Counted>(
  due: Iterable<A>,
  limit: number,
  shares: Shares | undefined
): Array<A> => {
  const all = [...due]
  if (shares === undefined) return all.slice(0, limit)
  const taken = new Set<A>()
  let left = shares
  // What was passed over for another that was not taken either in the end has a second chance.
  while (taken.size < limit) {
    const open = all.filter((one) => !taken.has(one))
    const some = takeOnce(open, limit - taken.size, left)
    if (some.length === 0) break
    for (const one of some) taken.add(one)
    left = sharesAfter(left, some)
  }
  return all.filter((one) => taken.has(one))
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
