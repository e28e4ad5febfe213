/** Long replies, and pieces of these, that wait to be written: owners take turns as with requests, and those of one stand in the order in which they came. */
import { OwnersInTurns } from "./OwnersInTurns.ts"

/** Writes a reply, or a piece of one; false when its reader is gone. */
export type Write = () => boolean

/** Somebody whose replies wait. */
interface Owner {
  readonly name: string
  readonly waiting: Array<Write>
}

export class LongReplies {
  readonly #owners = new Map<string, Owner>()
  readonly #turns = new OwnersInTurns<Owner>()
  #size = 0

  get size(): number {
    return this.#size
  }

  push(name: string, write: Write): void {
    const owner = this.#owners.get(name) ?? { name, waiting: [] }
    this.#owners.set(name, owner)
    owner.waiting.push(write)
    this.#size += 1
    this.#stand(owner)
  }

  /** The first of whose turn it is. */
  shift(): Write | undefined {
    const owner = this.#turns.next()
    if (owner === undefined) return undefined
    const write = owner.waiting.shift()
    this.#size -= 1
    this.#stand(owner)
    return write
  }

  #stand(owner: Owner): void {
    const waits = owner.waiting.length > 0
    this.#turns.stand(owner, waits, true)
    if (!waits) this.#owners.delete(owner.name)
  }
}
