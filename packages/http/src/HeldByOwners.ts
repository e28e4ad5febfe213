/**
 * Counts what connections hold of a memory that all share, by whose they are, and says who goes where that is too much.
 *
 * **Invariants**
 *
 * - It is too much where all hold more than they may, or one owner more than his part.
 * - Who goes is a connection of the owner who holds most, or who has more than his part, and of his connections the one that holds most; of several
 *   that hold about as much the one that brought what is too much. So nobody fills what others need, and who holds little is never cut for others.
 * - To find it takes as long for one connection as for ten thousand.
 */
import { Ranks } from "./Ranks.ts"

export interface HeldLimits {
  readonly all: number
  /** Of one owner. */
  readonly ofOne: number
}

class Owner<One> {
  readonly name: string
  readonly held = new Ranks<One>()
  bytes = 0

  constructor(name: string) {
    this.name = name
  }
}

export class HeldByOwners<One> {
  readonly #limits: HeldLimits
  readonly #named = new Map<string, Owner<One>>()
  readonly #owners = new Ranks<Owner<One>>()
  readonly #ownerOf = new Map<One, Owner<One>>()
  #bytes = 0

  constructor(limits: HeldLimits) {
    this.#limits = limits
  }

  get bytes(): number {
    return this.#bytes
  }

  has(one: One): boolean {
    return this.#ownerOf.has(one)
  }

  /** What holds most of the owner who holds most; `preferred`, where it holds about as much. */
  first(preferred?: One): One | undefined {
    const owner = preferred === undefined ? undefined : this.#ownerOf.get(preferred)
    return this.#owners.first(owner)?.held.first(preferred)
  }

  /** Counts what `one` holds now: for as long as it holds anything under the name that it had when it began to. */
  set(one: One, bytes: number, nameOf: (one: One) => string): void {
    const known = this.#ownerOf.get(one)
    if (known === undefined && bytes === 0) return
    const owner = known ?? this.#enter(one, nameOf(one))
    const more = bytes - owner.held.of(one)
    owner.held.set(one, bytes)
    owner.bytes += more
    this.#bytes += more
    this.#owners.set(owner, owner.bytes)
    if (bytes === 0) this.#ownerOf.delete(one)
    if (owner.bytes === 0) this.#named.delete(owner.name)
  }

  /** Calls `cut` with one after the other that goes, `brings` having brought the last; it is to set what these hold to nothing. */
  whileTooMuch(brings: One, cut: (one: One) => void): void {
    for (let one = this.#goes(brings); one !== undefined; one = this.#goes(brings)) cut(one)
  }

  #goes(brings: One): One | undefined {
    const owner = this.#ownerOf.get(brings)
    if (owner === undefined) return undefined
    if (owner.bytes > this.#limits.ofOne) return owner.held.first(brings)
    return this.#bytes > this.#limits.all ? this.first(brings) : undefined
  }

  #enter(one: One, name: string): Owner<One> {
    const owner = this.#named.get(name) ?? new Owner<One>(name)
    this.#named.set(name, owner)
    this.#ownerOf.set(one, owner)
    return owner
  }
}
