/** Pictures cut free of their margins. */
import type { ImageDescription, ImageMargins } from "@kittiwake/core/pages/ImageReader"
import sharp from "sharp"
import { croppedDrawing } from "./croppedDrawing.ts"
import type { ImageFormat } from "./imageFormat.ts"
import { type Box, innerBox } from "./innerBox.ts"
import type { PictureLimits } from "./messages.ts"
import { describeAs, open, openIcon } from "./pictures.ts"

/** Longer side of the picture that is made of a drawing to see where its margins end. */
const drawnSide = 512

/** Its pixels, upright; those of a drawing at a size at which its margins can be seen. */
const pixelsOf = async (format: ImageFormat, bytes: Buffer, limits: PictureLimits) => {
  const picture = format === "ico" ? openIcon(bytes, limits) : open(bytes, limits)
  if (picture === null) return null
  const sized = format === "svg" ? picture.resize(drawnSide, drawnSide, { fit: "inside" }) : picture
  const { data, info } = await sized
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const cut = (
  { data, height, width }: { readonly data: Buffer; readonly width: number; readonly height: number },
  box: Box
) =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .extract(box)
    .png()
    .toBuffer()

/** What is left of a picture without its margins, and what it then is; no bytes where nothing is cut. */
export const cropAs = async (
  format: ImageFormat,
  bytes: Buffer,
  hint: string,
  margins: ImageMargins,
  limits: PictureLimits
): Promise<{ readonly bytes: Buffer | null; readonly description: ImageDescription } | null> => {
  const description = await describeAs(format, bytes, hint, limits)
  if (description === null) return null
  const whole = { bytes: null, description }
  if (format !== "svg" && description.width * description.height > limits.maxCropPixels) return whole
  const pixels = await pixelsOf(format, bytes, limits)
  const box = pixels === null ? null : innerBox(pixels, margins === "plain")
  if (pixels === null || box === null) return whole
  const left = format === "svg" ? croppedDrawing(bytes, box, pixels) : await cut(pixels, box)
  if (left === null) return whole
  const then = await describeAs(format === "svg" ? "svg" : "png", left, hint, limits)
  return then === null ? whole : { bytes: left, description: then }
}
