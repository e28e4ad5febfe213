/** Texts to bytes, a piece in each turn of the event loop. */
import { Effect } from "effect"

/** Characters that are encoded at once, which takes some 5 ms at most. */
const pieceLength = 1024 * 1024

const encoder = new TextEncoder()

/** In UTF-8. Halves of surrogate pairs, which no store keeps either, become the sign for what cannot be read. */
export const encodeInPieces = Effect.fnUntraced(function* (text: string) {
  const pieces: Array<Uint8Array<ArrayBuffer>> = []
  for (let at = 0; at < text.length || pieces.length === 0; ) {
    const end = pieceEnd(text, at)
    pieces.push(encoder.encode(text.slice(at, end)))
    at = end
    if (at < text.length) yield* Effect.yieldNow
  }
  return pieces
})

/** Not in the middle of a surrogate pair. */
const pieceEnd = (text: string, at: number): number => {
  const end = Math.min(at + pieceLength, text.length)
  const last = text.charCodeAt(end - 1)
  return end < text.length && last >= 0xd800 && last < 0xdc00 ? end - 1 : end
}
