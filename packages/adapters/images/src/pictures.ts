/** What is told of a picture and cut from it, through sharp (libvips). */
import type { ImageDescription } from "@kittiwake/core/pages/ImageReader"
import sharp, { type Sharp } from "sharp"
import { type ImageFormat, mediaTypeOf } from "./imageFormat.ts"
import { kindOf } from "./imageKind.ts"
import { largestIcon } from "./largestIcon.ts"
import type { PictureLimits } from "./messages.ts"
import { brightnessOf, likenessOf, lookOf, paletteOf, side, type Thumbnail } from "./Thumbnail.ts"

/** The first frame of a picture, upright. Numbers in its head are believed only within the limits. */
export const open = (bytes: Buffer, { maxPixels }: PictureLimits): Sharp =>
  sharp(bytes, { limitInputPixels: maxPixels, autoOrient: true, failOn: "truncated" })

export const openIcon = (bytes: Buffer, options: PictureLimits): Sharp | null => {
  const picture = largestIcon(bytes)
  if (picture === null) return null
  if (picture._tag === "Png") return open(picture.bytes, options)
  const { height, width } = picture
  return sharp(picture.bytes, { raw: { width, height, channels: 4 } })
}

const thumbnailOf = (picture: Sharp): Promise<Thumbnail> =>
  picture
    .toColourspace("srgb")
    .ensureAlpha()
    .resize(side, side, { fit: "fill", kernel: "linear" })
    .raw({ depth: "uchar" })
    .toBuffer()

/** What a picture is; null when it has nothing to show. */
export const describeAs = async (
  format: ImageFormat,
  bytes: Buffer,
  hint: string,
  options: PictureLimits
): Promise<ImageDescription | null> => {
  const picture = format === "ico" ? openIcon(bytes, options) : open(bytes, options)
  if (picture === null) return null
  const { autoOrient } = await picture.metadata()
  const { height, width } = autoOrient
  const thumbnail = await thumbnailOf(picture)
  const look = lookOf(thumbnail)
  return {
    width,
    height,
    mediaType: mediaTypeOf(format),
    kind: kindOf({ width, height, format, look, hint }),
    likeness: likenessOf(thumbnail),
    palette: paletteOf(thumbnail),
    clearShare: look.clearShare,
    brightness: brightnessOf(thumbnail)
  }
}

/** Rows of a PNG; null when it has none there. */
export const cut = async (png: Buffer, top: number, height: number, options: PictureLimits) => {
  const limits = { limitInputPixels: options.maxCutPixels, failOn: "truncated" } as const
  const picture = sharp(png, limits)
  const whole = await picture.metadata()
  const rows = Math.min(height, whole.height - top)
  if (rows <= 0) return null
  const bytes = await picture.extract({ left: 0, top, width: whole.width, height: rows }).png().toBuffer()
  return { png: bytes, width: whole.width, height: rows }
}
