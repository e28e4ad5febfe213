/** Texts of megabytes, read from their bytes with the thread left to others in between. */
import { Effect } from "effect"

/** Bytes that are read in one go: a millisecond or two. */
const turnBytes = 1024 * 1024

/** What bytes of UTF-8 say. */
export const textInPieces = (bytes: Uint8Array, options?: { readonly ignoreBOM: boolean }): Effect.Effect<string> => {
  const decoder = new TextDecoder("utf-8", options)
  if (bytes.length <= turnBytes) return Effect.sync(() => decoder.decode(bytes))
  return Effect.gen(function* () {
    let text = ""
    for (let at = 0; at < bytes.length; at += turnBytes) {
      text += decoder.decode(bytes.subarray(at, at + turnBytes), { stream: true })
      yield* Effect.yieldNow
    }
    return text + decoder.decode()
  })
}
