/** Pauses between two requests that hosts ask for, kept by everybody who reads the web in this process and in those it shares with. */
import { Context, Duration, Effect, Layer, Semaphore } from "effect"
import { passedMillis } from "../passedMillis.ts"
import { OwnPauses } from "./domain/OwnPauses.ts"
import type { TurnAsked } from "./domain/PauseTurns.ts"
import { makeBreaker } from "./makeBreaker.ts"
import { type HostTurnAsked, PauseKeeper } from "./PauseKeeper.ts"

/** Work of one owner that waits for turns of one host in this process, one after the other. */
interface Line {
  readonly semaphore: Semaphore.Semaphore
  waiting: number
}

/**
 * Turns of hosts.
 *
 * **Details.** Where processes share a keeper, it gives the turns; without one, and while it does not answer, each process keeps a host's pause
 * by itself. A turn that was given and not used is lost to the host's other visitors for one pause. Requests that a page makes by itself, and
 * redirects, are part of its turn.
 */
export class HostPauses extends Context.Service<
  HostPauses,
  {
    /** Takes a turn when it has come, which is answered by zero; otherwise milliseconds after which it is worth asking again. */
    readonly take: (asked: HostTurnAsked) => Effect.Effect<number>

    /** Waits for a turn and takes it. */
    readonly turn: (asked: HostTurnAsked) => Effect.Effect<void>
  }
>()("@kittiwake/core/internal/sharing/HostPauses") {
  static readonly layer = Layer.effect(
    HostPauses,
    Effect.gen(function* () {
      const keeper = yield* PauseKeeper
      const own = new OwnPauses()
      const breaker = makeBreaker({
        use: "pauses",
        lost: "pauses: the storage does not answer; each process keeps the pauses that sites ask for by itself meanwhile",
        found: "pauses: all processes keep the pauses that sites ask for together again"
      })
      const takeOwn = ({ host, ...asked }: HostTurnAsked) =>
        Effect.map(passedMillis, (nowMillis) => own.take(host, asked, nowMillis))

      const noted = (host: string, asked: TurnAsked) =>
        Effect.map(passedMillis, (nowMillis) => own.note(host, asked, nowMillis))

      const take = (asked: HostTurnAsked): Effect.Effect<number> =>
        keeper === null
          ? takeOwn(asked)
          : breaker(
              // What was given together counts here too, for when nobody answers any more.
              Effect.tap(keeper.take(asked), (waitMillis) =>
                waitMillis === 0 ? noted(asked.host, asked) : Effect.void
              ),
              () => takeOwn(asked)
            )

      const lines = new Map<string, Line>()
      const inLine = (key: string) => {
        const line = lines.get(key) ?? { semaphore: Semaphore.makeUnsafe(1), waiting: 0 }
        lines.set(key, line)
        line.waiting += 1
        return line
      }
      const leave = (key: string, line: Line) => {
        line.waiting -= 1
        if (line.waiting === 0) lines.delete(key)
      }

      const untilTaken = (asked: HostTurnAsked): Effect.Effect<void> =>
        Effect.flatMap(take(asked), (waitMillis) =>
          waitMillis === 0
            ? Effect.void
            : Effect.delay(
                Effect.suspend(() => untilTaken(asked)),
                Duration.millis(waitMillis)
              )
        )

      return HostPauses.of({
        take,
        turn: (asked) => {
          const key = `${asked.host} ${asked.owner}`
          return Effect.acquireUseRelease(
            Effect.sync(() => inLine(key)),
            ({ semaphore }) => semaphore.withPermits(1)(untilTaken(asked)),
            (line) => Effect.sync(() => leave(key, line))
          )
        }
      })
    })
  )
}
