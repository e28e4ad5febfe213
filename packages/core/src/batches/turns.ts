/**
 * Whose pages a claim takes: one organization after the other and one batch after the other, the one with the fewest under way
 * first, so that a batch of ten pages waits for no batch of a hundred thousand.
 *
 * **Details.** Who is next is found among many without a look at all of them, and a batch whose only host has no room is passed over
 * without asking a store: claims are many each second, and thousands of batches may wait for hosts that rest.
 */
import type { Shares } from "../Shares.ts"
import { HostRooms, type HostsLeft, Rooms } from "./HostRooms.ts"
import { Ranked } from "./Ranked.ts"

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
  /** Where all of its pages wait; null when they wait at several hosts, or none does. */
  readonly onlyHost: string | null
}

/** So many pages of one batch. */
export interface Wanted {
  readonly batchId: string
  readonly count: number
  /** How many more pages may begin on a host. */
  readonly hosts: HostsLeft
}

/** Turns whose pages may be looked for together. They have no more than two different rooms for each organization. */
export interface Round {
  readonly wanted: ReadonlyArray<Wanted>
  /** How many more pages of all may begin at hosts that rest, and of crawls at hosts that pause. */
  readonly resting: ReadonlyMap<string, number>
  readonly pausing: ReadonlyMap<string, number>
}

/** They are asked for. */
export interface Turn extends Wanted {
  /** This turn and those that follow if what is asked for is there, each for all that its batch may have by now. */
  readonly round: () => Round
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

type Order = (a: Line, b: Line) => number

type Served = ReadonlyMap<string, number>

/** Of those who have as much under way, who was served longest ago comes first. */
const inTurn = (a: Line, b: Line, served: Served): number =>
  (served.get(a.id) ?? 0) - (served.get(b.id) ?? 0) || (a.id < b.id ? -1 : 1)

const fewestFirst =
  (served: Served): Order =>
  (a, b) =>
    a.underWay + a.begun - b.underWay - b.begun || inTurn(a, b, served)

/** A batch with fewer pages under way has hardly begun. */
const fewPages = 10

/** Room of organizations: for what has hardly begun, and for the rest. */
interface OwnerRooms {
  readonly beginnings: Rooms
  readonly others: Rooms
}

/** The batches of an organization that may have more, and what it has under way. */
class Owner {
  readonly id: string
  /** With what was given in this round and not taken yet. */
  underWay = 0
  promised = 0
  readonly #rooms: OwnerRooms
  readonly #beginning: Ranked<Line>
  readonly #begun: Ranked<Line>

  constructor(id: string, rooms: OwnerRooms, order: Order) {
    this.id = id
    this.#rooms = rooms
    this.#beginning = new Ranked(order)
    this.#begun = new Ranked(order)
  }

  /** Whose turn it is. */
  get first(): Line | undefined {
    return (
      (this.#hasRoom(this.#rooms.beginnings) ? this.#beginning.first : undefined) ??
      (this.#hasRoom(this.#rooms.others) ? this.#begun.first : undefined)
    )
  }

  place(line: Line): void {
    const underWay = line.underWay + line.begun
    const [to, from] = underWay < fewPages ? [this.#beginning, this.#begun] : [this.#begun, this.#beginning]
    from.remove(line)
    if (line.begun < line.left) to.place(line)
    else to.remove(line)
  }

  remove(line: Line): void {
    this.#beginning.remove(line)
    this.#begun.remove(line)
  }

  #hasRoom(rooms: Rooms): boolean {
    return rooms.left(this.id) > this.promised
  }
}

/** All that may have more, in the order of their turns. */
class Queue {
  readonly #owners = new Map<string, Owner>()
  readonly #open: Ranked<Owner>
  readonly #hosts: HostRooms

  constructor(
    candidates: ReadonlyArray<Candidate>,
    { hosts, rooms, order }: { readonly hosts: HostRooms; readonly rooms: OwnerRooms; readonly order: Order }
  ) {
    this.#hosts = hosts
    this.#open = new Ranked((a, b) => a.underWay - b.underWay || order(a.first!, b.first!))
    for (const { organizationId, underWay } of candidates) {
      const owner = this.#owners.get(organizationId) ?? new Owner(organizationId, rooms, order)
      owner.underWay += underWay
      this.#owners.set(organizationId, owner)
    }
    for (const one of candidates) {
      const line = { ...one, begun: 0, given: 0 }
      if (one.left > 0 && this.mayTake(line)) this.#ownerOf(one).place(line)
    }
    for (const owner of this.#owners.values()) this.#rank(owner)
  }

  /** Whether the batch may have pages at a host that has room. */
  mayTake(line: Line): boolean {
    return line.onlyHost === null || this.#hosts.leftFor(line).left(line.onlyHost) > 0
  }

  /** Gives every batch its part of `limit` pages; in the order in which they are to be asked, who has least first. */
  shareOut(limit: number): ReadonlyArray<Line> {
    const asked: Array<Line> = []
    for (let given = 0; given < limit; given++) {
      const line = this.#next()
      if (line === undefined) break
      if (line.given === 0) asked.push(line)
      line.given += 1
      this.#count(line, 1, 1)
    }
    for (const line of asked) this.#count(line, -line.given, -line.given)
    return asked
  }

  /** So many pages of a batch were taken. */
  take(line: Line, count: number): void {
    this.#count(line, count, 0)
  }

  drop(line: Line): void {
    const owner = this.#ownerOf(line)
    owner.remove(line)
    this.#rank(owner)
  }

  #next(): Line | undefined {
    for (;;) {
      const line = this.#open.first?.first
      if (line === undefined || this.mayTake(line)) return line
      this.drop(line)
    }
  }

  #count(line: Line, count: number, promised: number): void {
    const owner = this.#ownerOf(line)
    line.begun += count
    owner.underWay += count
    owner.promised += promised
    owner.place(line)
    this.#rank(owner)
  }

  #rank(owner: Owner): void {
    if (owner.first === undefined) this.#open.remove(owner)
    else this.#open.place(owner)
  }

  #ownerOf({ organizationId }: Candidate): Owner {
    return this.#owners.get(organizationId)!
  }
}

/** Most pages of a turn, so that no batch takes a host whole for which others wait. */
const longestTurn = (shares: Shares | undefined, lines: number): number =>
  shares === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.ceil(shares.hosts.each / Math.max(lines, 1)))

/** Asks a store for turns until `limit` pages are taken or no batch has more; whoever drives it answers each. */
export function* turnsOf(options: {
  readonly candidates: ReadonlyArray<Candidate>
  readonly limit: number
  readonly shares: Shares | undefined
  /** Most pages that may begin on hosts that throttle. */
  readonly resting?: ReadonlyMap<string, number> | undefined
  /** Most pages of crawls that may begin on hosts which ask robots for a pause. */
  readonly pausing?: ReadonlyMap<string, number> | undefined
  /** When batches were served last. */
  readonly served?: Served | undefined
}): Generator<Turn, void, Taken> {
  const { candidates, limit, pausing, resting, served = new Map(), shares } = options
  const others = new Rooms(shares?.organizations)
  const beginnings = new Rooms(shares?.beginnings ?? shares?.organizations)
  const hosts = new HostRooms({ hosts: shares?.hosts, resting, pausing })
  const queue = new Queue(candidates, { hosts, rooms: { beginnings, others }, order: fewestFirst(served) })
  let taken = 0
  while (taken < limit) {
    const turns = queue.shareOut(limit - taken)
    if (turns.length === 0) return
    const longest = longestTurn(shares, turns.length)
    for (const [at, line] of turns.entries()) {
      const wantedOf = (one: Line, most: number) => ({
        batchId: one.id,
        count: Math.min(one.given, most),
        hosts: hosts.leftFor(one)
      })
      const round = () => ({
        wanted: turns.slice(at).flatMap((one) => (queue.mayTake(one) ? [wantedOf(one, Number.POSITIVE_INFINITY)] : [])),
        resting: hosts.resting(),
        pausing: hosts.pausing()
      })
      const answer: Taken = queue.mayTake(line)
        ? yield { ...wantedOf(line, longest), round }
        : { hosts: [], mayHaveMore: false }
      for (const host of answer.hosts) {
        hosts.use(line, host)
        others.use(line.organizationId)
        beginnings.use(line.organizationId)
      }
      line.given = 0
      taken += answer.hosts.length
      queue.take(line, answer.hosts.length)
      if (!answer.mayHaveMore) queue.drop(line)
    }
  }
}
