/** What stands around the packed bytes of a gzip file (RFC 1952): a head and a foot, again for each of its members. */
import { crc32 } from "node:zlib"
import { Effect } from "effect"

/** Whether the bytes are a gzip file. */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8

const fixedBytes = 10

/** The bits of the flags that say what else a head has. */
const flags = { checked: 2, extra: 4, named: 8, commented: 16 }

/** Where a text that ends with a zero ends. */
const afterText = (bytes: Buffer, at: number): number => {
  const end = bytes.indexOf(0, at)
  return end === -1 ? bytes.length : end + 1
}

/** How long the head of a member is, at most all bytes where it is cut off; null where none begins. */
export const gzipHeadLength = (bytes: Buffer): number | null => {
  if (!isGzip(bytes)) return null
  const has = bytes[3] ?? 0
  let at = fixedBytes
  if ((has & flags.extra) !== 0) at += 2 + (bytes.length < at + 2 ? 0 : bytes.readUInt16LE(at))
  if ((has & flags.named) !== 0) at = afterText(bytes, at)
  if ((has & flags.commented) !== 0) at = afterText(bytes, at)
  if ((has & flags.checked) !== 0) at += 2
  return Math.min(at, bytes.length)
}

/** Length of a foot. */
export const gzipFootBytes = 8

/** As many pieces as are summed up in one go: a megabyte, in half a millisecond. */
const summedAtOnce = 16

/** Whether a foot is of what its member became. */
export const isGzipFoot = Effect.fnUntraced(function* (foot: Buffer, pieces: ReadonlyArray<Buffer>) {
  let [sum, bytes] = [0, 0]
  for (const [n, piece] of pieces.entries()) {
    sum = crc32(piece, sum)
    bytes += piece.length
    if (n % summedAtOnce === summedAtOnce - 1) yield* Effect.yieldNow
  }
  return foot.readUInt32LE(0) === sum && foot.readUInt32LE(4) === bytes
})
