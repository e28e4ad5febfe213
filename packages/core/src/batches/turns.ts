/**
 * Whose pages a claim takes: one organization after the other and one batch after the other, the one with the fewest under way
 * first, so that a batch of ten pages waits for no batch of a hundred thousand.
 */
import { type HostRoom, laneOf, type Room, roomFor, type Shares } from "../Shares.ts"

/** A batch with pages that wait, or that are under way and count for its organization. */
export interface Candidate {
  readonly id: string
  readonly organizationId: string
  /** Pages under way, at whatever worker. */
  readonly underWay: number
  /** Most pages that it may begin yet; none when no page of it waits. */
  readonly left: number
  /** Whether it is a crawl, whose pages come when their host wants robots. */
  readonly crawls: boolean
}

/** So many pages of one batch. */
export interface Wanted {
  readonly batchId: string
  readonly count: number
  /** How many more pages may begin on a host. */
  readonly hosts: Room
}

/** They are asked for. */
export interface Turn extends Wanted {
  /**
   * This turn and those that follow if what is asked for is there, each for all that its batch may have by now: a store may look for
   * their pages together. They have no more than two different rooms for each organization.
   */
  readonly round: () => ReadonlyArray<Wanted>
}

/** What a store has taken for a turn: fewer than were asked for says that no more can be taken now. */
export interface Taken {
  readonly hosts: ReadonlyArray<string>
  /** Whether more might be taken if it were asked again. */
  readonly mayHaveMore: boolean
}

interface Line extends Candidate {
  begun: number
  given: number
}

/** Who has as much under way as another: whoever comes after the batch that was served last, and round again. */
const inTurn = (a: Line, b: Line, after: string): number =>
  Number(a.id <= after) - Number(b.id <= after) || (a.id < b.id ? -1 : 1)

const least = (lines: Iterable<Line>, ofOrganization: ReadonlyMap<string, number>, after: string): Line | undefined => {
  let first: Line | undefined
  const before = (a: Line, b: Line) =>
    ofOrganization.get(a.organizationId)! - ofOrganization.get(b.organizationId)! ||
    a.underWay + a.begun - b.underWay - b.begun ||
    inTurn(a, b, after)
  for (const line of lines) if (first === undefined || before(line, first) < 0) first = line
  return first
}

/** Room without bounds. */
const noBound: Room = { each: Number.POSITIVE_INFINITY, of: new Map() }

class Rooms {
  readonly #room: Room
  readonly #used = new Map<string, number>()
  constructor(room: Room | undefined) {
    this.#room = room ?? noBound
  }
  left(key: string): number {
    return roomFor(this.#room, key) - (this.#used.get(key) ?? 0)
  }
  use(key: string): void {
    this.#used.set(key, (this.#used.get(key) ?? 0) + 1)
  }
  get each(): number {
    return this.#room.each
  }
  /** Whether it has a room of its own, or some of it was used. */
  names(key: string): boolean {
    return this.#room.of.has(key) || this.#used.has(key)
  }
  get rest(): Room {
    const of = new Map(this.#room.of)
    for (const key of this.#used.keys()) of.set(key, this.left(key))
    return { each: this.#room.each, of }
  }
}

/** Room at hosts: of all together, of an organization there, and of crawls. */
class HostRooms {
  readonly #all: Rooms
  readonly #lanes: Rooms | undefined
  readonly #pausing: Rooms
  constructor(hosts: HostRoom | undefined, pausing: ReadonlyMap<string, number> | undefined) {
    this.#all = new Rooms(hosts)
    this.#lanes = hosts?.lanes === undefined ? undefined : new Rooms(hosts.lanes)
    this.#pausing = new Rooms({ each: Number.POSITIVE_INFINITY, of: pausing ?? new Map() })
  }
  #left(organizationId: string, host: string): number {
    if (this.#lanes === undefined) return this.#all.left(host)
    const lane = laneOf({ organizationId, host })
    const atHost = this.#lanes.names(lane) ? this.#all.left(host) : Math.max(1, this.#all.left(host))
    return Math.min(this.#lanes.left(lane), atHost)
  }
  /** What is left for pages of an organization. */
  leftFor({ crawls, organizationId }: Pick<Line, "crawls" | "organizationId">): Room {
    const of = new Map<string, number>()
    for (const host of this.#all.rest.of.keys()) of.set(host, this.#left(organizationId, host))
    if (crawls) {
      for (const [host, left] of this.#pausing.rest.of) {
        of.set(host, Math.max(0, Math.min(this.#left(organizationId, host), left)))
      }
    }
    return { each: Math.min(this.#all.each, this.#lanes?.each ?? Number.POSITIVE_INFINITY), of }
  }
  use({ crawls, organizationId }: Pick<Line, "crawls" | "organizationId">, host: string): void {
    this.#all.use(host)
    this.#lanes?.use(laneOf({ organizationId, host }))
    if (crawls) this.#pausing.use(host)
  }
}

/** Pages under way, by organization. */
type UnderWay = ReadonlyMap<string, number>

const countUnderWay = (candidates: ReadonlyArray<Candidate>): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { organizationId, underWay } of candidates)
    counts.set(organizationId, (counts.get(organizationId) ?? 0) + underWay)
  return counts
}

/** A batch with fewer pages under way has hardly begun. */
const fewPages = 10

/** Gives every batch its part of `limit` pages; in the order in which they are to be asked, who has least first. */
const shareOut = (
  lines: ReadonlyMap<string, Line>,
  limit: number,
  rooms: { readonly organizations: Rooms; readonly beginnings: Rooms },
  underWay: UnderWay,
  after: string
): ReadonlyArray<Line> => {
  const promised = new Map<string, number>()
  const mayTake = (line: Line): boolean => {
    const { begun, left, organizationId } = line
    const room = line.underWay + begun < fewPages ? rooms.beginnings : rooms.organizations
    return begun < left && room.left(organizationId) - (promised.get(organizationId) ?? 0) > 0
  }
  const open = new Set([...lines.values()].filter(mayTake))
  const ofOrganization = new Map(underWay)
  const asked: Array<Line> = []
  for (let given = 0; given < limit; ) {
    const line = least(open, ofOrganization, after)
    if (line === undefined) break
    const { organizationId } = line
    if (!mayTake(line)) {
      // Together, because each search for the next goes through all that are open.
      for (const other of open) if (other.organizationId === organizationId && !mayTake(other)) open.delete(other)
      continue
    }
    if (line.given === 0) asked.push(line)
    line.given += 1
    line.begun += 1
    given += 1
    promised.set(organizationId, (promised.get(organizationId) ?? 0) + 1)
    ofOrganization.set(organizationId, ofOrganization.get(organizationId)! + 1)
  }
  for (const line of lines.values()) line.begun -= line.given
  return asked
}

/** Most pages of a turn, so that no batch takes a host whole for which others wait. */
const longestTurn = (shares: Shares | undefined, lines: number): number =>
  shares === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.ceil(shares.hosts.each / Math.max(lines, 1)))

/** Asks a store for turns until `limit` pages are taken or no batch has more; whoever drives it answers each. */
export function* turnsOf(options: {
  readonly candidates: ReadonlyArray<Candidate>
  readonly limit: number
  readonly shares: Shares | undefined
  /** Most pages of crawls that may begin on hosts which ask robots for a pause. */
  readonly pausing?: ReadonlyMap<string, number> | undefined
  /** The batch that was served last. */
  readonly after?: string | undefined
}): Generator<Turn, void, Taken> {
  const lines = new Map<string, Line>()
  for (const one of options.candidates) if (one.left > 0) lines.set(one.id, { ...one, begun: 0, given: 0 })
  const underWay = countUnderWay(options.candidates)
  const organizations = new Rooms(options.shares?.organizations)
  const beginnings = new Rooms(options.shares?.beginnings ?? options.shares?.organizations)
  const hosts = new HostRooms(options.shares?.hosts, options.pausing)
  let taken = 0
  while (taken < options.limit) {
    const turns = shareOut(lines, options.limit - taken, { organizations, beginnings }, underWay, options.after ?? "")
    if (turns.length === 0) return
    const longest = longestTurn(options.shares, turns.length)
    for (const [at, line] of turns.entries()) {
      const round = () => {
        const rooms = new Map<string, Room>()
        return turns.slice(at).map((one) => {
          const kind = `${one.organizationId} ${one.crawls}`
          const room = rooms.get(kind) ?? hosts.leftFor(one)
          rooms.set(kind, room)
          return { batchId: one.id, count: one.given, hosts: room }
        })
      }
      const room = hosts.leftFor(line)
      const answer = yield { batchId: line.id, count: Math.min(line.given, longest), hosts: room, round }
      for (const host of answer.hosts) {
        hosts.use(line, host)
        organizations.use(line.organizationId)
        beginnings.use(line.organizationId)
      }
      taken += answer.hosts.length
      underWay.set(line.organizationId, (underWay.get(line.organizationId) ?? 0) + answer.hosts.length)
      line.begun += answer.hosts.length
      line.given = 0
      if (!answer.mayHaveMore) lines.delete(line.id)
    }
  }
}
