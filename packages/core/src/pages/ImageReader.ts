/** What can be told about a picture, and cuts of it. */
import { Context, type Effect, Schema } from "effect"
import type { CapabilityMissing } from "../web/errors.ts"

/** What a picture is of, as far as its size, shape and colours tell (contract/scrape.md §3). */
export const ImageKind = Schema.Literals([
  "photography",
  "illustration",
  "logo",
  "wordmark",
  "icon",
  "pattern",
  "graphic",
  "other"
])
export type ImageKind = typeof ImageKind.Type

export interface ImageDescription {
  readonly width: number
  readonly height: number
  readonly mediaType: string
  readonly kind: ImageKind
  /** 64 bits in hexadecimal: pictures that look the same differ in few of them. */
  readonly likeness: string
  /** Colours of what can be seen, the commonest first, each with the part of it that it takes; similar ones are one. */
  readonly palette: ReadonlyArray<{ readonly hex: string; readonly share: number }>
  /** Part of the area through which the ground shows. */
  readonly clearShare: number
  /** How bright what can be seen is, from 0 to 1. */
  readonly brightness: number
}

/** What is cut around a picture: what shows the ground alone, or also what is of one colour, as paper around a print is. */
export type ImageMargins = "clear" | "plain"

/** A picture and what it is. */
export interface DescribedImage {
  readonly bytes: Uint8Array
  readonly description: ImageDescription
}

/** The bytes are no picture that can be read, or one of too many pixels. */
export class ImageUnreadable extends Schema.TaggedError<ImageUnreadable>()("ImageUnreadable", {
  message: Schema.String
}) {}

/**
 * Reads pictures: PNG, JPEG, GIF, WebP, AVIF, TIFF, SVG, ICO.
 *
 * **Contract** (every adapter passes `testing/imageReaderSuite.ts`)
 *
 * - A picture of more pixels than the limit is refused before it is unpacked.
 * - Nothing is loaded from outside, whatever a drawing refers to.
 * - What is cropped shows what it showed before, and nothing more; a drawing stays one. Margins that are not worth a cut stay, and so does what is
 *   margin alone, or more pixels than are unpacked for that.
 */
export class ImageReader extends Context.Service<
  ImageReader,
  {
    /** `hint` is its address or name, whose words may tell what it is. */
    readonly describe: (
      bytes: Uint8Array,
      hint: string
    ) => Effect.Effect<ImageDescription, ImageUnreadable | CapabilityMissing>

    /** The picture without its margins, and what it then is. */
    readonly crop: (
      bytes: Uint8Array,
      hint: string,
      margins: ImageMargins
    ) => Effect.Effect<DescribedImage, ImageUnreadable | CapabilityMissing>

    /** The rows of a PNG from `top` on, at most `height` of them, as a PNG. */
    readonly slice: (
      png: Uint8Array,
      top: number,
      height: number
    ) => Effect.Effect<
      { readonly png: Uint8Array; readonly width: number; readonly height: number },
      ImageUnreadable | CapabilityMissing
    >
  }
>()("@kittiwake/core/pages/ImageReader") {}
