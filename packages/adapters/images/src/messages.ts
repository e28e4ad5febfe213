/** What goes between this process and those that read pictures, beside the bytes. */
import type { ImageDescription, ImageMargins } from "@kittiwake/core/pages/ImageReader"
import type { ImageFormat } from "./imageFormat.ts"

export interface PictureLimits {
  readonly maxPixels: number
  readonly maxCutPixels: number
  readonly maxCropPixels: number
}

export type PictureRequest =
  | { readonly kind: "describe"; readonly format: ImageFormat; readonly hint: string; readonly limits: PictureLimits }
  | {
      readonly kind: "crop"
      readonly format: ImageFormat
      readonly hint: string
      readonly margins: ImageMargins
      readonly limits: PictureLimits
    }
  | { readonly kind: "cut"; readonly top: number; readonly height: number; readonly limits: PictureLimits }

/** The bytes beside a cut are its PNG; those beside what was cropped are what is left, and none where nothing was cut. */
export type PictureAnswer =
  | { readonly kind: "description"; readonly description: ImageDescription }
  | { readonly kind: "cropped"; readonly description: ImageDescription }
  | { readonly kind: "cut"; readonly width: number; readonly height: number }
  | { readonly kind: "damaged" }
