/** Pictures: what is written in them, or what they are. */
import { type Fragment, fragment } from "../reading/Fragment.ts"
import { escapeHtml, paragraph } from "../reading/Markup.ts"
import type { FileToRead } from "../reading/ReadOptions.ts"
import { decodePicture } from "./decodePicture.ts"
import { openTextReader } from "./TextReader.ts"

/** Pictures have no text layer, so that they are always read. */
export const readPicture = async ({ bytes, ocrLanguage, type }: FileToRead): Promise<Fragment> => {
  const { height, picture, width } = await decodePicture(bytes)
  const reader = await openTextReader(ocrLanguage)
  const html = await reader.read(picture)
  return fragment(html === "" ? describe(type, width, height, bytes.length) : html)
}

const describe = (type: string, width: number, height: number, bytes: number): string => {
  const size =
    bytes < 1024
      ? `${bytes} bytes`
      : bytes < 1024 * 1024
        ? `${Math.round(bytes / 1024)} KB`
        : `${(bytes / 1024 / 1024).toFixed(1)} MB`
  return paragraph(escapeHtml(`${type.toUpperCase()} image, ${width} × ${height} pixels, ${size}, without text.`))
}
