/** Kinds of files that are pictures, apart from the schemas of all kinds: what reads files in a process of its own loads none. */
import type { FileType } from "./FileType.ts"

export const imageTypes: ReadonlySet<FileType> = new Set([
  "jpg",
  "png",
  "gif",
  "bmp",
  "tiff",
  "webp",
  "ppm",
  "pbm",
  "pgm",
  "pnm"
])
