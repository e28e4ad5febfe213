/** What searches of one process share: questions under way, and which backends rest. */
import { Context, Duration, Effect, Layer, Metric, Scope } from "effect"
import { type Join, makeFlights } from "../makeFlights.ts"
import type { Cooldown } from "./domain/Cooldown.ts"
import type { RankedHits } from "./domain/mergeHits.ts"
import { type SearchFailure, searchFailures } from "./domain/SearchFailure.ts"
import { SearchBackends } from "./SearchBackends.ts"

/** How a backend ended. */
export interface AskedBackend {
  readonly name: string
  readonly outcome: "answered" | "cooling" | SearchFailure
}

/** What the backends gave, one list each. */
export interface Round {
  readonly lists: ReadonlyArray<RankedHits>
  readonly asked: ReadonlyArray<AskedBackend>
  /** When the first of those that rest may be asked again; null when none rests. */
  readonly nextAtMillis: number | null
}

const outcomes = ["answered", "cooling", ...searchFailures] as const

export class SearchRounds extends Context.Service<
  SearchRounds,
  {
    /** Equal questions at the same time are asked once. */
    readonly asking: Join<Round, never>
    /** By the names of backends; those that are not in it are asked. */
    readonly cooldowns: Map<string, Cooldown>
    readonly count: (asked: AskedBackend) => Effect.Effect<void>
  }
>()("@kittiwake/core/search/SearchRounds") {
  static readonly layer = Layer.effect(
    SearchRounds,
    Effect.gen(function* () {
      const { backends } = yield* SearchBackends
      yield* Scope.Scope
      const asking = yield* makeFlights<Round, never>({ lingers: Duration.zero })
      const counters = new Map(
        backends.flatMap(({ name }) =>
          outcomes.map((outcome) => [
            `${name} ${outcome}`,
            Metric.counter("kittiwake_search_backends_total", {
              description: "Questions to backends of the search, by backend and how they ended",
              incremental: true,
              attributes: { backend: name, outcome }
            })
          ])
        )
      )
      yield* Effect.forEach([...counters.values()], (counter) => Metric.update(counter, 0), { discard: true })
      return SearchRounds.of({
        asking,
        cooldowns: new Map(),
        count: ({ name, outcome }) => Metric.update(counters.get(`${name} ${outcome}`)!, 1)
      })
    })
  )
}
