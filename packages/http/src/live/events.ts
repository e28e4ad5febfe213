/**
 * What a stream of events says, and when.
 *
 * **Invariants**
 *
 * - However much happens, a stream says so once in `pause`; what comes within it is said together.
 * - What is not read is not gathered: a stream holds the names of what changed, six at most, until its reader takes them.
 * - A stream says something at least once in `beat`, so that whoever is gone is noticed, and ends by itself after `longest`.
 */
import { passedMillis } from "@kittiwake/core/internal/passedMillis"
import type { Part, Watch } from "@kittiwake/core/waking/Wakeups"
import { Duration, Effect, Stream } from "effect"

/** Times of a stream. */
export const streamTimes = {
  pause: Duration.seconds(1),
  beat: Duration.seconds(15),
  longest: Duration.minutes(15),
  /** What a reader waits before it opens the next one. */
  again: Duration.seconds(3)
} as const

const encoder = new TextEncoder()

const opening = `retry: ${Duration.toMillis(streamTimes.again)}\n\n`

/** A line that readers skip. */
const beat = ": still here\n\n"

const changed = (topics: ReadonlyArray<Part>): string => `event: changed\ndata: ${JSON.stringify({ topics })}\n\n`

export interface EventSource {
  readonly watch: Watch
  /** What the reader may see. */
  readonly parts: ReadonlyArray<Part>
  /** Whether all that happens anywhere is heard; what may be missed is said to have changed with each beat. */
  readonly hears: Effect.Effect<boolean>
  /** Whether the reader may still read. */
  readonly stands: Effect.Effect<boolean>
  readonly ending: Effect.Effect<void>
}

interface Step {
  readonly endsAtMillis: number
  /** Nothing is said before. */
  readonly quietUntilMillis: number
  readonly beatsAtMillis: number
}

/** The stream, as bytes. It ends when the reader may read no more, the server stops, or its time is over. */
export const events = ({ ending, hears, parts, stands, watch }: EventSource) => {
  const visible = Effect.map(watch.take, (taken) => taken.filter((part) => parts.includes(part)))

  /** What is said next; nothing more when undefined. */
  const next = (step: Step): Effect.Effect<readonly [string, Step] | undefined> =>
    Effect.gen(function* () {
      for (let { beatsAtMillis } = step; ; ) {
        const now = yield* passedMillis
        if (now >= step.endsAtMillis) return undefined
        if (now < step.quietUntilMillis) yield* Effect.sleep(Duration.millis(step.quietUntilMillis - now))
        const wakesAt = Math.min(beatsAtMillis, step.endsAtMillis)
        const later = Effect.flatMap(passedMillis, (from) => Effect.sleep(Duration.millis(Math.max(0, wakesAt - from))))
        yield* Effect.raceFirst(watch.wait, later)
        const at = yield* passedMillis
        const said = yield* visible
        const after = { ...step, beatsAtMillis: at + Duration.toMillis(streamTimes.beat) }
        if (said.length > 0) {
          return [changed(said), { ...after, quietUntilMillis: at + Duration.toMillis(streamTimes.pause) }] as const
        }
        if (at < beatsAtMillis) continue
        if (!(yield* stands)) return undefined
        return [(yield* hears) ? beat : changed(parts), after] as const
      }
    })

  const steps = Effect.map(
    passedMillis,
    (now): Step => ({
      endsAtMillis: now + Duration.toMillis(streamTimes.longest),
      quietUntilMillis: now,
      beatsAtMillis: now + Duration.toMillis(streamTimes.beat)
    })
  )
  return Stream.fromEffect(steps).pipe(
    Stream.flatMap((first) => Stream.unfold(first, next)),
    Stream.interruptWhen(ending),
    Stream.prepend([opening]),
    Stream.map((text) => encoder.encode(text))
  )
}
