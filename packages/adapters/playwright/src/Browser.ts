/** Pages in a Chromium, behind the operator's policy. */

import { noteActing } from "@kittiwake/core/internal/pages/acting"
import { parseUrl } from "@kittiwake/core/internal/security/domain/parseUrl"
import { Browser, BrowserUnavailable, type Rendered, type RenderRequest } from "@kittiwake/core/pages/Browser"
import { targetOf } from "@kittiwake/core/web/domain/Egress"
import { EgressResolver } from "@kittiwake/core/web/EgressResolver"
import type { PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { Clock, type Context, Data, Deferred, Duration, Effect, Fiber, Layer, type Scope } from "effect"
import { defaultLimits, makeBrowserPool, type PoolLimits, type Seat } from "./BrowserPool.ts"
import { connectBrowser } from "./connectBrowser.ts"
import { type FoundBrowser, findBrowser, thisMachine } from "./findBrowser.ts"
import { launchBrowser, type RunningBrowser } from "./launchBrowser.ts"
import { packedChromium } from "./packedChromium.ts"
import { makeEgressProxy } from "./proxy/EgressProxy.ts"
import type { ActingBegun } from "./render/ActingBegun.ts"
import {
  crashed,
  drawsTooMuch,
  endedWhileActing,
  failed,
  gaveUpWhileActing,
  type RendererEnded,
  refused,
  takesTooMuch,
  timedOut
} from "./render/PageFailed.ts"
import { renderPage } from "./render/renderPage.ts"
import { safely } from "./safely.ts"

export interface BrowserOptions {
  /** What `KITTIWAKE_BROWSER` says; absent finds a browser by itself. */
  readonly setting?: string | undefined
  /** What the setting is called where it is said to be wrong; `KITTIWAKE_BROWSER` when absent. */
  readonly settingName?: string
  /** Where the packed browser is unpacked, once; a directory of this user's own among temporary files when absent. */
  readonly directory?: string
  /** Where whoever installed it may have unpacked it before. */
  readonly installed?: string
  /**
   * Whether a browser elsewhere keeps to addresses that its operator allows by itself. Without it such a browser is
   * refused: its traffic does not go through here.
   */
  readonly isRemoteGuarded?: boolean
  /** Whether it runs in its sandbox; it does unless this is false. As root there is none, and so no browser. */
  readonly hasSandbox?: boolean
  readonly limits?: Partial<PoolLimits>
}

const unguarded = new BrowserUnavailable({
  message:
    "KITTIWAKE_BROWSER names a browser elsewhere, whose traffic cannot be checked from here. Set KITTIWAKE_BROWSER_GUARDED=true (in a program of your own, browserIsGuarded: true) if it can reach nothing that pages must not reach."
})

const noExit = failed("no_exit", "this installation has no exit in any country; leave the country out")

const noTurn = failed("no_turn", "Too many pages are being rendered. Try again in a moment.")

const notAPage = failed("bad_response", "Only addresses that begin with http:// or https:// can be rendered.")

/** The browser ended, killed by the system or by whoever could not have a page ended, while a page was in it. */
class BrowserEnded extends Data.TaggedError("BrowserEnded")<{}> {}

/** Pages learn that their browser ended before the browser itself is known to have. */
const knownWithin = Duration.millis(250)

const untilEnded = ({ browser }: RunningBrowser) =>
  Effect.callback<true>((resume) => {
    const ended = safely(() => resume(Effect.succeed(true)))
    browser.once("disconnected", ended)
    if (!browser.isConnected()) ended()
    return Effect.sync(() => void browser.off("disconnected", ended))
  })

/** A page that broke in a browser that ended is not to blame for it. */
const blameBrowser = (running: RunningBrowser) => (failure: PageUnreachable) =>
  failure.reason === "bad_response"
    ? Effect.raceFirst(untilEnded(running), Effect.as(Effect.sleep(knownWithin), false)).pipe(
        Effect.flatMap((isEnded) => Effect.fail(isEnded ? new BrowserEnded() : failure))
      )
    : Effect.fail(failure)

/**
 * A rendering, for as long as somebody waits for it. A page that is closed for want of time is closed behind the back of whoever asked:
 * it keeps its place in the browser until then, while he has his answer.
 */
const inTime = <A, E, F>(
  rendering: Effect.Effect<A, E>,
  over: Deferred.Deferred<never, F>,
  patience: { readonly duration: Duration.Duration; readonly orElse: () => Effect.Effect<never, F> }
): Effect.Effect<A, E | F> =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkDetach(rendering, { startImmediately: true })
    return yield* Effect.raceFirst(Effect.timeoutOrElse(Fiber.join(fiber), patience), Deferred.await(over)).pipe(
      Effect.onInterrupt(() => Fiber.interrupt(fiber)),
      Effect.onError(() => Effect.sync(() => fiber.interruptUnsafe()))
    )
  })

const startOf = (
  found: FoundBrowser,
  proxy: string,
  options: BrowserOptions
): Effect.Effect<RunningBrowser, BrowserUnavailable> => {
  const hasSandbox = options.hasSandbox ?? true
  switch (found.kind) {
    case "installed":
      return launchBrowser({ path: found.path, env: {} }, proxy, hasSandbox)
    case "packed":
      return Effect.flatMap(packedChromium(options.directory, options.installed), (ready) =>
        launchBrowser(ready, proxy, hasSandbox)
      )
    case "remote":
      return options.isRemoteGuarded === true ? connectBrowser(found.endpoint) : Effect.fail(unguarded)
  }
}

/** A browser that is started by the first page and ended with the scope. */
export const make = Effect.fnUntraced(function* (options: BrowserOptions = {}) {
  const resolver = yield* EgressResolver
  const context = yield* Effect.context<EgressResolver | Scope.Scope>()
  // An installation that renders nothing listens on nothing.
  const openProxy = yield* Effect.cached(
    // With what is there now: what listens would keep the call that comes first for good.
    Effect.updateContext(makeEgressProxy(), (_: Context.Context<never>) => context)
  )
  const start = Effect.gen(function* () {
    const found = yield* findBrowser(thisMachine(options.setting, options.settingName))
    return yield* startOf(found, (yield* openProxy).server, options)
  })
  const pool = yield* makeBrowserPool(start, { ...defaultLimits, ...options.limits })

  /** A browser elsewhere is at least not sent to an address that is refused. */
  const mayGo = (url: URL) => Effect.mapError(resolver.resolve(targetOf(url)), ({ reason }) => refused(reason))

  const render = Effect.fn("Browser.render")(function* (request: RenderRequest) {
    if (request.country !== null) return yield* noExit
    const url = parseUrl(request.url)
    if (url === null || !/^https?:$/.test(url.protocol)) return yield* notAPage
    const patience = request.patience ?? Duration.infinity
    const givesUpAt = (yield* Clock.currentTimeMillis) + Duration.toMillis(patience)
    let isWaiting = true
    let endsAt = Number.POSITIVE_INFINITY
    const over = yield* Deferred.make<never, PageUnreachable>()
    const acting: ActingBegun = { hasBegun: false, hasTouched: false }
    const seated = (seat: Seat) =>
      Effect.gen(function* () {
        isWaiting = false
        const now = yield* Clock.currentTimeMillis
        endsAt = Math.min(endsAt, givesUpAt, now + Duration.toMillis(request.timeout))
        yield* Effect.forkChild(Effect.delay(Deferred.fail(over, timedOut), Duration.millis(Math.max(0, endsAt - now))))
        const left = Effect.map(Clock.currentTimeMillis, (at) => Duration.millis(Math.max(0, endsAt - at)))
        const rendered = seat.running.isRemote
          ? Effect.andThen(mayGo(url), renderPage(seat, request, acting, Effect.succeed(null), left))
          : Effect.flatMap(openProxy, ({ openAccount }) => renderPage(seat, request, acting, openAccount, left))
        // A page that has acted may have done so on purpose, and is told of as one whose process ended.
        const sized = Effect.catchTag(rendered, "RendererEnded", (ended) =>
          Effect.flatMap(seat.hasOutgrown, (hasOutgrown) =>
            Effect.fail<PageUnreachable | RendererEnded>(hasOutgrown && !acting.hasBegun ? takesTooMuch : ended)
          )
        )
        return yield* Effect.timeoutOrElse(Effect.catchTag(sized, "PageUnreachable", blameBrowser(seat.running)), {
          duration: Duration.millis(Math.max(0, endsAt - now)),
          orElse: () => Effect.fail(timedOut)
        })
      })
    const rendering = pool.withPlace((sit) => {
      // What acts on a page may have acted already.
      const unlessActing = <A, E>(otherwise: Effect.Effect<A, E>) =>
        Effect.suspend(
          (): Effect.Effect<A, E | PageUnreachable> => (acting.hasBegun ? Effect.fail(endedWhileActing) : otherwise)
        )
      /**
       * In the place that it has: behind all who came meanwhile its time would be over. A browser that ended may have done so for any of its
       * pages; a page with which one ends that it had for itself, or a second process of its own, is what ends them.
       */
      const attempt = (
        isAlone: boolean,
        hasEnded: boolean
      ): Effect.Effect<Rendered, PageUnreachable | BrowserUnavailable> =>
        Effect.catchTags(sit(seated, isAlone), {
          NeedsOwnBrowser: () => (isAlone ? Effect.fail(drawsTooMuch) : attempt(true, hasEnded)),
          BrowserEnded: () => unlessActing(isAlone ? Effect.fail(crashed) : attempt(true, hasEnded)),
          RendererEnded: () => unlessActing(isAlone || hasEnded ? Effect.fail(crashed) : attempt(false, true))
        })
      return attempt(false, false)
    }, acting)
    return yield* inTime(rendering, over, {
      duration: patience,
      orElse: () => Effect.fail(isWaiting ? noTurn : timedOut)
    }).pipe(
      // Who gives up his place to others is told to come again, unless he has acted by then.
      Effect.catchTag("PageUnreachable", (error) =>
        Effect.fail(acting.hasBegun && error.reason === "busy" ? gaveUpWhileActing : error)
      ),
      Effect.ensuring(Effect.suspend(() => (acting.hasTouched ? noteActing(request) : Effect.void)))
    )
  })

  return Browser.of({ render, asksBeforeActing: true })
})

/** Renders pages in the browser that the options name or this machine has. */
export const layer = (options: BrowserOptions = {}): Layer.Layer<Browser, never, EgressResolver> =>
  Layer.effect(Browser, make(options))
