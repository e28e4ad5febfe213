/** The second look at a site whose pages differ: what both looks agree on is told, and the rest stays as it was. */
import { Effect } from "effect"
import type { ExtractState, TrackedPage } from "./domain/Baseline.ts"
import { differingUrls, linesOfText, saidByLines, textOfLines } from "./domain/dataLines.ts"
import type { MonitorOf } from "./domain/Monitor.ts"
import type { TraceStep } from "./domain/Run.ts"
import { Verdict } from "./domain/Verdict.ts"
import { keptAs, type Reading, textOfState } from "./extractReading.ts"
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

const compare = Effect.fnUntraced(function* (before: string, seen: ReadonlyArray<string>) {
  const { agreed } = yield* (yield* TextComparer)
    .compare({ before, seen, known: { lines: [], due: [] }, wantsAgreed: true })
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
    else differences.push({ url, ...sides, ...(agreed.isWhole ? {} : { agreed: agreed.change.diff }) })
    if (agreed?.text !== undefined) parts.set(url, agreed.text)
  }
  return { differences, doubtful, parts } satisfies Differing as Differing
})

/** The data whole, as it was compared where a part of the difference flickers; else its values as pages write them. */
const dataOf = (url: string, before: ExtractState, { state, text }: Reading, agreed: string | undefined): Differing => {
  const difference =
    agreed === undefined
      ? { url, before: saidByLines(before.lines ?? []), after: saidByLines(state.lines ?? []) }
      : { url, before: textOfState(before), after: text, agreed }
  return { differences: [difference], doubtful: new Set(), parts: new Map() }
}

/** A page of which no look tells whether it is as it was: none showed what is kept of it. */
const unknownNow = (page: TrackedPage): TrackedPage => ({ ...page, etag: null, lastModified: null, digest: "" })

/** What is kept of a look: of pages, or of lines of data, that flicker beside what both looks agree on, the rest stays as it was. */
const keptOf = (
  before: ExtractState,
  { state, text }: Reading,
  parts: Differing["parts"],
  agreed?: string
): Reading => {
  if (state.lines !== undefined) {
    if (agreed === undefined) return { state, text }
    const lines = linesOfText(agreed, state.lines, before.lines ?? [])
    const known = new Set((before.pages ?? []).map(({ digest }) => digest))
    const pages = (state.pages ?? []).map((page) => (known.has(page.digest) ? page : unknownNow(page)))
    return { state: { ...state, lines, pages }, text: textOfLines(lines) }
  }
  if (parts.size === 0) return { state, text }
  const pages = (state.pages ?? []).map((page) => {
    const part = parts.get(page.url)
    return part === undefined ? page : { ...unknownNow(page), text: part }
  })
  const own: ExtractState = { ...state, pages }
  return { state: own, text: textOfState(own) }
}

const matchedIn = (url: string, before: ExtractState, { state }: Reading, differences: ReadonlyArray<Difference>) => {
  if (state.lines === undefined) return differences.map((one) => one.url)
  const urls = differingUrls(before.lines ?? [], state.lines)
  return urls.length === 0 ? [url] : urls
}

const takenBack = { sight: null, outcome: "the second look does not show the difference" } as const

const confirm = Effect.fnUntraced(function* <E, R>(
  { url }: MonitorOf<"extract">["target"],
  before: ExtractState,
  { again, first, without }: Looks<E, R>,
  trace: Array<TraceStep>
) {
  yield* Effect.sleep(confirmAfter)
  const second = yield* again
  const seen = [first.text, second.text === first.text ? first.text : second.text]
  const agreed = yield* compare(textOfState(before), seen).pipe(traced(trace, "compare")(() => "compared"))
  if (agreed === null) return takenBack
  const { differences, doubtful, parts } =
    first.state.lines === undefined
      ? yield* pagesOf(before, first, second)
      : dataOf(url, before, first, agreed.isWhole ? undefined : agreed.change.diff)
  if (differences.length === 0) return takenBack
  const kept = keptOf(before, doubtful.size === 0 ? first : yield* without(doubtful), parts, agreed.text)
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
  { monitor, trace }: { readonly monitor: MonitorOf<"extract">; readonly trace: Array<TraceStep> },
  before: ExtractState,
  looks: Looks<E, R>
) =>
  confirm(monitor.target, before, looks, trace).pipe(
    traced(trace, "confirm")(({ outcome }) => outcome),
    Effect.map(({ sight }) => sight)
  )
