/** The pictures of a page (contract/scrape.md §3). */
import { Clock, Duration, Effect, Option } from "effect"
import { keepAsset } from "../assets/keepAsset.ts"
import { leaving } from "../budget/MemoryBudget.ts"
import { exactly } from "../credits/domain/PriceRange.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { type Deadline, leftOf } from "../web/domain/Deadline.ts"
import { countedOf, type FetchSession } from "../web/HttpFetcher.ts"
import { openSession } from "../web/openSession.ts"
import { actingOnce } from "./acting.ts"
import { type CacheReport, capturePage, shownPage } from "./capturePage.ts"
import type { ActionOutcome } from "./domain/BrowserAction.ts"
import { dataUriBytes } from "./domain/dataUri.ts"
import type { FoundImage } from "./domain/FoundImage.ts"
import { imagesPrice } from "./domain/Price.ts"
import { defaultPdf, nothing, type PageSource, wholePage } from "./domain/ScrapeRequest.ts"
import { type ImageDescription, type ImageKind, ImageReader } from "./ImageReader.ts"

export interface ImagesRequest {
  readonly source: PageSource
  /** Whether of pictures that look the same only the largest is told. */
  readonly dedupe: boolean
  readonly enrichment: Enrichment
}

/** What is found out about every picture. */
export interface Enrichment {
  readonly resolution: boolean
  readonly hostedUrl: boolean
  readonly classification: boolean
  /** Time for each picture, in milliseconds. */
  readonly maxTimePerMillis: number
}

/** A picture, with what was found out about it; null where it could not be looked at. */
export interface PageImage extends FoundImage {
  readonly enrichment: {
    readonly width?: number
    readonly height?: number
    readonly mediaType?: string
    readonly assetId?: string
    readonly kind?: ImageKind
  } | null
}

export interface PageImages {
  readonly url: string
  readonly images: ReadonlyArray<PageImage>
  readonly actionsApplied: ReadonlyArray<ActionOutcome>
  readonly finalDomState: "loaded" | "still-loading"
  /** Whether time ran out before every picture was looked at. */
  readonly isPart: boolean
  readonly cache: CacheReport
}

/** Most pictures of a page that are looked at, how many at once, and the most bytes of one. */
const maxLookedAt = 200
const atOnce = 8
const maxPictureBytes = 8 * 1024 * 1024

/** Bytes of pictures that are held together, until it is known which of them are doubles; of what is more nothing is kept. */
const maxHeldBytes = 48 * 1024 * 1024

/** Whether anything is to be found out, and may be: without keeping anything no copy can be hosted. */
export const isEnriched = ({ classification, hostedUrl, resolution }: Enrichment, zeroRetention: boolean): boolean =>
  resolution || classification || (hostedUrl && !zeroRetention)

interface Looked {
  /** Where a copy is to be kept; null where there is no room for it. */
  readonly bytes: Uint8Array | null
  readonly description: ImageDescription
}

const bytesOf = (session: FetchSession, image: FoundImage, timeout: Duration.Duration) => {
  if (image.type === "html") return Effect.succeed(new TextEncoder().encode(image.src))
  if (image.type === "base64") return Effect.sync(() => dataUriBytes(image.src))
  return session
    .download({
      url: image.src,
      headers: {},
      country: null,
      validators: null,
      maxBytes: maxPictureBytes,
      timeout,
      patience: timeout,
      acceptsPart: false
    })
    .pipe(Effect.map(({ bytes, status }) => (status === 200 ? bytes : null)))
}

/** What a picture that was looked at holds until its copy is kept. */
const heldOf = (looked: Option.Option<Looked>): number =>
  Option.match(looked, { onNone: () => 0, onSome: ({ bytes }) => countedOf(bytes?.length ?? 0) })

/** What a picture is; none when it cannot be had or read in its time. */
const lookAt = Effect.fnUntraced(function* (
  session: FetchSession,
  image: FoundImage,
  timeout: Duration.Duration,
  holds: (bytes: Uint8Array) => boolean
) {
  const reader = yield* ImageReader
  const look = Effect.gen(function* () {
    const bytes = yield* bytesOf(session, image, timeout)
    if (bytes === null) return Option.none<Looked>()
    const hint = `${image.type === "url" ? image.src : ""} ${image.alt ?? ""}`
    const description = yield* reader.describe(bytes, hint)
    return Option.some<Looked>({ bytes: holds(bytes) ? bytes : null, description })
  }).pipe(leaving(heldOf))
  return yield* look.pipe(
    Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.succeed(Option.none<Looked>()) }),
    // What no picture can be read without is told, instead of listing them all unseen.
    Effect.catch((error) =>
      error !== null && error._tag === "CapabilityMissing" ? Effect.fail(error) : Effect.succeed(Option.none<Looked>())
    )
  )
})

/** In how many of 64 bits two likenesses differ. */
const distance = (one: string, other: string): number => {
  let bits = BigInt(`0x${one}`) ^ BigInt(`0x${other}`)
  let count = 0
  for (; bits > 0n; bits &= bits - 1n) count += 1
  return count
}

/** Pictures that differ in no more bits than this look the same. */
const sameWithin = 6

/** Of pictures that look the same, the largest; those that could not be looked at all stay. */
const withoutDoubles = <A extends { readonly looked: Option.Option<Looked> }>(images: ReadonlyArray<A>): Array<A> => {
  const kept: Array<A> = []
  for (const image of images) {
    if (Option.isNone(image.looked)) {
      kept.push(image)
      continue
    }
    const { height, likeness, width } = image.looked.value.description
    const double = kept.findIndex(
      ({ looked }) => Option.isSome(looked) && distance(looked.value.description.likeness, likeness) <= sameWithin
    )
    if (double < 0) {
      kept.push(image)
      continue
    }
    const other = Option.getOrThrow(kept[double]!.looked).description
    if (width * height > other.width * other.height) kept[double] = image
  }
  return kept
}

const enriched = Effect.fnUntraced(function* (
  call: Call,
  image: FoundImage,
  looked: Option.Option<Looked>,
  wants: Enrichment
) {
  if (Option.isNone(looked) || !isEnriched(wants, call.freshness.zeroRetention)) {
    return { ...image, enrichment: null } satisfies PageImage
  }
  const { bytes, description } = looked.value
  return {
    ...image,
    enrichment: {
      ...(wants.resolution ? { width: description.width, height: description.height } : {}),
      ...(wants.classification ? { kind: description.kind } : {}),
      ...(bytes !== null
        ? { mediaType: description.mediaType, assetId: yield* keepAsset(call, description.mediaType, bytes) }
        : {})
    }
  } satisfies PageImage
})

/** Time for pictures that are looked at only to tell doubles. */
const usualTimeMillis = 30_000

const lookAtAll = Effect.fnUntraced(function* (
  images: ReadonlyArray<FoundImage>,
  wants: Enrichment,
  isHosted: boolean,
  deadline: Deadline
) {
  const session = yield* openSession
  let room = maxHeldBytes
  const holds = ({ length }: Uint8Array): boolean => {
    if (!isHosted || length > room) return false
    room -= length
    return true
  }
  return yield* Effect.forEach(
    images,
    Effect.fnUntraced(function* (image, index) {
      const left = leftOf(deadline, yield* Clock.currentTimeMillis)
      const time = Math.min(left, wants.maxTimePerMillis || usualTimeMillis)
      if (index >= maxLookedAt || time === 0) return { image, looked: Option.none<Looked>(), isLate: time === 0 }
      return { image, looked: yield* lookAt(session, image, Duration.millis(time), holds), isLate: false }
    }),
    { concurrency: atOnce }
  )
})

/** How long before the deadline nothing more is begun, so that there is time to answer. */
const reserveMillis = 1_000

/** Finds the pictures of a page. */
export const findImages = Effect.fn("Web.images")(function* (
  call: Call,
  { dedupe, enrichment, source }: ImagesRequest
) {
  const enrich = isEnriched(enrichment, call.freshness.zeroRetention)
  const price = imagesPrice(source.actions, enrich)
  return yield* charged(
    call,
    exactly(price)
  )(
    Effect.fnUntraced(function* () {
      const reading = {
        sourceUrl: source.url,
        regions: wholePage,
        pdf: defaultPdf,
        wants: { ...nothing, images: true }
      }
      const page = yield* Effect.flatMap(capturePage(source, reading, call.freshness, call.deadline), shownPage)
      const found = page.shaped.images
      const deadline = { ...call.deadline, atMillis: call.deadline.atMillis - reserveMillis }
      const isHosted = enrichment.hostedUrl && !call.freshness.zeroRetention
      const looked = dedupe || enrich ? yield* lookAtAll(found, enrichment, isHosted, deadline) : []
      const kept = dedupe ? withoutDoubles(looked) : looked
      const images: ReadonlyArray<PageImage> =
        dedupe || enrich
          ? yield* Effect.forEach(kept, (one) => enriched(call, one.image, one.looked, enrichment))
          : found.map((image) => ({ ...image, enrichment: null }))
      const isPart = looked.some(({ isLate }) => isLate) || page.capture.finalDomState === "still-loading"
      const value: PageImages = {
        url: source.url,
        images,
        actionsApplied: page.capture.actionsApplied,
        finalDomState: page.capture.finalDomState,
        isPart,
        cache: page.cache
      }
      return { value, credits: isPart ? 1 : price }
    })
  ).pipe(actingOnce)
})
