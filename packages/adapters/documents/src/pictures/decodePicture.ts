/** Pictures of every kind in shades of grey, large enough for their letters to be read. */
import { pixels as limit } from "../reading/limits.ts"
import { ocrUnavailable, tooComplex } from "../reading/Unreadable.ts"
import { decodeBmp } from "./decodeBmp.ts"
import { decodePnm } from "./decodePnm.ts"
import type { GreyPicture } from "./GreyPicture.ts"

/** A picture, and the size that its file says. */
export interface Decoded {
  readonly picture: GreyPicture
  readonly width: number
  readonly height: number
}

/** Below this many pixels letters of a screen are too small for the reader, and are doubled. */
const smallPixels = 1_500_000

/** Above this, letters are large enough in a smaller copy, which is read in less time. */
const largePixels = 12_000_000

/** Decodes what sharp knows, and the two plain kinds that it does not. */
export const decodePicture = async (bytes: Uint8Array): Promise<Decoded> => {
  const { default: sharp } = await import("sharp").catch(() => {
    throw ocrUnavailable("sharp is missing")
  })
  const plain = decodeBmp(bytes) ?? decodePnm(bytes)
  const options = { limitInputPixels: limit, pages: 1, failOn: "error" } as const
  const image =
    plain === null
      ? sharp(bytes, options)
      : sharp(plain.shades, { ...options, raw: { width: plain.width, height: plain.height, channels: 1 } })
  const { height, width } = plain ?? (await image.metadata())
  if (width * height > limit) throw tooComplex("The picture has too many pixels.")
  const scale = width * height < smallPixels ? 2 : Math.min(1, Math.sqrt(largePixels / (width * height)))
  const { data, info } = await image
    .autoOrient()
    .resize({
      width: Math.max(Math.round(width * scale), 1),
      height: Math.max(Math.round(height * scale), 1),
      fit: "inside"
    })
    .flatten({ background: "#ffffff" })
    .greyscale()
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { picture: { shades: data, width: info.width, height: info.height }, width, height }
}
