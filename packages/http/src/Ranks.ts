/** Finds who has most of many, as they come and go: within a tenth, at a cost that does not grow with how many there are. */

/** Of amounts that are twice as large, so many steps are told apart. */
const stepsOfTwice = 8

/** Nobody stands there who has nothing. */
const stepOf = (amount: number): number => (amount < 1 ? -1 : Math.floor(Math.log2(amount) * stepsOfTwice))

export class Ranks<One> {
  readonly #amounts = new Map<One, number>()
  /** Who has about as much, whoever came there first the first. */
  readonly #steps = new Map<number, Set<One>>()

  of(one: One): number {
    return this.#amounts.get(one) ?? 0
  }

  set(one: One, amount: number): void {
    const [before, now] = [stepOf(this.of(one)), stepOf(amount)]
    if (now === -1) this.#amounts.delete(one)
    else this.#amounts.set(one, amount)
    if (before === now) return
    this.#leave(one, before)
    if (now !== -1) this.#enter(one, now)
  }

  /** Who has most; of several who have about as much `preferred`, where it is one of them, else who came to it first. */
  first(preferred?: One): One | undefined {
    let highest = -1
    // Of amounts below a terabyte there are 320 steps.
    for (const step of this.#steps.keys()) highest = Math.max(highest, step)
    const standing = this.#steps.get(highest)
    if (standing === undefined) return undefined
    return preferred !== undefined && standing.has(preferred) ? preferred : standing.values().next().value
  }

  #leave(one: One, step: number): void {
    const standing = this.#steps.get(step)
    standing?.delete(one)
    if (standing?.size === 0) this.#steps.delete(step)
  }

  #enter(one: One, step: number): void {
    const standing = this.#steps.get(step)
    if (standing === undefined) this.#steps.set(step, new Set([one]))
    else standing.add(one)
  }
}
