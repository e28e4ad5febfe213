/** Tells when every fiber has gone as far as it can without time moving. */
import { Context, Effect, Layer, Scheduler } from "effect"

/** Runs fibers and counts what of them is still to be run. */
export class Quiet extends Context.Service<
  Quiet,
  {
    /** Waits until no fiber can go on: each has ended, or waits for the clock or for the test. */
    readonly settle: Effect.Effect<void>
  }
>()("@kittiwake/core/testing/Quiet") {
  /** The counting scheduler; fibers that run on another one are not waited for. */
  static readonly layer: Layer.Layer<Quiet> = Layer.effectContext(
    Effect.gen(function* () {
      const parent = yield* Scheduler.Scheduler
      const waiting = new Set<() => void>()
      let pending = 0

      const ended = () => {
        pending -= 1
        if (pending > 0) return
        for (const resume of [...waiting]) resume()
      }
      const scheduler: Scheduler.Scheduler = {
        executionMode: parent.executionMode,
        shouldYield: (fiber) => parent.shouldYield(fiber),
        makeDispatcher: () => {
          const dispatcher = parent.makeDispatcher()
          return {
            scheduleTask: (task, priority) => {
              pending += 1
              dispatcher.scheduleTask(() => {
                try {
                  task()
                } finally {
                  ended()
                }
              }, priority)
            },
            flush: () => dispatcher.flush()
          }
        }
      }

      const untilIdle = Effect.callback<void>((resume) => {
        if (pending === 0) return resume(Effect.void)
        const done = () => {
          waiting.delete(done)
          resume(Effect.void)
        }
        waiting.add(done)
        return Effect.sync(() => waiting.delete(done))
      })
      // A fiber of another scheduler, such as a test's own, hands its last wake-ups over in its next turn.
      const settle = Effect.yieldNow.pipe(Effect.andThen(Effect.yieldNow), Effect.andThen(untilIdle))
      return Context.make(Quiet, Quiet.of({ settle })).pipe(Context.add(Scheduler.Scheduler, scheduler))
    })
  )
}
