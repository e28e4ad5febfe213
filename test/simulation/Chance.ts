/** Numbers that look random and are the same for the same seed (splitmix32). */

export interface Chance {
  /** From 0 inclusive to 1 exclusive. */
  readonly next: () => number
  /** An integer from 0 inclusive to `below` exclusive. */
  readonly integer: (below: number) => number
  /** True with this probability. */
  readonly happens: (probability: number) => boolean
  readonly pick: <A>(values: ReadonlyArray<A>) => A
}

export const makeChance = (seed: number): Chance => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    mixed ^= mixed >>> 15
    return (mixed >>> 0) / 4_294_967_296
  }
  const integer = (below: number) => Math.floor(next() * below)
  return {
    next,
    integer,
    happens: (probability) => next() < probability,
    pick: (values) => values[integer(values.length)]!
  }
}
