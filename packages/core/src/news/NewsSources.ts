/** All that an operator may do with the sources of news. */

import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { bind } from "../bind.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { parseUrl } from "../security/domain/parseUrl.ts"
import {
  type ListedFeed,
  nothingTaken,
  type SourceProblem,
  type SourcesTaken,
  takenTogether
} from "./domain/ListedFeed.ts"
import { chosenOf, type NewsSource, newSource, sourceUrl } from "./domain/NewsSource.ts"
import { pollBounds } from "./domain/polling.ts"
import { GatheringBounds } from "./GatheringBounds.ts"
import { NewsSourceStore, type SourceFilter } from "./NewsSourceStore.ts"

/** No source has this address. */
export class NewsSourceNotFound extends Schema.TaggedError<NewsSourceNotFound>()("NewsSourceNotFound", {
  url: Schema.String
}) {}

/** Sources that are put together: who asks for one meanwhile waits for no more than them. */
const together = 200

/** Of one host, sources that come at once are asked this long after each other. */
const apartMillis = 10_000

/** Longest text of a problem, and of what is said of a source. */
const limits = { shown: 200, title: 200 } as const

const shown = (text: string | null): string | null => text?.slice(0, limits.shown).toWellFormed() || null

const problemOf = ({ line, problem, title, url }: ListedFeed): SourceProblem => ({
  line,
  title: shown(title),
  url: shown(url),
  message:
    problem ?? "It is no address that can be asked: write one that begins with http:// or https://, without a password."
})

const homeOf = (written: string | null): string | null => {
  const url = written === null ? null : parseUrl(written.trim())
  return url !== null && /^https?:$/.test(url.protocol) ? url.href.slice(0, 2_000) : null
}

const twoLetters = (written: string | null): string | null =>
  written !== null && /^[a-z]{2}$/i.test(written.trim()) ? written.trim().toLowerCase() : null

/** The sources that feeds are, and those that are none. */
const sorted = (feeds: ReadonlyArray<ListedFeed>, addedAt: DateTime.Utc) => {
  const sources: Array<NewsSource> = []
  const bad: Array<SourceProblem> = []
  const ofHost = new Map<string, number>()
  for (const feed of feeds) {
    const url = feed.problem === null ? sourceUrl(feed.url) : null
    if (url === null) {
      bad.push(problemOf(feed))
      continue
    }
    const source = newSource({
      ...{ url, origin: "list", foundFor: null, addedAt },
      title: feed.title?.slice(0, limits.title).toWellFormed().trim() || null,
      ...{ country: twoLetters(feed.country), language: twoLetters(feed.language), homeUrl: homeOf(feed.homeUrl) }
    })
    const before = ofHost.get(source.host) ?? 0
    ofHost.set(source.host, before + 1)
    sources.push({
      ...source,
      dueAt: DateTime.add(addedAt, { milliseconds: Math.min(before * apartMillis, pollBounds.mostMillis) })
    })
  }
  return { sources, bad }
}

/** The same sources with what those of them brought that are known. It is only told: that one is read meanwhile does no harm. */
const withHistory = Effect.fnUntraced(function* (sources: ReadonlyArray<NewsSource>) {
  const store = yield* NewsSourceStore
  return yield* Effect.forEach(
    sources,
    (source) =>
      Effect.map(
        store.get(source.url),
        Option.match({ onNone: () => source, onSome: (known) => chosenOf(source, known) })
      ),
    { concurrency: 8 }
  )
})

const add = Effect.fn("NewsSources.add")(function* (feeds: ReadonlyArray<ListedFeed>) {
  const store = yield* NewsSourceStore
  const { sources: most } = yield* GatheringBounds
  const { bad, sources } = sorted(feeds, yield* DateTime.now)
  let taken: SourcesTaken = { ...nothingTaken, bad }
  for (let from = 0; from < sources.length; from += together) {
    const { added, known, refused } = yield* store.put({
      sources: yield* withHistory(sources.slice(from, from + together)),
      most,
      look: null
    })
    taken = takenTogether(taken, { added: added.length, known, refused, bad: [] })
  }
  return taken
})

const list = Effect.fn("NewsSources.list")(function* ({ after, filter, limit }: SourcesRequest) {
  const rows = yield* (yield* NewsSourceStore).list({ filter, after, limit: limit + 1 })
  const sources = rows.slice(0, limit)
  return {
    sources,
    next: rows.length > limit ? (sources.at(-1)?.url ?? null) : null
  } satisfies SourcesPage as SourcesPage
})

/** It stays known, so that no look at a site finds it again; where room is needed, it goes first. */
const remove = Effect.fn("NewsSources.remove")(function* (written: string) {
  const store = yield* NewsSourceStore
  const url = sourceUrl(written) ?? written
  const known = yield* store.get(url)
  if (Option.isNone(known)) return yield* new NewsSourceNotFound({ url: written.slice(0, limits.shown).toWellFormed() })
  const now = yield* DateTime.now
  const { goneAt, removedAt } = known.value
  const removed: NewsSource = { ...known.value, goneAt: goneAt ?? now, removedAt: removedAt ?? now }
  yield* store.replace(removed)
  return removed
})

/** Which part of the list is wanted, behind the address that `after` is. */
export interface SourcesRequest {
  readonly filter: SourceFilter
  readonly after: string | null
  readonly limit: number
}

export interface SourcesPage {
  readonly sources: ReadonlyArray<NewsSource>
  /** What `after` is for the next part; null at the end. */
  readonly next: string | null
}

/** Chooses sources, shows them and takes them away. They are the installation's, and nobody pays for them. */
export class NewsSources extends Context.Service<
  NewsSources,
  {
    /** Takes those that can be asked, each as soon as its host has a turn; what is no address is told, and does no harm to the others. */
    readonly add: (feeds: ReadonlyArray<ListedFeed>) => Effect.Effect<SourcesTaken, StoreUnavailable>

    /** Sources in the order of their addresses. */
    readonly list: (request: SourcesRequest) => Effect.Effect<SourcesPage, StoreUnavailable>

    /** Asks a source no more, whoever found it; its articles stay. Choosing it again brings it back. */
    readonly remove: (url: string) => Effect.Effect<NewsSource, NewsSourceNotFound | StoreUnavailable>
  }
>()("@kittiwake/core/news/NewsSources") {
  static readonly layer = Layer.effect(
    NewsSources,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<NewsSourceStore>())
      return NewsSources.of({ add: bound(add), list: bound(list), remove: bound(remove) })
    })
  )
}
