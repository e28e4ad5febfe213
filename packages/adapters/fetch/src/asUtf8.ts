/** Text of a header, which is read byte by byte: many servers write the letters of an address as they are, in UTF-8. */
import { isUtf8 } from "node:buffer"

/** The text that the bytes are in UTF-8; as it was read where they are none. */
export const asUtf8 = (text: string): string => {
  const bytes = Buffer.from(text, "latin1")
  return isUtf8(bytes) && bytes.toString("latin1") === text ? bytes.toString("utf8") : text
}
