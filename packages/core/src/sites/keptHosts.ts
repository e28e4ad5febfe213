/**
 * What works keep of the hosts that they ask, each what it asked for last: a number of bytes each, and another number all together. What is
 * not kept any more is read again when it is wanted.
 */
import { Context } from "effect"

/** Most bytes that one work keeps, and that all works of a process keep together. */
const mostOfOneBytes = 4 * 1024 * 1024
const mostOfAllBytes = 32 * 1024 * 1024

/** What a host takes whose rules are few or not read yet: its lane, its name and its place in the lists. */
const hostBytes = 1_024

interface Kept {
  readonly drop: () => void
}

/** What is kept, in the order in which it was asked for, with the bytes of each. */
export class HostsRoom {
  readonly #mostBytes: number
  readonly #kept = new Map<Kept, number>()
  #bytes = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Counts one as asked for last, with what it takes from now on. The oldest others make room for it. */
  use(kept: Kept, bytes: number): void {
    this.remove(kept)
    this.#kept.set(kept, bytes)
    this.#bytes += bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#mostBytes || oldest === kept) return
      oldest.drop()
    }
  }

  remove(kept: Kept): void {
    this.#bytes -= this.#kept.get(kept) ?? 0
    this.#kept.delete(kept)
  }
}

/** The room that the works of a process share. */
export const SharedHostsRoom = Context.Reference<HostsRoom>("@kittiwake/core/sites/SharedHostsRoom", {
  defaultValue: () => new HostsRoom(mostOfAllBytes)
})

interface KeptValue<A> extends Kept {
  readonly value: A
}

/** What one work keeps of its hosts. */
export class KeptHosts<A> {
  readonly #room: HostsRoom
  readonly #own = new HostsRoom(mostOfOneBytes)
  readonly #hosts = new Map<string, KeptValue<A>>()

  constructor(room: HostsRoom) {
    this.#room = room
  }

  get(origin: string): A | undefined {
    return this.#hosts.get(origin)?.value
  }

  keep(origin: string, value: A): void {
    this.#drop(origin)
    this.#hosts.set(origin, { value, drop: () => this.#drop(origin) })
    this.use(origin, 0)
  }

  /** Counts what is kept of a host as asked for last. `bytes` is what its rules take. */
  use(origin: string, bytes: number): void {
    const kept = this.#hosts.get(origin)
    if (kept === undefined) return
    this.#own.use(kept, hostBytes + bytes)
    this.#room.use(kept, hostBytes + bytes)
  }

  /** Keeps nothing any more, as when the work ended. */
  forget(): void {
    for (const origin of this.#hosts.keys()) this.#drop(origin)
  }

  #drop(origin: string): void {
    const kept = this.#hosts.get(origin)
    if (kept === undefined) return
    this.#hosts.delete(origin)
    this.#own.remove(kept)
    this.#room.remove(kept)
  }
}
