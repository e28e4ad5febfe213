/** Pictures, in processes of their own: what decodes them is written in C, and the pictures are strangers'. */
import { createRequire } from "node:module"
import { type Answer, makeChildPool } from "@kittiwake/children/internal/ChildPool"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { type ImageMargins, ImageReader, ImageUnreadable } from "@kittiwake/core/pages/ImageReader"
import { CapabilityMissing } from "@kittiwake/core/web/errors"
import { Duration, Effect, Layer } from "effect"
import { imageFormatOf } from "./imageFormat.ts"
import type { PictureAnswer, PictureLimits, PictureRequest } from "./messages.ts"

export interface ImageReaderOptions extends PictureLimits {
  /** Most pixels of a picture that is described. */
  readonly maxPixels: number
  /** Most pixels of a PNG that is cut; one of a whole page is tall. It is read row by row and never held whole. */
  readonly maxCutPixels: number
  /** Most pixels of a picture that is cropped, which is held whole for that. */
  readonly maxCropPixels: number
  /** Most bytes of a picture, and of a drawing, whose every element costs. */
  readonly maxBytes: number
  readonly maxDrawingBytes: number
  /** Most time of the processor for one picture. */
  readonly processorSeconds: number
  /** Pictures that are read at once, each in a process that may take up to 1 GB; and of one organization's. */
  readonly concurrency: number
  readonly concurrencyPerOrganization: number
}

export const defaults: ImageReaderOptions = {
  maxPixels: 100_000_000,
  maxCutPixels: 256_000_000,
  maxCropPixels: 16_000_000,
  maxBytes: 64 * 1024 * 1024,
  maxDrawingBytes: 1024 * 1024,
  processorSeconds: 10,
  concurrency: 3,
  concurrencyPerOrganization: 2
}

/** Longest wait for a turn, and longest work by the clock on the wall, however little of the processor it gets. */
const timeout = Duration.seconds(60)

const unreadable = (message: string) => new ImageUnreadable({ message })

const damaged = unreadable("The picture is damaged, or larger than can be read.")

const unknown = unreadable("The content is no picture of a kind that can be read.")

const busy = unreadable("Too many pictures are waiting to be read.")

const programFile = () =>
  new URL(import.meta.url.endsWith(".ts") ? "./pictureThread.ts" : "./pictureThread.js", import.meta.url)

const poolOf = ({ concurrency, concurrencyPerOrganization }: ImageReaderOptions) =>
  makeChildPool({
    program: programFile(),
    turns: { atOnce: concurrency, atOncePerOwner: concurrencyPerOrganization, waiting: 2_048, waitingPerOwner: 256 },
    losses: { millis: 60_000, forgivenInMillis: 600_000 },
    maxIdle: Duration.minutes(1),
    heapMegabytes: 256,
    residentMegabytes: 1_024,
    answerBytes: 256 * 1024 * 1024
  })

const lacking = new CapabilityMissing({
  message: "Pictures cannot be read here: the package sharp is not installed. Install it (npm install sharp)."
})

/** Programs that embed the library install what reads pictures when they want that. */
const isInstalled = (): boolean => {
  try {
    createRequire(import.meta.url).resolve("sharp")
    return true
  } catch {
    return false
  }
}

const answerOf = ({ head }: Answer): PictureAnswer => head as PictureAnswer

/** Reads pictures with these limits. */
export const layer = (options: Partial<ImageReaderOptions> = {}): Layer.Layer<ImageReader> =>
  Layer.effect(
    ImageReader,
    Effect.gen(function* () {
      const settings = { ...defaults, ...options }
      const { maxCropPixels, maxCutPixels, maxPixels } = settings
      const limits: PictureLimits = { maxPixels, maxCutPixels, maxCropPixels }
      const processor = Duration.seconds(settings.processorSeconds)
      const pool = yield* poolOf(settings)

      const run = Effect.fnUntraced(function* (bytes: Uint8Array, head: PictureRequest) {
        if (!isInstalled()) return yield* lacking
        const owner = (yield* WorksFor) ?? ""
        const isLost = (answer: Answer) => answerOf(answer).kind === "damaged"
        return yield* pool
          .run({ owner, head, bytes, processor, processorAtMost: processor, timeout, isLost })
          .pipe(Effect.mapError((error) => (error._tag === "WorkStopped" ? damaged : busy)))
      })

      const known = Effect.fnUntraced(function* (bytes: Uint8Array) {
        const format = imageFormatOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
        if (format === null) return yield* unknown
        if (bytes.length > (format === "svg" ? settings.maxDrawingBytes : settings.maxBytes)) return yield* damaged
        return format
      })

      const crop = Effect.fn("ImageReader.crop")(function* (bytes: Uint8Array, hint: string, margins: ImageMargins) {
        const format = yield* known(bytes)
        const answer = yield* run(bytes, { kind: "crop", format, hint: hint.slice(0, 4_096), margins, limits })
        const head = answerOf(answer)
        if (head.kind !== "cropped") return yield* damaged
        return { bytes: answer.bytes.length === 0 ? bytes : answer.bytes, description: head.description }
      })

      const describe = Effect.fn("ImageReader.describe")(function* (bytes: Uint8Array, hint: string) {
        const format = yield* known(bytes)
        const answer = answerOf(yield* run(bytes, { kind: "describe", format, hint: hint.slice(0, 4_096), limits }))
        return answer.kind === "description" ? answer.description : yield* damaged
      })

      const slice = Effect.fn("ImageReader.slice")(function* (png: Uint8Array, top: number, height: number) {
        if (imageFormatOf(Buffer.from(png.buffer, png.byteOffset, png.byteLength)) !== "png") {
          return yield* unreadable("The picture is no PNG.")
        }
        if (!Number.isInteger(top) || !Number.isInteger(height) || top < 0 || height < 1) {
          return yield* unreadable("The rows to cut are not given as whole numbers.")
        }
        const answer = yield* run(png, { kind: "cut", top, height, limits })
        const head = answerOf(answer)
        if (head.kind !== "cut") return yield* damaged
        return { png: answer.bytes, width: head.width, height: head.height }
      })

      return ImageReader.of({ crop, describe, slice })
    })
  )
