/** The pictures of a brand, looked at and kept: nobody who shows them loads them from the brand's own server. */
import { Clock, Duration, Effect } from "effect"
import { keepAsset } from "../assets/keepAsset.ts"
import { type ImageDescription, ImageReader } from "../pages/ImageReader.ts"
import type { Call } from "../web/domain/Call.ts"
import { type Deadline, leftOf } from "../web/domain/Deadline.ts"
import type { FetchSession } from "../web/HttpFetcher.ts"
import type { BrandLogo } from "./domain/BrandProfile.ts"
import { type ColourClaim, isNeutral, namedColour } from "./domain/colours.ts"
import type { PictureCandidate } from "./domain/pictureCandidates.ts"

/** Bytes of one picture, time for it, and pictures at once. */
const limits = { bytes: 2 * 1024 * 1024, millis: 8_000, atOnce: 4 } as const

/** Of one use, so many are kept. */
const kept = { logo: 4, icon: 3, backdrop: 2 } as const

/** Pictures are there as long as what is known of a brand may be given, and a month more. */
const lifetime = Duration.days(395)

/** Pictures that differ in no more of 64 bits look the same. */
const sameWithin = 4

interface Looked {
  readonly candidate: PictureCandidate
  readonly bytes: Uint8Array
  readonly description: ImageDescription
}

const dataBytes = (uri: string): Uint8Array | null => {
  const comma = uri.indexOf(",")
  const content = uri.slice(comma + 1)
  try {
    return /;base64$/i.test(uri.slice(0, comma))
      ? Uint8Array.from(atob(content), (char) => char.charCodeAt(0))
      : new TextEncoder().encode(decodeURIComponent(content))
  } catch {
    return null
  }
}

/** A drawing inside a page needs no name for what it is; one of its own does. */
const asFile = (markup: string): string =>
  /^<svg[^>]*\sxmlns=/i.test(markup) ? markup : markup.replace(/^<svg/i, '<svg xmlns="http://www.w3.org/2000/svg"')

const bytesOf = (session: FetchSession, { kind, source }: PictureCandidate, timeout: Duration.Duration) => {
  if (kind === "markup") return Effect.succeed(new TextEncoder().encode(asFile(source)))
  if (kind === "data") return Effect.succeed(dataBytes(source))
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
    .pipe(Effect.map(({ bytes, status }) => (status === 200 ? bytes : null)))
}

/** What a picture is; null when it cannot be had or read in its time. */
const lookAt = Effect.fnUntraced(function* (session: FetchSession, candidate: PictureCandidate, deadline: Deadline) {
  const left = leftOf(deadline, yield* Clock.currentTimeMillis)
  if (left === 0) return null
  const timeout = Duration.millis(Math.min(left, limits.millis))
  const look = Effect.gen(function* () {
    const bytes = yield* bytesOf(session, candidate, timeout)
    if (bytes === null || bytes.length === 0) return null
    const hint = candidate.kind === "url" ? candidate.source : "logo"
    const description = yield* (yield* ImageReader).describe(bytes, hint)
    return { candidate, bytes, description } satisfies Looked as Looked
  })
  return yield* look.pipe(
    Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.succeed(null) }),
    // A brand without pictures is better than none: what reads pictures may be missing here.
    Effect.catch(() => Effect.succeed(null))
  )
})

const distance = (one: string, other: string): number => {
  let bits = BigInt(`0x${one}`) ^ BigInt(`0x${other}`)
  let count = 0
  for (; bits > 0n; bits &= bits - 1n) count += 1
  return count
}

const isDrawing = ({ description }: Looked): boolean => description.mediaType === "image/svg+xml"

const shapeOf = ({ description: { height, width } }: Looked): "icon" | "logo" =>
  width / height <= 1.3 && height / width <= 1.3 ? "icon" : "logo"

/** Of pictures of one shape that look the same, the drawing or else the largest, where the first of them stood. */
const withoutDoubles = (all: ReadonlyArray<Looked>): ReadonlyArray<Looked> => {
  const found: Array<Looked> = []
  for (const one of all) {
    const { description } = one
    const at = found.findIndex(
      (other) =>
        shapeOf(other) === shapeOf(one) && distance(other.description.likeness, description.likeness) <= sameWithin
    )
    const other = found[at]
    if (other === undefined) found.push(one)
    else if (isDrawing(one) && !isDrawing(other)) found[at] = one
    else if (isDrawing(one) === isDrawing(other) && description.width > other.description.width) found[at] = one
  }
  return found
}

const modeOf = ({ brightness, clearShare }: ImageDescription): BrandLogo["mode"] =>
  clearShare < 0.02 ? "has_opaque_background" : brightness > 0.75 ? "dark" : "light"

/** Parts of the picture that a colour must have. */
const leastShare = 0.04

const coloursOf = ({ palette }: ImageDescription) =>
  palette
    .filter(({ share }) => share >= leastShare)
    .slice(0, 5)
    .map(({ hex }) => namedColour(hex))

const keep = Effect.fnUntraced(function* (call: Call, { bytes, description }: Looked) {
  const assetId = yield* keepAsset(call, description.mediaType, bytes, lifetime)
  return { assetId, width: description.width, height: description.height, colours: coloursOf(description) }
})

/** Too small or empty to show a brand by. */
const isWorthIt = ({ candidate, description: { height, palette, width } }: Looked): boolean =>
  palette.length > 0 && Math.min(width, height) >= (candidate.use === "backdrop" ? 200 : 12)

const ofUse = (all: ReadonlyArray<Looked>, ...uses: ReadonlyArray<PictureCandidate["use"]>) =>
  all.filter(({ candidate }) => uses.includes(candidate.use))

/** The pictures of a brand, and what colours its logos have. */
export const keepPictures = Effect.fnUntraced(function* (
  call: Call,
  session: FetchSession,
  candidates: ReadonlyArray<PictureCandidate>,
  deadline: Deadline
) {
  const all = yield* Effect.forEach(candidates, (one) => lookAt(session, one, deadline), { concurrency: limits.atOnce })
  const looked = all.filter((one): one is Looked => one !== null).filter(isWorthIt)
  const own = withoutDoubles(ofUse(looked, "logo", "icon"))
  const shown = [...ofUse(own, "logo").slice(0, kept.logo), ...ofUse(own, "icon").slice(0, kept.icon)]
  const logos = yield* Effect.forEach(shown, (one) =>
    Effect.map(
      keep(call, one),
      (picture): BrandLogo => ({ ...picture, mode: modeOf(one.description), type: shapeOf(one) })
    )
  )
  const backdrops = yield* Effect.forEach(ofUse(looked, "backdrop").slice(0, kept.backdrop), (one) => keep(call, one))
  const colours: ReadonlyArray<ColourClaim> = shown.flatMap(({ candidate, description }) =>
    description.palette
      .filter(({ hex, share }) => share >= leastShare && !isNeutral(hex))
      .map(({ hex, share }) => ({ hex, weight: 20 * share * candidate.weight, source: "logo" as const }))
  )
  return {
    logos,
    backdrops,
    colours
  }
})
