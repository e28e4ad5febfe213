/**
 * Pauses between two requests that hosts ask for, and rests of hosts that are asked too often, kept by everybody who reads the web in this
 * process and in those it shares with.
 */
import { Context, Duration, Effect, Layer } from "effect"
import { countersBy } from "../counters.ts"
import { passedMillis } from "../passedMillis.ts"
import { carefulPauseMillis, HostRests, type KnownRest, type Throttling } from "./domain/HostRests.ts"
import { OwnPauses } from "./domain/OwnPauses.ts"
import type { TurnAsked } from "./domain/PauseTurns.ts"
import { makeHostLines } from "./hostLines.ts"
import { makeBreaker } from "./makeBreaker.ts"
import { makeRestsLook } from "./makeRestsLook.ts"
import { type HostTurnAsked, PauseKeeper } from "./PauseKeeper.ts"

/** A turn that somebody waits for. */
export interface HostTurnWanted extends HostTurnAsked {
  /** Whether those of the same owner go first who wait for an answer. */
  readonly givesWay: boolean
}

/** Rests of hosts, by what they answered. @internal */
export const countRests = countersBy({
  name: "kittiwake_host_rests_total",
  description: "Rests of hosts that throttled this process, by what they answered.",
  label: "status",
  values: ["429", "503"]
})

/**
 * Turns of hosts.
 *
 * **Details.** Where processes share a keeper, it gives the turns; without one, and while it does not answer, each process keeps a host's pause
 * by itself. A turn that was given and not used is lost to the host's other visitors for one pause. Requests that a page makes by itself, and
 * redirects, are part of its turn.
 * Of one owner who waits for an answer has a turn before whatever gives way, which has every other one while both wait.
 * A host that rests gives no turn, and one in a second for a while after that. Its rest is told to the keeper, and asked of it at most once a second by who reads in the background; for as long after it as its turns keep a pause.
 */
export class HostPauses extends Context.Service<
  HostPauses,
  {
    /** Takes a turn when it has come, which is answered by zero; otherwise milliseconds after which it is worth asking again. */
    readonly take: (asked: HostTurnAsked) => Effect.Effect<number>

    /**
     * Waits until its host has rested, then for a turn, and takes it, unless `leaves` says when it is looked for that it is not worth waiting
     * for. Where a host neither asks for a pause nor throttles, everybody has a turn.
     */
    readonly turn: (asked: HostTurnWanted, leaves?: Effect.Effect<boolean>) => Effect.Effect<void>

    /** A host throttled: it rests from now on. */
    readonly throttled: (host: string, throttling: Throttling) => Effect.Effect<void>

    /** A host answered as it should. */
    readonly answered: (host: string) => Effect.Effect<void>

    /** What is known of a host that throttles; null of any other. */
    readonly restOf: (host: string) => Effect.Effect<KnownRest | null>

    /** Hosts that throttle. */
    readonly throttling: Effect.Effect<ReadonlyMap<string, KnownRest>>
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

      const rests = new HostRests()
      yield* countRests.begin

      /** Learns which hosts other processes found to rest. */
      const learnRests =
        keeper === null
          ? Effect.void
          : makeRestsLook(
              rests,
              breaker(keeper.resting, () => Effect.succeed(null))
            )

      /** The moment, when it is known who rests. */
      const knownNow = Effect.andThen(learnRests, passedMillis)

      const throttled = Effect.fnUntraced(function* (host: string, throttling: Throttling) {
        const { isNew, restMillis } = rests.throttled(host, throttling, yield* passedMillis)
        if (!isNew) return
        yield* countRests.count(throttling.status === 503 ? "503" : "429")
        yield* Effect.logInfo("host.rests").pipe(
          Effect.annotateLogs({ host, status: throttling.status, seconds: Math.ceil(restMillis / 1_000) })
        )
        if (keeper !== null)
          yield* breaker(keeper.rest(host, { status: throttling.status, restMillis }), () => Effect.void)
      })

      const takePause = (asked: HostTurnAsked): Effect.Effect<number> =>
        keeper === null
          ? takeOwn(asked)
          : breaker(
              // What was given together counts here too, for when nobody answers any more.
              Effect.tap(keeper.take(asked), (waitMillis) =>
                waitMillis === 0 ? noted(asked.host, asked) : Effect.void
              ),
              () => takeOwn(asked)
            )

      const take = (asked: HostTurnAsked): Effect.Effect<number> =>
        Effect.flatMap(knownNow, (nowMillis) => {
          const known = rests.knownOf(asked.host, nowMillis)
          if (known === null) return asked.pauseMillis === 0 ? Effect.succeed(0) : takePause(asked)
          if (known.restMillis > 0) return Effect.succeed(known.restMillis)
          return takePause({ ...asked, pauseMillis: Math.max(asked.pauseMillis, carefulPauseMillis) })
        })

      const lines = makeHostLines()

      const restOf = (host: string) => Effect.map(knownNow, (nowMillis) => rests.knownOf(host, nowMillis))

      /** Takes the turn of who stands first in its line; false where its host rests meanwhile, which nobody waits for in line. */
      const untilTaken = Effect.fnUntraced(function* (asked: HostTurnAsked, leaves: Effect.Effect<boolean>) {
        while (!(yield* leaves)) {
          const known = yield* restOf(asked.host)
          if (known !== null && known.restMillis > 0) return false
          const waitMillis = yield* take(asked)
          if (waitMillis === 0) return true
          // A rest that was heard of just now is waited for with the others.
          yield* Effect.sleep(Duration.millis(Math.min(waitMillis, Math.max(asked.pauseMillis, carefulPauseMillis))))
        }
        return true
      })

      const inItsLine = (asked: HostTurnWanted, leaves: Effect.Effect<boolean>) =>
        lines.stand(`${asked.host} ${asked.owner}`, asked.givesWay)(untilTaken(asked, leaves))

      const turn = Effect.fnUntraced(function* (asked: HostTurnWanted, leaves: Effect.Effect<boolean>) {
        while (!(yield* leaves)) {
          const known = yield* restOf(asked.host)
          if (known !== null && known.restMillis > 0) yield* Effect.sleep(Duration.millis(known.restMillis))
          // Where no pause is asked for, there is nothing to be had one after the other.
          else if (known === null && asked.pauseMillis === 0) return
          else if (yield* inItsLine(asked, leaves)) return
        }
      })

      return HostPauses.of({
        take,
        throttled,
        answered: (host) => Effect.map(passedMillis, (nowMillis) => rests.answered(host, nowMillis)),
        restOf,
        throttling: Effect.map(knownNow, (nowMillis) => rests.throttling(nowMillis)),
        turn: (asked, leaves = Effect.succeed(false)) => turn(asked, leaves)
      })
    })
  )
}
