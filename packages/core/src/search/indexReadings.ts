/**
 * Puts pages that were read into the index, behind whoever read them.
 *
 * **Model.** Who reads tells of a page and goes on. What was told waits in a line of so many pages and bytes, a moment longer than it must, so
 * that what comes after it is written with it: a hundred pages that are written together cost half as much as one by one. A page that was
 * told of already, as it was then, is passed over.
 *
 * **When something fails.** What finds no room in the line is dropped and counted, and so is what the store does not take: a search does not
 * find it until it is read again. When the installation ends, what waits is written first; what a killed process held is lost likewise.
 */
import { Duration, Effect, Layer, Queue } from "effect"
import { countersBy } from "../counters.ts"
import { type PageReading, PageReadings } from "../pages/PageReadings.ts"
import { pageIdentity } from "./domain/indexEntry.ts"
import { IndexBounds } from "./IndexBounds.ts"
import { PageIndex } from "./PageIndex.ts"
import { toIndexedPage } from "./toIndexedPage.ts"

/** Pages and characters that wait, pages that are written together, and pages of which it is known that they were told of. */
const limits = { pages: 2_000, characters: 16_000_000, together: 128, known: 20_000 } as const

/** For how long a page waits for others. A page is found that much later. */
const gathers = Duration.millis(250)

/** `dropped` is what found no room, `failed` what the store did not take. */
const countIndexed = countersBy({
  name: "kittiwake_indexed_pages_total",
  description: "Pages that this process has put into the index of what was read.",
  label: "outcome",
  values: ["indexed", "dropped", "failed"]
})

/** The line, and what is known of it. */
const makeLine = () => {
  let pages = 0
  let characters = 0
  const known = new Map<string, number>()
  return {
    /** Whether the page is new, as far as is remembered. */
    isNew: ({ capturedAtMillis, organizationId, url }: PageReading): boolean => {
      const place = `${organizationId} ${pageIdentity(url)}`
      if (known.get(place) === capturedAtMillis) return false
      known.delete(place)
      known.set(place, capturedAtMillis)
      if (known.size > limits.known) known.delete(known.keys().next().value ?? "")
      return true
    },
    /** Takes room for a page; tells whether there was any. */
    takes: ({ text }: PageReading): boolean => {
      if (pages >= limits.pages || characters + text.length > limits.characters) return false
      pages += 1
      characters += text.length
      return true
    },
    gives: ({ text }: PageReading): void => {
      pages -= 1
      characters -= text.length
    }
  }
}

const make = Effect.gen(function* () {
  const index = yield* PageIndex
  yield* countIndexed.begin
  const line = makeLine()
  const waiting = yield* Queue.unbounded<PageReading>()

  const write = Effect.fn("Search.index")(function* (readings: ReadonlyArray<PageReading>) {
    for (const reading of readings) line.gives(reading)
    yield* Effect.annotateCurrentSpan({ pages: readings.length })
    const pages = []
    for (const reading of readings) {
      pages.push(toIndexedPage(reading))
      yield* Effect.yieldNow
    }
    yield* index.put(pages).pipe(
      Effect.matchEffect({
        onSuccess: () => countIndexed.count("indexed", pages.length),
        onFailure: (error) =>
          Effect.andThen(
            countIndexed.count("failed", pages.length),
            Effect.logWarning("search: pages not indexed", error)
          )
      })
    )
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

  return {
    tell: Effect.fnUntraced(function* (reading: PageReading) {
      if (reading.text === "" || !line.isNew(reading)) return
      if (!line.takes(reading)) return yield* countIndexed.count("dropped")
      yield* Queue.offer(waiting, reading)
    })
  }
})

/** Tells the index of every page that is read. */
export const layer: Layer.Layer<never, never, PageIndex> = Layer.unwrap(
  // With no room for any page nobody listens.
  Effect.map(IndexBounds, ({ maxPages }) => (maxPages === 0 ? Layer.empty : Layer.effect(PageReadings, make)))
)
