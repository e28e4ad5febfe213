/** Sources that rest after they failed: longer each time, and as long as they ask for. Whoever asks one meanwhile hears so at once. */
import { Clock, Duration, Effect, Metric } from "effect"
import { type Cooldown, cooledDown, type Pause, restOf, warm } from "../web/domain/Cooldown.ts"
import { type PersonSource, PersonSourceFailed, personFailures } from "./PersonSource.ts"

const pauses: { readonly [Reason in PersonSourceFailed["reason"]]: Pause } = {
  unreachable: { firstMillis: 5_000, mostMillis: 300_000 },
  malformed: { firstMillis: 15_000, mostMillis: 600_000 },
  throttled: { firstMillis: 30_000, mostMillis: 3_600_000 },
  // Only its operator can mend it, and may just have done so.
  rejected: { firstMillis: 60_000, mostMillis: 600_000 }
}

const outcomes = ["answered", "cooling", ...personFailures] as const

/** Who had less time than this is not the source's fault. */
const fairMillis = 4_000

const late = () =>
  new PersonSourceFailed({ reason: "unreachable", retryAfterSeconds: null, message: "It took too long." })

const odd = () =>
  Effect.fail(
    new PersonSourceFailed({
      reason: "malformed",
      retryAfterSeconds: null,
      message: "Its answer was not understood."
    })
  )

const resting = (source: PersonSource, count: (outcome: (typeof outcomes)[number]) => Effect.Effect<void>) => {
  let state: Cooldown = warm
  let last: PersonSourceFailed["reason"] = "unreachable"

  const note = Effect.fnUntraced(function* (failure: PersonSourceFailed, hadTime: boolean) {
    yield* count(failure.reason)
    if (failure.reason === "unreachable" && !hadTime) return
    state = cooledDown(state, pauses[failure.reason], failure.retryAfterSeconds, yield* Clock.currentTimeMillis)
    last = failure.reason
    yield* Effect.logWarning("people: a source gave no answer").pipe(
      Effect.annotateLogs({ source: source.name, reason: failure.reason, detail: failure.message })
    )
  })

  const find: PersonSource["find"] = Effect.fnUntraced(function* (clues, turn) {
    const leftMillis = restOf(state, yield* Clock.currentTimeMillis)
    if (leftMillis > 0) {
      yield* count("cooling")
      const retryAfterSeconds = Math.ceil(leftMillis / 1_000)
      return yield* new PersonSourceFailed({ reason: last, retryAfterSeconds, message: "It rests after a failure." })
    }
    const asked = Effect.suspend(() => source.find(clues, turn)).pipe(
      Effect.timeoutOrElse({ duration: Duration.millis(turn.leftMillis), orElse: () => Effect.fail(late()) }),
      Effect.catchDefect((defect) =>
        Effect.andThen(Effect.logError("people: an answer was not understood", { source: source.name }, defect), odd())
      ),
      Effect.tapError((failure) => note(failure, turn.leftMillis >= fairMillis))
    )
    const found = yield* asked
    state = warm
    yield* count("answered")
    return found
  })

  return { name: source.name, find } satisfies PersonSource
}

/** The sources with their rests, and a count of how they answer. */
export const restingSources = Effect.fnUntraced(function* (sources: ReadonlyArray<PersonSource>) {
  return yield* Effect.forEach(sources, (source) => {
    const counters = new Map(
      outcomes.map((outcome) => [
        outcome,
        Metric.counter("kittiwake_people_sources_total", {
          description: "Questions to sources of people, by source and how they ended",
          incremental: true,
          attributes: { source: source.name, outcome }
        })
      ])
    )
    const count = (outcome: (typeof outcomes)[number]) => Metric.update(counters.get(outcome)!, 1)
    return Effect.as(
      Effect.forEach([...counters.values()], (counter) => Metric.update(counter, 0), { discard: true }),
      resting(source, count)
    )
  })
})
