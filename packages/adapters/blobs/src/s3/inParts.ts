/** Bytes gathered into parts of one length. */
import { Stream } from "effect"

/** Pieces of any length as parts of `partBytes`, and a last one that has what is left; no part where there are no bytes. */
export const inParts = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  partBytes: number
): Stream.Stream<Uint8Array, E, R> =>
  Stream.suspend(() => {
    let part = new Uint8Array(0)
    let gathered = 0

    /** Makes room for more, in steps that double: most blobs are far shorter than a part. */
    const grow = (needed: number) => {
      if (needed <= part.length) return
      const wider = new Uint8Array(Math.min(partBytes, Math.max(needed, part.length * 2)))
      wider.set(part.subarray(0, gathered))
      part = wider
    }
    const take = () => {
      const whole = part.subarray(0, gathered)
      part = new Uint8Array(0)
      gathered = 0
      return whole
    }
    const add = (piece: Uint8Array): ReadonlyArray<Uint8Array> => {
      const parts: Array<Uint8Array> = []
      for (let at = 0; at < piece.length; ) {
        const length = Math.min(partBytes - gathered, piece.length - at)
        grow(gathered + length)
        part.set(piece.subarray(at, at + length), gathered)
        gathered += length
        at += length
        if (gathered === partBytes) parts.push(take())
      }
      return parts
    }
    return Stream.concat(
      Stream.flattenIterable(Stream.map(bytes, add)),
      Stream.suspend(() => (gathered === 0 ? Stream.empty : Stream.succeed(take())))
    )
  })
