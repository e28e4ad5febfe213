/** One rendering, from an empty page to what is told of it. */
import { isUrl } from "@kittiwake/core/internal/security/domain/parseUrl"
import type { CaptureOptions, Picture, Rendered, RenderRequest } from "@kittiwake/core/pages/Browser"
import { acts, type BrowserAction } from "@kittiwake/core/pages/domain/BrowserAction"
import type { PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { Deferred, Duration, Effect, Exit, Option, type Scope } from "effect"
import { type ActionLog, completed, runActions } from "../actions/runActions.ts"
import type { Seat } from "../BrowserPool.ts"
import { answerCookieBanner, putAwayOverlays } from "../overlays/clearPage.ts"
import { finishAnimations } from "../page/document.ts"
import type { OpenAccount } from "../proxy/EgressProxy.ts"
import type { ActingBegun } from "./ActingBegun.ts"
import { blameRenderer } from "./blameRenderer.ts"
import { capturePage } from "./capturePage.ts"
import { prepareDocument } from "./mainDocument.ts"
import { mustBeThere, navigate } from "./navigate.ts"
import { type OpenPage, openPage } from "./OpenPage.ts"
import {
  CallFailed,
  isTooLarge,
  type NeedsOwnBrowser,
  ofCall,
  pageTooLarge,
  type RendererEnded,
  refused
} from "./PageFailed.ts"
import { readFrames, readHtml } from "./readPage.ts"
import { readSession } from "./readSession.ts"
import { readStyles } from "./readStyles.ts"
import { loadWithin, settle } from "./settle.ts"

/** As much of the time as is kept for reading a page that is cut short. */
const reserveOf = (timeout: Duration.Duration): Duration.Duration =>
  Duration.min(Duration.seconds(3), Duration.times(timeout, 0.25))

/** And as much of what is left until then as is waited for a document to be whole: what has come has to be shown after that. */
const shareUntilWhole = 0.75

/** What one rendering has come to, for whoever is cut short. */
interface Progress {
  readonly acting: ActingBegun
  readonly log: ActionLog
  /** The document before the actions, when there are any. */
  beforeActions: string | null
}

/** Asks before the first action that acts. */
const begin = (action: BrowserAction, { beforeActing = Effect.void }: RenderRequest, acting: ActingBegun) =>
  acting.hasBegun || !acts([action])
    ? Effect.void
    : Effect.map(beforeActing, () => {
        acting.hasBegun = true
      })

/** Everything up to the point where the page is read. */
const prepare = Effect.fnUntraced(function* (
  opened: OpenPage,
  request: RenderRequest,
  progress: Progress,
  partAfter: Effect.Effect<Duration.Duration>
) {
  const left = Effect.map(partAfter, Duration.subtract(request.wait))
  yield* settle(opened, request.wait, left)
  if (request.handlesCookieBanner || request.clearsPopups) yield* answerCookieBanner(opened, "reject")
  if (request.clearsPopups) yield* putAwayOverlays(opened)
  if (request.actions.length > 0) {
    progress.beforeActions = yield* readHtml(opened)
    yield* runActions(opened, request.actions, progress.log, (action) => begin(action, request, progress.acting))
  }
  if (request.settlesAnimations) yield* opened.world.run(finishAnimations, null)
})

/** A page that acts on itself may go away while it is read: the next document is read then. */
const again = <A, E, R>(effect: Effect.Effect<A, E | CallFailed, R>) =>
  effect.pipe(Effect.retry({ times: 2, while: (failure) => failure instanceof CallFailed && !isTooLarge(failure) }))

/** The document, or the one before the actions when it cannot be read any more. */
const readOrEarlier = (opened: OpenPage, progress: Progress) =>
  again(readHtml(opened)).pipe(
    Effect.map((html) => ({ html, isStale: false })),
    Effect.catchTag("CallFailed", (failure) => {
      const earlier = progress.beforeActions
      const hasActed = progress.log.outcomes.some(({ status }) => status === "applied")
      return earlier === null || !hasActed ? Effect.fail(failure) : Effect.succeed({ html: earlier, isStale: true })
    })
  )

/**
 * A script may say that its page stands at an address of two million characters, which each of its links would have, and what a browser takes
 * for one may be none here.
 */
const addressOf = ({ page, watch }: OpenPage, request: RenderRequest): string =>
  [page.url(), watch.mainAnswer()?.url ?? ""].find((address) => /^https?:/.test(address) && isUrl(address)) ??
  request.url

/** Time for a picture that may lack: the page is read already, and who looks at it waits. */
const lackAfter = Duration.seconds(10)

const draw = (seat: Seat, opened: OpenPage, { viewport }: RenderRequest, options: CaptureOptions) => {
  const drawing: Effect.Effect<Picture | null, PageUnreachable | CallFailed | NeedsOwnBrowser> = seat.waitForPicture(
    again(capturePage(opened, options, viewport)),
    opened.acting
  )
  if (options.mayLack !== true) return drawing
  return drawing.pipe(
    Effect.timeoutOption(lackAfter),
    Effect.map(Option.getOrNull),
    // For what others have drawn none lacks.
    Effect.catch((failure) =>
      failure._tag === "NeedsOwnBrowser"
        ? Effect.fail(failure)
        : Effect.as(Effect.logDebug(`browser: no picture: ${failure.message}`), null)
    )
  )
}

const read = Effect.fnUntraced(function* (
  seat: Seat,
  opened: OpenPage,
  request: RenderRequest,
  progress: Progress,
  isCut: boolean,
  silence: () => void
) {
  const { html, isStale } = yield* readOrEarlier(opened, progress)
  const frames = request.wantsFrames ? yield* again(readFrames(opened)) : []
  const styles = request.wantsStyles === true ? { styles: yield* again(readStyles(opened)) } : {}
  const capture = request.capture === null ? null : yield* draw(seat, opened, request, request.capture)
  const answer = opened.watch.mainAnswer()
  return {
    url: addressOf(opened, request),
    status: answer?.status ?? 200,
    contentType: answer?.contentType ?? null,
    ...(answer?.robots === undefined ? {} : { robots: answer.robots }),
    html,
    frames,
    finalDomState: isCut || opened.reading.isCutShort ? "still-loading" : "loaded",
    actionsApplied: completed(request.actions, progress.log, isCut),
    isStale,
    capture,
    ...styles,
    session: request.session === null ? null : yield* readSession(opened, request.session, silence)
  } satisfies Rendered
})

/** Prepares the page for as long as there is time, and tells whether there was enough. */
const prepareInTime = Effect.fnUntraced(function* (
  opened: OpenPage,
  request: RenderRequest,
  progress: Progress,
  partAfter: Effect.Effect<Duration.Duration>
) {
  const preparing = prepare(opened, request, progress, partAfter)
  if (!request.acceptsPart) return yield* Effect.as(preparing, false)
  return Option.isNone(yield* Effect.timeoutOption(preparing, yield* partAfter))
})

const renderOpened = Effect.fnUntraced(function* (
  seat: Seat,
  opened: OpenPage,
  request: RenderRequest,
  acting: ActingBegun,
  proxied: OpenAccount | null,
  partAfter: Effect.Effect<Duration.Duration>
) {
  let isFirst = true
  const progress: Progress = { acting, log: { outcomes: [] }, beforeActions: null }
  yield* prepareDocument(opened.session, {
    url: request.url,
    headers: request.headers,
    credentials: proxied?.credentials ?? null,
    isFirst: () => isFirst,
    isOver: () => opened.reading.isOver,
    mainFrameId: opened.mainFrameId,
    wholeWithin: request.acceptsPart
      ? Effect.map(partAfter, (time) => Duration.min(loadWithin, Duration.times(time, shareUntilWhole)))
      : Effect.succeed(loadWithin),
    onGiven: (given) => {
      if (given === "none") Deferred.doneUnsafe(opened.watch.broken, Exit.fail(pageTooLarge))
      opened.reading.isCutShort = given === "part" && request.acceptsPart
    },
    fail: opened.watch.giveUp
  })
  yield* navigate(opened, request.url, proxied?.account ?? null)
  isFirst = false
  const isCut = yield* Effect.raceFirst(prepareInTime(opened, request, progress, partAfter), opened.frames.watch)
  if (proxied?.account.isSpent === true && !request.acceptsPart) return yield* refused("too_large")
  yield* mustBeThere(opened, proxied?.account ?? null)
  return yield* read(seat, opened, request, progress, isCut, () => proxied?.account.close())
})

/** Renders a page in a browser of the pool. The page and its connections are gone when this has ended, in any way. */
export const renderPage = (
  seat: Seat,
  request: RenderRequest,
  acting: ActingBegun,
  account: Effect.Effect<OpenAccount | null, never, Scope.Scope>,
  left: Effect.Effect<Duration.Duration>
): Effect.Effect<Rendered, PageUnreachable | RendererEnded | NeedsOwnBrowser> =>
  Effect.gen(function* () {
    const proxied = yield* account
    const opened = yield* openPage(seat, request, acting)
    const partAfter = Effect.map(left, (time) => Duration.subtract(time, reserveOf(request.timeout)))
    return yield* Effect.raceFirst(
      renderOpened(seat, opened, request, acting, proxied, partAfter),
      Effect.raceFirst(Deferred.await(opened.watch.broken), Deferred.await(opened.frames.lacking))
    ).pipe(Effect.catch(blameRenderer(opened.watch.rendererEnded)))
  }).pipe(
    Effect.scoped,
    Effect.catchTag("CallFailed", (failure) =>
      Effect.andThen(Effect.logDebug(`browser: ${failure.message}`), Effect.fail(ofCall(failure)))
    )
  )
