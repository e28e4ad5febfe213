/** One look at a page, and a second one when the first shows a difference. */
import { Duration, Effect, Option } from "effect"
import { spanned } from "../spanned.ts"
import { type FetchSession, HttpFetcher, validatorsOf } from "../web/HttpFetcher.ts"
import { type Capture, capture, isOlder, type ReadTwice } from "./captureText.ts"
import { compareCaptures } from "./compareCaptures.ts"
import { looksWanted, noFlicker, remembered, type SeenFlicker, steadyRuns } from "./domain/Flicker.ts"
import type { BaselineMark, MonitorOf } from "./domain/Monitor.ts"
import { messageInstead } from "./domain/messageInstead.ts"
import type { TraceStep } from "./domain/Run.ts"
import { Verdict } from "./domain/Verdict.ts"
import { MonitorStore } from "./MonitorStore.ts"
import { markDifferences } from "./markDifferences.ts"
import { ofLogin } from "./ofLogin.ts"
import { isOfOtherRules, rereadBaseline } from "./rereadBaseline.ts"
import { clear, type Sight } from "./Sight.ts"
import type { SeenPage } from "./seePage.ts"
import { tellOfLook, tellOfMissing } from "./tellOfLook.ts"
import { traced } from "./traced.ts"
import { unusable } from "./Unusable.ts"

/** Wait before the second look, so that a page that is being published has settled. */
export const confirmAfter = Duration.seconds(1)

/** Wait before each look after that: what is drawn anew for every request needs no time. */
export const lookAgainAfter = Duration.millis(250)

/** The mark of a page that is as it was, with one more run that found it so: what is held back was not seen in a row. */
const steadier = ({ flicker, ...mark }: BaselineMark): BaselineMark => ({
  ...mark,
  ...(flicker === undefined ? {} : { flicker: { ...flicker, held: [] } }),
  steady: Math.min((mark.steady ?? 0) + 1, steadyRuns)
})

/** The text is the same; what lets the next look be cheap is that of this one. */
const sameAs = (mark: BaselineMark, first: ReadTwice) => {
  const { digest: _, lacksBrowser: __, ...kept } = mark
  const { picture: _picture, source, text, ...seen } = asNow(first)
  return Verdict.cases.Unchanged.make({
    mark: steadier({ ...kept, ...seen }),
    ...(first.newer === undefined ? {} : { state: stateOf(text), ...sourceOf(source) })
  })
}

const stateOf = (text: string) => ({ type: "page" as const, text })

/** A state to be kept, with its mark. */
const kept = ({ picture, source, text, ...mark }: Capture) => ({
  state: stateOf(text),
  mark,
  ...sourceOf(source),
  ...pictureOf(picture)
})

const pictureOf = (picture: Capture["picture"]) => (picture === undefined ? {} : { picture })

/** What was fetched, where it is kept. */
const sourceOf = (source: Capture["source"]) => (source === undefined ? {} : { source })

/** Whether the page still lacks a browser. */
const lackOf = ({ lacksBrowser }: Capture): Pick<BaselineMark, "lacksBrowser"> =>
  lacksBrowser === undefined ? {} : { lacksBrowser }

/** The page as it is got now. */
const asNow = ({ newer, ...captured }: ReadTwice): Capture => newer ?? captured

/** A look whose text takes the place of one that was read by other rules. */
const takenAnew = (look: ReadTwice): ReadTwice => ({ ...look, newer: look.newer ?? look })

/**
 * The first look as it is got now, where it may take the place of the earlier text: when the looks agree on nothing that differs
 * from that, and are all the same as the rules of now read them. Where a browser was lacking, only the first was rendered.
 */
const replacing = (looks: ReadonlyArray<ReadTwice>, held: number): Capture | undefined => {
  const [first] = looks
  const newer = first?.newer
  const isRendered = newer?.way !== first?.way
  const isSame = isRendered || looks.every((look) => look.newer?.fingerprint === newer?.fingerprint)
  return held === 0 && isSame ? newer : undefined
}

const isSteady = ({ flicker, steady }: BaselineMark): boolean =>
  steady === steadyRuns && (flicker?.held.length ?? 0) === 0

/** Not modified: nothing to write but that it is steadier. */
const unmodified = (mark: BaselineMark | null) =>
  Verdict.cases.Unchanged.make({ mark: mark === null || isSteady(mark) ? null : steadier(mark) })

/** Whether both have a line in common: a page that was nothing but its surroundings has. */
const sharesLine = (one: string, other: string): boolean => {
  const lines = new Set(one.split("\n"))
  return other.split("\n").some((line) => lines.has(line))
}

const notTold = ({ held, isPinned }: SeenFlicker, looks: number): string => {
  if (isPinned === true) return "the looks agree only on lines that are pinned or known to flicker"
  return held.length > 0
    ? "the looks agree only on what is known to flicker"
    : `look ${looks} does not show the difference`
}

/** A difference with the address to which that of the monitor led, where it led to another one. */
const withFinalUrl = ({ differences, verdict }: Sight, { target }: MonitorOf<"page">, seen: SeenPage | null): Sight => {
  if (verdict._tag !== "Changed" || verdict.finding.type !== "page" || seen === null || seen.url === target.url)
    return { differences, verdict }
  const finding = { ...verdict.finding, finalUrl: seen.url }
  return { differences, verdict: Verdict.cases.Changed.make({ ...verdict, finding }) }
}

/** Looks again until it is known which differences all looks show; says what came of it. */
const confirm = Effect.fnUntraced(function* (
  session: FetchSession,
  monitor: MonitorOf<"page">,
  mark: BaselineMark,
  before: string,
  first: ReadTwice,
  isReread: boolean,
  trace: Array<TraceStep>
) {
  const flicker = mark.flicker ?? noFlicker
  const looks = [first]
  const older = isOlder(mark, monitor)
  for (;;) {
    yield* Effect.sleep(looks.length === 1 ? confirmAfter : lookAgainAfter)
    const known = { validators: null, way: first.way }
    // Of the first look it was asked whether it is a message in place of the page.
    const next = yield* capture(
      session,
      monitor,
      { known, older, isDoubted: () => false, mayBeKept: looks.length === 1 },
      trace
    )
    if (next !== null) looks.push(isReread ? takenAnew(next) : next)
    const compared = yield* compareCaptures(before, looks, { flicker, unstable: monitor.target }, trace)
    const { agreed } = compared
    if (next !== null && agreed !== null && looks.length < looksWanted(agreed, mark.steady ?? 0)) continue
    const after = remembered(flicker, compared.flicker, looks.length)
    const isRemembered = after.lines.length + after.held.length > 0
    const memory = isRemembered ? { flicker: after } : {}
    if (next === null || agreed === null) {
      const { flicker: _, lacksBrowser: __, steady: ___, ...bare } = mark
      const isFlicker = compared.flicker.lines.length > 0
      const steady = isFlicker || mark.steady === undefined ? {} : { steady: mark.steady }
      const outcome = notTold(compared.flicker, looks.length)
      const newer = replacing(looks, compared.flicker.held.length)
      const { picture: _picture, source, text, ...seen } = newer ?? { source: undefined, text: undefined }
      const verdict = Verdict.cases.Unchanged.make({
        mark: { ...bare, ...(newer === undefined ? lackOf(first) : seen), ...steady, ...memory },
        ...(text === undefined ? {} : { state: stateOf(text), ...sourceOf(source) })
      })
      return { sight: clear(verdict), outcome }
    }
    const { change, isWhole, text: shared = first.text } = agreed
    const { mark: seen, ...captured } = kept(asNow(first))
    const steady = mark.steady === undefined ? {} : { steady: mark.steady }
    const verdict = Verdict.cases.Changed.make({
      finding: { type: "page", change },
      judgement: null,
      ...captured,
      // Of the look after the first, which is seldom needed: looks that find nothing are not drawn, and of these one is enough.
      ...pictureOf(looks[1] === undefined ? undefined : asNow(looks[1]).picture),
      mark: { ...seen, ...steady, ...memory }
    })
    const sight: Sight = { verdict, differences: [{ url: monitor.target.url, before, after: shared }] }
    const said = `${looks.length === 2 ? "both" : looks.length} looks agree`
    return { sight, outcome: isWhole ? said : `${said} on a part, and the rest flickers` }
  }
})

/** Looks at the page of a monitor, as often as it takes to tell a difference from a flicker. */
export const lookAtPage = Effect.fnUntraced(
  function* (monitor: MonitorOf<"page">, trace: Array<TraceStep>) {
    const session = yield* (yield* HttpFetcher).openSession
    const mark = monitor.baseline
    const older = isOlder(mark, monitor)
    const lackedBrowser = mark?.lacksBrowser === true
    // A page that is as it was has to be read again by newer rules, and shown by a browser as soon as there is one.
    const known = {
      validators: older || lackedBrowser || mark === null ? null : validatorsOf(mark),
      way: mark === null ? null : mark.way
    }
    const isDoubted = (fingerprint: string) => lackedBrowser || fingerprint !== mark?.fingerprint
    let seen: SeenPage | null = null
    const sees = (page: SeenPage) => {
      seen = page
    }
    const options = { known, older, isDoubted, lackedBrowser, mayBeKept: mark === null, sees }
    const got = yield* capture(session, monitor, options, trace).pipe(
      Effect.tapError((error) => (error._tag === "Unusable" ? tellOfMissing(monitor, error) : Effect.void))
    )
    if (got === null) return clear(unmodified(mark))
    yield* tellOfLook(monitor, seen, got.fingerprint !== mark?.fingerprint)
    const firstSight = clear(Verdict.cases.FirstSight.make(kept(asNow(got))))
    if (mark === null) return firstSight
    if (got.fingerprint === mark.fingerprint) return clear(sameAs(mark, got))

    const baseline = yield* (yield* MonitorStore).baseline(monitor.organizationId, monitor.id)
    if (Option.isNone(baseline) || baseline.value.type !== "page") return firstSight
    const reread = isOfOtherRules(mark, monitor) ? yield* rereadBaseline(monitor, baseline.value.text) : null
    const first = reread === null ? got : takenAnew(got)
    if (first.fingerprint === reread?.fingerprint) return clear(sameAs(mark, first))
    const before = reread?.text ?? baseline.value.text
    if (first.isSurroundings === true && !sharesLine(before, first.text)) {
      return yield* unusable(
        "empty_content",
        "Only what surrounds the content is left of the page: its navigation, header or footer."
      )
    }
    // Where regions were chosen, a message in one of them is what they say.
    const isWhole = first.way !== "file" && monitor.target.includeSelectors.length === 0
    const instead = isWhole ? messageInstead(before, first.text) : null
    if (instead !== null) return yield* unusable(instead.code, instead.message, instead.wall)
    return yield* confirm(session, monitor, mark, before, first, reread !== null, trace).pipe(
      traced(trace, "confirm")(({ outcome }) => outcome),
      Effect.flatMap(({ sight }) => markDifferences(withFinalUrl(sight, monitor, seen), monitor, seen))
    )
  },
  ofLogin,
  spanned("lookAtPage")
)
