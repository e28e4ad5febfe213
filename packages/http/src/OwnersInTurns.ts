/**
 * Who is next of many who wait: organizations one after the other, and strangers in one place of four.
 *
 * **Invariants**
 *
 * - Between two turns of one owner each other one of his kind who waits has a turn.
 * - All strangers together have one place in four while organizations wait, however many networks they come from, and whether they were served before.
 * - Of strangers, one place in four is for the network that had the fewest turns of late (among the last `strangerTurns` of theirs), within a factor of two:
 *   whoever asks on and on from many networks keeps nobody waiting who comes seldom. In the others networks take turns, but for those that
 *   were never seen: a crowd of these keeps nobody waiting who was served before.
 */
import { LatestTurns } from "@kittiwake/core/internal/LatestTurns"
import { isStranger } from "./owners.ts"

/** Turns of strangers that are remembered: as many as there may be connections, so that a round of all their networks is. */
export const strangerTurns = 10_000

/** One turn in so many is of those who come second, where one of them waits. */
const everySecond = 4

/** The first of a set, which goes from it. */
const shift = <A>(all: Set<A>): A | undefined => {
  for (const one of all) {
    all.delete(one)
    return one
  }
  return undefined
}

/** Takes one of the first; of the second where there is none, and where it is their turn. */
const oneOf = <A>(first: () => A | undefined, second: () => A | undefined, begun: number): A | undefined =>
  begun % everySecond === 0 ? (second() ?? first()) : (first() ?? second())

/** The same of sets, from which it goes. */
export const shiftOneOf = <A>(first: Set<A>, second: Set<A>, begun: number): A | undefined =>
  oneOf(
    () => shift(first),
    () => shift(second),
    begun
  )

export class OwnersInTurns<Owner extends { readonly name: string }> {
  readonly #organizations = new Set<Owner>()
  /** Those who were seen before, and all by how few turns they had of late. */
  readonly #strangers = new Set<Owner>()
  readonly #fewest: Array<Set<Owner>> = []
  /** Among which of these a stranger stands. */
  readonly #standsAmong = new Map<Owner, Set<Owner>>()
  readonly #lately: LatestTurns
  /** Turns of all time: there may be time for one alone, and each of these must not be a stranger's. */
  #begun = 0
  #begunOfStrangers = 0

  constructor(remembered = strangerTurns) {
    this.#lately = new LatestTurns(remembered)
  }

  /** Counts a turn that somebody had for whom he did not wait. */
  note(name: string): void {
    if (isStranger(name)) this.#lately.add(name)
  }

  /** Puts an owner behind the others of its kind, where it waits and does not stand there yet; takes it away where it does not wait. */
  stand(owner: Owner, waits: boolean, wasServed: boolean): void {
    if (isStranger(owner.name)) this.#standStranger(owner, waits, wasServed)
    else standIn(this.#organizations, owner, waits)
  }

  /** Whose turn it is, who stands nowhere until he is put there again. */
  next(): Owner | undefined {
    const owner = oneOf(
      () => shift(this.#organizations),
      () => this.#nextStranger(),
      this.#begun
    )
    if (owner !== undefined) this.#begun += 1
    return owner
  }

  #standStranger(owner: Owner, waits: boolean, wasServed: boolean): void {
    const turns = this.#lately.of(owner.name)
    standIn(this.#strangers, owner, waits && (turns > 0 || wasServed))
    this.#standAmong(owner, waits ? this.#fewestOf(turns) : null)
  }

  #nextStranger(): Owner | undefined {
    const fewest = () =>
      this.#fewest
        .find(({ size }) => size > 0)
        ?.values()
        .next().value
    const owner = oneOf(() => shift(this.#strangers), fewest, this.#begunOfStrangers)
    if (owner === undefined) return undefined
    this.#begunOfStrangers += 1
    this.#lately.add(owner.name)
    this.#strangers.delete(owner)
    this.#standAmong(owner, null)
    return owner
  }

  /** Where those stand who had about so many turns of late. */
  #fewestOf(turns: number): Set<Owner> {
    const step = Math.floor(Math.log2(turns + 1))
    while (this.#fewest.length <= step) this.#fewest.push(new Set())
    return this.#fewest[step]!
  }

  #standAmong(owner: Owner, fewest: Set<Owner> | null): void {
    const before = this.#standsAmong.get(owner) ?? null
    if (before === fewest) return
    before?.delete(owner)
    if (fewest === null) this.#standsAmong.delete(owner)
    else this.#standsAmong.set(owner, fewest.add(owner))
  }
}

const standIn = <A>(standing: Set<A>, one: A, stands: boolean): void => {
  if (stands) standing.add(one)
  else standing.delete(one)
}
