import { Effect, Layer } from "effect"
import { Compressor, PackedDamaged } from "../batches/Compressor.ts"
import { type Checked, gzipEndBytes, gzipHead } from "../batches/domain/gzipFile.ts"

/** Most bytes that a block holds which is only stored. */
const maxBlock = 0xffff

const blockHead = 5

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

/** The bytes as blocks of deflate (RFC 1951) that are stored as they are, none of them the last. */
const store = (bytes: Uint8Array): Uint8Array => {
  const count = blocksOf(bytes.length)
  const packed = new Uint8Array(count * blockHead + bytes.length)
  const view = new DataView(packed.buffer)
  for (let [block, at] = [0, 0]; block < count; block++) {
    const part = bytes.subarray(block * maxBlock, (block + 1) * maxBlock)
    view.setUint16(at + 1, part.length, true)
    view.setUint16(at + 3, part.length ^ maxBlock, true)
    packed.set(part, at + blockHead)
    at += blockHead + part.length
  }
  return packed
}

/** What `store` was given; null when it was given something else. */
const unstore = (packed: Uint8Array, known: Checked): Uint8Array | null => {
  if (packed.length !== blocksOf(known.length) * blockHead + known.length) return null
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const bytes = new Uint8Array(known.length)
  for (let [at, written] = [0, 0]; written < bytes.length; ) {
    const length = view.getUint16(at + 1, true)
    if (packed[at] !== 0 || length === 0 || length !== (view.getUint16(at + 3, true) ^ maxBlock)) return null
    const part = packed.subarray(at + blockHead, at + blockHead + length)
    if (written + part.length > bytes.length) return null
    bytes.set(part, written)
    at += blockHead + length
    written += length
  }
  return crcOf(bytes) === known.crc ? bytes : null
}

const opened = (packed: Uint8Array, known: Checked) =>
  Effect.suspend(() => {
    const bytes = unstore(packed, known)
    return bytes === null ? Effect.fail(new PackedDamaged()) : Effect.succeed(bytes)
  })

/** `Compressor` that makes nothing smaller and no test wait: its files are gzip all the same. */
export const layer: Layer.Layer<Compressor> = Layer.succeed(
  Compressor,
  Compressor.of({
    pack: (bytes) => Effect.sync(() => ({ packed: store(bytes), crc: crcOf(bytes) })),
    open: opened,
    openMember: (member) =>
      Effect.suspend(() => {
        if (member.length < gzipHead.length + gzipEndBytes) return Effect.fail(new PackedDamaged())
        const view = new DataView(member.buffer, member.byteOffset, member.byteLength)
        const known = {
          crc: view.getUint32(member.length - 8, true),
          length: view.getUint32(member.length - 4, true)
        }
        return opened(member.subarray(gzipHead.length, -gzipEndBytes), known)
      })
  })
)
