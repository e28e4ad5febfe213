/**
 * Puts pages that were read into the index, behind whoever read them.
 *
 * **Model.** Who reads tells of a page and goes on. What was told waits in a line of so many pages and bytes, a moment longer than it must, so
 * that what comes after it is written with it: a hundred pages that are written together cost half as much as one by one. A page that was
 * told of already, as it was then or later, is passed over. A page that is gone, or that asks no index to have it, waits in the same line and is
 * forgotten with the others of its time.
 *
 * **When something fails.** What finds no room in the line is dropped and counted, and so is what the store does not take: a search does not
 * find it until it is read again. When the installation ends, what waits is written first; what a killed process held is lost likewise.
 */
import { Clock, DateTime, Duration, Effect, Layer, Queue } from "effect"
import { countersBy } from "../counters.ts"
import { differMillis } from "../leaseHorizon.ts"
import { type PageGone, type PageReading, PageReadings } from "../pages/PageReadings.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { pageIdentity } from "./domain/indexEntry.ts"
import { IndexBounds } from "./IndexBounds.ts"
import { type GonePage, type IndexedPage, PageIndex } from "./PageIndex.ts"
import { toIndexedPage } from "./toIndexedPage.ts"

/** Pages and characters that wait, pages that are written together, and pages of which it is known that they were told of. */
const limits = { pages: 2_000, characters: 16_000_000, together: 128, known: 20_000 } as const

/** For how long a page waits for others. A page is found that much later. */
const gathers = Duration.millis(250)

/** `dropped` is what found no room, `failed` what the store did not take, `forgotten` what was there and is gone. */
const countIndexed = countersBy({
  name: "kittiwake_indexed_pages_total",
  description: "Pages that this process has put into the index of what was read.",
  label: "outcome",
  values: ["indexed", "dropped", "failed", "forgotten"]
})

/** What is told of a page: what it says, or that it is gone. */
type Told = PageReading | PageGone

const charactersOf = (told: Told): number => ("text" in told ? told.text.length : 0)

/** The line, and what is known of it. */
const makeLine = () => {
  let pages = 0
  let characters = 0
  const known = new Map<string, number>()
  return {
    /** Whether nothing as late is remembered of the page: a page that was kept before it was gone is not found again. */
    isNew: (told: Told, nowMillis: number): boolean => {
      const place = `${told.organizationId} ${pageIdentity(told.url)}`
      const atMillis = "text" in told ? told.capturedAtMillis : told.atMillis
      const remembered = known.get(place) ?? Number.NEGATIVE_INFINITY
      // A clock that was ahead told of it.
      const last = remembered > nowMillis + differMillis ? Number.NEGATIVE_INFINITY : remembered
      // What was read in the moment in which the page was gone was there before.
      if (last > atMillis || (last === atMillis && "text" in told)) return false
      known.delete(place)
      known.set(place, atMillis)
      if (known.size > limits.known) known.delete(known.keys().next().value ?? "")
      return true
    },
    /** Takes room; tells whether there was any. */
    takes: (told: Told): boolean => {
      if (pages >= limits.pages || characters + charactersOf(told) > limits.characters) return false
      pages += 1
      characters += charactersOf(told)
      return true
    },
    gives: (told: Told): void => {
      pages -= 1
      characters -= charactersOf(told)
    }
  }
}

const make = Effect.gen(function* () {
  const index = yield* PageIndex
  yield* countIndexed.begin
  const line = makeLine()
  const waiting = yield* Queue.unbounded<Told>()

  /** Does one of the two writes; what the store does not take is counted. */
  const written = (writing: Effect.Effect<void, StoreUnavailable>, count: number) =>
    Effect.catch(writing, (error) =>
      Effect.andThen(countIndexed.count("failed", count), Effect.logWarning("search: pages not indexed", error))
    )

  const write = Effect.fn("Search.index")(function* (all: ReadonlyArray<Told>) {
    for (const told of all) line.gives(told)
    yield* Effect.annotateCurrentSpan({ pages: all.length })
    const pages: Array<IndexedPage> = []
    const gone: Array<GonePage> = []
    const isGone = (told: Told, atMillis: number) =>
      gone.push({ organizationId: told.organizationId, url: told.url, goneAt: DateTime.makeUnsafe(atMillis) })
    for (const told of all) {
      if ("text" in told) {
        const page = toIndexedPage(told)
        if (page === null) isGone(told, told.capturedAtMillis)
        else pages.push(page)
        yield* Effect.yieldNow
      } else isGone(told, told.atMillis)
    }
    const now = yield* DateTime.now
    const putting = Effect.andThen(index.put(pages, now), countIndexed.count("indexed", pages.length))
    if (pages.length > 0) yield* written(putting, pages.length)
    const forgetting = Effect.flatMap(index.forget(gone, now), (count) =>
      count > 0 ? countIndexed.count("forgotten", count) : Effect.void
    )
    if (gone.length > 0) yield* written(forgetting, gone.length)
  })

  const writeNext = Queue.peek(waiting).pipe(
    Effect.andThen(Effect.sleep(gathers)),
    // What was taken out of the line is written, whatever ends meanwhile.
    Effect.andThen(Effect.uninterruptible(Effect.flatMap(Queue.takeBetween(waiting, 1, limits.together), write)))
  )
  const writeRest: Effect.Effect<void> = Effect.flatMap(Queue.clear(waiting), (rest) =>
    Effect.forEach(
      Array.from({ length: Math.ceil(rest.length / limits.together) }, (_, at) =>
        rest.slice(at * limits.together, (at + 1) * limits.together)
      ),
      write,
      { discard: true }
    )
  )
  yield* Effect.addFinalizer(() => writeRest)
  yield* writeNext.pipe(
    Effect.catchCause((cause) => Effect.logError("search: indexing failed", cause)),
    Effect.forever,
    Effect.forkScoped
  )

  const tell = Effect.fnUntraced(function* (told: Told) {
    if ("text" in told && told.text === "") return
    if (!line.isNew(told, yield* Clock.currentTimeMillis)) return
    if (!line.takes(told)) return yield* countIndexed.count("dropped")
    yield* Queue.offer(waiting, told)
  })

  return { tell, tellGone: tell }
})

/** Tells the index of every page that is read. */
export const layer: Layer.Layer<never, never, PageIndex> = Layer.unwrap(
  // With no room for any page nobody listens.
  Effect.map(IndexBounds, ({ maxPages }) => (maxPages === 0 ? Layer.empty : Layer.effect(PageReadings, make)))
)
