/** Pictures of pages. */
import type { CaptureOptions, Picture, Viewport } from "@kittiwake/core/pages/Browser"
import type { PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { Effect, Schedule } from "effect"
import { messageLimits } from "../devtools/judgeMessage.ts"
import { untilFonts, walkDown } from "../page/document.ts"
import type { OpenPage } from "./OpenPage.ts"
import { ask, type CallFailed, failed, isTooLarge } from "./PageFailed.ts"

/** Most points of a picture: 20,000 px of the widest page. More would take gigabytes while it is drawn. */
const maxPoints = 160_000_000

/** Most bytes of a picture. */
const maxPngBytes = messageLimits.pictureBytes

const tooManyBytes = failed("too_large", "The picture of the page is larger than 64 MB.")

const fontsWithinMillis = 2_000

/** What comes into view while the page is walked down is waited for no longer than this. */
const lazyWithin = "1500 millis"

/**
 * The headless shell refuses at once, for up to a second, when it has just drawn another large page: seen with version 153
 * after two or three pictures of 1920×20,000.
 */
const isNotReady = ({ message }: CallFailed): boolean => message.includes("Unable to capture screenshot")
const maxRefusals = 50

const untilLoaded = ({ watch }: OpenPage) =>
  Effect.suspend(() =>
    watch.inFlight() === 0 ? Effect.succeed(true) : Effect.as(Effect.sleep("25 millis"), false)
  ).pipe(Effect.repeat({ until: (isDone) => isDone }), Effect.timeoutOption(lazyWithin))

/** Width and height stand at a fixed place of every PNG (RFC 2083 §3.4 and §11.2.1). */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })

/** Draws the viewport, or the page down to `maxHeight`. */
export const capturePage = Effect.fnUntraced(function* (opened: OpenPage, options: CaptureOptions, viewport: Viewport) {
  const { session, world } = opened
  if (options.fullPage) {
    yield* world.run(walkDown, { maxHeight: options.maxHeight })
    yield* untilLoaded(opened)
  }
  yield* world.run(untilFonts, { maxMillis: fontsWithinMillis })
  const { cssContentSize } = yield* ask(() => session.send("Page.getLayoutMetrics"))
  const pageHeight = Math.max(1, Math.ceil(cssContentSize.height))
  const height = Math.max(1, Math.min(pageHeight, options.maxHeight, Math.floor(maxPoints / viewport.width)))
  const clip = { x: 0, y: 0, width: viewport.width, height, scale: 1 }
  const { data }: { readonly data: unknown } = yield* ask(() =>
    session.send("Page.captureScreenshot", {
      format: "png",
      optimizeForSpeed: true,
      ...(options.fullPage ? { captureBeyondViewport: true, clip } : {})
    })
  ).pipe(
    Effect.retry({ times: maxRefusals, schedule: Schedule.spaced("100 millis"), while: isNotReady }),
    Effect.catchTag(
      "CallFailed",
      (failure): Effect.Effect<never, CallFailed | PageUnreachable> =>
        Effect.fail(isTooLarge(failure) ? tooManyBytes : failure)
    )
  )
  // The bytes themselves, which were taken out of the message before it was read (`makePicture`).
  const png = Buffer.isBuffer(data) ? data : Buffer.from(String(data), "base64")
  if (png.length < 24) return yield* failed("bad_response", "The page could not be drawn.")
  if (png.length > maxPngBytes) return yield* tooManyBytes
  return { png, ...sizeOf(png), pageHeight } satisfies Picture
})
