/** Work of which every owner has one at a time, in this process and in those that it shares with. */
import { Effect, type Option } from "effect"
import { alwaysAlone, type IfAlone } from "./makeIfAlone.ts"

/** Owners whose work of one kind is under way. */
export class OneAtATime {
  readonly #running = new Set<string>()
  readonly #kind: string
  readonly #ifAlone: IfAlone

  constructor(kind: string, ifAlone: IfAlone = alwaysAlone) {
    this.#kind = kind
    this.#ifAlone = ifAlone
  }

  /** Does `work` unless some of this owner is under way: none then. */
  take<A, E, R>(owner: string, work: Effect.Effect<A, E, R>): Effect.Effect<Option.Option<A>, E, R> {
    return Effect.acquireUseRelease(
      Effect.sync(() => {
        const isAlone = !this.#running.has(owner)
        if (isAlone) this.#running.add(owner)
        return isAlone
      }),
      (isAlone): Effect.Effect<Option.Option<A>, E, R> =>
        isAlone ? this.#ifAlone(`${this.#kind}:${owner}`)(work) : Effect.succeedNone,
      (isAlone) =>
        Effect.sync(() => {
          if (isAlone) this.#running.delete(owner)
        })
    )
  }
}
