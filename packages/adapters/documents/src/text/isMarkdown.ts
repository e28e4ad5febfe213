/** Texts that are their own Markdown, byte by byte, so that nothing has to be made of them. */
import { isUtf8 } from "node:buffer"
import { Effect } from "effect"

/** As much as is looked at in one go: less than a millisecond. */
const pieceBytes = 256 * 1024

/** What `readPlain` takes out or writes in another way, in the bytes of UTF-8: controls and `\r`. */
const isChanged = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte < 0x20 && byte !== 0x09 && byte !== 0x0a) || byte === 0x7f ? 1 : 0
)

/** U+FFFE and U+FFFF begin with these two bytes; U+FFFD, which is a character, as well. */
const beginsNoCharacter = (bytes: Buffer, at: number): boolean => bytes[at + 1] === 0xbf && bytes[at + 2]! >= 0xbe

const isChangedIn = (bytes: Buffer, from: number, to: number): boolean => {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at]!
    if (isChanged[byte] === 1 || (byte === 0xef && beginsNoCharacter(bytes, at))) return true
  }
  return false
}

const hasMark = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

/** Whether the Markdown of plain text is the text itself. The thread is left to others in between. */
export const isMarkdown = Effect.fnUntraced(function* (bytes: Buffer) {
  if (bytes.length === 0 || hasMark(bytes) || !isUtf8(bytes)) return false
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    if (isChangedIn(bytes, at, Math.min(at + pieceBytes, bytes.length))) return false
    yield* Effect.yieldNow
  }
  return true
})
