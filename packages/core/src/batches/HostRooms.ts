/** Room at hosts: of all together, of an organization there, and of what rests and pauses leave of it. */
import { type HostRoom, laneOf, type Room, roomFor } from "../Shares.ts"

/** Whose pages, and whether they are of crawls. */
interface Kind {
  readonly organizationId: string
  readonly crawls: boolean
}

/** How many more pages of a kind may begin at hosts; it falls as they are taken. */
export interface HostsLeft {
  /** At a host of which nothing is known. */
  readonly each: number
  readonly crawls: boolean
  readonly left: (host: string) => number
  /** What the shares leave at hosts that they name, or of which some was taken: not what rests and pauses leave. */
  readonly named: () => ReadonlyMap<string, number>
}

/** Room without bounds. */
const noBound: Room = { each: Number.POSITIVE_INFINITY, of: new Map() }

/** A room of which some is used. @internal */
export class Rooms {
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
  /** What is left for those that are named. */
  named(): ReadonlyMap<string, number> {
    const of = new Map(this.#room.of)
    for (const key of this.#used.keys()) of.set(key, this.left(key))
    return of
  }
}

export class HostRooms {
  readonly #all: Rooms
  readonly #lanes: Rooms | undefined
  readonly #resting: Rooms
  readonly #pausing: Rooms
  readonly #kinds = new Map<string, HostsLeft>()

  constructor(given: {
    readonly hosts: HostRoom | undefined
    readonly resting: ReadonlyMap<string, number> | undefined
    readonly pausing: ReadonlyMap<string, number> | undefined
  }) {
    const { hosts, pausing, resting } = given
    this.#all = new Rooms(hosts)
    this.#lanes = hosts?.lanes === undefined ? undefined : new Rooms(hosts.lanes)
    this.#resting = new Rooms(resting && { ...noBound, of: resting })
    this.#pausing = new Rooms(pausing && { ...noBound, of: pausing })
  }

  #shared(organizationId: string, host: string): number {
    if (this.#lanes === undefined) return this.#all.left(host)
    const lane = laneOf({ organizationId, host })
    const atHost = this.#lanes.names(lane) ? this.#all.left(host) : Math.max(1, this.#all.left(host))
    return Math.min(this.#lanes.left(lane), atHost)
  }

  /** What is left for pages of a kind. */
  leftFor({ crawls, organizationId }: Kind): HostsLeft {
    const name = `${organizationId} ${crawls}`
    const known = this.#kinds.get(name)
    if (known !== undefined) return known
    const left: HostsLeft = {
      each: Math.min(this.#all.each, this.#lanes?.each ?? Number.POSITIVE_INFINITY),
      crawls,
      left: (host) => {
        const open = Math.min(this.#shared(organizationId, host), this.#resting.left(host))
        return Math.max(0, crawls ? Math.min(open, this.#pausing.left(host)) : open)
      },
      named: () => new Map([...this.#all.named().keys()].map((host) => [host, this.#shared(organizationId, host)]))
    }
    this.#kinds.set(name, left)
    return left
  }

  /** What rests leave to all. */
  resting(): ReadonlyMap<string, number> {
    return this.#resting.named()
  }

  /** What pauses leave to crawls. */
  pausing(): ReadonlyMap<string, number> {
    return this.#pausing.named()
  }

  use({ crawls, organizationId }: Kind, host: string): void {
    this.#all.use(host)
    this.#lanes?.use(laneOf({ organizationId, host }))
    if (this.#resting.names(host)) this.#resting.use(host)
    if (crawls && this.#pausing.names(host)) this.#pausing.use(host)
  }
}
