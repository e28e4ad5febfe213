/** Texts that are their own Markdown, byte by byte, so that nothing has to be made of them. */
import { isUtf8 } from "node:buffer"
import { Effect } from "effect"

/** As much as is looked at in one go: less than a millisecond. */
const pieceBytes = 256 * 1024

/** Bytes of U+FFFE and U+FFFF beyond a piece, for one that its end cuts. */
const overlapBytes = 2

/** What `readPlain` takes out or writes in another way, in the bytes of UTF-8: controls, `\r`, and what no character is. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const isChanged = /[\u0000-\u0008\u000b-\u001f\u007f]|\u00ef\u00bf[\u00be\u00bf]/

const hasMark = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

/** Whether the Markdown of plain text is the text itself. The thread is left to others in between. */
export const isMarkdown = Effect.fnUntraced(function* (bytes: Buffer) {
  if (bytes.length === 0 || hasMark(bytes) || !isUtf8(bytes)) return false
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    if (isChanged.test(bytes.toString("latin1", at, at + pieceBytes + overlapBytes))) return false
    yield* Effect.yieldNow
  }
  return true
})
