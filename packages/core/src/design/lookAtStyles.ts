/** How a page looks, kept so that style guide and fonts come from one look at it. */
import { Clock, DateTime, Duration, Effect, Option, Schema } from "effect"
import { Browser } from "../pages/Browser.ts"
import type { CacheReport } from "../pages/capturePage.ts"
import { ofPage, ofRendering } from "../pages/captureProblems.ts"
import { findUnchanged } from "../pages/changedPages.ts"
import { answerProblem } from "../pages/domain/PageProblem.ts"
import { PageStyles } from "../pages/domain/PageStyles.ts"
import { findKept, putPage, sharedSpace } from "../pages/keptPages.ts"
import { reachable } from "../pages/reachable.ts"
import { readingViewport } from "../pages/renderCapture.ts"
import { Signer } from "../security/Signer.ts"
import type { Call } from "../web/domain/Call.ts"
import { type Deadline, leftOf } from "../web/domain/Deadline.ts"
import type { Freshness } from "../web/domain/Freshness.ts"
import { CapabilityMissing } from "../web/errors.ts"
import { inTime } from "../web/inTime.ts"
import { sharedBy, sharedDeadline, sharedTime } from "../web/sharedWork.ts"
import { LookFlights } from "./LookFlights.ts"
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

/** What was read of style sheets is not found by whoever has a browser. */
const keyOf = (url: string, scheme: ColorScheme, from: PageStyles["from"]) =>
  Effect.flatMap(Signer, (signer) => signer.digest(JSON.stringify(["styles", url, scheme, from])))

const find = Effect.fnUntraced(function* (url: string, key: string, maxAgeMillis: number) {
  const now = yield* Clock.currentTimeMillis
  return yield* findUnchanged(url, key, DateTime.makeUnsafe(now - maxAgeMillis), ({ body, capturedAt }) =>
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

const seenFrom = ["browser", "sheets"] as const

/** Whether a look at one of the pages was kept since a moment. */
export const isLookKept = Effect.fnUntraced(function* (urls: ReadonlyArray<string>, since: DateTime.Utc) {
  const looks = urls.flatMap((url) => seenFrom.map((from) => ({ url, from })))
  const keys = yield* Effect.forEach(looks, ({ from, url }) => keyOf(url, usualScheme, from))
  return (yield* findKept(keys, since)).size > 0
})

/** Who asks for a page by its sheets so little later than another with as much time has them together. */
const togetherMillis = 1_000

type LookCall = Pick<Call, "deadline" | "freshness">

type Seen = Omit<StyleLook, "cache">

const findYoung = Effect.fnUntraced(function* (
  { maxAgeMillis, zeroRetention }: Freshness,
  url: string,
  scheme: ColorScheme,
  from: PageStyles["from"]
) {
  if (zeroRetention || maxAgeMillis === 0) return Option.none<StyleLook>()
  return yield* find(url, yield* keyOf(url, scheme, from), maxAgeMillis)
})

/** A page without text has not come yet, or says nothing: whoever asks next looks again. */
const isWhole = ({ finalDomState, styles }: Seen): boolean => finalDomState === "loaded" && styles.texts.length > 0

const keepLook = Effect.fnUntraced(function* (seen: Seen, url: string, scheme: ColorScheme, at: number) {
  const key = yield* keyOf(url, scheme, seen.styles.from)
  const body = new TextEncoder().encode(encodeKept(seen))
  yield* putPage({ space: sharedSpace, key, capturedAt: DateTime.makeUnsafe(at), facts: "{}", body })
})

const seenNow = Effect.fnUntraced(function* (
  seen: Seen,
  freshness: Freshness,
  url: string,
  scheme: ColorScheme,
  at: number
) {
  yield* Effect.annotateCurrentSpan({ from: seen.styles.from, texts: seen.styles.texts.length })
  if (!freshness.zeroRetention && isWhole(seen)) yield* keepLook(seen, url, scheme, at)
  const cache: CacheReport = { status: freshness.zeroRetention ? "zdr" : "miss", ageMillis: 0 }
  return { ...seen, cache } satisfies StyleLook as StyleLook
})

/** What was read of the sheets lately, or is now, where a browser is `missing`; a page without any text is left to one that has it. */
const bySheets = Effect.fnUntraced(function* (
  missing: CapabilityMissing,
  { deadline, freshness }: LookCall,
  url: string,
  scheme: ColorScheme,
  at: number,
  until: Deadline
) {
  const kept = yield* findYoung(freshness, url, scheme, "sheets")
  if (Option.isSome(kept)) return kept.value
  const seen = yield* readSheets(url, scheme, until, deadline)
  if (seen.styles.texts.length === 0)
    return yield* new CapabilityMissing({ message: `Without a browser this page shows no text. ${missing.message}` })
  return yield* seenNow(seen, freshness, url, scheme, at)
})

/** How the page looks: as it was seen lately, or now; in a browser, and by the style sheets alone where the installation has none. */
export const lookAtStyles = Effect.fnUntraced(function* (call: LookCall, url: string, scheme: ColorScheme) {
  const { deadline, freshness } = call
  const kept = yield* findYoung(freshness, url, scheme, "browser")
  if (Option.isSome(kept)) return kept.value
  const at = yield* Clock.currentTimeMillis
  const seeUntil = (until: Deadline) =>
    Effect.flatMap(inBrowser(url, scheme, until), (seen) => seenNow(seen, freshness, url, scheme, at))
  const readUntil = (missing: CapabilityMissing, until: Deadline) => bySheets(missing, call, url, scheme, at, until)
  // Who wants no trace, or would take a part, has a look of his own.
  if (freshness.zeroRetention || deadline.acceptsPart) {
    const own = Effect.catchTag(seeUntil(deadline), "CapabilityMissing", (missing) => readUntil(missing, deadline))
    return yield* inTime(own, deadline)
  }
  const until = sharedDeadline(deadline)
  const whose = [yield* sharedBy, url, scheme, freshness.maxAgeMillis]
  const { looking } = yield* LookFlights
  const shared = looking(JSON.stringify(["browser", ...whose]), () => seeUntil(until), {
    time: sharedTime(deadline)
  }).pipe(
    Effect.catchTag("CapabilityMissing", (missing) =>
      // Sheets are waited for as whoever begins has time: nobody joins who would have waited longer.
      looking(JSON.stringify(["sheets", ...whose]), () => readUntil(missing, until), {
        time: { neededUntilMillis: deadline.atMillis, givenUntilMillis: deadline.atMillis + togetherMillis }
      })
    )
  )
  return yield* inTime(shared, deadline)
})
