/** Pictures of pages, kept so that every part of one page comes from one look at it. */
import { Clock, DateTime, Duration, Effect, Option, Schema } from "effect"
import type { ProfileRef } from "../profiles/domain/BrowserProfile.ts"
import type { BrowserSession } from "../profiles/domain/BrowserSession.ts"
import { withProfile } from "../profiles/withProfile.ts"
import { Signer } from "../security/Signer.ts"
import type { Call } from "../web/domain/Call.ts"
import { leftOf } from "../web/domain/Deadline.ts"
import { writtenUrl } from "../web/writtenUrl.ts"
import { Browser, type Picture, type Viewport } from "./Browser.ts"
import type { CacheReport } from "./capturePage.ts"
import { ofPage, ofProfilePage, ofRendering } from "./captureProblems.ts"
import { findUnchanged } from "./changedPages.ts"
import { answerProblem } from "./domain/PageProblem.ts"
import { sharedSpace } from "./keptPages.ts"
import { PageCache } from "./PageCache.ts"
import { reachable } from "./reachable.ts"

/** What a picture is taken of, and how. */
export interface PictureSource {
  readonly url: string
  readonly country: string | null
  readonly viewport: Viewport
  readonly colorScheme: "light" | "dark" | null
  readonly handlesCookieBanner: boolean
  readonly clearsPopups: boolean
  readonly waitMillis: number
  /** Whose session the browser has; a picture taken with one is never kept for others. */
  readonly profile: ProfileRef | null
}

/** How much of the page is taken: the window, or the page down to a height. */
export type Extent = { readonly _tag: "Window" } | { readonly _tag: "Page"; readonly maxHeight: number }

/** A picture, and what is known of the page it shows. */
export interface TakenPicture extends Picture {
  readonly finalUrl: string
  readonly finalDomState: "loaded" | "still-loading"
  readonly cache: CacheReport
}

const Facts = Schema.fromJsonString(
  Schema.Struct({ finalUrl: Schema.String, width: Schema.Int, height: Schema.Int, pageHeight: Schema.Int })
)
const decodeFacts = Schema.decodeOption(Facts)

const keyOf = (source: PictureSource, extent: Extent) =>
  Effect.flatMap(Signer, (signer) => signer.digest(JSON.stringify(["picture", source, extent])))

const findPicture = Effect.fnUntraced(function* (url: string, key: string, maxAgeMillis: number) {
  const now = yield* Clock.currentTimeMillis
  return yield* findUnchanged(url, key, DateTime.makeUnsafe(now - maxAgeMillis), ({ body, capturedAt, facts }) =>
    Option.map(
      decodeFacts(facts),
      (known): TakenPicture => ({
        ...known,
        png: body,
        finalDomState: "loaded",
        cache: { status: "hit", ageMillis: Math.max(0, now - capturedAt.epochMilliseconds) }
      })
    )
  )
})

const lookAt = Effect.fnUntraced(function* (call: Call, source: PictureSource, extent: Extent) {
  const now = yield* Clock.currentTimeMillis
  const browser = yield* Browser
  yield* writtenUrl("url", source.url)
  const url = yield* reachable(source.url)
  const render = (session: BrowserSession | null) =>
    browser
      .render({
        url,
        headers: {},
        country: source.country,
        viewport: source.viewport,
        colorScheme: source.colorScheme,
        wait: Duration.millis(source.waitMillis),
        actions: [],
        settlesAnimations: false,
        handlesCookieBanner: source.handlesCookieBanner,
        clearsPopups: source.clearsPopups,
        wantsFrames: false,
        capture:
          extent._tag === "Window"
            ? { fullPage: false, maxHeight: source.viewport.height }
            : { fullPage: true, maxHeight: extent.maxHeight },
        session,
        timeout: Duration.millis(leftOf(call.deadline, now)),
        patience: Duration.millis(leftOf(call.deadline, now)),
        acceptsPart: call.deadline.acceptsPart
      })
      .pipe(Effect.mapError(ofRendering))
  const rendered =
    source.profile === null
      ? yield* render(null)
      : yield* withProfile(source.profile, source.url, call.deadline, render)
  const problem = answerProblem(rendered.status, rendered.html)
  if (problem !== null) {
    const isOfProfile = source.profile !== null && problem.kind === "blocked"
    return yield* isOfProfile ? ofProfilePage(problem) : Effect.fail(ofPage(problem))
  }
  if (rendered.capture === null) return yield* Effect.die("A browser that was asked for a picture gave none.")
  return { ...rendered.capture, finalUrl: rendered.url, finalDomState: rendered.finalDomState, takenAt: now }
})

/** A picture that is young enough, or a new one. */
export const takePicture = Effect.fnUntraced(function* (call: Call, source: PictureSource, extent: Extent) {
  const { maxAgeMillis, zeroRetention } = call.freshness
  const isOwn = zeroRetention || source.profile !== null
  const key = yield* keyOf(source, extent)
  const kept = isOwn || maxAgeMillis === 0 ? Option.none() : yield* findPicture(source.url, key, maxAgeMillis)
  if (Option.isSome(kept)) return kept.value
  const { finalDomState, finalUrl, height, pageHeight, png, takenAt, width } = yield* lookAt(call, source, extent)
  if (!isOwn && finalDomState === "loaded") {
    const facts = JSON.stringify({ finalUrl, width, height, pageHeight })
    yield* (yield* PageCache)
      .put({ space: sharedSpace, key, capturedAt: DateTime.makeUnsafe(takenAt), facts, body: png }, yield* DateTime.now)
      .pipe(Effect.catchTag("StoreUnavailable", (error) => Effect.logWarning("picture not kept", error)))
  }
  return {
    png,
    width,
    height,
    pageHeight,
    finalUrl,
    finalDomState,
    cache: { status: zeroRetention ? "zdr" : "miss", ageMillis: 0 }
  } satisfies TakenPicture
})
