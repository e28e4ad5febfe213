/** The second look at a site whose pages differ: what both looks agree on is told, and the rest stays as it was. */
import { Effect } from "effect"
import { dataDifference } from "./dataDifference.ts"
import { agreedData } from "./domain/agreedData.ts"
import type { ExtractState, TrackedPage } from "./domain/Baseline.ts"
import { differingUrls, linesOfText, textOfLines } from "./domain/dataLines.ts"
import type { TraceStep } from "./domain/Run.ts"
import { clip, readable } from "./domain/readable.ts"
import { Verdict } from "./domain/Verdict.ts"
import { type Asked, dataOfState, keptAs, type Reading, textOfState, withOwnData } from "./extractReading.ts"
import { confirmAfter } from "./lookAtPage.ts"
import type { Difference, Sight } from "./Sight.ts"
import { TextComparer } from "./TextComparer.ts"
import { traced } from "./traced.ts"
import { unusable } from "./Unusable.ts"

/** How a site is looked at. */
export interface Looks<E, R> {
  readonly first: Reading
  /** The same pages once more, those that differ read anew. */
  readonly again: Effect.Effect<Reading, E, R>
  /** The first look, with these pages as they were before it. */
  readonly without: (urls: ReadonlySet<string>) => Effect.Effect<Reading, E, R>
}

/** What both looks show otherwise than before, and the pages that each of them shows otherwise in its own way. */
interface Differing {
  readonly differences: ReadonlyArray<Difference>
  readonly doubtful: ReadonlySet<string>
  /** What to keep of pages, by their address, of which the looks agree on a part: that part, and the rest as it was. */
  readonly parts: ReadonlyMap<string, string>
}

/** Of data nothing is kept page by page. */
const noPages: Omit<Differing, "differences"> = { doubtful: new Set(), parts: new Map() }

const compare = Effect.fnUntraced(function* (before: string, seen: ReadonlyArray<string>) {
  const { agreed } = yield* (yield* TextComparer)
    .compare({ before, seen, known: { lines: [], due: [], isLast: true } })
    .pipe(Effect.catchTag("TooMuchToCompare", ({ message }) => unusable("timeout", message)))
  return agreed
})

const textsOf = ({ pages = [] }: ExtractState) => new Map(pages.map(({ text = "", url }) => [url, text]))

/** Each page by itself: one that the looks do not agree on must not be told with one that they do. */
const pagesOf = Effect.fnUntraced(function* (before: ExtractState, first: Reading, second: Reading) {
  const [was, is, then] = [textsOf(before), textsOf(first.state), textsOf(second.state)]
  const differences: Array<Difference> = []
  const doubtful = new Set<string>()
  const parts = new Map<string, string>()
  for (const url of new Set([...was.keys(), ...is.keys()])) {
    const sides = { before: was.get(url) ?? "", after: is.get(url) ?? "" }
    const again = then.get(url) ?? ""
    if (sides.before === sides.after) continue
    if (again === sides.after) {
      differences.push({ url, ...sides })
      continue
    }
    const agreed = yield* compare(sides.before, [sides.after, again])
    if (agreed === null) doubtful.add(url)
    else differences.push({ url, before: sides.before, after: agreed.text ?? sides.after })
    if (agreed?.text !== undefined) parts.set(url, agreed.text)
  }
  return { differences, doubtful, parts } satisfies Differing as Differing
})

/** A page of which no look tells whether it is as it was: none showed what is kept of it. */
const unknownNow = (page: TrackedPage): TrackedPage => ({ ...page, etag: null, lastModified: null, digest: "" })

/** What is kept of looks at pages whose text is compared: where they agree on a part of one, that part, and the rest as it was. */
const keptPages = (asked: Asked, reading: Reading, parts: Differing["parts"]) => {
  if (parts.size === 0) return Effect.succeed(reading)
  const pages = (reading.state.pages ?? []).map((page) => {
    const part = parts.get(page.url)
    return part === undefined ? page : { ...unknownNow(page), text: part }
  })
  return withOwnData(asked, { ...reading.state, pages })
}

/** Names of values that are told in a trace, and characters of one. */
const told = { names: 5, length: 80 } as const

const toldLeft = (names: ReadonlyArray<string>): string => {
  if (names.length === 0) return "the data is what both looks show"
  const some = names.slice(0, told.names).map((name) => clip(readable(name), told.length))
  const more = names.length > some.length ? ` and ${names.length - some.length} more` : ""
  return `not in the data, as the looks show it differently: ${some.join(", ")}${more}`
}

/**
 * What is kept of two looks at data: lines that flicker stay as they were, so that nobody is told when they do again, and the data has
 * the values that both looks show.
 */
const keptLines = Effect.fnUntraced(function* (
  { asked, before, trace }: Confirming,
  first: Reading,
  second: Reading,
  agreed: string | undefined
) {
  if (agreed === undefined || asked.shape === null) return first
  const { state } = first
  const both = yield* Effect.sync(() => agreedData(asked.shape!, dataOfState(state), dataOfState(second.state))).pipe(
    traced(trace, "filter")(({ left }) => toldLeft(left))
  )
  const lines = linesOfText(agreed, state.lines ?? [], before.lines ?? [])
  const known = new Set((before.pages ?? []).map(({ digest }) => digest))
  const pages = (state.pages ?? []).map((page) => (known.has(page.digest) ? page : unknownNow(page)))
  return {
    state: { ...state, data: both.data, lines, pages },
    text: textOfLines(lines)
  } satisfies Reading as Reading
})

const matchedIn = (url: string, before: ExtractState, { state }: Reading, differences: ReadonlyArray<Difference>) => {
  if (state.lines === undefined) return differences.map((one) => one.url)
  const urls = differingUrls(before.lines ?? [], state.lines)
  return urls.length === 0 ? [url] : urls
}

const takenBack = { sight: null, outcome: "the second look does not show the difference" } as const

/** A difference under confirmation. */
interface Confirming {
  readonly asked: Asked
  readonly before: ExtractState
  readonly trace: Array<TraceStep>
}

const confirm = Effect.fnUntraced(function* <E, R>(confirming: Confirming, { again, first, without }: Looks<E, R>) {
  const { asked, before, trace } = confirming
  const { url } = asked.question
  yield* Effect.sleep(confirmAfter)
  const second = yield* again
  const seen = [first.text, second.text === first.text ? first.text : second.text]
  const agreed = yield* compare(textOfState(before), seen).pipe(traced(trace, "compare")(() => "compared"))
  if (agreed === null) return takenBack
  const isData = first.state.lines !== undefined
  const data = isData ? yield* keptLines(confirming, first, second, agreed.text) : null
  const { differences, doubtful, parts } =
    data === null
      ? yield* pagesOf(before, first, second)
      : { ...noPages, differences: [dataDifference(url, before.lines ?? [], data.state.lines ?? [])] }
  if (differences.length === 0) return takenBack
  const kept = data ?? (yield* keptPages(asked, doubtful.size === 0 ? first : yield* without(doubtful), parts))
  const verdict = Verdict.cases.Changed.make({
    finding: { type: "extract", change: agreed.change, matchedUrls: matchedIn(url, before, kept, differences) },
    judgement: null,
    ...(yield* keptAs(kept))
  })
  const sight: Sight = { verdict, differences }
  return { sight, outcome: agreed.isWhole ? "both looks agree" : "both looks agree on a part, and the rest flickers" }
})

/** Looks again at what differs; null when the looks agree on nothing. */
export const confirmSite = <E, R>(
  { asked, trace }: { readonly asked: Asked; readonly trace: Array<TraceStep> },
  before: ExtractState,
  looks: Looks<E, R>
) =>
  confirm({ asked, before, trace }, looks).pipe(
    traced(trace, "confirm")(({ outcome }) => outcome),
    Effect.map(({ sight }) => sight)
  )
