/** How a page looks, kept so that style guide and fonts come from one look at it. */
import { Clock, DateTime, Duration, Effect, Option, Schema } from "effect"
import { Browser } from "../pages/Browser.ts"
import type { CacheReport } from "../pages/capturePage.ts"
import { ofPage, ofRendering } from "../pages/captureProblems.ts"
import { answerProblem } from "../pages/domain/PageProblem.ts"
import { PageStyles } from "../pages/domain/PageStyles.ts"
import { findKept, findPage, putPage, sharedSpace } from "../pages/keepCapture.ts"
import { reachable } from "../pages/reachable.ts"
import { readingViewport } from "../pages/renderCapture.ts"
import { Signer } from "../security/Signer.ts"
import type { Call } from "../web/domain/Call.ts"
import { type Deadline, leftOf } from "../web/domain/Deadline.ts"
import { inTime } from "../web/inTime.ts"
import { readSheets } from "./readSheets.ts"

export type ColorScheme = "light" | "dark"

/** Colours that a page is asked for by whom it is all the same to. */
export const usualScheme: ColorScheme = "light"

/** How a page looked, and when. */
export interface StyleLook {
  readonly finalUrl: string
  readonly finalDomState: "loaded" | "still-loading"
  readonly styles: PageStyles
  readonly cache: CacheReport
}

const Kept = Schema.fromJsonString(Schema.Struct({ finalUrl: Schema.String, styles: PageStyles }))
const decodeKept = Schema.decodeOption(Kept)
const encodeKept = Schema.encodeSync(Kept)

const keyOf = (url: string, scheme: ColorScheme) =>
  Effect.flatMap(Signer, (signer) => signer.digest(JSON.stringify(["styles", url, scheme])))

const find = Effect.fnUntraced(function* (key: string, maxAgeMillis: number) {
  const now = yield* Clock.currentTimeMillis
  const found = yield* findPage(key, DateTime.makeUnsafe(now - maxAgeMillis))
  return Option.flatMap(found, ({ body, capturedAt }) =>
    Option.map(
      decodeKept(new TextDecoder().decode(body)),
      (kept): StyleLook => ({
        ...kept,
        finalDomState: "loaded",
        cache: { status: "hit", ageMillis: Math.max(0, now - capturedAt.epochMilliseconds) }
      })
    )
  )
})

const inBrowser = Effect.fnUntraced(function* (raw: string, colorScheme: ColorScheme, deadline: Deadline) {
  const browser = yield* Browser
  const url = yield* reachable(raw)
  const left = Duration.millis(leftOf(deadline, yield* Clock.currentTimeMillis))
  const rendered = yield* browser
    .render({
      url,
      headers: {},
      country: null,
      viewport: readingViewport,
      colorScheme,
      wait: Duration.zero,
      actions: [],
      settlesAnimations: true,
      handlesCookieBanner: true,
      clearsPopups: true,
      wantsFrames: false,
      capture: null,
      wantsStyles: true,
      session: null,
      timeout: left,
      patience: left,
      acceptsPart: deadline.acceptsPart
    })
    .pipe(Effect.mapError(ofRendering))
  const problem = answerProblem(rendered.status, rendered.html)
  if (problem !== null) return yield* Effect.fail(ofPage(problem))
  if (rendered.styles === undefined) return yield* Effect.die("A browser that was asked how a page looks did not tell.")
  return { styles: rendered.styles, finalUrl: rendered.url, finalDomState: rendered.finalDomState }
})

/** Whether a look at one of the pages was kept since a moment. */
export const isLookKept = Effect.fnUntraced(function* (urls: ReadonlyArray<string>, since: DateTime.Utc) {
  const keys = yield* Effect.forEach(urls, (url) => keyOf(url, usualScheme))
  return (yield* findKept(keys, since)).size > 0
})

/** In a browser; by the style sheets alone where the installation has none. */
const look = (url: string, scheme: ColorScheme, deadline: Deadline) =>
  Effect.catchTag(inBrowser(url, scheme, deadline), "CapabilityMissing", () => readSheets(url, scheme, deadline))

/** How the page looks: as it was seen lately, or now. */
export const lookAtStyles = Effect.fnUntraced(function* (
  call: Pick<Call, "deadline" | "freshness">,
  url: string,
  scheme: ColorScheme
) {
  const { maxAgeMillis, zeroRetention } = call.freshness
  const key = yield* keyOf(url, scheme)
  const kept = zeroRetention || maxAgeMillis === 0 ? Option.none() : yield* find(key, maxAgeMillis)
  if (Option.isSome(kept)) return kept.value
  const now = yield* Clock.currentTimeMillis
  const seen = yield* inTime(look(url, scheme, call.deadline), call.deadline)
  yield* Effect.annotateCurrentSpan({ from: seen.styles.from, texts: seen.styles.texts.length })
  if (!zeroRetention && seen.finalDomState === "loaded") {
    const body = new TextEncoder().encode(encodeKept(seen))
    yield* putPage({ space: sharedSpace, key, capturedAt: DateTime.makeUnsafe(now), facts: "{}", body })
  }
  return { ...seen, cache: { status: zeroRetention ? "zdr" : "miss", ageMillis: 0 } } satisfies StyleLook as StyleLook
})
