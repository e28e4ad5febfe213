/** One capture of a watched page: fetched, read as text, and told apart from what cannot be used. */
import { DateTime, Duration, Effect } from "effect"
import { noRoomMessage } from "../budget/MemoryBudget.ts"
import { describeLeftOut, noiseRules } from "../pages/domain/LeftOut.ts"
import { answerProblem, type PageProblem } from "../pages/domain/PageProblem.ts"
import { PageReader } from "../pages/PageReader.ts"
import { Signer } from "../security/Signer.ts"
import type { Answer, FetchSession, PageUnreachable, Validators } from "../web/HttpFetcher.ts"
import type { BaselineMark, Monitor, RunError, RunErrorCode } from "./domain/Monitor.ts"
import { comparableText, isEmptyText } from "./domain/PageText.ts"
import type { TraceStep } from "./domain/Run.ts"
import { leavesOutNoise } from "./domain/Target.ts"

/** Time for one fetch, redirects and body included. */
export const fetchTimeout = Duration.seconds(30)

/** The text of a page at one moment. */
export interface Capture extends Pick<BaselineMark, "fingerprint" | "etag" | "lastModified" | "digest" | "noiseRules"> {
  readonly text: string
}

/** A capture that is compared with a text of older rules, and the same page as the rules of now read it. */
export interface ReadTwice extends Capture {
  readonly newer?: Capture
}

export class Unusable {
  readonly _tag = "Unusable"
  readonly error: RunError
  constructor(error: RunError) {
    this.error = error
  }
}

/** There was no room in memory for the page. */
export class NoRoom {
  readonly _tag = "NoRoom"
}

const reasonCodes: { readonly [R in PageUnreachable["reason"]]: RunErrorCode } = {
  unknown_host: "fetch_failed",
  forbidden_address: "blocked",
  timeout: "timeout",
  no_turn: "internal_error",
  connection_failed: "fetch_failed",
  too_large: "fetch_failed",
  too_many_redirects: "fetch_failed",
  bad_response: "fetch_failed",
  unsupported_content: "fetch_failed",
  no_exit: "fetch_failed",
  busy: "internal_error"
}

const problemCodes: { readonly [K in PageProblem["kind"]]: RunErrorCode } = {
  not_found: "not_found",
  blocked: "blocked",
  timeout: "timeout",
  unusable: "fetch_failed"
}

export const unusable = (code: RunErrorCode, message: string) => Effect.fail(new Unusable({ code, message }))

/** Adds what `step` did and how long it took to `trace`. */
export const traced =
  (trace: Array<TraceStep>, step: TraceStep["step"]) =>
  <A, E, R>(outcomeOf: (value: A) => string) =>
  (effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.clockWith((clock) => {
      const started = clock.currentTimeMillisUnsafe()
      const note = (outcome: string) =>
        Effect.sync(() => {
          trace.push({
            step,
            startedAt: DateTime.makeUnsafe(started),
            durationMs: Math.max(0, Math.round(clock.currentTimeMillisUnsafe() - started)),
            outcome
          })
        })
      return Effect.tapError(
        Effect.tap(effect, (value) => note(outcomeOf(value))),
        (error) =>
          note(error instanceof Unusable ? error.error.message : error instanceof NoRoom ? noRoomMessage : "failed")
      )
    })

const fetchPage = (session: FetchSession, url: string, validators: Validators | null) =>
  session
    .fetch({ url, validators, timeout: fetchTimeout })
    .pipe(
      Effect.catchTag(
        "PageUnreachable",
        ({ reason, message }): Effect.Effect<never, NoRoom | Unusable> =>
          reason === "busy" ? Effect.fail(new NoRoom()) : unusable(reasonCodes[reason], message)
      )
    )

/** Whether the text of a mark was read with the noise that is left out now. */
export const isOlder = (mark: BaselineMark | null, monitor: Monitor): boolean =>
  mark !== null && mark.noiseRules === undefined && leavesOutNoise(monitor.target)

const readText = Effect.fnUntraced(function* (
  answer: Extract<Answer, { _tag: "Fetched" }>,
  { target }: Monitor,
  leavesOut: boolean,
  trace: Array<TraceStep>
) {
  const page = yield* (yield* PageReader)
    .read({
      body: answer.body,
      mediaType: answer.mediaType,
      includeSelectors: target.includeSelectors,
      excludeSelectors: target.excludeSelectors,
      leavesOutNoise: leavesOut
    })
    .pipe(
      Effect.catchTags({
        InvalidSelector: ({ selector, message }) => unusable("empty_content", `${selector}: ${message}`),
        UnreadablePage: ({ message }) => unusable("fetch_failed", message)
      }),
      traced(trace, "read")((read) => `${read.text.length} characters`)
    )
  if (page.leftOut.length > 0)
    yield* Effect.void.pipe(traced(trace, "filter")(() => `left out ${describeLeftOut(page.leftOut)}`))
  const text = comparableText(page.text, target.normalizeWhitespace)
  if (isEmptyText(text)) {
    return yield* unusable("empty_content", "The page, or what the selectors keep of it, has no visible text.")
  }
  const captured: Capture = {
    text,
    fingerprint: yield* (yield* Signer).digest(text),
    etag: answer.etag,
    lastModified: answer.lastModified,
    ...(answer.digest === undefined ? {} : { digest: answer.digest }),
    ...(leavesOut ? { noiseRules } : {})
  }
  return captured
})

/**
 * Fetches and reads the page; null when it is as `mark` says. What is to be compared with a text of older rules, that of
 * `older`, is read by those and by the rules of now.
 */
export const capture = Effect.fnUntraced(function* (
  session: FetchSession,
  monitor: Monitor,
  { mark, older }: { readonly mark: BaselineMark | null; readonly older: boolean },
  trace: Array<TraceStep>
) {
  // A page that is as it was has to be read again by newer rules.
  const answer = yield* fetchPage(session, monitor.target.url, older ? null : mark).pipe(
    traced(trace, "fetch")((seen) => (seen._tag === "NotModified" ? "not modified" : `status ${seen.status}`))
  )
  if (answer._tag === "NotModified") return null
  const problem = answerProblem(answer.status, answer.body)
  if (problem !== null) return yield* unusable(problemCodes[problem.kind], problem.message)
  const newer = yield* readText(answer, monitor, leavesOutNoise(monitor.target), trace)
  const captured: ReadTwice = older ? { ...(yield* readText(answer, monitor, false, trace)), newer } : newer
  return captured
})
