/**
 * Counts what connections hold of a memory that all share, by whose they are, and says who goes where that is too much.
 *
 * **Invariants**
 *
 * - Strangers may hold half of it together, and organizations the other half: so many networks as there may be leave organizations theirs.
 * - Beyond a half goes a connection of the owner who holds most of it, and of his connections the one that holds most; of several that hold
 *   about as much the one that brought what is too much. So nobody fills what others need, and who holds little is cut for nobody who holds more.
 * - To find it takes as long for one connection as for ten thousand.
 */
import { isStranger } from "./owners.ts"
import { Ranks } from "./Ranks.ts"

/** Strangers, or organizations. */
interface Kind<One> {
  readonly owners: Ranks<Owner<One>>
  bytes: number
}

interface Owner<One> {
  readonly name: string
  readonly kind: Kind<One>
  readonly held: Ranks<One>
  bytes: number
}

export class HeldByOwners<One> {
  readonly #most: number
  readonly #strangers: Kind<One> = { owners: new Ranks(), bytes: 0 }
  readonly #organizations: Kind<One> = { owners: new Ranks(), bytes: 0 }
  readonly #named = new Map<string, Owner<One>>()
  readonly #ownerOf = new Map<One, Owner<One>>()

  /** Of so many bytes. */
  constructor(bytes: number) {
    this.#most = bytes / 2
  }

  get bytes(): number {
    return this.#strangers.bytes + this.#organizations.bytes
  }

  has(one: One): boolean {
    return this.#ownerOf.has(one)
  }

  /** Counts what `one` holds now, in whole bytes: for as long as it holds anything under the name that it had when it began to. */
  set(one: One, bytes: number, nameOf: (one: One) => string): void {
    const known = this.#ownerOf.get(one)
    if (known === undefined && bytes === 0) return
    const owner = known ?? this.#enter(one, nameOf(one))
    const more = bytes - owner.held.of(one)
    owner.held.set(one, bytes)
    owner.bytes += more
    owner.kind.bytes += more
    owner.kind.owners.set(owner, owner.bytes)
    if (bytes === 0) this.#ownerOf.delete(one)
    if (owner.bytes === 0) this.#named.delete(owner.name)
  }

  /** Calls `cut` with one after the other that goes, `brings` having brought the last; it is to set what these hold to nothing. */
  whileTooMuch(brings: One, cut: (one: One) => void): void {
    for (let one = this.#goes(brings); one !== undefined; one = this.#goes(brings)) cut(one)
  }

  /** What holds most: of strangers, or of organizations where these hold more. */
  first(): One | undefined {
    const [strangers, organizations] = [this.#strangers, this.#organizations]
    const { owners } = strangers.bytes >= organizations.bytes ? strangers : organizations
    return owners.first()?.held.first()
  }

  #goes(brings: One): One | undefined {
    const owner = this.#ownerOf.get(brings)
    if (owner === undefined || owner.kind.bytes <= this.#most) return undefined
    return owner.kind.owners.first(owner)?.held.first(brings)
  }

  #enter(one: One, name: string): Owner<One> {
    const kind = isStranger(name) ? this.#strangers : this.#organizations
    const owner = this.#named.get(name) ?? { name, kind, held: new Ranks<One>(), bytes: 0 }
    this.#named.set(name, owner)
    this.#ownerOf.set(one, owner)
    return owner
  }
}
