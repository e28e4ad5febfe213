/** Pictures through sharp (libvips), on its own threads. */
import { type ImageDescription, ImageReader, ImageUnreadable } from "@kittiwake/core/pages/ImageReader"
import { Effect, Fiber, Layer, Semaphore } from "effect"
import type { Sharp } from "sharp"
import { type ImageFormat, imageFormatOf, mediaTypeOf } from "./imageFormat.ts"
import { kindOf } from "./imageKind.ts"
import { largestIcon } from "./largestIcon.ts"
import { loadSharp, type SharpLibrary } from "./loadSharp.ts"
import { likenessOf, lookOf, side, type Thumbnail } from "./Thumbnail.ts"

export interface ImageReaderOptions {
  /** Most pixels of a picture that is described. */
  readonly maxPixels: number
  /** Most pixels of a PNG that is cut; one of a whole page is tall. It is read row by row and never held whole. */
  readonly maxCutPixels: number
  /** Most bytes of a picture, and of a drawing, whose every element costs. */
  readonly maxBytes: number
  readonly maxDrawingBytes: number
  /** Longest work on one picture. A drawing cannot be stopped; its renderer gives up after 500,000 elements. */
  readonly timeoutSeconds: number
  /** Pictures that are read at once. The threads are those of Node's pool, of which there are four. */
  readonly concurrency: number
}

export const defaults: ImageReaderOptions = {
  maxPixels: 100_000_000,
  maxCutPixels: 256_000_000,
  maxBytes: 64 * 1024 * 1024,
  maxDrawingBytes: 1024 * 1024,
  timeoutSeconds: 10,
  concurrency: 2
}

const unreadable = (message: string) => new ImageUnreadable({ message })

const damaged = unreadable("The picture is damaged, or larger than can be read.")

const unknown = unreadable("The content is no picture of a kind that can be read.")

/** The first frame of a picture, upright. Numbers in its head are believed only within the limits. */
const open = (sharp: SharpLibrary, bytes: Buffer, { maxPixels, timeoutSeconds }: ImageReaderOptions): Sharp =>
  sharp(bytes, { limitInputPixels: maxPixels, autoOrient: true, failOn: "truncated" }).timeout({
    seconds: timeoutSeconds
  })

const openIcon = (sharp: SharpLibrary, bytes: Buffer, options: ImageReaderOptions): Sharp | null => {
  const picture = largestIcon(bytes)
  if (picture === null) return null
  if (picture._tag === "Png") return open(sharp, picture.bytes, options)
  const { height, width } = picture
  return sharp(picture.bytes, { raw: { width, height, channels: 4 } }).timeout({ seconds: options.timeoutSeconds })
}

const thumbnailOf = (picture: Sharp): Promise<Thumbnail> =>
  picture
    .toColourspace("srgb")
    .ensureAlpha()
    .resize(side, side, { fit: "fill", kernel: "linear" })
    .raw({ depth: "uchar" })
    .toBuffer()

const describeAs = async (
  sharp: SharpLibrary,
  format: ImageFormat,
  bytes: Buffer,
  hint: string,
  options: ImageReaderOptions
): Promise<ImageDescription | null> => {
  const picture = format === "ico" ? openIcon(sharp, bytes, options) : open(sharp, bytes, options)
  if (picture === null) return null
  const { autoOrient } = await picture.metadata()
  const { height, width } = autoOrient
  const thumbnail = await thumbnailOf(picture)
  const kind = kindOf({ width, height, format, look: lookOf(thumbnail), hint })
  return { width, height, mediaType: mediaTypeOf(format), kind, likeness: likenessOf(thumbnail) }
}

const cut = async (sharp: SharpLibrary, png: Buffer, top: number, height: number, options: ImageReaderOptions) => {
  const limits = { limitInputPixels: options.maxCutPixels, failOn: "truncated" } as const
  const picture = sharp(png, limits).timeout({ seconds: options.timeoutSeconds })
  const whole = await picture.metadata()
  const rows = Math.min(height, whole.height - top)
  if (rows <= 0) return null
  const bytes = await picture.extract({ left: 0, top, width: whole.width, height: rows }).png().toBuffer()
  return { png: bytes, width: whole.width, height: rows }
}

/** Reads pictures with these limits. */
export const layer = (options: Partial<ImageReaderOptions> = {}): Layer.Layer<ImageReader> =>
  Layer.effect(
    ImageReader,
    Effect.gen(function* () {
      const settings = { ...defaults, ...options }
      const room = yield* Semaphore.make(settings.concurrency)
      const library = yield* Effect.cached(Effect.promise(loadSharp))

      /** Who is interrupted goes at once; a thread at work cannot be called back, so its room is kept until it ends. */
      const bounded = Effect.fnUntraced(function* <A>(work: (sharp: SharpLibrary) => Promise<A | null>) {
        const sharp = yield* library
        const attempt = Effect.tryPromise({ try: () => work(sharp), catch: () => damaged })
        const worker = yield* Effect.forkDetach(room.withPermit(Effect.uninterruptible(attempt)))
        const result = yield* Effect.onInterrupt(Fiber.join(worker), () => Effect.sync(() => worker.interruptUnsafe()))
        return result === null ? yield* damaged : result
      })

      const describe = Effect.fn("ImageReader.describe")(function* (bytes: Uint8Array, hint: string) {
        const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        const format = imageFormatOf(buffer)
        if (format === null) return yield* unknown
        if (bytes.length > (format === "svg" ? settings.maxDrawingBytes : settings.maxBytes)) return yield* damaged
        return yield* bounded((sharp) => describeAs(sharp, format, buffer, hint, settings))
      })

      const slice = Effect.fn("ImageReader.slice")(function* (png: Uint8Array, top: number, height: number) {
        const buffer = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
        if (imageFormatOf(buffer) !== "png") return yield* unreadable("The picture is no PNG.")
        if (!Number.isInteger(top) || !Number.isInteger(height) || top < 0 || height < 1) {
          return yield* unreadable("The rows to cut are not given as whole numbers.")
        }
        return yield* bounded((sharp) => cut(sharp, buffer, top, height, settings))
      })

      return ImageReader.of({ describe, slice })
    })
  )
