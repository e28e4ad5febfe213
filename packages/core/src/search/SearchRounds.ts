/** What searches of one process share: questions under way, and which backends rest, here and where other processes say so. */
import { Context, Duration, Effect, Layer, Metric, Option } from "effect"
import { type Join, makeFlights } from "../budget/makeFlights.ts"
import { makeSharedRests, type SharedRests } from "../sharing/makeSharedRests.ts"
import type { UnreadSite } from "../web/domain/UnreadSite.ts"
import type { Cooldown } from "./domain/Cooldown.ts"
import type { RankedHits } from "./domain/mergeHits.ts"
import { type SearchFailure, searchFailures } from "./domain/SearchFailure.ts"
import { ownBackend } from "./ownBackend.ts"
import { PageIndex } from "./PageIndex.ts"
import { type SearchBackend, SearchBackends } from "./SearchBackends.ts"
import { siteBackend } from "./siteBackend.ts"

/** How a backend ended. */
export interface AskedBackend {
  readonly name: string
  /** `cooling` is who rests, `withheld` who would keep a question of which nothing may be kept. */
  readonly outcome: "answered" | "cooling" | "withheld" | SearchFailure
}

/** What the backends gave, one list each. */
export interface Round {
  readonly lists: ReadonlyArray<RankedHits>
  readonly asked: ReadonlyArray<AskedBackend>
  /** Sites that the question names and of which nothing could be read, with why, each once. */
  readonly unread: ReadonlyArray<UnreadSite>
  /** When the first of those that rest may be asked again; null when none rests. */
  readonly nextAtMillis: number | null
}

const outcomes = ["answered", "cooling", "withheld", ...searchFailures] as const

/** The backends that are set, with the installation itself in its place. */
const allBackends = Effect.gen(function* () {
  const { backends, ownPlace } = yield* SearchBackends
  if (ownPlace === null) return backends
  const index = yield* Effect.serviceOption(PageIndex)
  const own = [...Option.match(index, { onNone: () => [], onSome: (pages) => [ownBackend(pages)] }), yield* siteBackend]
  return [...backends.slice(0, ownPlace), ...own, ...backends.slice(ownPlace)]
})

export class SearchRounds extends Context.Service<
  SearchRounds,
  {
    /** Those that are asked, in the order of their weight. */
    readonly backends: ReadonlyArray<SearchBackend>
    /** Equal questions at the same time are asked once. */
    readonly asking: Join<Round, never>
    /** By the names of backends; those that are not in it are asked. */
    readonly cooldowns: Map<string, Cooldown>
    /** What all processes know of backends, by their names. */
    readonly shared: SharedRests
    /** When each answered last, in milliseconds since 1970. */
    readonly answeredAt: Map<string, number>
    readonly count: (asked: AskedBackend) => Effect.Effect<void>
  }
>()("@kittiwake/core/search/SearchRounds") {
  /** Over these backends alone. */
  static readonly layerOf = <R>(given: Effect.Effect<ReadonlyArray<SearchBackend>, never, R>) =>
    Layer.effect(
      SearchRounds,
      Effect.gen(function* () {
        const backends = yield* given
        const rests = yield* makeSharedRests({
          use: "searches",
          lost: "search: Redis does not answer; each process finds out by itself which backends rest meanwhile",
          found: "search: all processes know together again which backends rest"
        })
        const shared: SharedRests = {
          rests: (name) => rests.rests(`search:${name}`),
          begin: (name, millis) => rests.begin(`search:${name}`, millis),
          end: (name) => rests.end(`search:${name}`)
        }
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
          backends,
          asking,
          cooldowns: new Map(),
          shared,
          answeredAt: new Map(),
          count: ({ name, outcome }) => Metric.update(counters.get(`${name} ${outcome}`)!, 1)
        })
      })
    )

  static readonly layer = SearchRounds.layerOf(allBackends)
}
