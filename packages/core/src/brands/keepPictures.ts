/** The pictures of a brand, looked at and kept: nobody who shows them loads them from the brand's own server. */
import { Clock, Duration, Effect } from "effect"
import { keepAsset } from "../assets/keepAsset.ts"
import { borrowing } from "../budget/MemoryBudget.ts"
import { dataUriBytes } from "../pages/domain/dataUri.ts"
import { type ImageDescription, ImageReader } from "../pages/ImageReader.ts"
import type { Call } from "../web/domain/Call.ts"
import { type Deadline, leftOf } from "../web/domain/Deadline.ts"
import type { FetchSession, PageUnreachable } from "../web/HttpFetcher.ts"
import type { BrandLogo } from "./domain/BrandProfile.ts"
import { type ColourClaim, namedColour } from "./domain/colours.ts"
import type { PictureCandidate } from "./domain/pictureCandidates.ts"
import { type Looked, modeOf, pickLogos, shapeOf } from "./pickLogos.ts"

/** Bytes of one picture, and of all that are kept of a brand; time for one, and pictures at once. */
const limits = { bytes: 2 * 1024 * 1024, all: 6 * 1024 * 1024, millis: 8_000, atOnce: 4 } as const

/** Of one use, so many are kept. */
const kept = { logo: 4, icon: 3, backdrop: 2 } as const

/**
 * Pictures of a profile that is kept are there as long as it may be given, and a month more; those of an answer that is not kept as long
 * as any file that an answer names.
 */
export const brandPictureLifetime = Duration.days(395)

/** A drawing inside a page needs no name for what it is; one of its own does. */
const asFile = (markup: string): string =>
  /^<svg[^>]*\sxmlns=/i.test(markup) ? markup : markup.replace(/^<svg/i, '<svg xmlns="http://www.w3.org/2000/svg"')

/** What a server answers that may well have the picture in an hour. */
const isPassing = (status: number): boolean => status >= 500 || status === 429 || status === 408

/** Why a picture did not come that may well come in an hour. */
const passing: ReadonlySet<PageUnreachable["reason"]> = new Set(["timeout", "no_turn", "connection_failed", "busy"])

const bytesOf = (session: FetchSession, { kind, source }: PictureCandidate, timeout: Duration.Duration) => {
  if (kind === "markup") return Effect.succeed(new TextEncoder().encode(asFile(source)))
  if (kind === "data") return Effect.succeed(dataUriBytes(source))
  return session
    .download({
      url: source,
      headers: {},
      country: null,
      validators: null,
      maxBytes: limits.bytes,
      timeout,
      patience: timeout,
      acceptsPart: false
    })
    .pipe(Effect.map(({ bytes, status }) => (status === 200 ? bytes : isPassing(status) ? ("failed" as const) : null)))
}

/** What a picture is; null where there is none that can be read, and `failed` when it did not come, not in its time, or nothing reads it here. */
const lookAt = Effect.fnUntraced(function* (session: FetchSession, candidate: PictureCandidate, deadline: Deadline) {
  const left = leftOf(deadline, yield* Clock.currentTimeMillis)
  if (left === 0) return "failed"
  const timeout = Duration.millis(Math.min(left, limits.millis))
  const look = Effect.gen(function* () {
    const bytes = yield* bytesOf(session, candidate, timeout)
    if (bytes === "failed") return bytes
    if (bytes === null || bytes.length === 0) return null
    const hint = candidate.kind === "url" ? candidate.source : "logo"
    const reader = yield* ImageReader
    // A backdrop is meant to fill its place. What is around an icon may be its ground, and around a logo is paper.
    if (candidate.use === "backdrop") return { candidate, bytes, description: yield* reader.describe(bytes, hint) }
    const margins = candidate.use === "icon" ? "clear" : "plain"
    const cropped = yield* reader.crop(bytes, hint, margins)
    // A photograph that is cut becomes a PNG of many times its size: its margins are the lesser harm.
    const isLarge = cropped.bytes.length > limits.bytes
    const looked = isLarge ? { bytes, description: yield* reader.describe(bytes, hint) } : cropped
    return { candidate, ...looked } satisfies Looked as Looked
  })
  return yield* look.pipe(
    Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.succeed("failed" as const) }),
    // A brand without pictures is better than none. Where nothing reads pictures here, that may be installed tomorrow.
    Effect.catch((error) =>
      Effect.succeed(
        error._tag === "CapabilityMissing" || (error._tag === "PageUnreachable" && passing.has(error.reason))
          ? ("failed" as const)
          : null
      )
    )
  )
})

/** Parts of the picture that a colour must have. */
const leastShare = 0.04

const coloursOf = ({ palette }: ImageDescription) =>
  palette
    .filter(({ share }) => share >= leastShare)
    .slice(0, 5)
    .map(({ hex }) => namedColour(hex))

const keep = Effect.fnUntraced(function* (call: Call, { bytes, description }: Looked) {
  const assetId = yield* keepAsset(call, description.mediaType, bytes)
  return { assetId, width: description.width, height: description.height, colours: coloursOf(description) }
})

/** Too small or empty to show a brand by. */
const isWorthIt = ({ candidate, description: { height, palette, width } }: Looked): boolean =>
  palette.length > 0 && Math.min(width, height) >= (candidate.use === "backdrop" ? 200 : 12)

const backdropsIn = (all: ReadonlyArray<Looked>) => all.filter(({ candidate }) => candidate.use === "backdrop")

/** Those that fit into what one brand may take, the first of them first. */
const withinQuota = (all: ReadonlyArray<Looked>): ReadonlyArray<Looked> => {
  let left: number = limits.all
  return all.filter(({ bytes }) => {
    if (bytes.length > left) return false
    left -= bytes.length
    return true
  })
}

/** The pictures of a brand, and what colours its logos have; kept for as long as an answer that names them. */
export const keepPictures = Effect.fnUntraced(function* (
  call: Call,
  session: FetchSession,
  candidates: ReadonlyArray<PictureCandidate>,
  deadline: Deadline
) {
  const all = yield* Effect.forEach(candidates, (one) => lookAt(session, one, deadline), { concurrency: limits.atOnce })
  const looked = all.filter((one): one is Looked => one !== null && one !== "failed").filter(isWorthIt)
  const fitting = withinQuota([...pickLogos(looked, kept), ...backdropsIn(looked).slice(0, kept.backdrop)])
  const shown = fitting.filter(({ candidate }) => candidate.use !== "backdrop")
  const logos = yield* Effect.forEach(shown, (one) =>
    Effect.map(keep(call, one), (picture): BrandLogo => ({ ...picture, mode: modeOf(one), type: shapeOf(one) }))
  )
  const backdrops = yield* Effect.forEach(backdropsIn(fitting), (one) => keep(call, one))
  const colours: ReadonlyArray<ColourClaim> = shown.flatMap(({ candidate, description }) =>
    description.palette
      .filter(({ share }) => share >= leastShare)
      .map(({ hex, share }) => ({ hex, weight: 20 * share * candidate.weight, source: "logo" as const }))
  )
  return {
    logos,
    backdrops,
    colours,
    /** Whether one did not come that may be there. */
    isLacking: all.includes("failed")
  }
}, borrowing)
