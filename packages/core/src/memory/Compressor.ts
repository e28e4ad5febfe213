import { Effect, Layer } from "effect"
import { Compressor } from "../batches/Compressor.ts"

/** Magic number, method, no flags, no time, no hints, no system. */
const head = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff)

/** Most bytes that a block holds which is only stored. */
const maxBlock = 0xffff

const blockHead = 5
const tail = 8

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value >>> 0
})

const crcOf = (bytes: Uint8Array): number => {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ crcTable[(crc ^ byte) & 0xff]!
  return (crc ^ 0xffffffff) >>> 0
}

const blocksOf = (length: number): number => Math.max(1, Math.ceil(length / maxBlock))

/** The bytes as one gzip member (RFC 1952) of blocks that are stored as they are. */
const store = (bytes: Uint8Array): Uint8Array => {
  const count = blocksOf(bytes.length)
  const packed = new Uint8Array(head.length + count * blockHead + bytes.length + tail)
  const view = new DataView(packed.buffer)
  packed.set(head)
  let at = head.length
  for (let block = 0; block < count; block++) {
    const part = bytes.subarray(block * maxBlock, (block + 1) * maxBlock)
    view.setUint8(at, block === count - 1 ? 1 : 0)
    view.setUint16(at + 1, part.length, true)
    view.setUint16(at + 3, part.length ^ maxBlock, true)
    packed.set(part, at + blockHead)
    at += blockHead + part.length
  }
  view.setUint32(at, crcOf(bytes), true)
  view.setUint32(at + 4, bytes.length, true)
  return packed
}

/** What `store` was given. */
const unstore = (packed: Uint8Array): Uint8Array => {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const bytes = new Uint8Array(view.getUint32(packed.length - 4, true))
  let at = head.length
  for (let written = 0; written < bytes.length; ) {
    const length = view.getUint16(at + 1, true)
    bytes.set(packed.subarray(at + blockHead, at + blockHead + length), written)
    at += blockHead + length
    written += length
  }
  return bytes
}

/** `Compressor` that makes nothing smaller and no test wait: its files are gzip all the same. */
export const layer: Layer.Layer<Compressor> = Layer.succeed(
  Compressor,
  Compressor.of({
    pack: (bytes) => Effect.sync(() => store(bytes)),
    open: (packed) => Effect.sync(() => unstore(packed))
  })
)
