/** The layer of a loop that takes what is due of one kind, and is woken when something becomes so. */
import type { Shares } from "@kittiwake/core/Shares"
import { type Topic, Wakeups } from "@kittiwake/core/waking/Wakeups"
import { type Duration, Effect, Layer, type Option, type Scope } from "effect"
import type { Loop, Pulse } from "./Pulse.ts"
import { type LoopOptions, type LoopWork, workLoop } from "./workLoop.ts"

/** What a facade offers to such a loop. */
export interface DueWork<E> {
  readonly loop: Loop
  readonly topic: Topic
  readonly untilDue: Effect.Effect<Option.Option<Duration.Duration>, E>
  readonly takeDue: (options: {
    readonly limit: number
    readonly lease: Duration.Duration
    readonly shares: Shares
  }) => Effect.Effect<ReadonlyArray<LoopWork<E>>, E>
  /** Whether the end of all that is under way is a reason to look. */
  readonly looksAtEnd?: boolean
  /** One in so many places must be free before a loop that was full claims again. */
  readonly leastShare?: number
  /** Most pieces of work that take long and therefore hold no place. */
  readonly maxLong?: number
}

/** Goes round until its scope closes, which is also that of what is offered. */
export const dueLoop = <E, R>(
  { lease, ...pace }: LoopOptions,
  offered: Effect.Effect<DueWork<E>, never, R>
): Layer.Layer<never, never, Exclude<R, Scope.Scope> | Wakeups | Pulse> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { takeDue, topic, ...told } = yield* offered
      const { hears, subscribe } = yield* Wakeups
      const woken = yield* subscribe(topic)
      const take = (limit: number, shares: Shares) => takeDue({ limit, lease, shares })
      yield* workLoop({ ...pace, ...told, woken, hears, take })
    })
  )
