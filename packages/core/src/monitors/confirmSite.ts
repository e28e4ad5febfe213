/** The second look at a site whose pages differ: what both looks agree on is told, and the rest stays as it was. */
import { Effect } from "effect"
import type { ExtractState } from "./domain/Baseline.ts"
import { differingUrls, saidByLines } from "./domain/dataLines.ts"
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
}

const compare = Effect.fnUntraced(function* (before: string, seen: ReadonlyArray<string>) {
  const { agreed } = yield* (yield* TextComparer)
    .compare({ before, seen, known: { lines: [], due: [] } })
    .pipe(Effect.catchTag("TooMuchToCompare", ({ message }) => unusable("timeout", message)))
  return agreed
})

const textsOf = ({ pages = [] }: ExtractState) => new Map(pages.map(({ text = "", url }) => [url, text]))

/** Each page by itself: one that the looks do not agree on must not be told with one that they do. */
const pagesOf = Effect.fnUntraced(function* (before: ExtractState, first: Reading, second: Reading) {
  const [was, is, then] = [textsOf(before), textsOf(first.state), textsOf(second.state)]
  const differences: Array<Difference> = []
  const doubtful = new Set<string>()
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
  }
  return { differences, doubtful } satisfies Differing as Differing
})

/** The data whole, as it was compared where a part of the difference flickers; else its values as pages write them. */
const dataOf = (url: string, before: ExtractState, { state, text }: Reading, agreed: string | undefined): Differing => {
  const difference =
    agreed === undefined
      ? { url, before: saidByLines(before.lines ?? []), after: saidByLines(state.lines ?? []) }
      : { url, before: textOfState(before), after: text, agreed }
  return { differences: [difference], doubtful: new Set() }
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
  const { differences, doubtful } =
    first.state.lines === undefined
      ? yield* pagesOf(before, first, second)
      : dataOf(url, before, first, agreed.isWhole ? undefined : agreed.change.diff)
  if (differences.length === 0) return takenBack
  const kept = doubtful.size === 0 ? first : yield* without(doubtful)
  const verdict = Verdict.cases.Changed.make({
    finding: { type: "extract", change: agreed.change, matchedUrls: matchedIn(url, before, first, differences) },
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
